/*
 * test_abi.c - the headers against the binary interface that servers and players agree on (vecteurs/coursidor/ABI.md).
 *
 * The sizes and places are checked by the compiler; that functions receive and return moves as expected, by calling one.
 */
#include <stddef.h>

#include "player.h"
#include "test.h"

/* Where a field is, how large it is, and that the tests counted it. */
#define CHAMP(type, field, offset, size)                                                     \
    do {                                                                                     \
        _Static_assert(offsetof(type, field) == (offset), "place of " #field);               \
        _Static_assert(sizeof(((type *)0)->field) == (size), "size of " #field);             \
        VERIFIER(offsetof(type, field) == (offset) && sizeof(((type *)0)->field) == (size)); \
    } while (0)

#define VALEUR(name, value)                              \
    do {                                                 \
        _Static_assert((name) == (value), "value of " #name); \
        EGAL(name, value);                               \
    } while (0)

static void nombres(void) {
    VALEUR(BLACK, 0);
    VALEUR(WHITE, 1);
    VALEUR(NO_COLOR, 2);
    VALEUR(NO_TYPE, 0);
    VALEUR(WALL, 1);
    VALEUR(MOVE, 2);
    VALEUR(NO_EDGE, 0);
    VALEUR(NW, 1);
    VALEUR(NE, 2);
    VALEUR(E, 3);
    VALEUR(SE, 4);
    VALEUR(SW, 5);
    VALEUR(W, 6);
    VALEUR(WALL_DIR, 7);
    VALEUR(FIRST_DIR, 1);
    VALEUR(LAST_DIR, 6);
    VALEUR(NUM_DIRS, 6);
    VALEUR(TRIANGULAR, 0);
    VALEUR(CYCLIC, 1);
    VALEUR(HOLEY, 2);
}

static void coup(void) {
    CHAMP(struct edge_t, fr, 0, 4);
    CHAMP(struct edge_t, to, 4, 4);
    CHAMP(struct move_t, c, 0, 4);
    CHAMP(struct move_t, t, 4, 4);
    CHAMP(struct move_t, m, 8, 4);
    CHAMP(struct move_t, e, 12, 16);
    VALEUR(sizeof(struct move_t), 28);
    VALEUR(_Alignof(struct move_t), 4);
}

static void graphe(void) {
    CHAMP(struct graph_t, type, 0, 4);
    CHAMP(struct graph_t, num_vertices, 4, 4);
    CHAMP(struct graph_t, num_edges, 8, 4);
    CHAMP(struct graph_t, t, 16, 8);
    CHAMP(struct graph_t, start, 24, 8);
    CHAMP(struct graph_t, num_objectives, 32, 4);
    CHAMP(struct graph_t, objectives, 40, 8);
    VALEUR(sizeof(struct graph_t), 48);
    VALEUR(_Alignof(struct graph_t), 8);
}

/* What the C players that read the memory themselves, without GSL, rely on. */
static void matrice(void) {
    CHAMP(gsl_spmatrix_uint, size1, 0, 8);
    CHAMP(gsl_spmatrix_uint, size2, 8, 8);
    CHAMP(gsl_spmatrix_uint, i, 16, 8);
    CHAMP(gsl_spmatrix_uint, data, 24, 8);
    CHAMP(gsl_spmatrix_uint, p, 32, 8);
    CHAMP(gsl_spmatrix_uint, nzmax, 40, 8);
    CHAMP(gsl_spmatrix_uint, nz, 48, 8);
    CHAMP(gsl_spmatrix_uint, sptype, 88, 4);
    VALEUR(GSL_SPMATRIX_CSR, 2);
}

/* Gives back what it got, with each field changed. */
static struct move_t renvoyer(const struct move_t previous_move) {
    return (struct move_t){.c = (enum player_color_t)previous_move.t,
                           .t = (enum move_type_t)previous_move.c,
                           .m = ~previous_move.m,
                           .e = {previous_move.e[1], previous_move.e[0]}};
}

static void passage(void) {
    struct move_t (*volatile function)(const struct move_t) = renvoyer;
    struct move_t got = function((struct move_t){.c = WHITE, .t = MOVE, .m = 7, .e = {{10, 11}, {12, 13}}});
    EGAL(got.c, 2);
    EGAL(got.t, 1);
    EGAL(got.m, 0xfffffff8LL);
    EGAL(got.e[0].fr, 12);
    EGAL(got.e[0].to, 13);
    EGAL(got.e[1].fr, 10);
    EGAL(got.e[1].to, 11);
}

void essayer_abi(void) {
    essayer("interface : les nombres des énumérations", nombres);
    essayer("interface : la place des champs d'un coup", coup);
    essayer("interface : la place des champs du graphe", graphe);
    essayer("interface : la matrice de la GSL", matrice);
    essayer("interface : un coup donné et rendu par valeur", passage);
}
