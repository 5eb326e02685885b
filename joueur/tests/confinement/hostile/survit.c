/*
 * Leaves somebody behind: a grandchild in a session of its own that ignores every signal. With `suspend` the engine itself never
 * answers, else it plays on; with `ferme` the grandchild holds none of the engine's streams.
 */
#include "commun.h"

#include <sys/wait.h>

static void mefait(void) {
    pid_t child = fork();
    if (child == 0) {
        setsid();
        for (int n = 1; n < 65; n++)
            signal(n, SIG_IGN);
        if (fork() != 0)
            _exit(0);
        setsid();
        if (!strcmp(mot(0, ""), "ferme") || !strcmp(mot(1, ""), "ferme")) {
            for (int fd = 0; fd < 3; fd++)
                close(fd);
        }
        for (;;)
            pause();
    }
    waitpid(child, NULL, 0);
    while (!strcmp(mot(0, ""), "suspend"))
        pause();
}
