/*
 * Fills its scratch folder where it is hard to measure: below paths that are longer than any may be, in folders that nobody may
 * enter, in files that have no name any more.
 */
#include "commun.h"

#include <sys/stat.h>

static char bytes[1 << 16];

static unsigned long remplit(int most, int unlinked) {
    unsigned long written = 0;
    for (int file = 0; file < most; file++) {
        char name[32];
        snprintf(name, sizeof name, "%d", file);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0)
            break;
        for (int piece = 0; piece < 64; piece++)
            written += write(fd, bytes, sizeof bytes) > 0 ? sizeof bytes : 0;
        if (unlinked)
            unlink(name);
        else
            close(fd);
    }
    return written;
}

static void mefait(void) {
    const char *how = mot(0, "long");
    char name[256];
    memset(name, 'x', 250);
    name[250] = 0;
    signal(SIGXFSZ, SIG_IGN);
    if (!strcmp(how, "long")) {
        for (int depth = 0; depth < 40; depth++) {
            if (mkdir(name, 0700) || chdir(name))
                break;
        }
    } else if (!strcmp(how, "ferme")) {
        /* It has gone in before it closed the door. */
        if (mkdir("ferme", 0700) == 0 && chdir("ferme") == 0)
            chmod("../ferme", 0);
    }
    unsigned long written = remplit(16, !strcmp(how, "sans-nom"));
    sleep(2);
    if (written > 32UL << 20)
        reussi("%lu MiB", written >> 20);
}
