/*
 * commun.h - a player that moves legally, without GSL. The others include it and behave differently in one place.
 *
 * A file that writes one of the four functions itself defines MON_NOM, MON_INITIALIZE, MON_PLAY or MON_FINALIZE before it
 * includes this.
 */
#ifndef COMMUN_H
#define COMMUN_H

#include "brut.h"
#include "move.h"

struct graph_t;

static unsigned int moi;

static inline void commencer(unsigned int player_id, struct graph_t *graph) {
    moi = player_id;
    brut_lire(graph, sizeof(vertex_t));
}

/* A legal move. */
static inline struct move_t jouer(struct move_t previous_move) {
    if (previous_move.t == MOVE)
        brut_pions[1 - moi] = previous_move.m;
    for (int k = 0; previous_move.t == WALL && k < 2; k++)
        brut_mur(previous_move.e[k].fr, previous_move.e[k].to);
    return (struct move_t){.c = moi, .t = MOVE, .m = brut_avancer(moi)};
}

#ifndef MON_NOM
char const *get_player_name(void) {
    return "malin";
}
#endif

#ifndef MON_INITIALIZE
void initialize(unsigned int player_id, struct graph_t *graph) {
    commencer(player_id, graph);
}
#endif

#ifndef MON_PLAY
struct move_t play(const struct move_t previous_move) {
    return jouer(previous_move);
}
#endif

#ifndef MON_FINALIZE
void finalize(void) {
}
#endif

#endif
