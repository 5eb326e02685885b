/*
 * graph.h - the graphs that Coursidor is played on (subject, "Graphes de jeu" and "GSL").
 *
 * The graph that a player gets in initialize belongs to it: it may write into it, and frees it in finalize (the matrix with
 * gsl_spmatrix_uint_free, then the objectives and the graph with free).
 */
#ifndef GRAPH_H
#define GRAPH_H

#include <stddef.h>

/* Needs size_t, which it does not declare itself. */
#include <gsl/gsl_spmatrix.h>

#include "move.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The values of the matrix: t[i][j] says where j lies from i. */
enum dir_t {
    NO_EDGE = 0, /* i and j are no neighbours */
    NW = 1,
    NE = 2,
    E = 3,
    SE = 4,
    SW = 5,
    W = 6,
    WALL_DIR = 7 /* neighbours with a wall between them */
};

/* The six directions are FIRST_DIR to LAST_DIR; each is consecutive to the next one, and the last one to the first. */
#define FIRST_DIR NW
#define LAST_DIR W
#define NUM_DIRS 6

/* The shapes of boards (options -t T, -t C and -t H of the server). */
enum graph_type_t {
    TRIANGULAR = 0,
    CYCLIC = 1,
    HOLEY = 2
};

struct graph_t {
    enum graph_type_t type;
    uint32_t num_vertices;
    uint32_t num_edges;   /* each counted once, though it stands twice in the matrix */
    gsl_spmatrix_uint *t; /* the adjacency matrix, num_vertices x num_vertices, in CSR format */
    vertex_t start[2];    /* where the pawns of BLACK and WHITE begin, and have to come back to */
    uint32_t num_objectives;
    vertex_t *objectives;
};

#ifdef __cplusplus
}
#endif

#endif
