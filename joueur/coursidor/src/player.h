/*
 * player.h - the functions of a player (subject, "Serveur et client").
 *
 * A player is a shared library with these four functions. The server calls get_player_name at any time, initialize once,
 * then play each time it is the player's turn, and finalize when the game is over.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "graph.h"
#include "move.h"

/* Keeps the functions visible in a library compiled with -fvisibility=hidden. */
#if defined(__GNUC__)
#define PLAYER_EXPORT __attribute__((visibility("default")))
#else
#define PLAYER_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The player's name: letters, digits, spaces, - and _. The string remains the player's. */
PLAYER_EXPORT char const *get_player_name(void);

/*
 * Begins a game. `player_id` is the player's color. `graph` is the board, with no wall yet; it is the player's own copy, to be
 * freed in finalize.
 */
PLAYER_EXPORT void initialize(unsigned int player_id, struct graph_t *graph);

/*
 * The player's next move, after the opponent's move `previous_move`, which is of type NO_TYPE and color NO_COLOR at the first
 * turn of BLACK. Both t and c of the result count; an invalid move loses the game.
 */
PLAYER_EXPORT struct move_t play(const struct move_t previous_move);

/* Ends the game and frees all that the player holds. */
PLAYER_EXPORT void finalize(void);

#ifdef __cplusplus
}
#endif

#endif
