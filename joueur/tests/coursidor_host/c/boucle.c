/* Never returns from play. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    volatile int forever = 1;
    while (forever)
        ;
    return previous_move;
}
