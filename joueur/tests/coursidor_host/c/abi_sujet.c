/* Plays legally, with the layout of the listing in the subject: other numbers for types, ids of 64 bits, the type first. */
#include <stddef.h>

#include "brut.h"

enum player_color_t { BLACK = 0, WHITE = 1, NO_COLOR = 2 };
enum move_type_t { WALL = 0, MOVE = 1, NO_TYPE = 2 };
typedef size_t vertex_t;

struct edge_t {
    vertex_t fr, to;
};

struct move_t {
    enum move_type_t t;
    enum player_color_t c;
    vertex_t m;
    struct edge_t e[2];
};

struct graph_t {
    uint32_t type, num_vertices, num_edges;
    void *t;
    vertex_t start[2];
    uint32_t num_objectives;
    vertex_t *objectives;
};

_Static_assert(sizeof(struct move_t) == 48, "a move");
_Static_assert(offsetof(struct graph_t, t) == 16 && offsetof(struct graph_t, start) == 24 &&
                   offsetof(struct graph_t, num_objectives) == 40 && offsetof(struct graph_t, objectives) == 48 &&
                   sizeof(struct graph_t) == 56,
               "a graph");

static unsigned int moi;

char const *get_player_name(void) {
    return "sujet";
}

void initialize(unsigned int player_id, struct graph_t *graph) {
    moi = player_id;
    brut_lire(graph, sizeof(vertex_t));
}

struct move_t play(const struct move_t previous_move) {
    if (previous_move.t == MOVE)
        brut_pions[1 - moi] = (uint32_t)previous_move.m;
    for (int k = 0; previous_move.t == WALL && k < 2; k++)
        brut_mur((uint32_t)previous_move.e[k].fr, (uint32_t)previous_move.e[k].to);
    return (struct move_t){.t = MOVE, .c = moi, .m = brut_avancer(moi)};
}

void finalize(void) {
}
