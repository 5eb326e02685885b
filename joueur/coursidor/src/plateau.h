/*
 * plateau.h - the boards of the subject, as the graphs that players receive (subject, "Graphes de jeu").
 *
 * Players get their board from the server and need only plateau_liberer; the tests build theirs here.
 */
#ifndef PLATEAU_H
#define PLATEAU_H

#include "graph.h"

/* The largest size that is built. */
#define MAX_TAILLE 200

/*
 * The board of this shape and size, without walls. Vertices are numbered row by row from the north, from west to east; BLACK
 * starts on the first one, WHITE on the last one. NULL if there is no such board (T from 2, C from 3, H from 6 in steps of 3),
 * if the objectives are none, are no vertices or are starts, or if memory is short.
 */
struct graph_t *plateau_creer(enum graph_type_t type, int m, unsigned int num_objectives, const vertex_t *objectives);

/* A copy that shares nothing with the original; NULL if memory is short. */
struct graph_t *plateau_copier(const struct graph_t *graph);

/*
 * The same board, which has no wall, with vertex v called names[v]: the names are a permutation of the ids. NULL if memory is
 * short.
 */
struct graph_t *plateau_renommer(const struct graph_t *graph, const vertex_t *names);

/* Frees the matrix, the objectives and the graph; nothing to do for NULL. */
void plateau_liberer(struct graph_t *graph);

#endif
