/*
 * murs.h - where a wall may be put (subject, "Placement d'un mur").
 */
#ifndef MURS_H
#define MURS_H

#include "position.h"

/* A wall: two edges of the same vertex, in consecutive directions. */
struct mur_t {
    struct edge_t e[2];
};

/*
 * Whether a wall may stand there: both edges exist without a wall, are seen from the same vertex in consecutive directions,
 * and both pawns can still go to all objectives and to their starts. How many walls are left does not matter.
 */
bool mur_possible(const struct position_t *p, const struct edge_t e[2]);

/* The most walls that there may be. */
size_t max_murs(const struct position_t *p);

/*
 * Lists all walls that may be put and says how many there are. Two edges in the other order are the same wall. The list may be
 * NULL if only the number counts, and has else room for max_murs.
 */
size_t murs_possibles(const struct position_t *p, struct mur_t *list);

#endif
