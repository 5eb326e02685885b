/* Kills its parent process in play. */
#define MON_PLAY
#include <signal.h>
#include <unistd.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    /* Not init, for a player whose parent is gone. */
    if (getppid() > 1)
        kill(getppid(), SIGKILL);
    return jouer(previous_move);
}
