/* Moves to a vertex that no board has. */
#define MON_PLAY
#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    (void)previous_move;
    return (struct move_t){.c = moi, .t = MOVE, .m = 4000000000U};
}
