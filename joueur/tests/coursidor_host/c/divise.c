/* Divides a whole number by zero in play. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    volatile int one = 1, zero = 0;
    struct move_t move = jouer(previous_move);
    move.m = (vertex_t)(one / zero);
    return move;
}
