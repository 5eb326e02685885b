/*
 * test_joueurs.c - the players as a server meets them: shared libraries, opened at run time.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "arbitrage.h"
#include "murs.h"
#include "plateau.h"
#include "player.h"
#include "test.h"
#include "tour.h"

#define HASARD JOUEURS "/hasard.so"
#define CHEMIN JOUEURS "/chemin.so"
/* The same sources, compiled so that what games go through is measured. */
#define HASARD_MESURE JOUEURS "/couverture/hasard.so"
#define CHEMIN_MESURE JOUEURS "/couverture/chemin.so"

static const struct move_t nothing = {.c = NO_COLOR, .t = NO_TYPE};

/* A player in this process. */
struct client_t {
    void *handle;
    char const *(*get_player_name)(void);
    void (*initialize)(unsigned int, struct graph_t *);
    struct move_t (*play)(const struct move_t);
    void (*finalize)(void);
};

static struct client_t ouvrir(const char *library) {
    struct client_t c = {.handle = dlopen(library, RTLD_NOW | RTLD_LOCAL)};
    if (!VERIFIER(c.handle != NULL)) {
        fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    *(void **)&c.get_player_name = dlsym(c.handle, "get_player_name");
    *(void **)&c.initialize = dlsym(c.handle, "initialize");
    *(void **)&c.play = dlsym(c.handle, "play");
    *(void **)&c.finalize = dlsym(c.handle, "finalize");
    VERIFIER(c.get_player_name != NULL && c.initialize != NULL && c.play != NULL && c.finalize != NULL);
    return c;
}

static struct graph_t *plateau(enum graph_type_t type, int m) {
    /* Symmetric objectives, next to the starts and further away; these exist on all boards that are used here. */
    static const vertex_t one[] = {1};
    struct graph_t *graph = plateau_creer(type, m, 1, one);
    uint32_t n = graph->num_vertices;
    plateau_liberer(graph);
    vertex_t objectives[] = {2, n - 3, n / 3, n - 1 - n / 3};
    return plateau_creer(type, m, 4, objectives);
}

static void bibliotheques(void) {
    static const char *const libraries[] = {HASARD, CHEMIN, HASARD_MESURE, CHEMIN_MESURE};
    static const char *const hidden[] = {"choisir", "commencer", "position_jouer", "graphe_creer",
                                         "tour_choisir", "alea_semer"};
    for (size_t k = 0; k < 4; k++) {
        struct client_t c = ouvrir(libraries[k]);
        VERIFIER(strcmp(c.get_player_name(), k % 2 == 0 ? "hasard" : "chemin") == 0);
        for (size_t h = 0; h < sizeof hidden / sizeof *hidden; h++)
            VERIFIER(dlsym(c.handle, hidden[h]) == NULL);
        dlclose(c.handle);
    }
}

static void jouer_sur(const struct graph_t *graph, const char *random, const char *shortest) {
    static const char *const seeds[2] = {"1", "2"};
    const char *const pairs[4][2] = {{random, random}, {random, shortest}, {shortest, random}, {shortest, shortest}};
    for (int k = 0; k < 4; k++) {
        struct issue_t issue = arbitrer(graph, pairs[k], seeds, 4000);
        VERIFIER(issue.how == GAGNEE || (k == 0 && issue.how == NULLE));
        /* Moves by chance take their time. */
        VERIFIER(k == 0 || issue.plies < 1000);
        EGAL(issue.walls > 0, k < 3);
        if (k > 0)
            VERIFIER(pairs[k][issue.player] == shortest);
    }
}

static void parties(void) {
    static const struct {
        enum graph_type_t type;
        int m;
    } boards[] = {{TRIANGULAR, 3}, {TRIANGULAR, 5}, {CYCLIC, 4}, {HOLEY, 6}};
    for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
        struct graph_t *graph = plateau(boards[k].type, boards[k].m);
        jouer_sur(graph, HASARD, CHEMIN);
        jouer_sur(graph, HASARD_MESURE, CHEMIN_MESURE);
        plateau_liberer(graph);
    }
}

/* The same board with other numbers: the players only know what the matrix says. */
static void autre_numerotation(void) {
    struct graph_t *graph = plateau(TRIANGULAR, 4);
    struct alea_t chance = {.state = 11};
    for (int k = 0; k < 5; k++) {
        vertex_t names[64];
        for (vertex_t v = 0; v < graph->num_vertices; v++) {
            size_t other = alea_tirer(&chance, v + 1);
            names[v] = names[other];
            names[other] = v;
        }
        struct graph_t *renamed = plateau_renommer(graph, names);
        jouer_sur(renamed, HASARD_MESURE, CHEMIN_MESURE);
        plateau_liberer(renamed);
    }
    plateau_liberer(graph);
}

/* Some servers give the middle of a cyclic board as vertices without edges. */
static void sommets_isoles(void) {
    struct graph_t *graph = plateau(CYCLIC, 4), *larger = plateau_copier(graph);
    gsl_spmatrix_uint *coo = graphe_creer(graph->num_vertices + 7);
    for (vertex_t v = 0; v < graph->num_vertices; v++)
        for (int k = graph->t->p[v]; k < graph->t->p[v + 1]; k++)
            VERIFIER(graphe_ajouter_arete(coo, v, (vertex_t)graph->t->i[k], graph->t->data[k]));
    graphe_liberer(larger->t);
    larger->t = graphe_figer(coo);
    larger->num_vertices += 7;
    jouer_sur(larger, HASARD_MESURE, CHEMIN_MESURE);
    graphe_liberer(coo);
    plateau_liberer(graph);
    plateau_liberer(larger);
}

static void *octets(const void *bytes, size_t size) {
    void *copy = malloc(size);
    VERIFIER(copy != NULL);
    return memcpy(copy, bytes, size);
}

/* A server needs no GSL: it may put the matrix together from blocks of malloc. */
static struct graph_t *sans_gsl(const struct graph_t *graph) {
    const gsl_spmatrix_uint *t = graph->t;
    gsl_spmatrix_uint matrix = {.size1 = t->size1, .size2 = t->size2, .nzmax = t->nz, .nz = t->nz, .sptype = 2};
    matrix.i = octets(t->i, t->nz * sizeof *t->i);
    matrix.data = octets(t->data, t->nz * sizeof *t->data);
    matrix.p = octets(t->p, (t->size1 + 1) * sizeof *t->p);
    matrix.work.work_void = calloc(t->size1, sizeof(size_t));
    struct graph_t *copy = octets(graph, sizeof *graph);
    copy->t = octets(&matrix, sizeof matrix);
    copy->objectives = octets(graph->objectives, graph->num_objectives * sizeof *graph->objectives);
    return copy;
}

static void serveur_sans_gsl(void) {
    for (int k = 0; k < 2; k++) {
        struct client_t c = ouvrir(k == 0 ? HASARD_MESURE : CHEMIN_MESURE);
        struct graph_t *graph = plateau(HOLEY, 6);
        struct position_t p;
        VERIFIER(position_creer(&p, graph));
        c.initialize(BLACK, sans_gsl(graph));
        struct move_t move = c.play(nothing);
        VERIFIER(position_legal(&p, BLACK, &move));
        c.finalize();
        position_liberer(&p);
        plateau_liberer(graph);
        dlclose(c.handle);
    }
}

static void graines(void) {
    static const char *const libraries[2] = {HASARD, HASARD};
    static const char *const first[2] = {"1", "2"}, *const second[2] = {"1", "3"}, *const none[2] = {NULL, "x"};
    struct graph_t *graph = plateau(TRIANGULAR, 4);
    uint64_t digest = arbitrer(graph, libraries, first, 50).digest;
    VERIFIER(arbitrer(graph, libraries, first, 50).digest == digest);
    VERIFIER(arbitrer(graph, libraries, second, 50).digest != digest);
    digest = arbitrer(graph, libraries, none, 50).digest;
    VERIFIER(arbitrer(graph, libraries, none, 50).digest != digest);
    plateau_liberer(graph);
}

/* Which of the moves and walls of the beginning this is. */
static size_t rang(const struct move_t *move, const struct mur_t *walls, size_t count) {
    if (move->t == MOVE)
        return move->m - 1;
    for (size_t k = 0; k < count; k++)
        if (memcmp(move->e, walls[k].e, sizeof move->e) == 0)
            return 3 + k;
    return 63;
}

/* On the smallest board BLACK has three moves, to 1, 2 and 3, and a wall has 18 places. */
static void coups_equiprobables(void) {
    static const vertex_t objective[] = {3};
    struct graph_t *graph = plateau_creer(TRIANGULAR, 2, 1, objective);
    struct client_t c = ouvrir(HASARD_MESURE);
    struct position_t p;
    struct mur_t walls[7 * NUM_DIRS];
    unsigned int drawn[64] = {0};
    VERIFIER(position_creer(&p, graph));
    size_t count = murs_possibles(&p, walls);
    EGAL(count, 18);
    for (int seed = 0; seed < 2100; seed++) {
        char text[16];
        snprintf(text, sizeof text, "%d", seed);
        setenv("COURSIDOR_GRAINE", text, 1);
        c.initialize(BLACK, plateau_copier(graph));
        struct move_t move = c.play(nothing);
        VERIFIER(position_legal(&p, BLACK, &move));
        drawn[rang(&move, walls, count)]++;
        c.finalize();
    }
    unsetenv("COURSIDOR_GRAINE");
    /* A hundred each; the seeds are fixed, so that this comes out the same each time. */
    for (size_t k = 0; k < 3 + count; k++)
        VERIFIER(drawn[k] > 60 && drawn[k] < 140);
    position_liberer(&p);
    plateau_liberer(graph);
    dlclose(c.handle);
}

/* Begun twice, ended twice, asked too early, told nonsense: a player survives it. */
static void malmenes(void) {
    static const char *const libraries[] = {HASARD_MESURE, CHEMIN_MESURE};
    static const struct move_t nonsense[] = {{.c = WHITE, .t = MOVE, .m = 4000000000U},
                                             {.c = WHITE, .t = MOVE, .m = 0},
                                             {.c = BLACK, .t = MOVE, .m = 1},
                                             {.c = WHITE, .t = WALL, .e = {{NO_VERTEX, 1}, {NO_VERTEX, 2}}},
                                             {.c = WHITE, .t = WALL, .e = {{0, 1}, {0, 1}}},
                                             {.c = WHITE, .t = (enum move_type_t)77}};
    struct graph_t *graph = plateau(TRIANGULAR, 4);
    for (int k = 0; k < 2; k++) {
        struct client_t c = ouvrir(libraries[k]);
        c.finalize();
        EGAL(c.play(nothing).t, NO_TYPE);
        c.initialize(7, plateau_copier(graph));
        EGAL(c.play(nothing).t, NO_TYPE);
        c.initialize(BLACK, plateau_copier(graph));
        c.initialize(BLACK, plateau_copier(graph));
        struct position_t p;
        struct graph_t *own = plateau_copier(graph);
        VERIFIER(position_creer(&p, own));
        for (size_t n = 0; n < sizeof nonsense / sizeof *nonsense; n++) {
            struct move_t move = c.play(nonsense[n]);
            /* What WHITE did was none, and it is BLACK's turn again. */
            VERIFIER(position_jouer(&p, BLACK, &move));
        }
        position_liberer(&p);
        plateau_liberer(own);
        c.finalize();
        c.finalize();
        dlclose(c.handle);
    }
    plateau_liberer(graph);
}

/* How many bytes are allocated. */
static size_t occupe(void) {
#if __GLIBC_PREREQ(2, 33)
    return mallinfo2().uordblks;
#else
    return (size_t)mallinfo().uordblks;
#endif
}

/* A player that is begun and ended many times takes no more memory than at first. */
static void memoire_rendue(void) {
    for (int k = 0; k < 2; k++) {
        struct client_t c = ouvrir(k == 0 ? HASARD_MESURE : CHEMIN_MESURE);
        size_t before = 0;
        for (int game = 0; game < 20; game++) {
            c.initialize(BLACK, plateau(TRIANGULAR, 4));
            EGAL(c.play(nothing).c, BLACK);
            c.finalize();
            /* The first game may allocate what the system's libraries keep. */
            if (game == 0)
                before = occupe();
        }
        EGAL(occupe(), before);
        dlclose(c.handle);
    }
}

/* A vertex that nobody can leave: there is no move to choose. */
static void enfermes(void) {
    for (int k = 0; k < 2; k++) {
        struct client_t c = ouvrir(k == 0 ? HASARD_MESURE : CHEMIN_MESURE);
        struct graph_t *graph = plateau(TRIANGULAR, 2);
        for (vertex_t v = 1; v <= 3; v++)
            VERIFIER(graphe_poser_mur(graph->t, 0, v));
        c.initialize(BLACK, graph);
        EGAL(c.play(nothing).t, NO_TYPE);
        c.finalize();
        dlclose(c.handle);
    }
}

/* Beside a pawn that stays where it is, the shortest tour takes as long as it should. */
static void chemin_le_plus_court(void) {
    static const vertex_t objectives[] = {1, 3};
    struct client_t c = ouvrir(CHEMIN_MESURE);
    struct graph_t *graph = plateau_creer(TRIANGULAR, 3, 2, objectives);
    struct position_t p;
    VERIFIER(position_creer(&p, graph));
    c.initialize(BLACK, plateau_copier(graph));
    /* 1 and 3 are neighbours of the start and not of each other. */
    EGAL(tour_longueur(&p, BLACK), 4);
    for (int turn = 0; turn < 4; turn++) {
        VERIFIER(!position_gagnee(&p, BLACK));
        struct move_t move = c.play(nothing);
        EGAL(move.t, MOVE);
        VERIFIER(position_jouer(&p, BLACK, &move));
    }
    VERIFIER(position_gagnee(&p, BLACK));
    c.finalize();
    position_liberer(&p);
    plateau_liberer(graph);
    dlclose(c.handle);
}

void essayer_joueurs(void) {
    essayer("joueurs : les fonctions des bibliothèques, et elles seules", bibliotheques);
    essayer("joueurs : des parties entières, chacun dans son processus", parties);
    essayer("joueurs : les mêmes, sommets numérotés au hasard", autre_numerotation);
    essayer("joueurs : un plateau qui a des sommets isolés", sommets_isoles);
    essayer("joueurs : un graphe que le serveur a fait sans la GSL", serveur_sans_gsl);
    essayer("joueurs : une graine donne une partie", graines);
    essayer("joueurs : hasard joue chaque coup aussi souvent", coups_equiprobables);
    essayer("joueurs : chemin va au plus court", chemin_le_plus_court);
    essayer("joueurs : toute la mémoire est rendue", memoire_rendue);
    essayer("joueurs : malmenés par le serveur", malmenes);
    essayer("joueurs : sans coup possible", enfermes);
}
