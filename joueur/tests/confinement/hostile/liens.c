/* Makes links to what its words name, symbolic and hard ones, and reads and writes through them. */
#include "commun.h"

#include <sys/stat.h>

static int passe(const char *link) {
    char bytes[64];
    int fd = open(link, O_RDONLY), reached = 0;
    if (fd >= 0) {
        ssize_t length = read(fd, bytes, sizeof bytes - 1);
        if (length > 0) {
            bytes[length] = 0;
            dprintf(2, "[%s: %s] ", link, bytes);
            reached++;
        }
        close(fd);
    }
    fd = open(link, O_WRONLY | O_APPEND);
    if (fd >= 0) {
        if (write(fd, "hostile\n", 8) == 8)
            reached++;
        close(fd);
    }
    return reached;
}

static void mefait(void) {
    int reached = 0;
    for (int n = 0; n < nb; n++) {
        char link_[64], way[4200];
        snprintf(link_, sizeof link_, "souple.%d", n);
        reached += symlink(args[n], link_) == 0 && passe(link_);
        snprintf(link_, sizeof link_, "dur.%d", n);
        reached += link(args[n], link_) == 0 && passe(link_);
        /* By a folder, by the root of another process, and upwards. */
        snprintf(link_, sizeof link_, "racine.%d", n);
        snprintf(way, sizeof way, "%s%s", link_, args[n]);
        reached += symlink("/", link_) == 0 && passe(way);
        snprintf(way, sizeof way, "/proc/%d/root%s", (int)getppid(), args[n]);
        reached += passe(way);
        snprintf(way, sizeof way, "/proc/1/root%s", args[n]);
        reached += passe(way);
        snprintf(way, sizeof way, "/proc/self/cwd/../../../../../../../../../..%s", args[n]);
        reached += passe(way);
        /* What its own folder holds may lead out of it. */
        reached += passe(args[n]);
    }
    if (reached > 0)
        reussi("%d reached", reached);
}
