/* Makes a move whose type and color are numbers that no enumeration has. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    struct move_t move = jouer(previous_move);
    memset(&move.c, 0xee, sizeof move.c);
    memset(&move.t, 0xee, sizeof move.t);
    return move;
}
