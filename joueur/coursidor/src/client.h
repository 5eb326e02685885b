/*
 * client.h - what our players have in common: client.c is their initialize, play and finalize, and keeps the position.
 *
 * A player of this kind writes get_player_name and these two functions.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include "player.h"
#include "position.h"

/* Called at the beginning of each game. */
void commencer(void);

/* The player's next move, a legal one. Only asked for when its pawn can move. */
struct move_t choisir(const struct position_t *p, unsigned int player);

#endif
