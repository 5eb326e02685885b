/*
 * test_plateau.c - the boards, against vecteurs/coursidor/boards.jsonl.
 */
#include "plateau.h"

#include "test.h"
#include "vecteurs.h"

static const vertex_t one[] = {1};

/* The whole matrix: each edge of the board both ways, and nothing else. */
static void comparer(const struct json_t *board) {
    const struct json_t *edges = json_champ(board, "edges");
    struct graph_t *graph = plateau_creer(type_de(json_texte(board, "type")), (int)json_nombre(board, "m"), 1, one);
    if (!VERIFIER(graph != NULL))
        return;
    EGAL(graph->type, type_de(json_texte(board, "type")));
    EGAL(graph->num_vertices, json_nombre(board, "num_vertices"));
    EGAL(graph->t->size1, json_nombre(board, "num_vertices"));
    EGAL(graph->t->size2, json_nombre(board, "num_vertices"));
    EGAL(graph->num_edges, json_nombre(board, "num_edges"));
    EGAL(edges->count, json_nombre(board, "num_edges"));
    EGAL(gsl_spmatrix_uint_nnz(graph->t), 2 * edges->count);
    EGAL(murs_par_joueur(graph), json_nombre(board, "walls"));
    EGAL(graph->start[BLACK], 0);
    EGAL(graph->start[WHITE], graph->num_vertices - 1);
    for (size_t k = 0; k < edges->count; k++) {
        const struct json_t *edge = &edges->items[k];
        vertex_t i = (vertex_t)edge->items[0].number, j = (vertex_t)edge->items[1].number;
        EGAL(graphe_direction(graph->t, i, j), edge->items[2].number);
        EGAL(graphe_direction(graph->t, j, i), direction_opposee((enum dir_t)edge->items[2].number));
    }
    plateau_liberer(graph);
}

static void vecteurs(void) {
    struct json_t boards = json_lire(VECTEURS "/boards.jsonl");
    EGAL(boards.count, 11);
    for (size_t k = 0; k < boards.count; k++)
        comparer(&boards.items[k]);
    json_liberer(&boards);
}

/* The formulas of the vectors' description, and the half-turn that exchanges the players, on larger boards too. */
static void formules(void) {
    for (int m = 2; m <= 30; m++)
        for (enum graph_type_t type = TRIANGULAR; type <= HOLEY; type++) {
            struct graph_t *graph = plateau_creer(type, m, 1, one);
            int first = type == TRIANGULAR ? 2 : type == CYCLIC ? 3 : 6;
            if (!VERIFIER((graph != NULL) == (m >= first && (type != HOLEY || m % 3 == 0))) || graph == NULL)
                continue;
            uint32_t n = graph->num_vertices;
            int vertices[] = {3 * m * m - 3 * m + 1, 12 * m - 18, 2 * m * m / 3 + 18 * m - 48};
            int edges[] = {9 * m * m - 15 * m + 6, 24 * m - 36, 2 * m * m + 34 * m - 78};
            EGAL(n, vertices[type]);
            EGAL(graph->num_edges, edges[type]);
            unsigned int wrong = 0;
            for (vertex_t v = 0; v < n; v++)
                for (int k = graph->t->p[v]; k < graph->t->p[v + 1]; k++)
                    wrong += graphe_direction(graph->t, n - 1 - v, n - 1 - (vertex_t)graph->t->i[k]) !=
                             direction_opposee(graph->t->data[k]);
            EGAL(wrong, 0);
            plateau_liberer(graph);
        }
}

static void refus(void) {
    static const vertex_t start[] = {3, 0}, end[] = {6}, outside[] = {7}, twice[] = {1, 5};
    VERIFIER(plateau_creer(TRIANGULAR, 1, 1, one) == NULL);
    VERIFIER(plateau_creer(TRIANGULAR, -5, 1, one) == NULL);
    VERIFIER(plateau_creer(TRIANGULAR, MAX_TAILLE + 1, 1, one) == NULL);
    VERIFIER(plateau_creer(CYCLIC, 2, 1, one) == NULL);
    VERIFIER(plateau_creer(HOLEY, 7, 1, one) == NULL);
    VERIFIER(plateau_creer((enum graph_type_t)3, 6, 1, one) == NULL);
    VERIFIER(plateau_creer(TRIANGULAR, 2, 0, one) == NULL);
    VERIFIER(plateau_creer(TRIANGULAR, 2, 2, start) == NULL);
    VERIFIER(plateau_creer(TRIANGULAR, 2, 1, end) == NULL);
    VERIFIER(plateau_creer(TRIANGULAR, 2, 1, outside) == NULL);
    struct graph_t *graph = plateau_creer(TRIANGULAR, 2, 2, twice);
    if (VERIFIER(graph != NULL)) {
        EGAL(graph->num_objectives, 2);
        EGAL(graph->objectives[0], 1);
        EGAL(graph->objectives[1], 5);
    }
    plateau_liberer(graph);
    plateau_liberer(NULL);
}

static void copies(void) {
    static const vertex_t objectives[] = {1, 5}, names[] = {3, 0, 6, 1, 5, 2, 4};
    struct graph_t *graph = plateau_creer(TRIANGULAR, 2, 2, objectives);
    struct graph_t *copy = plateau_copier(graph);
    struct graph_t *other = plateau_renommer(graph, names);
    VERIFIER(gsl_spmatrix_uint_equal(graph->t, copy->t));
    VERIFIER(graph->t != copy->t && graph->objectives != copy->objectives);
    EGAL(copy->objectives[1], 5);
    EGAL(copy->num_edges, 12);
    VERIFIER(graphe_poser_mur(copy->t, 0, 1));
    EGAL(graphe_direction(graph->t, 0, 1), E);
    for (vertex_t i = 0; i < 7; i++)
        for (vertex_t j = 0; j < 7; j++)
            EGAL(graphe_direction(other->t, names[i], names[j]), graphe_direction(graph->t, i, j));
    EGAL(other->start[BLACK], 3);
    EGAL(other->start[WHITE], 4);
    EGAL(other->objectives[0], 0);
    EGAL(other->objectives[1], 2);
    plateau_liberer(graph);
    plateau_liberer(copy);
    plateau_liberer(other);
}

void essayer_plateau(void) {
    essayer("plateau : les onze plateaux des vecteurs, arête par arête", vecteurs);
    essayer("plateau : nombres de sommets et d'arêtes, symétrie, jusqu'à la taille 30", formules);
    essayer("plateau : tailles et objectifs refusés", refus);
    essayer("plateau : copies et autres numérotations", copies);
}
