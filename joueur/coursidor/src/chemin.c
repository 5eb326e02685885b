/*
 * chemin.c - a player that puts no walls, and always makes the move after which the fewest turns remain.
 */
#include "client.h"
#include "tour.h"

char const *get_player_name(void) {
    return "chemin";
}

void commencer(void) {
}

struct move_t choisir(const struct position_t *p, unsigned int player) {
    struct deplacement_t moves[MAX_DEPLACEMENTS];
    size_t count = deplacements(p, player, moves);
    return (struct move_t){.c = player, .t = MOVE, .m = moves[tour_choisir(p, player, moves, count, NULL)].m};
}
