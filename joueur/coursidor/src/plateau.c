/*
 * plateau.c - the boards of the subject.
 *
 * A cell has axial coordinates from the centre: E is (row, col + 1), SW is (row + 1, col - 1) and SE is (row + 1, col); the
 * other three directions lead back.
 */
#include "plateau.h"

#include <stdlib.h>

#include "graphe.h"

static int max3(int a, int b, int c) {
    int most = a > b ? a : b;
    return most > c ? most : c;
}

/* How many steps lead from the centre to this cell. */
static int distance(int row, int col) {
    return max3(abs(row), abs(col), abs(row + col));
}

/* Whether the cell is in one of the seven hexagons that are missing in a board with holes. */
static bool dans_un_trou(int m, int row, int col) {
    static const int centres[7][2] = {{0, 0}, {-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}};
    int side = m / 3 - 1;
    int far = 2 * side + 1;
    for (int k = 0; k < 7; k++)
        if (distance(row - far * centres[k][0], col - far * centres[k][1]) < side)
            return true;
    return false;
}

static bool existe(enum graph_type_t type, int m) {
    if (m > MAX_TAILLE)
        return false;
    switch (type) {
    case TRIANGULAR:
        return m >= 2;
    case CYCLIC:
        return m >= 3;
    case HOLEY:
        return m >= 6 && m % 3 == 0;
    }
    return false;
}

static bool contient(enum graph_type_t type, int m, int row, int col) {
    int far = distance(row, col);
    if (far >= m)
        return false;
    return type == TRIANGULAR || (type == CYCLIC && far >= m - 2) || (type == HOLEY && !dans_un_trou(m, row, col));
}

/* The ids of the cells in a square of (2m + 1) x (2m + 1), with a margin so that neighbours may be asked for everywhere. */
struct numeros_t {
    int m;
    uint32_t count;
    vertex_t *ids;
};

static vertex_t *numero(const struct numeros_t *ids, int row, int col) {
    return &ids->ids[(row + ids->m) * (2 * ids->m + 1) + col + ids->m];
}

static bool numeroter(struct numeros_t *ids, enum graph_type_t type, int m) {
    size_t side = 2 * (size_t)m + 1;
    ids->m = m;
    ids->count = 0;
    ids->ids = malloc(side * side * sizeof *ids->ids);
    if (ids->ids == NULL)
        return false;
    for (int row = -m; row <= m; row++)
        for (int col = -m; col <= m; col++)
            *numero(ids, row, col) = contient(type, m, row, col) ? ids->count++ : NO_VERTEX;
    return true;
}

/* Adds the edges to the east and to the south, and counts them. */
static uint32_t relier(gsl_spmatrix_uint *coo, const struct numeros_t *ids) {
    static const struct {
        int row, col;
        enum dir_t d;
    } forward[3] = {{0, 1, E}, {1, -1, SW}, {1, 0, SE}};
    uint32_t edges = 0;
    for (int row = -ids->m + 1; row < ids->m; row++)
        for (int col = -ids->m + 1; col < ids->m; col++)
            for (int k = 0; k < 3 && *numero(ids, row, col) != NO_VERTEX; k++) {
                vertex_t other = *numero(ids, row + forward[k].row, col + forward[k].col);
                if (other != NO_VERTEX && graphe_ajouter_arete(coo, *numero(ids, row, col), other, forward[k].d))
                    edges++;
            }
    return edges;
}

static bool fixer_objectifs(struct graph_t *graph, unsigned int num_objectives, const vertex_t *objectives) {
    if (num_objectives == 0)
        return false;
    graph->objectives = malloc(num_objectives * sizeof *graph->objectives);
    if (graph->objectives == NULL)
        return false;
    graph->num_objectives = num_objectives;
    for (unsigned int k = 0; k < num_objectives; k++) {
        vertex_t v = objectives[k];
        if (v >= graph->num_vertices || v == graph->start[0] || v == graph->start[1])
            return false;
        graph->objectives[k] = v;
    }
    return true;
}

struct graph_t *plateau_creer(enum graph_type_t type, int m, unsigned int num_objectives, const vertex_t *objectives) {
    struct numeros_t ids;
    if (!existe(type, m) || !numeroter(&ids, type, m))
        return NULL;
    struct graph_t *graph = calloc(1, sizeof *graph);
    gsl_spmatrix_uint *coo = graphe_creer(ids.count);
    if (graph != NULL && coo != NULL) {
        graph->type = type;
        graph->num_vertices = ids.count;
        graph->num_edges = relier(coo, &ids);
        graph->t = graphe_figer(coo);
        graph->start[BLACK] = 0;
        graph->start[WHITE] = ids.count - 1;
    }
    graphe_liberer(coo);
    free(ids.ids);
    if (graph == NULL || graph->t == NULL || !fixer_objectifs(graph, num_objectives, objectives)) {
        plateau_liberer(graph);
        return NULL;
    }
    return graph;
}

/* The graph around another matrix, and with each vertex called by its new name. Takes the matrix over. */
static struct graph_t *habiller(const struct graph_t *graph, gsl_spmatrix_uint *t, const vertex_t *names) {
    struct graph_t *other = malloc(sizeof *other);
    vertex_t *objectives = malloc(graph->num_objectives * sizeof *objectives);
    if (t == NULL || other == NULL || objectives == NULL) {
        graphe_liberer(t);
        free(other);
        free(objectives);
        return NULL;
    }
    *other = *graph;
    other->t = t;
    other->objectives = objectives;
    for (unsigned int k = 0; k < graph->num_objectives; k++)
        objectives[k] = names == NULL ? graph->objectives[k] : names[graph->objectives[k]];
    for (int player = 0; player < 2; player++)
        other->start[player] = names == NULL ? graph->start[player] : names[graph->start[player]];
    return other;
}

struct graph_t *plateau_copier(const struct graph_t *graph) {
    return habiller(graph, graphe_copier(graph->t), NULL);
}

struct graph_t *plateau_renommer(const struct graph_t *graph, const vertex_t *names) {
    gsl_spmatrix_uint *coo = graphe_creer(graph->num_vertices);
    if (coo == NULL)
        return NULL;
    for (vertex_t v = 0; v < graph->num_vertices; v++)
        for (int k = graph->t->p[v]; k < graph->t->p[v + 1]; k++)
            graphe_ajouter_arete(coo, names[v], names[graph->t->i[k]], graph->t->data[k]);
    gsl_spmatrix_uint *t = graphe_figer(coo);
    graphe_liberer(coo);
    return habiller(graph, t, names);
}

void plateau_liberer(struct graph_t *graph) {
    if (graph == NULL)
        return;
    graphe_liberer(graph->t);
    free(graph->objectives);
    free(graph);
}
