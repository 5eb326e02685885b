/*
 * move.h - the moves of Coursidor, as the server and the players exchange them (subject, "Règles du jeu").
 *
 * The order of the fields and the numbers of the types are those of the players that exist, which differ from the listing in
 * the subject's text. Nothing here may change: the server reads these bytes.
 */
#ifndef MOVE_H
#define MOVE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The colors of the players. BLACK plays first. */
enum player_color_t {
    BLACK = 0,
    WHITE = 1,
    NO_COLOR = 2
};

/* The possible types of moves. NO_TYPE is no valid move: it is what BLACK receives before its first one. */
enum move_type_t {
    NO_TYPE = 0,
    WALL = 1,
    MOVE = 2
};

/* The id of a vertex of the graph, from 0. */
typedef uint32_t vertex_t;

/* An edge of the graph, seen from one of its ends. */
struct edge_t {
    vertex_t fr;
    vertex_t to;
};

/* A move in the game. */
struct move_t {
    enum player_color_t c; /* the color of the player who makes it */
    enum move_type_t t;    /* its type */
    vertex_t m;            /* MOVE: where the pawn goes */
    struct edge_t e[2];    /* WALL: the two edges, with the same fr and in two consecutive directions */
};

#ifdef __cplusplus
}
#endif

#endif
