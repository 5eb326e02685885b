/* Puts a wall on an edge and on the same edge again. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    uint32_t here = brut_pions[moi], there = brut_voisins[here][0];
    (void)previous_move;
    return (struct move_t){.c = moi, .t = WALL, .e = {{here, there}, {here, there}}};
}
