/*
 * tour.h - how many turns a player needs for the objectives that it misses and for the way home, if nobody is in its way.
 */
#ifndef TOUR_H
#define TOUR_H

#include "deplacements.h"

/* Up to this many objectives the best order is looked for; above, the nearest one comes first. */
#define MAX_OBJECTIFS_EXACTS 12
/* The best order is only looked for among so many states (vertex, direction, objectives passed): 5 bytes each. */
#define MAX_ETATS 3000000
/* The length of a tour that does not exist, or that memory is too short to look for. */
#define SANS_TOUR UINT32_MAX

/* How many turns the player needs from where it stands. */
unsigned int tour_longueur(const struct position_t *p, unsigned int player);

/*
 * Which of these moves of the player (at least one) leaves the fewest turns after it: its place in the list. If `remaining` is
 * not NULL, it becomes the number of those turns.
 *
 * Where the nearest objective comes first, it is instead a move that leaves the fewest objectives, and among those one that is
 * nearest to the next. So a player that follows it comes to an end.
 */
size_t tour_choisir(const struct position_t *p, unsigned int player, const struct deplacement_t *moves, size_t count,
                    unsigned int *remaining);

/* The same, always with the nearest objective first. */
size_t tour_choisir_glouton(const struct position_t *p, unsigned int player, const struct deplacement_t *moves, size_t count,
                            unsigned int *remaining);

#endif
