/* Leaves its process group for a session of its own, plays legally, and never returns from finalize. */
#define MON_INITIALIZE
#define MON_FINALIZE
#include <unistd.h>

#include "commun.h"

void initialize(unsigned int player_id, struct graph_t *graph) {
    setsid();
    commencer(player_id, graph);
}

void finalize(void) {
    for (;;)
        pause();
}
