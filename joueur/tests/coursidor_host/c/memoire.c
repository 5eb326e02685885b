/* Allocates memory without end in play, and writes into it. */
#define MON_PLAY
#include <stdlib.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    for (size_t block = 1 << 20;;) {
        char *memory = malloc(block);
        if (memory == NULL)
            return previous_move;
        memset(memory, 1, block);
    }
}
