/*
 * murs.c - where a wall may be put.
 */
#include "murs.h"

#include <string.h>

/* Whether the edge between these two vertices is one of those that the wall would take. */
static bool barree(const struct edge_t e[2], vertex_t i, vertex_t j) {
    for (int k = 0; k < 2; k++)
        if ((e[k].fr == i && e[k].to == j) || (e[k].fr == j && e[k].to == i))
            return true;
    return false;
}

/*
 * Marks in p->vus what can be reached from a vertex if the wall e is put. With `until_round`, stops as soon as both edges have
 * been gone round, that is when their far ends are reached; says whether that happened.
 */
static bool parcourir(const struct position_t *p, const struct edge_t e[2], vertex_t from, bool until_round) {
    const gsl_spmatrix_uint *t = p->graph->t;
    size_t waiting = 0;
    memset(p->vus, 0, p->graph->num_vertices);
    p->vus[from] = 1;
    p->pile[waiting++] = from;
    while (waiting > 0) {
        vertex_t v = p->pile[--waiting];
        for (int k = t->p[v]; k < t->p[v + 1]; k++) {
            vertex_t next = (vertex_t)t->i[k];
            if (p->vus[next] || t->data[k] == WALL_DIR || barree(e, v, next))
                continue;
            p->vus[next] = 1;
            p->pile[waiting++] = next;
        }
        if (until_round && p->vus[e[0].to] && p->vus[e[1].to])
            return true;
    }
    return false;
}

/* Whether the pawns, the starts and the objectives remain within each other's reach. */
static bool reste_jouable(const struct position_t *p, const struct edge_t e[2]) {
    /* Who can go round the wall can go wherever one could before. Most walls are like that, and seen to be after few steps. */
    if (parcourir(p, e, e[0].fr, true))
        return true;
    parcourir(p, e, p->pion[BLACK], false);
    for (int player = 0; player < 2; player++)
        if (!p->vus[p->pion[player]] || !p->vus[p->graph->start[player]])
            return false;
    for (unsigned int k = 0; k < p->graph->num_objectives; k++)
        if (!p->vus[p->graph->objectives[k]])
            return false;
    return true;
}

bool mur_possible(const struct position_t *p, const struct edge_t e[2]) {
    if (e[0].fr != e[1].fr)
        return false;
    enum dir_t first = graphe_direction(p->graph->t, e[0].fr, e[0].to);
    enum dir_t second = graphe_direction(p->graph->t, e[1].fr, e[1].to);
    /* An edge that is missing or has a wall has none of the six directions. */
    return directions_voisines(first, second) && reste_jouable(p, e);
}

size_t max_murs(const struct position_t *p) {
    return (size_t)NUM_DIRS * p->graph->num_vertices;
}

size_t murs_possibles(const struct position_t *p, struct mur_t *list) {
    size_t count = 0;
    for (vertex_t v = 0; v < p->graph->num_vertices; v++)
        for (enum dir_t d = FIRST_DIR; d <= LAST_DIR; d++) {
            vertex_t first = graphe_voisin(p->graph->t, v, d);
            vertex_t second = graphe_voisin(p->graph->t, v, direction_suivante(d));
            struct mur_t wall = {.e = {{v, first}, {v, second}}};
            if (first == NO_VERTEX || second == NO_VERTEX || !reste_jouable(p, wall.e))
                continue;
            if (list != NULL)
                list[count] = wall;
            count++;
        }
    return count;
}
