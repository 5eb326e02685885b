/* Writes 10 GB to its output (1) or its log (2): lines that ask for nothing, or no line at all. */
#include "commun.h"

static void mefait(void) {
    static char bytes[1 << 16];
    int fd = atoi(mot(0, "1"));
    memset(bytes, 'x', sizeof bytes);
    for (size_t at = 0; !strcmp(mot(1, "lignes"), "lignes") && at < sizeof bytes; at += 1024) {
        memcpy(bytes + at, "info ", 5);
        bytes[at + 1023] = '\n';
    }
    for (unsigned long left = 10UL << 30; left > 0; left -= sizeof bytes) {
        if (write(fd, bytes, sizeof bytes) < 0)
            _exit(1);
    }
    reussi("10 GB");
}
