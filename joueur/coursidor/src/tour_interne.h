/*
 * tour_interne.h - what the files of the tour share among themselves.
 */
#ifndef TOUR_INTERNE_H
#define TOUR_INTERNE_H

#include "tour.h"

/* Directions that a pawn may have come by, NO_EDGE included. */
#define ELANS (NUM_DIRS + 1)

/* The graph as a table, without the edges that have a wall: looked into millions of times. */
struct carte_t {
    size_t n;
    vertex_t *voisins;            /* n rows of NUM_DIRS */
    vertex_t home;
    const unsigned char *a_faire; /* for each vertex, whether it is a missing objective */
};

/* False if memory is short; the map may then still be freed. */
bool carte_creer(struct carte_t *c, const struct position_t *p, unsigned int player);
void carte_liberer(struct carte_t *c);

/* The neighbour in direction d, or NO_VERTEX. */
static inline vertex_t carte_voisin(const struct carte_t *c, vertex_t v, enum dir_t d) {
    return c->voisins[(size_t)v * NUM_DIRS + d - FIRST_DIR];
}

/* Chooses as tour_choisir does, in the best order. False if there are too many objectives or states, or too little memory. */
bool tour_exact(const struct carte_t *c, const struct deplacement_t *moves, size_t count, size_t *best,
                unsigned int *remaining);

/* Chooses as tour_choisir_glouton does. Without memory it leaves its results as they are. */
void tour_proche(const struct carte_t *c, const struct deplacement_t *moves, size_t count, size_t *best,
                 unsigned int *remaining);

#endif
