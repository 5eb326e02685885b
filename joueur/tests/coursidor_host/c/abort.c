/* Calls abort in play, as a failed assertion does. */
#define MON_PLAY
#include <stdlib.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    (void)previous_move;
    abort();
}
