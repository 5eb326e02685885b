/*
 * deplacements.h - where a pawn may go (subject, "Déplacement du pion" and "Saut par dessus l'adversaire").
 */
#ifndef DEPLACEMENTS_H
#define DEPLACEMENTS_H

#include "position.h"

/* The longest line. */
#define MAX_PORTEE 3
/* Three cells along the last direction, two along each of its neighbours, one along the other three, and five jumps. */
#define MAX_DEPLACEMENTS 15

/* A move of a pawn. */
struct deplacement_t {
    vertex_t m;                  /* where it ends */
    enum dir_t d;                /* the pawn's last direction then */
    bool saut;                   /* whether it is a jump over the opponent */
    unsigned int nb;             /* how many cells the pawn comes upon, */
    vertex_t passes[MAX_PORTEE]; /* and which, m the last one */
};

/* How far a pawn that last went in direction `elan` (NO_EDGE: it has not moved yet) may go in direction d. */
unsigned int portee(enum dir_t elan, enum dir_t d);

/*
 * Lists the player's legal moves and says how many there are. Each destination is there once: a line comes before a jump to
 * the same vertex.
 */
size_t deplacements(const struct position_t *p, unsigned int player, struct deplacement_t list[MAX_DEPLACEMENTS]);

#endif
