/* Takes 300 ms for each move; plays legally. */
#define MON_PLAY
#include <time.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    return jouer(previous_move);
}
