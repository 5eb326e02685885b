/* Ends if it can read its opponent's library, RIVAL; else plays legally. */
#define MON_INITIALIZE
#include <fcntl.h>
#include <unistd.h>

#include "commun.h"

void initialize(unsigned int player_id, struct graph_t *graph) {
    if (open(RIVAL, O_RDONLY) >= 0)
        _exit(3);
    commencer(player_id, graph);
}
