/*
 * Plays with what prctl(2) sets: nothing is to be sent to it when its parent dies, whom it leaves behind is its own, and nobody may
 * look at it. Then it leaves a child behind.
 */
#include "commun.h"

#include <sys/prctl.h>

static void mefait(void) {
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_KEEPCAPS, 1);
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, 0);
            prctl(PR_SET_DUMPABLE, 0);
            signal(SIGTERM, SIG_IGN);
            for (;;)
                pause();
        }
        _exit(0);
    }
    while (!strcmp(mot(0, ""), "suspend"))
        pause();
}
