/* Calls itself without end in play. */
#define MON_PLAY
#include "commun.h"

static int descendre(volatile int *above) {
    volatile int here[256];
    here[0] = above[0] + 1;
    if (here[0] > 0)
        here[1] = descendre(here);
    return here[1];
}

struct move_t play(const struct move_t previous_move) {
    volatile int first[1] = {0};
    descendre(first);
    return previous_move;
}
