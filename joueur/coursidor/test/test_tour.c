/*
 * test_tour.c - the shortest tour, against trying all moves, and by following it to its end.
 */
#include "tour.h"

#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "murs.h"
#include "plateau.h"
#include "test.h"

typedef size_t (*choix_t)(const struct position_t *, unsigned int, const struct deplacement_t *, size_t, unsigned int *);

/* A game on this board with objectives drawn by chance, and the opponent's pawn out of the way. */
static bool seul(struct position_t *p, enum graph_type_t type, int m, unsigned int count, struct alea_t *chance) {
    static const vertex_t one[] = {1};
    struct graph_t *graph = plateau_creer(type, m, 1, one);
    vertex_t *objectives = malloc(graph->num_vertices * sizeof *objectives);
    uint32_t n = graph->num_vertices;
    plateau_liberer(graph);
    for (vertex_t v = 0; v < n; v++)
        objectives[v] = v;
    for (size_t v = n - 2; v > 1; v--) {
        size_t other = 1 + alea_tirer(chance, v);
        vertex_t kept = objectives[v];
        objectives[v] = objectives[other];
        objectives[other] = kept;
    }
    graph = plateau_creer(type, m, count, objectives + 1);
    free(objectives);
    if (!VERIFIER(graph != NULL) || !VERIFIER(position_creer(p, graph)))
        return false;
    p->pion[WHITE] = NO_VERTEX;
    return true;
}

static void ranger(struct position_t *p) {
    struct graph_t *graph = p->graph;
    position_liberer(p);
    plateau_liberer(graph);
}

/* Puts some walls, with the opponent's pawn at its start for the while. */
static void emmurer(struct position_t *p, int count, struct alea_t *chance) {
    struct mur_t *list = malloc(max_murs(p) * sizeof *list);
    p->pion[WHITE] = p->graph->start[WHITE];
    for (; count > 0; count--) {
        size_t possible = murs_possibles(p, list);
        if (possible == 0)
            break;
        const struct mur_t *wall = &list[alea_tirer(chance, possible)];
        for (int k = 0; k < 2; k++)
            graphe_poser_mur(p->graph->t, wall->e[k].fr, wall->e[k].to);
    }
    p->pion[WHITE] = NO_VERTEX;
    free(list);
}

static void jouer(struct position_t *p, vertex_t m) {
    struct move_t move = {.c = BLACK, .t = MOVE, .m = m};
    VERIFIER(position_jouer(p, BLACK, &move));
}

/* Whether the game can be won in so many turns, by trying everything. */
static bool gagnable(struct position_t *p, unsigned int turns) {
    struct deplacement_t list[MAX_DEPLACEMENTS];
    unsigned char missing[64];
    struct position_t before = *p;
    bool won = position_gagnee(p, BLACK);
    if (won || turns == 0)
        return won;
    memcpy(missing, p->a_faire[BLACK], p->graph->num_vertices);
    size_t count = deplacements(p, BLACK, list);
    for (size_t k = 0; k < count && !won; k++) {
        struct move_t move = {.c = BLACK, .t = MOVE, .m = list[k].m};
        won = position_jouer(p, BLACK, &move) && gagnable(p, turns - 1);
        *p = before;
        memcpy(p->a_faire[BLACK], missing, p->graph->num_vertices);
    }
    return won;
}

static void contre_tout_essayer(void) {
    struct alea_t chance = {.state = 2006};
    struct position_t p;
    for (int k = 0; k < 60; k++) {
        enum graph_type_t type = k % 3 == 0 ? CYCLIC : TRIANGULAR;
        int m = k % 3 == 1 ? 2 : 3;
        if (!seul(&p, type, m, 1 + (unsigned int)alea_tirer(&chance, 2), &chance))
            return;
        emmurer(&p, k % 4, &chance);
        p.elan[BLACK] = (enum dir_t)alea_tirer(&chance, NUM_DIRS + 1);
        unsigned int turns = tour_longueur(&p, BLACK);
        VERIFIER(turns >= 2 && turns < 20);
        /* Beyond some turns trying everything would take too long; that it cannot be less is tried all the same. */
        unsigned int most = turns < 7 ? turns : 7;
        EGAL(gagnable(&p, most), turns == most);
        VERIFIER(!gagnable(&p, most - 1));
        ranger(&p);
    }
}

/* Plays alone to the end. With an exact tour each turn leaves one less; in any way the game ends. */
static unsigned int suivre(struct position_t *p, choix_t choose, bool exact) {
    unsigned int turns = 0;
    for (; !position_gagnee(p, BLACK) && turns < 300; turns++) {
        struct deplacement_t list[MAX_DEPLACEMENTS];
        unsigned int before = exact ? tour_longueur(p, BLACK) : 0, after;
        size_t best = choose(p, BLACK, list, deplacements(p, BLACK, list), &after);
        jouer(p, list[best].m);
        if (exact && !EGAL(after, before - 1))
            break;
    }
    return turns;
}

static void suivi(void) {
    static const struct {
        enum graph_type_t type;
        int m;
        unsigned int objectives;
    } cases[] = {{TRIANGULAR, 6, 8}, {TRIANGULAR, 5, 10}, {CYCLIC, 6, 6}, {HOLEY, 6, 9}, {TRIANGULAR, 9, 4}};
    struct alea_t chance = {.state = 2005};
    struct position_t p;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (!seul(&p, cases[k].type, cases[k].m, cases[k].objectives, &chance))
            return;
        emmurer(&p, (int)k, &chance);
        unsigned int turns = tour_longueur(&p, BLACK);
        EGAL(suivre(&p, tour_choisir, true), turns);
        EGAL(tour_longueur(&p, BLACK), 0);
        ranger(&p);
    }
}

static void glouton(void) {
    struct alea_t chance = {.state = 5};
    struct position_t p;
    for (unsigned int count = 1; count <= 57; count += 4) {
        if (!seul(&p, TRIANGULAR, 5, count, &chance))
            return;
        struct deplacement_t here = {.m = p.pion[BLACK], .d = NO_EDGE};
        unsigned int greedy, turns = tour_longueur(&p, BLACK);
        EGAL(tour_choisir_glouton(&p, BLACK, &here, 1, &greedy), 0);
        /* Above the limit both are the same. */
        VERIFIER(count > MAX_OBJECTIFS_EXACTS ? greedy == turns : greedy >= turns);
        unsigned int taken = suivre(&p, tour_choisir_glouton, false);
        VERIFIER(position_gagnee(&p, BLACK));
        VERIFIER(taken >= turns || count > MAX_OBJECTIFS_EXACTS);
        ranger(&p);
    }
}

static void grands_plateaux(void) {
    struct alea_t chance = {.state = 7};
    struct position_t p;
    if (!seul(&p, TRIANGULAR, 20, MAX_OBJECTIFS_EXACTS, &chance))
        return;
    unsigned int turns = tour_longueur(&p, BLACK);
    VERIFIER(turns > 20 && turns < 200);
    VERIFIER(suivre(&p, tour_choisir, false) < 300);
    ranger(&p);
}

/* Two pairs of vertices apart: nobody comes from one to the other. */
static void sans_chemin(void) {
    gsl_spmatrix_uint *coo = graphe_creer(4);
    graphe_ajouter_arete(coo, 0, 1, E);
    graphe_ajouter_arete(coo, 2, 3, E);
    vertex_t objectives[] = {2};
    struct graph_t graph = {.num_vertices = 4,
                            .num_edges = 2,
                            .t = graphe_figer(coo),
                            .start = {0, 3},
                            .num_objectives = 1,
                            .objectives = objectives};
    struct position_t p;
    VERIFIER(position_creer(&p, &graph));
    struct deplacement_t list[MAX_DEPLACEMENTS];
    unsigned int turns;
    EGAL(tour_longueur(&p, BLACK), SANS_TOUR);
    EGAL(tour_longueur(&p, WHITE), 2);
    EGAL(deplacements(&p, BLACK, list), 1);
    EGAL(tour_choisir(&p, BLACK, list, 1, &turns), 0);
    EGAL(turns, SANS_TOUR);
    EGAL(tour_choisir_glouton(&p, BLACK, list, 1, &turns), 0);
    EGAL(turns, SANS_TOUR);
    position_liberer(&p);
    graphe_liberer(graph.t);
    graphe_liberer(coo);
}

void essayer_tour(void) {
    essayer("tour : contre l'essai de tous les coups, sur de petits plateaux", contre_tout_essayer);
    essayer("tour : suivi jusqu'au bout, un tour de moins à chaque coup", suivi);
    essayer("tour : l'objectif le plus proche d'abord", glouton);
    essayer("tour : un plateau trop grand pour le meilleur ordre", grands_plateaux);
    essayer("tour : des objectifs sans chemin", sans_chemin);
}
