/*
 * vecteurs.c - from JSON to boards and moves.
 */
#include "vecteurs.h"

#include <string.h>

#include "plateau.h"

enum graph_type_t type_de(const char *letter) {
    return letter[0] == 'T' ? TRIANGULAR : letter[0] == 'C' ? CYCLIC : HOLEY;
}

struct graph_t *plateau_de(const struct json_t *game) {
    const struct json_t *list = json_champ(game, "objectives");
    vertex_t objectives[256];
    for (size_t k = 0; k < list->count; k++)
        objectives[k] = (vertex_t)list->items[k].number;
    return plateau_creer(type_de(json_texte(game, "type")), (int)json_nombre(game, "m"), (unsigned int)list->count,
                         objectives);
}

/* A vertex that does not exist keeps its number. */
static vertex_t nom(long v, const vertex_t *names, size_t n) {
    return names == NULL || v < 0 || (size_t)v >= n ? (vertex_t)v : names[v];
}

struct move_t coup_de(const struct json_t *ply, const vertex_t *names, size_t n) {
    const char *type = json_texte(ply, "t");
    const struct json_t *m = json_champ(ply, "m"), *e = json_champ(ply, "e");
    struct move_t move = {.c = (enum player_color_t)json_nombre(ply, "c"), .t = NO_TYPE};
    if (strcmp(type, "MOVE") == 0)
        move.t = MOVE;
    if (strcmp(type, "WALL") == 0)
        move.t = WALL;
    if (m != NULL)
        move.m = nom(m->number, names, n);
    for (size_t k = 0; e != NULL && k < 2; k++) {
        move.e[k].fr = nom(e->items[k].items[0].number, names, n);
        move.e[k].to = nom(e->items[k].items[1].number, names, n);
    }
    return move;
}
