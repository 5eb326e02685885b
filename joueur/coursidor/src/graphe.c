/*
 * graphe.c - GSL's sparse matrices as graphs.
 */
#include "graphe.h"

static bool est_direction(enum dir_t d) {
    return d >= FIRST_DIR && d <= LAST_DIR;
}

enum dir_t direction_opposee(enum dir_t d) {
    if (!est_direction(d))
        return NO_EDGE;
    return d <= E ? d + 3 : d - 3;
}

enum dir_t direction_suivante(enum dir_t d) {
    if (!est_direction(d))
        return NO_EDGE;
    return d == LAST_DIR ? FIRST_DIR : d + 1;
}

bool directions_voisines(enum dir_t a, enum dir_t b) {
    return est_direction(a) && est_direction(b) && (direction_suivante(a) == b || direction_suivante(b) == a);
}

gsl_spmatrix_uint *graphe_creer(size_t n) {
    return gsl_spmatrix_uint_alloc(n, n);
}

bool graphe_ajouter_arete(gsl_spmatrix_uint *coo, vertex_t i, vertex_t j, enum dir_t d) {
    if (i >= coo->size1 || j >= coo->size1 || i == j || !est_direction(d))
        return false;
    return gsl_spmatrix_uint_set(coo, i, j, d) == 0 && gsl_spmatrix_uint_set(coo, j, i, direction_opposee(d)) == 0;
}

/* Puts the entries from..to of a row in ascending order of columns: GSL leaves them as they were added. */
static void trier_ligne(gsl_spmatrix_uint *csr, int from, int to) {
    for (int k = from + 1; k < to; k++) {
        int column = csr->i[k];
        unsigned int value = csr->data[k];
        int at = k;
        for (; at > from && csr->i[at - 1] > column; at--) {
            csr->i[at] = csr->i[at - 1];
            csr->data[at] = csr->data[at - 1];
        }
        csr->i[at] = column;
        csr->data[at] = value;
    }
}

gsl_spmatrix_uint *graphe_figer(const gsl_spmatrix_uint *coo) {
    gsl_spmatrix_uint *csr = gsl_spmatrix_uint_compress(coo, GSL_SPMATRIX_CSR);
    for (size_t i = 0; csr != NULL && i < csr->size1; i++)
        trier_ligne(csr, csr->p[i], csr->p[i + 1]);
    return csr;
}

gsl_spmatrix_uint *graphe_copier(const gsl_spmatrix_uint *csr) {
    size_t entries = csr->nz > 0 ? csr->nz : 1;
    gsl_spmatrix_uint *copy = gsl_spmatrix_uint_alloc_nzmax(csr->size1, csr->size2, entries, GSL_SPMATRIX_CSR);
    if (copy == NULL)
        return NULL;
    for (size_t i = 0; i <= csr->size1; i++)
        copy->p[i] = csr->p[i];
    for (size_t k = 0; k < csr->nz; k++) {
        copy->i[k] = csr->i[k];
        copy->data[k] = csr->data[k];
    }
    copy->nz = csr->nz;
    return copy;
}

/* The value of the entry (i, j), to be read or written; NULL if there is none. */
static unsigned int *entree(const gsl_spmatrix_uint *csr, vertex_t i, vertex_t j) {
    if (i >= csr->size1)
        return NULL;
    for (int k = csr->p[i]; k < csr->p[i + 1]; k++)
        if ((vertex_t)csr->i[k] == j)
            return &csr->data[k];
    return NULL;
}

enum dir_t graphe_direction(const gsl_spmatrix_uint *csr, vertex_t i, vertex_t j) {
    const unsigned int *value = entree(csr, i, j);
    return value == NULL ? NO_EDGE : (enum dir_t)*value;
}

vertex_t graphe_voisin(const gsl_spmatrix_uint *csr, vertex_t i, enum dir_t d) {
    if (i >= csr->size1 || !est_direction(d))
        return NO_VERTEX;
    for (int k = csr->p[i]; k < csr->p[i + 1]; k++)
        if (csr->data[k] == (unsigned int)d)
            return (vertex_t)csr->i[k];
    return NO_VERTEX;
}

bool graphe_poser_mur(gsl_spmatrix_uint *csr, vertex_t i, vertex_t j) {
    /* In place: gsl_spmatrix_uint_set ends the program for a matrix in CSR format, even for an entry that exists. */
    unsigned int *there = entree(csr, i, j);
    unsigned int *back = entree(csr, j, i);
    if (there == NULL || back == NULL || !est_direction(*there))
        return false;
    *there = WALL_DIR;
    *back = WALL_DIR;
    return true;
}

void graphe_liberer(gsl_spmatrix_uint *t) {
    if (t != NULL)
        gsl_spmatrix_uint_free(t);
}
