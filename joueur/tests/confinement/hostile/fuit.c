/* A family in which each starts another and ends, in a session of its own: whoever lists it is always too late. */
#include "commun.h"

static void mefait(void) {
    if (fork() == 0) {
        for (int fd = 0; fd < 3; fd++)
            close(fd);
        for (;;) {
            setsid();
            if (fork() > 0)
                _exit(0);
        }
    }
}
