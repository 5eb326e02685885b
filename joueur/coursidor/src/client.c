/*
 * client.c - the course of a game, as our players see it (subject, "Serveur et client").
 */
#include "client.h"

#include "deplacements.h"
#include "plateau.h"

/* The game that is being played; none if the graph is NULL. */
static struct {
    unsigned int player;
    struct graph_t *graph;
    struct position_t position;
} game;

void finalize(void) {
    if (game.graph == NULL)
        return;
    position_liberer(&game.position);
    plateau_liberer(game.graph);
    game.graph = NULL;
}

void initialize(unsigned int player_id, struct graph_t *graph) {
    /* A server that forgot to end the last game. */
    finalize();
    game.player = player_id;
    game.graph = graph;
    if (player_id > WHITE || !position_creer(&game.position, graph))
        finalize();
    commencer();
}

struct move_t play(const struct move_t previous_move) {
    if (game.graph == NULL)
        return (struct move_t){.c = NO_COLOR, .t = NO_TYPE};
    /* A move that cannot be is the server's business, and changes nothing here. */
    position_jouer(&game.position, 1 - game.player, &previous_move);
    /* Only if the server judges otherwise than the rules here is there nothing to choose from. */
    struct deplacement_t moves[MAX_DEPLACEMENTS];
    if (deplacements(&game.position, game.player, moves) == 0)
        return (struct move_t){.c = game.player, .t = NO_TYPE};
    struct move_t move = choisir(&game.position, game.player);
    position_jouer(&game.position, game.player, &move);
    return move;
}
