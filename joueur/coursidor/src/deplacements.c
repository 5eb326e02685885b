/*
 * deplacements.c - where a pawn may go.
 */
#include "deplacements.h"

unsigned int portee(enum dir_t elan, enum dir_t d) {
    if (elan == NO_EDGE)
        return 1;
    if (d == elan)
        return 3;
    return directions_voisines(d, elan) ? 2 : 1;
}

static bool deja(const struct deplacement_t *list, size_t count, vertex_t m) {
    for (size_t k = 0; k < count; k++)
        if (list[k].m == m)
            return true;
    return false;
}

/* Adds the line of one cell in direction d, then the longer ones, up to a wall, the opponent or the end of the momentum. */
static size_t ajouter_lignes(const struct position_t *p, unsigned int player, enum dir_t d, struct deplacement_t *list,
                             size_t count) {
    struct deplacement_t line = {.m = p->pion[player], .d = d};
    unsigned int far = portee(p->elan[player], d);
    while (line.nb < far) {
        line.m = graphe_voisin(p->graph->t, line.m, d);
        if (line.m == NO_VERTEX || line.m == p->pion[1 - player])
            break;
        line.passes[line.nb++] = line.m;
        if (!deja(list, count, line.m))
            list[count++] = line;
    }
    return count;
}

static size_t ajouter_sauts(const struct position_t *p, unsigned int player, struct deplacement_t *list, size_t count) {
    vertex_t opponent = p->pion[1 - player];
    for (enum dir_t d = FIRST_DIR; d <= LAST_DIR; d++) {
        vertex_t m = graphe_voisin(p->graph->t, opponent, d);
        if (m != NO_VERTEX && m != p->pion[player] && !deja(list, count, m))
            list[count++] = (struct deplacement_t){.m = m, .d = d, .saut = true, .nb = 1, .passes = {m}};
    }
    return count;
}

size_t deplacements(const struct position_t *p, unsigned int player, struct deplacement_t list[MAX_DEPLACEMENTS]) {
    size_t count = 0;
    for (enum dir_t d = FIRST_DIR; d <= LAST_DIR; d++)
        count = ajouter_lignes(p, player, d, list, count);
    enum dir_t towards = graphe_direction(p->graph->t, p->pion[player], p->pion[1 - player]);
    if (towards != NO_EDGE && towards != WALL_DIR)
        count = ajouter_sauts(p, player, list, count);
    return count;
}
