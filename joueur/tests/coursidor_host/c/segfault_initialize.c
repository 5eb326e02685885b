/* Writes at address 0 in initialize. */
#define MON_INITIALIZE
#include "commun.h"

void initialize(unsigned int player_id, struct graph_t *graph) {
    volatile unsigned int *volatile nowhere = NULL;
    (void)graph;
    *nowhere = player_id;
}
