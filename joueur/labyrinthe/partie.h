/*
 * partie.h - jouer des parties entières sur un serveur : tout ce que les programmes ont en commun, sauf le choix du coup.
 */
#ifndef PARTIE_H
#define PARTIE_H

#include "plateau.h"

/*
 * Une stratégie : choisit le coup du joueur qui a le trait. `temps` est le temps dont elle dispose, en secondes, que le
 * serveur accorde à chaque coup.
 */
typedef t_move (*t_strategie)(const t_plateau *p, double temps);

/*
 * Le programme principal d'un joueur :
 *
 *     programme serveur port nom [training [parties]]
 *
 * Se connecte, joue le nombre de parties demandé (une par défaut ; dans un tournoi, toutes) avec cette stratégie, et se déconnecte. Renvoie le code
 * de sortie du programme : EXIT_SUCCESS si les parties sont allées à leur fin, gagnées ou perdues.
 */
int jouer_parties(int argc, char **argv, t_strategie choisir);

#endif
