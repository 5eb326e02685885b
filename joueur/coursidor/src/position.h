/*
 * position.h - a game of Coursidor as it stands (subject, "Règles du jeu").
 *
 * A player keeps one for itself, from the graph that it got and the moves that it sees. The walls are where the subject wants
 * them, in the matrix of the graph; the rest is here. Vertices may be numbered in any way: only the matrix says which are
 * neighbours.
 */
#ifndef POSITION_H
#define POSITION_H

#include <stdbool.h>

#include "graphe.h"

struct position_t {
    struct graph_t *graph;     /* with the walls put so far; not owned */
    vertex_t pion[2];          /* where the pawns are */
    enum dir_t elan[2];        /* the last direction of each, NO_EDGE before its first move */
    unsigned int murs[2];      /* walls left */
    unsigned int manquants[2]; /* how many objectives each has still to pass */
    unsigned char *a_faire[2]; /* for each vertex, whether it is one of them */
    unsigned char *vus;        /* one for each vertex and */
    vertex_t *pile;            /* one for each vertex: scratch for walks in the graph */
};

/* How many walls each player has: a sixteenth of the edges, rounded up. */
unsigned int murs_par_joueur(const struct graph_t *graph);

/*
 * The beginning of a game on this graph, which the position uses and writes walls into, but does not own. False if memory is
 * short; the position may then still be freed.
 */
bool position_creer(struct position_t *p, struct graph_t *graph);

/* Frees the position, not the graph. */
void position_liberer(struct position_t *p);

/* Whether the player, whose turn it is, may make this move. */
bool position_legal(const struct position_t *p, unsigned int player, const struct move_t *move);

/* Makes the move if it is legal. If it is not, nothing changes and the result is false. */
bool position_jouer(struct position_t *p, unsigned int player, const struct move_t *move);

/* Whether the player is back at its start with all objectives passed. */
bool position_gagnee(const struct position_t *p, unsigned int player);

#endif
