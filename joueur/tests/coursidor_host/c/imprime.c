/* Prints a line and crashes, in play. */
#define MON_PLAY
#include <stdio.h>
#include <stdlib.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    printf("je joue %u\n", previous_move.c);
    abort();
}
