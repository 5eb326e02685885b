/*
 * position.c - a game as it stands, and what a move changes.
 */
#include "position.h"

#include <stdlib.h>

#include "deplacements.h"
#include "murs.h"

unsigned int murs_par_joueur(const struct graph_t *graph) {
    return graph->num_edges / 16 + (graph->num_edges % 16 != 0);
}

bool position_creer(struct position_t *p, struct graph_t *graph) {
    size_t n = graph->num_vertices;
    *p = (struct position_t){.graph = graph, .vus = malloc(n), .pile = malloc(n * sizeof *p->pile)};
    bool complete = p->vus != NULL && p->pile != NULL;
    for (int player = 0; player < 2; player++) {
        p->pion[player] = graph->start[player];
        p->elan[player] = NO_EDGE;
        p->murs[player] = murs_par_joueur(graph);
        p->a_faire[player] = calloc(n, 1);
        if (p->a_faire[player] == NULL) {
            complete = false;
            continue;
        }
        for (unsigned int k = 0; k < graph->num_objectives; k++) {
            unsigned char *missing = &p->a_faire[player][graph->objectives[k]];
            p->manquants[player] += !*missing;
            *missing = 1;
        }
    }
    return complete;
}

void position_liberer(struct position_t *p) {
    for (int player = 0; player < 2; player++)
        free(p->a_faire[player]);
    free(p->vus);
    free(p->pile);
    *p = (struct position_t){.graph = NULL};
}

/* The player's legal move to this vertex. False if there is none. */
static bool trouver(const struct position_t *p, unsigned int player, vertex_t m, struct deplacement_t *found) {
    struct deplacement_t list[MAX_DEPLACEMENTS];
    size_t count = deplacements(p, player, list);
    for (size_t k = 0; k < count; k++)
        if (list[k].m == m) {
            *found = list[k];
            return true;
        }
    return false;
}

/* Whether the move has the player's color. */
static bool est_de(unsigned int player, const struct move_t *move) {
    return player <= WHITE && (unsigned int)move->c == player;
}

static bool mur_legal(const struct position_t *p, unsigned int player, const struct edge_t e[2]) {
    return p->murs[player] > 0 && mur_possible(p, e);
}

bool position_legal(const struct position_t *p, unsigned int player, const struct move_t *move) {
    struct deplacement_t found;
    if (!est_de(player, move))
        return false;
    return move->t == MOVE ? trouver(p, player, move->m, &found) : move->t == WALL && mur_legal(p, player, move->e);
}

/* Goes where the move leads, and passes the objectives on the way. */
static void deplacer(struct position_t *p, unsigned int player, const struct deplacement_t *move) {
    for (unsigned int k = 0; k < move->nb; k++) {
        unsigned char *missing = &p->a_faire[player][move->passes[k]];
        p->manquants[player] -= *missing;
        *missing = 0;
    }
    p->pion[player] = move->m;
    p->elan[player] = move->d;
}

bool position_jouer(struct position_t *p, unsigned int player, const struct move_t *move) {
    struct deplacement_t found;
    if (!est_de(player, move))
        return false;
    if (move->t == MOVE && trouver(p, player, move->m, &found)) {
        deplacer(p, player, &found);
        return true;
    }
    if (move->t == WALL && mur_legal(p, player, move->e)) {
        for (int k = 0; k < 2; k++)
            graphe_poser_mur(p->graph->t, move->e[k].fr, move->e[k].to);
        p->murs[player]--;
        return true;
    }
    return false;
}

bool position_gagnee(const struct position_t *p, unsigned int player) {
    return p->manquants[player] == 0 && p->pion[player] == p->graph->start[player];
}
