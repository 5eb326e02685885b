/* Reads at address 0 in play. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    const struct move_t *volatile nowhere = NULL;
    (void)previous_move;
    return *nowhere;
}
