/* Closes every file descriptor of its process in initialize; plays legally. */
#define MON_INITIALIZE
#include <unistd.h>

#include "commun.h"

void initialize(unsigned int player_id, struct graph_t *graph) {
    for (int fd = 0; fd < 1024; fd++)
        close(fd);
    commencer(player_id, graph);
}
