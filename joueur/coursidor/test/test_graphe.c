/*
 * test_graphe.c - GSL's matrices as graphs.
 */
#include <string.h>

#include "graphe.h"
#include "test.h"

/* The rhombus 0 - 1 over 2 - 3, with its short diagonal. Added out of order. */
static gsl_spmatrix_uint *losange(void) {
    gsl_spmatrix_uint *coo = graphe_creer(5);
    VERIFIER(graphe_ajouter_arete(coo, 3, 2, W));
    VERIFIER(graphe_ajouter_arete(coo, 1, 3, SE));
    VERIFIER(graphe_ajouter_arete(coo, 1, 2, SW));
    VERIFIER(graphe_ajouter_arete(coo, 0, 2, SE));
    VERIFIER(graphe_ajouter_arete(coo, 0, 1, E));
    gsl_spmatrix_uint *csr = graphe_figer(coo);
    graphe_liberer(coo);
    return csr;
}

static void directions(void) {
    static const enum dir_t opposees[] = {NO_EDGE, SE, SW, W, NW, NE, E, NO_EDGE};
    static const enum dir_t suivantes[] = {NO_EDGE, NE, E, SE, SW, W, NW, NO_EDGE};
    for (enum dir_t d = NO_EDGE; d <= WALL_DIR; d++) {
        EGAL(direction_opposee(d), opposees[d]);
        EGAL(direction_suivante(d), suivantes[d]);
        for (enum dir_t other = NO_EDGE; other <= WALL_DIR; other++) {
            bool consecutive = d != NO_EDGE && d != WALL_DIR && other != NO_EDGE && other != WALL_DIR &&
                               (suivantes[d] == other || suivantes[other] == d);
            EGAL(directions_voisines(d, other), consecutive);
        }
    }
}

static void aretes(void) {
    gsl_spmatrix_uint *coo = graphe_creer(3);
    VERIFIER(strcmp(gsl_spmatrix_uint_type(coo), "COO") == 0);
    VERIFIER(!graphe_ajouter_arete(coo, 0, 3, E));
    VERIFIER(!graphe_ajouter_arete(coo, 3, 0, E));
    VERIFIER(!graphe_ajouter_arete(coo, 1, 1, E));
    VERIFIER(!graphe_ajouter_arete(coo, 0, 1, NO_EDGE));
    VERIFIER(!graphe_ajouter_arete(coo, 0, 1, WALL_DIR));
    EGAL(gsl_spmatrix_uint_nnz(coo), 0);
    VERIFIER(graphe_ajouter_arete(coo, 0, 1, NE));
    EGAL(gsl_spmatrix_uint_nnz(coo), 2);
    EGAL(gsl_spmatrix_uint_get(coo, 0, 1), NE);
    EGAL(gsl_spmatrix_uint_get(coo, 1, 0), SW);
    graphe_liberer(coo);
    graphe_liberer(NULL);
}

static void format(void) {
    gsl_spmatrix_uint *csr = losange();
    VERIFIER(strcmp(gsl_spmatrix_uint_type(csr), "CSR") == 0);
    EGAL(gsl_spmatrix_uint_nnz(csr), 10);
    EGAL(csr->p[csr->size1], 10);
    for (size_t i = 0; i < csr->size1; i++)
        for (int k = csr->p[i] + 1; k < csr->p[i + 1]; k++)
            VERIFIER(csr->i[k - 1] < csr->i[k]);
    graphe_liberer(csr);
}

static void voisins(void) {
    static const enum dir_t expected[5][5] = {{NO_EDGE, E, SE, NO_EDGE, NO_EDGE},
                                              {W, NO_EDGE, SW, SE, NO_EDGE},
                                              {NW, NE, NO_EDGE, E, NO_EDGE},
                                              {NO_EDGE, NW, W, NO_EDGE, NO_EDGE},
                                              {NO_EDGE, NO_EDGE, NO_EDGE, NO_EDGE, NO_EDGE}};
    gsl_spmatrix_uint *csr = losange();
    for (vertex_t i = 0; i < 5; i++) {
        for (enum dir_t d = NO_EDGE; d <= WALL_DIR; d++) {
            vertex_t neighbour = NO_VERTEX;
            for (vertex_t j = 0; j < 5; j++)
                if (d != NO_EDGE && expected[i][j] == d)
                    neighbour = j;
            EGAL(graphe_voisin(csr, i, d), neighbour);
        }
        for (vertex_t j = 0; j < 5; j++)
            EGAL(graphe_direction(csr, i, j), expected[i][j]);
    }
    EGAL(graphe_direction(csr, 5, 0), NO_EDGE);
    EGAL(graphe_direction(csr, 0, 5), NO_EDGE);
    EGAL(graphe_direction(csr, 0, NO_VERTEX), NO_EDGE);
    EGAL(graphe_voisin(csr, NO_VERTEX, E), NO_VERTEX);
    graphe_liberer(csr);
}

static void murs_et_copie(void) {
    gsl_spmatrix_uint *csr = losange();
    gsl_spmatrix_uint *copy = graphe_copier(csr);
    VERIFIER(gsl_spmatrix_uint_equal(csr, copy));
    VERIFIER(!graphe_poser_mur(csr, 0, 3));
    VERIFIER(!graphe_poser_mur(csr, 0, NO_VERTEX));
    VERIFIER(!graphe_poser_mur(csr, 9, 0));
    VERIFIER(gsl_spmatrix_uint_equal(csr, copy));
    VERIFIER(graphe_poser_mur(csr, 2, 1));
    EGAL(graphe_direction(csr, 1, 2), WALL_DIR);
    EGAL(graphe_direction(csr, 2, 1), WALL_DIR);
    EGAL(graphe_voisin(csr, 1, SW), NO_VERTEX);
    EGAL(graphe_voisin(csr, 1, SE), 3);
    EGAL(graphe_voisin(csr, 1, WALL_DIR), NO_VERTEX);
    VERIFIER(!graphe_poser_mur(csr, 1, 2));
    EGAL(gsl_spmatrix_uint_nnz(csr), 10);
    EGAL(graphe_direction(copy, 1, 2), SW);
    VERIFIER(strcmp(gsl_spmatrix_uint_type(copy), "CSR") == 0);
    graphe_liberer(csr);
    graphe_liberer(copy);
    gsl_spmatrix_uint *coo = graphe_creer(2);
    gsl_spmatrix_uint *empty = graphe_figer(coo);
    copy = graphe_copier(empty);
    EGAL(graphe_direction(copy, 0, 1), NO_EDGE);
    graphe_liberer(coo);
    graphe_liberer(empty);
    graphe_liberer(copy);
}

void essayer_graphe(void) {
    essayer("graphe : directions opposées et consécutives", directions);
    essayer("graphe : ajouter une arête", aretes);
    essayer("graphe : le format CSR, colonnes croissantes", format);
    essayer("graphe : voisins et directions", voisins);
    essayer("graphe : murs et copies", murs_et_copie);
}
