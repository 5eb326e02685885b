/*
 * tour_proche.c - the tour with the nearest objective first, for more objectives than can be ordered.
 */
#include <stdlib.h>
#include <string.h>

#include "tour_interne.h"

/* The walk from one objective to the next. A state is the number vertex * ELANS + last direction. */
struct etape_t {
    const struct carte_t *c;
    unsigned char *missing; /* for each vertex, whether it is an objective still to be passed */
    unsigned int count;     /* how many there are */
    unsigned char *seen;    /* for each state */
    uint32_t *queue;
    size_t end;             /* where the next state goes in the queue */
};

static bool preparer(struct etape_t *w, const struct carte_t *c) {
    *w = (struct etape_t){.c = c, .missing = malloc(c->n)};
    w->seen = malloc(c->n * ELANS);
    w->queue = malloc(c->n * ELANS * sizeof *w->queue);
    return w->missing != NULL && w->seen != NULL && w->queue != NULL;
}

static void passer(struct etape_t *w, vertex_t v) {
    w->count -= w->missing[v];
    w->missing[v] = 0;
}

/* Takes all objectives as they were before the move, and makes it. */
static void partir(struct etape_t *w, const struct deplacement_t *move) {
    w->count = 0;
    for (vertex_t v = 0; v < w->c->n; v++) {
        w->missing[v] = w->c->a_faire[v];
        w->count += w->missing[v];
    }
    for (unsigned int cell = 0; cell < move->nb; cell++)
        passer(w, move->passes[cell]);
}

/* Whether a line that has come to v is what is looked for: on an objective, or home if nothing else is missing. */
static bool est_un_but(const struct etape_t *w, vertex_t v) {
    return w->count > 0 ? w->missing[v] != 0 : v == w->c->home;
}

/*
 * Makes all moves from a state in one direction. True if one of them comes to what is looked for; vertex and direction become
 * those at its end.
 */
static bool glisser(struct etape_t *w, uint32_t state, enum dir_t way, vertex_t *v, enum dir_t *d) {
    vertex_t to = state / ELANS;
    for (unsigned int step = portee((enum dir_t)(state % ELANS), way); step > 0; step--) {
        to = carte_voisin(w->c, to, way);
        if (to == NO_VERTEX)
            return false;
        if (est_un_but(w, to)) {
            passer(w, to);
            *v = to;
            *d = way;
            return true;
        }
        uint32_t next = to * ELANS + way;
        if (!w->seen[next]) {
            w->seen[next] = 1;
            w->queue[w->end++] = next;
        }
    }
    return false;
}

/*
 * Goes to the nearest objective, or home if none is missing, and says how many turns it takes; SANS_TOUR if there is no way.
 * Vertex and direction become those at the end.
 */
static unsigned int aller(struct etape_t *w, vertex_t *v, enum dir_t *d) {
    if (w->count == 0 && *v == w->c->home)
        return 0;
    memset(w->seen, 0, w->c->n * ELANS);
    w->end = 0;
    w->queue[w->end++] = *v * ELANS + *d;
    w->seen[w->queue[0]] = 1;
    size_t next = 0;
    for (unsigned int turns = 1; next < w->end; turns++)
        for (size_t level = w->end; next < level; next++)
            for (enum dir_t way = FIRST_DIR; way <= LAST_DIR; way++)
                if (glisser(w, w->queue[next], way, v, d))
                    return turns;
    return SANS_TOUR;
}

/* How many turns the rest of the tour takes. */
static unsigned int finir(struct etape_t *w, vertex_t v, enum dir_t d) {
    unsigned int turns = 0;
    for (bool home = false; !home;) {
        home = w->count == 0;
        unsigned int more = aller(w, &v, &d);
        if (more == SANS_TOUR)
            return SANS_TOUR;
        turns += more;
    }
    return turns;
}

void tour_proche(const struct carte_t *c, const struct deplacement_t *moves, size_t count, size_t *best,
                 unsigned int *remaining) {
    struct etape_t w;
    unsigned int fewest = SANS_TOUR, nearest = SANS_TOUR;
    bool ready = preparer(&w, c);
    for (size_t k = 0; ready && k < count; k++) {
        partir(&w, &moves[k]);
        unsigned int missing = w.count;
        vertex_t v = moves[k].m;
        enum dir_t d = moves[k].d;
        unsigned int first = aller(&w, &v, &d);
        if (missing < fewest || (missing == fewest && first < nearest)) {
            fewest = missing;
            nearest = first;
            *best = k;
        }
    }
    if (ready) {
        partir(&w, &moves[*best]);
        *remaining = finir(&w, moves[*best].m, moves[*best].d);
    }
    free(w.missing);
    free(w.seen);
    free(w.queue);
}
