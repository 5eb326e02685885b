/*
 * vecteurs.h - the boards and games of vecteurs/coursidor, as structures of this folder.
 */
#ifndef VECTEURS_H
#define VECTEURS_H

#include "json.h"
#include "position.h"

/* The board types by their letters. */
enum graph_type_t type_de(const char *letter);

/* The board of a line of rules.jsonl, with its objectives. */
struct graph_t *plateau_de(const struct json_t *game);

/* The move of a ply, with every vertex called by its name in `names`, of which there are n (NULL: its own). */
struct move_t coup_de(const struct json_t *ply, const vertex_t *names, size_t n);

#endif
