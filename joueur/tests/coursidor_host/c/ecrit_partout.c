/* Writes over the graph it was given, its matrix and all that they point to, then plays legally from what it had read. */
#define MON_INITIALIZE
#include "commun.h"

void initialize(unsigned int player_id, struct graph_t *graph) {
    commencer(player_id, graph);
    char *matrix = brut_pointeur(graph, 16);
    size_t entries = brut_mot(matrix, 48, 8) * sizeof(uint32_t);
    memset(brut_pointeur(graph, 40), 0xee, brut_mot(graph, 32, 4) * sizeof(uint32_t));
    memset(brut_pointeur(matrix, 16), 0xee, entries);
    memset(brut_pointeur(matrix, 24), 0xee, entries);
    memset(brut_pointeur(matrix, 32), 0xee, (brut_n + 1) * sizeof(int32_t));
    memset(matrix, 0xee, 104);
    /* A little more than is its own, which the allocator notices later at most. */
    memset((char *)graph, 0xee, 64);
}
