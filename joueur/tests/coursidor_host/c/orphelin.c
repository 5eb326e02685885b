/* Leaves a child, then kills whoever has started it, in play. */
#define MON_PLAY
#include <signal.h>
#include <unistd.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    if (fork() == 0) {
        sleep(60);
        _exit(0);
    }
    kill(getppid(), SIGKILL);
    sleep(60);
    return previous_move;
}
