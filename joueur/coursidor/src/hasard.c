/*
 * hasard.c - a player that makes any legal move, each as likely as the others, walls included.
 */
#include <stdlib.h>

#include "alea.h"
#include "client.h"
#include "deplacements.h"
#include "murs.h"

static struct alea_t chance;

char const *get_player_name(void) {
    return "hasard";
}

void commencer(void) {
    alea_semer(&chance);
}

struct move_t choisir(const struct position_t *p, unsigned int player) {
    struct deplacement_t moves[MAX_DEPLACEMENTS];
    size_t num_moves = deplacements(p, player, moves);
    /* Without memory for walls it goes on without them. */
    struct mur_t *walls = p->murs[player] > 0 ? malloc(max_murs(p) * sizeof *walls) : NULL;
    size_t num_walls = walls == NULL ? 0 : murs_possibles(p, walls);
    struct move_t move = {.c = player, .t = MOVE};
    size_t drawn = alea_tirer(&chance, num_moves + num_walls);
    if (drawn < num_moves) {
        move.m = moves[drawn].m;
    } else {
        move.t = WALL;
        move.e[0] = walls[drawn - num_moves].e[0];
        move.e[1] = walls[drawn - num_moves].e[1];
    }
    free(walls);
    return move;
}
