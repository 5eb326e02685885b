/* Makes a move of type NO_TYPE. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    struct move_t move = jouer(previous_move);
    move.t = NO_TYPE;
    return move;
}
