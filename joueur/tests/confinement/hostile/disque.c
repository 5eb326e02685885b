/* Fills its scratch folder, with one long file or with many; then it plays on, or ends. */
#include "commun.h"

#include <sys/stat.h>

static char bytes[1 << 16];

/* Fills one file with so many bytes; how many there were room for. */
static unsigned long remplit(const char *path, unsigned long most) {
    unsigned long written = 0;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0)
        return 0;
    while (written < most) {
        ssize_t more = write(fd, bytes, sizeof bytes);
        if (more <= 0)
            break;
        written += more;
    }
    close(fd);
    return written;
}

static void mefait(void) {
    const char *how = mot(0, "long"), *then = mot(1, "joue");
    unsigned long most = strtoul(mot(2, "32"), NULL, 10) << 20, written = 0;
    const char *folders[] = {".", getenv("TMPDIR"), getenv("HOME"), "/tmp", "/dev/shm", "/var/tmp"};
    char path[4096];
    if (strcmp(then, "signal"))
        signal(SIGXFSZ, SIG_IGN);
    for (unsigned n = 0; n < sizeof folders / sizeof *folders && written < most; n++) {
        if (!folders[n])
            continue;
        for (int file = 0; written < most; file++) {
            unsigned long length = strcmp(how, "long") ? sizeof bytes : most;
            snprintf(path, sizeof path, "%s/plein.%s.%u.%d", folders[n], mot(3, "x"), n, file);
            unsigned long more = remplit(path, length);
            written += more;
            if (more < length)
                break;
        }
    }
    if (written >= most)
        reussi("%lu MiB", written >> 20);
    if (strcmp(then, "joue"))
        _exit(1);
}
