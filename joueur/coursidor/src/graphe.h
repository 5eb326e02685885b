/*
 * graphe.h - GSL's sparse matrices as graphs (subject, "Graphes de jeu" and "GSL").
 *
 * A graph is built in COO format, where entries can be added, and then frozen in CSR format, where the neighbours of a vertex
 * stand side by side. All functions but the first two take it frozen.
 */
#ifndef GRAPHE_H
#define GRAPHE_H

#include <stdbool.h>
#include <stddef.h>

#include "graph.h"

/* No vertex: more than any id. */
#define NO_VERTEX UINT32_MAX

/* The direction to go back by. NO_EDGE for what is none of the six directions. */
enum dir_t direction_opposee(enum dir_t d);

/* The next of the six directions, clockwise. */
enum dir_t direction_suivante(enum dir_t d);

/* Whether two of the six directions follow each other, in either order. */
bool directions_voisines(enum dir_t a, enum dir_t b);

/* A graph of n vertices (at least one) without edges, in COO format. */
gsl_spmatrix_uint *graphe_creer(size_t n);

/* Adds the edge that leads from i to j in direction d, and back. False if there is no such vertex or direction. */
bool graphe_ajouter_arete(gsl_spmatrix_uint *coo, vertex_t i, vertex_t j, enum dir_t d);

/* The graph in CSR format, neighbours in ascending order; NULL if memory is short. The given one is left as it is. */
gsl_spmatrix_uint *graphe_figer(const gsl_spmatrix_uint *coo);

/* A copy of a frozen graph; NULL if memory is short. */
gsl_spmatrix_uint *graphe_copier(const gsl_spmatrix_uint *csr);

/* Where j lies from i: one of the six directions, WALL_DIR, or NO_EDGE, also for ids that no vertex has. */
enum dir_t graphe_direction(const gsl_spmatrix_uint *csr, vertex_t i, vertex_t j);

/* The neighbour of i in direction d, or NO_VERTEX if there is none or a wall in between. */
vertex_t graphe_voisin(const gsl_spmatrix_uint *csr, vertex_t i, enum dir_t d);

/* Puts a wall on the edge between i and j. False if there is no edge or a wall already. */
bool graphe_poser_mur(gsl_spmatrix_uint *csr, vertex_t i, vertex_t j);

/* Frees a graph of either format; nothing to do for NULL. */
void graphe_liberer(gsl_spmatrix_uint *t);

#endif
