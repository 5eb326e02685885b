/* Ignores the signals that ask it to end, and never returns from play. */
#define MON_PLAY
#include <signal.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    volatile int forever = 1;
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    while (forever)
        ;
    return previous_move;
}
