/*
 * test_position.c - the rules, against each ply of vecteurs/coursidor/rules.jsonl, in the vectors' numbering and in others.
 */
#include "position.h"

#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "deplacements.h"
#include "murs.h"
#include "plateau.h"
#include "test.h"
#include "vecteurs.h"

/* A game of the vectors that is being replayed. */
struct reprise_t {
    struct position_t p;
    const vertex_t *names; /* what the vertices of the vectors are called */
    size_t n;
    unsigned int turn;
};

static const struct deplacement_t *vers(const struct deplacement_t *list, size_t count, vertex_t m) {
    for (size_t k = 0; k < count; k++)
        if (list[k].m == m)
            return &list[k];
    return NULL;
}

/* The vertex with this number in the vectors. */
static vertex_t appel(const struct reprise_t *r, const struct json_t *number) {
    return r->names[number->number];
}

/* What may be played before the ply. */
static void comparer_possibles(const struct reprise_t *r, const struct json_t *ply) {
    struct deplacement_t list[MAX_DEPLACEMENTS];
    size_t count = deplacements(&r->p, r->turn, list);
    const struct json_t *legal = json_champ(ply, "legal");
    EGAL(count, legal->count);
    for (size_t k = 0; k < legal->count; k++)
        VERIFIER(vers(list, count, appel(r, &legal->items[k])) != NULL);
    size_t walls = r->p.murs[r->turn] > 0 ? murs_possibles(&r->p, NULL) : 0;
    EGAL(walls, json_nombre(ply, "walls"));
}

/* What a pawn's move does besides: direction, line or jump, objectives. */
static void comparer_effets(const struct reprise_t *r, const struct json_t *ply, const unsigned char *missing) {
    const struct json_t *got = json_champ(ply, "got");
    size_t gone = 0;
    EGAL(r->p.elan[r->turn], json_nombre(ply, "dir"));
    for (size_t v = 0; v < r->n; v++)
        gone += missing[v] != r->p.a_faire[r->turn][v];
    EGAL(gone, got->count);
    for (size_t k = 0; k < got->count; k++)
        VERIFIER(missing[appel(r, &got->items[k])] && !r->p.a_faire[r->turn][appel(r, &got->items[k])]);
}

/* Judges the ply and plays it. False if it ends the game. */
static bool jouer_un_coup(struct reprise_t *r, const struct json_t *ply) {
    const char *verdict = json_texte(ply, "verdict");
    struct move_t move = coup_de(ply, r->names, r->n);
    bool legal = strcmp(verdict, "illegal") != 0;
    unsigned char *missing = malloc(r->n);
    memcpy(missing, r->p.a_faire[r->turn], r->n);
    struct deplacement_t list[MAX_DEPLACEMENTS];
    const struct deplacement_t *found = vers(list, deplacements(&r->p, r->turn, list), move.m);
    if (legal && move.t == MOVE && VERIFIER(found != NULL))
        EGAL(found->saut, strcmp(json_texte(ply, "kind"), "jump") == 0);
    EGAL(position_legal(&r->p, r->turn, &move), legal);
    EGAL(position_jouer(&r->p, r->turn, &move), legal);
    EGAL(position_gagnee(&r->p, r->turn), strcmp(verdict, "win") == 0);
    if (legal && move.t == MOVE)
        comparer_effets(r, ply, missing);
    free(missing);
    r->turn = 1 - r->turn;
    return strcmp(verdict, "ok") == 0;
}

static void comparer_fin(const struct reprise_t *r, const struct json_t *end) {
    for (size_t player = 0; player < 2; player++) {
        const struct json_t *todo = &json_champ(end, "todo")->items[player];
        EGAL(r->p.pion[player], appel(r, &json_champ(end, "pos")->items[player]));
        EGAL(r->p.elan[player], json_champ(end, "dir")->items[player].number);
        EGAL(r->p.murs[player], json_champ(end, "walls_left")->items[player].number);
        EGAL(r->p.manquants[player], todo->count);
        for (size_t k = 0; k < todo->count; k++)
            VERIFIER(r->p.a_faire[player][appel(r, &todo->items[k])]);
    }
}

static void rejouer(const struct json_t *game, struct graph_t *graph, const vertex_t *names) {
    struct reprise_t r = {.names = names, .n = graph->num_vertices};
    const struct json_t *plies = json_champ(game, "plies");
    VERIFIER(position_creer(&r.p, graph));
    for (size_t k = 0; k < plies->count; k++) {
        comparer_possibles(&r, &plies->items[k]);
        bool more = jouer_un_coup(&r, &plies->items[k]);
        VERIFIER(more || k + 1 == plies->count);
    }
    comparer_fin(&r, json_champ(game, "end"));
    position_liberer(&r.p);
}

/* The ids in order, or shuffled. */
static vertex_t *noms(size_t n, struct alea_t *chance) {
    vertex_t *names = malloc(n * sizeof *names);
    for (size_t v = 0; v < n; v++) {
        size_t other = chance == NULL ? v : alea_tirer(chance, v + 1);
        names[v] = names[other];
        names[other] = (vertex_t)v;
    }
    return names;
}

static void rejouer_tout(struct alea_t *chance) {
    struct json_t games = json_lire(VECTEURS "/rules.jsonl");
    EGAL(games.count, 100);
    for (size_t k = 0; k < games.count; k++) {
        struct graph_t *graph = plateau_de(&games.items[k]);
        vertex_t *names = noms(graph->num_vertices, chance);
        struct graph_t *other = plateau_renommer(graph, names);
        rejouer(&games.items[k], other, names);
        plateau_liberer(graph);
        plateau_liberer(other);
        free(names);
    }
    json_liberer(&games);
}

static void parties(void) {
    rejouer_tout(NULL);
}

static void autre_numerotation(void) {
    struct alea_t chance = {.state = 1997};
    rejouer_tout(&chance);
}

static void elan(void) {
    static const unsigned int expected[6] = {3, 2, 1, 1, 1, 2};
    for (int last = 0; last < NUM_DIRS; last++)
        for (int d = 0; d < NUM_DIRS; d++)
            EGAL(portee(FIRST_DIR + last, FIRST_DIR + d), expected[(d - last + NUM_DIRS) % NUM_DIRS]);
    for (enum dir_t d = FIRST_DIR; d <= LAST_DIR; d++)
        EGAL(portee(NO_EDGE, d), 1);
}

/* Whether anything differs between the position and the beginning of a game. */
static bool a_change(const struct position_t *p, const struct graph_t *before) {
    return !gsl_spmatrix_uint_equal(p->graph->t, before->t) || p->pion[0] != before->start[0] ||
           p->pion[1] != before->start[1] || p->elan[0] != NO_EDGE || p->elan[1] != NO_EDGE ||
           p->murs[0] != murs_par_joueur(before) || p->murs[1] != murs_par_joueur(before) || p->manquants[0] != 1 ||
           p->manquants[1] != 1;
}

/* Any bytes at all may come as a move: no harm is done, and what is refused changes nothing. */
static void coups_insenses(void) {
    static const vertex_t objective[] = {9};
    struct graph_t *graph = plateau_creer(TRIANGULAR, 3, 1, objective);
    struct graph_t *before = plateau_copier(graph);
    struct alea_t chance = {.state = 42};
    struct position_t p;
    VERIFIER(position_creer(&p, graph));
    for (int k = 0; k < 20000; k++) {
        static const vertex_t odd[] = {0, 18, 19, 1000, 4000000000U, NO_VERTEX};
        uint32_t words[7];
        for (int w = 0; w < 7; w++)
            words[w] = alea_tirer(&chance, 3) > 0 ? odd[alea_tirer(&chance, 6)] : (uint32_t)alea_tirer(&chance, UINT32_MAX);
        words[1] = (uint32_t)alea_tirer(&chance, 4);
        struct move_t move;
        memcpy(&move, words, sizeof move);
        unsigned int player = (unsigned int)alea_tirer(&chance, 4);
        bool legal = position_legal(&p, player, &move);
        if (!legal)
            VERIFIER(!position_jouer(&p, player, &move) && !a_change(&p, before));
    }
    position_liberer(&p);
    plateau_liberer(graph);
    plateau_liberer(before);
}

void essayer_position(void) {
    essayer("position : l'élan d'un pion", elan);
    essayer("position : chaque coup des cent parties des vecteurs", parties);
    essayer("position : les mêmes, sommets numérotés au hasard", autre_numerotation);
    essayer("position : des coups insensés", coups_insenses);
}
