/* Leaves a child in a session of its own for a minute; plays legally. */
#define MON_INITIALIZE
#include <unistd.h>

#include "commun.h"

void initialize(unsigned int player_id, struct graph_t *graph) {
    commencer(player_id, graph);
    if (fork() == 0) {
        setsid();
        sleep(60);
        _exit(0);
    }
}
