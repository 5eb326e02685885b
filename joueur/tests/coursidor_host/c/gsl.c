/*
 * Checks with GSL itself that the graph it got is right, and frees it with GSL in the end; plays legally. To be linked with
 * GSL.
 */
#define MON_INITIALIZE
#define MON_FINALIZE
#include <stdio.h>
#include <stdlib.h>

#include "graph.h"
#include "commun.h"

static struct graph_t *mine;

#define EXIGER(fact)                                      \
    do {                                                  \
        if (!(fact)) {                                    \
            fprintf(stderr, "gsl.c : faux : %s\n", #fact); \
            abort();                                      \
        }                                                 \
    } while (0)

/* The fields of the matrix, and what they point to. */
static void verifier_format(const struct graph_t *graph) {
    const gsl_spmatrix_uint *t = graph->t;
    size_t n = graph->num_vertices;
    EXIGER(strcmp(gsl_spmatrix_uint_type(t), "CSR") == 0);
    EXIGER(GSL_SPMATRIX_ISCSR(t));
    EXIGER(t->size1 == n && t->size2 == n);
    EXIGER(gsl_spmatrix_uint_nnz(t) == 2 * (size_t)graph->num_edges);
    EXIGER(t->nzmax >= t->nz && t->p[0] == 0 && (size_t)t->p[n] == t->nz);
    for (size_t i = 0; i < n; i++) {
        EXIGER(t->p[i] <= t->p[i + 1] && t->p[i + 1] - t->p[i] <= NUM_DIRS);
        for (int k = t->p[i]; k < t->p[i + 1]; k++) {
            EXIGER(t->i[k] >= 0 && (size_t)t->i[k] < n && (size_t)t->i[k] != i);
            EXIGER(k == t->p[i] || t->i[k - 1] < t->i[k]);
            EXIGER(t->data[k] >= FIRST_DIR && t->data[k] <= LAST_DIR);
        }
    }
}

/* Each edge leads back by the opposite direction. */
static void verifier_aretes(const struct graph_t *graph) {
    for (size_t i = 0; i < graph->num_vertices; i++)
        for (size_t j = 0; j < graph->num_vertices; j++) {
            unsigned int there = gsl_spmatrix_uint_get(graph->t, i, j), back = gsl_spmatrix_uint_get(graph->t, j, i);
            EXIGER((there == NO_EDGE) == (back == NO_EDGE));
            EXIGER(there == NO_EDGE || (there <= E ? back == there + 3 : back == there - 3));
        }
}

/* Functions that use more of the matrix than reading does: its scratch memory, its size, its format. */
static void verifier_fonctions(const struct graph_t *graph) {
    size_t n = graph->num_vertices;
    gsl_spmatrix_uint *copy = gsl_spmatrix_uint_alloc_nzmax(n, n, graph->t->nz, GSL_SPMATRIX_CSR);
    EXIGER(gsl_spmatrix_uint_memcpy(copy, graph->t) == 0);
    EXIGER(gsl_spmatrix_uint_equal(copy, graph->t));
    gsl_spmatrix_uint *turned = gsl_spmatrix_uint_alloc_nzmax(n, n, graph->t->nz, GSL_SPMATRIX_CSR);
    EXIGER(gsl_spmatrix_uint_transpose_memcpy(turned, graph->t) == 0);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            EXIGER(gsl_spmatrix_uint_get(turned, i, j) == gsl_spmatrix_uint_get(graph->t, j, i));
    unsigned int least, most;
    EXIGER(gsl_spmatrix_uint_minmax(graph->t, &least, &most) == 0);
    EXIGER(least >= FIRST_DIR && most <= LAST_DIR);
    EXIGER(gsl_spmatrix_uint_scale(graph->t, 2) == 0 && !gsl_spmatrix_uint_equal(copy, graph->t));
    EXIGER(gsl_spmatrix_uint_memcpy(graph->t, copy) == 0 && gsl_spmatrix_uint_equal(copy, graph->t));
    gsl_spmatrix_uint_free(copy);
    gsl_spmatrix_uint_free(turned);
}

static void verifier_partie(const struct graph_t *graph) {
    EXIGER(graph->type == TRIANGULAR || graph->type == CYCLIC || graph->type == HOLEY);
    EXIGER(graph->start[0] < graph->num_vertices && graph->start[1] < graph->num_vertices);
    EXIGER(graph->start[0] != graph->start[1] && graph->num_objectives > 0);
    for (uint32_t k = 0; k < graph->num_objectives; k++) {
        EXIGER(graph->objectives[k] < graph->num_vertices);
        EXIGER(graph->objectives[k] != graph->start[0] && graph->objectives[k] != graph->start[1]);
    }
}

void initialize(unsigned int player_id, struct graph_t *graph) {
    EXIGER(player_id <= WHITE);
    verifier_format(graph);
    verifier_aretes(graph);
    verifier_fonctions(graph);
    verifier_partie(graph);
    commencer(player_id, graph);
    mine = graph;
}

void finalize(void) {
    gsl_spmatrix_uint_free(mine->t);
    free(mine->objectives);
    free(mine);
}
