/*
 * tour.c - the shortest tour through objectives: all that is common to both ways of looking for it, and the choice of one.
 */
#include "tour.h"

#include <stdlib.h>

#include "tour_interne.h"

bool carte_creer(struct carte_t *c, const struct position_t *p, unsigned int player) {
    const gsl_spmatrix_uint *t = p->graph->t;
    size_t cells = (size_t)p->graph->num_vertices * NUM_DIRS;
    *c = (struct carte_t){.n = p->graph->num_vertices, .home = p->graph->start[player], .a_faire = p->a_faire[player]};
    c->voisins = malloc(cells * sizeof *c->voisins);
    if (c->voisins == NULL)
        return false;
    for (size_t k = 0; k < cells; k++)
        c->voisins[k] = NO_VERTEX;
    for (vertex_t v = 0; v < c->n; v++)
        for (int k = t->p[v]; k < t->p[v + 1]; k++)
            if (t->data[k] >= FIRST_DIR && t->data[k] <= LAST_DIR)
                c->voisins[(size_t)v * NUM_DIRS + t->data[k] - FIRST_DIR] = (vertex_t)t->i[k];
    return true;
}

void carte_liberer(struct carte_t *c) {
    free(c->voisins);
}

static size_t choisir(const struct position_t *p, unsigned int player, const struct deplacement_t *moves, size_t count,
                      unsigned int *remaining, bool exact) {
    size_t best = 0;
    unsigned int turns = SANS_TOUR;
    struct carte_t c;
    if (carte_creer(&c, p, player) && !(exact && tour_exact(&c, moves, count, &best, &turns)))
        tour_proche(&c, moves, count, &best, &turns);
    carte_liberer(&c);
    if (remaining != NULL)
        *remaining = turns;
    return best;
}

size_t tour_choisir(const struct position_t *p, unsigned int player, const struct deplacement_t *moves, size_t count,
                    unsigned int *remaining) {
    return choisir(p, player, moves, count, remaining, true);
}

size_t tour_choisir_glouton(const struct position_t *p, unsigned int player, const struct deplacement_t *moves, size_t count,
                            unsigned int *remaining) {
    return choisir(p, player, moves, count, remaining, false);
}

unsigned int tour_longueur(const struct position_t *p, unsigned int player) {
    struct deplacement_t here = {.m = p->pion[player], .d = p->elan[player]};
    unsigned int turns;
    tour_choisir(p, player, &here, 1, &turns);
    return turns;
}
