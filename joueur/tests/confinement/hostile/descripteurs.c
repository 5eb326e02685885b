/* Writes to every descriptor that it has not been given: 3 and up. */
#include "commun.h"

static void mefait(void) {
    int open = 0, last = 0;
    signal(SIGPIPE, SIG_IGN);
    for (int fd = 3; fd < 65536; fd++) {
        if (fcntl(fd, F_GETFD) < 0)
            continue;
        if (write(fd, "hostile\n", 8) == 8 || lseek(fd, 0, SEEK_SET) == 0)
            open++, last = fd;
    }
    if (open > 0)
        reussi("%d descriptors, %d", open, last);
}
