/*
 * arbitrage.h - plays whole games between players in shared libraries, each in a process of its own, and judges every move.
 */
#ifndef ARBITRAGE_H
#define ARBITRAGE_H

#include "position.h"

/* How a game ended. */
struct issue_t {
    enum {
        GAGNEE,    /* `player` won */
        NULLE,     /* the last turn was over */
        ILLEGAL,   /* `player` made an illegal move */
        MUET,      /* `player` died or did not answer */
        MAL_FINIE  /* a player did not end well after the game */
    } how;
    unsigned int player;
    unsigned int plies;
    unsigned int walls; /* how many were put */
    struct move_t last; /* the last move, legal or not */
    uint64_t digest;    /* of all moves: the same for the same game */
};

/* Plays a game on copies of this graph. The first library is BLACK. `seeds` are values of COURSIDOR_GRAINE, or NULL. */
struct issue_t arbitrer(const struct graph_t *graph, const char *const libraries[2], const char *const seeds[2],
                        unsigned int max_plies);

#endif
