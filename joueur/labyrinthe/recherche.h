/*
 * recherche.h - la recherche du meilleur coup, pour malin.c.
 */
#ifndef RECHERCHE_H
#define RECHERCHE_H

#include "plateau.h"

/*
 * Cherche le meilleur coup du joueur qui a le trait, en tenant compte des réponses de l'adversaire, pendant au plus
 * `reflexion` secondes. Le coup est toujours légal, même sans temps pour réfléchir.
 */
t_move meilleur_coup(const t_plateau *p, double reflexion);

#endif
