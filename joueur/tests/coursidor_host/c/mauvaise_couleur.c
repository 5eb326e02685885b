/* Makes a legal move in the opponent's color. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    struct move_t move = jouer(previous_move);
    move.c = 1 - moi;
    return move;
}
