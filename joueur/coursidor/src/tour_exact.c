/*
 * tour_exact.c - the tour in the best order: a breadth-first walk over vertex, last direction and objectives passed.
 *
 * It begins after all the moves in question at once, and each state remembers which of them it comes from. So the first state
 * that is home with everything passed names the best one.
 */
#include <stdlib.h>

#include "tour_interne.h"

/* The walk. A state is the number ((passed objectives) * n + vertex) * ELANS + last direction. */
struct marche_t {
    const struct carte_t *c;
    uint16_t *bits;        /* for each vertex, the bit of its objective, or 0 */
    uint32_t all;          /* the bits of all objectives */
    unsigned char *origin; /* for each state, 1 + the move that it comes from; 0 if it is not reached */
    uint32_t *queue;
    size_t end;            /* where the next state goes in the queue */
};

/* Numbers the missing objectives. False if there are too many of them or of states. */
static bool preparer(struct marche_t *w, const struct carte_t *c) {
    unsigned int missing = 0;
    *w = (struct marche_t){.c = c, .bits = calloc(c->n, sizeof *w->bits)};
    if (w->bits == NULL)
        return false;
    for (vertex_t v = 0; v < c->n; v++)
        if (c->a_faire[v]) {
            if (missing == MAX_OBJECTIFS_EXACTS)
                return false;
            w->bits[v] = (uint16_t)(1U << missing++);
        }
    w->all = (1U << missing) - 1;
    size_t states = (c->n * ELANS) << missing;
    if (states > MAX_ETATS)
        return false;
    w->origin = calloc(states, sizeof *w->origin);
    w->queue = malloc(states * sizeof *w->queue);
    return w->origin != NULL && w->queue != NULL;
}

/* Comes to a state. True if the tour ends there. */
static bool atteindre(struct marche_t *w, uint32_t passed, vertex_t v, enum dir_t d, unsigned char origin) {
    size_t state = ((size_t)passed * w->c->n + v) * ELANS + d;
    if (w->origin[state] != 0)
        return false;
    w->origin[state] = origin;
    w->queue[w->end++] = (uint32_t)state;
    return passed == w->all && v == w->c->home;
}

/* Begins after each move. True if one of them ends the tour: then it is `*best`. */
static bool partir(struct marche_t *w, const struct deplacement_t *moves, size_t count, size_t *best) {
    for (size_t k = 0; k < count; k++) {
        uint32_t passed = 0;
        for (unsigned int cell = 0; cell < moves[k].nb; cell++)
            passed |= w->bits[moves[k].passes[cell]];
        if (atteindre(w, passed, moves[k].m, moves[k].d, (unsigned char)(k + 1))) {
            *best = k;
            return true;
        }
    }
    return false;
}

/* Makes all moves from a state. True if one of them ends the tour. */
static bool avancer(struct marche_t *w, uint32_t state) {
    enum dir_t elan = (enum dir_t)(state % ELANS);
    vertex_t from = (vertex_t)(state / ELANS % w->c->n);
    uint32_t before = (uint32_t)(state / ELANS / w->c->n);
    for (enum dir_t d = FIRST_DIR; d <= LAST_DIR; d++) {
        vertex_t v = from;
        uint32_t passed = before;
        for (unsigned int step = portee(elan, d); step > 0; step--) {
            v = carte_voisin(w->c, v, d);
            if (v == NO_VERTEX)
                break;
            passed |= w->bits[v];
            if (atteindre(w, passed, v, d, w->origin[state]))
                return true;
        }
    }
    return false;
}

static void marcher(struct marche_t *w, const struct deplacement_t *moves, size_t count, size_t *best,
                    unsigned int *remaining) {
    if (partir(w, moves, count, best)) {
        *remaining = 0;
        return;
    }
    size_t next = 0;
    for (unsigned int turns = 1; next < w->end; turns++)
        for (size_t level = w->end; next < level; next++)
            if (avancer(w, w->queue[next])) {
                *best = w->origin[w->queue[next]] - 1U;
                *remaining = turns;
                return;
            }
}

bool tour_exact(const struct carte_t *c, const struct deplacement_t *moves, size_t count, size_t *best,
                unsigned int *remaining) {
    struct marche_t w;
    bool ready = preparer(&w, c);
    if (ready)
        marcher(&w, moves, count, best, remaining);
    free(w.bits);
    free(w.origin);
    free(w.queue);
    return ready;
}
