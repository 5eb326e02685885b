/* Allocates memory without end in play. It writes one byte into each block: what ends it is the
   limit of the addresses, and two gigabytes that are really used can take longer than a turn. */
#define MON_PLAY
#include <stdlib.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    for (;;) {
        volatile char *memory = malloc(1 << 20);
        if (memory == NULL)
            return previous_move;
        memory[0] = 1;
    }
}
