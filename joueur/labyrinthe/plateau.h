/*
 * plateau.h - le plateau du Labyrinthe : les murs, les joueurs, le trésor, l'énergie, et les règles (section 2 du sujet).
 *
 * Le plateau ne connaît ni le serveur ni l'horloge : on peut en copier un (c'est une simple structure), y jouer des coups,
 * et voir ce qui se passe.
 */
#ifndef PLATEAU_H
#define PLATEAU_H

#include <stdint.h>

#include "labyrinthAPI.h"

/* Le plus grand côté d'un labyrinthe : une ligne de murs tient dans un mot de 32 bits. */
#define MAX_COTE 31
/* Le plus de coups possibles : quatre déplacements, rester, et deux rotations par ligne et par colonne. */
#define MAX_COUPS (5 + 4 * MAX_COTE)
/* Ce que coûte une rotation. */
#define COUT_ROTATION 5
/* Une distance au moins aussi grande veut dire qu'il n'y a pas de chemin. */
#define INACCESSIBLE 1000

/* Une case ; (0, 0) est en haut à gauche. */
typedef struct {
    int x, y;
} t_case;

/*
 * Un plateau. Le joueur 0 est celui qui commence, à gauche ; le joueur 1 est l'autre.
 *
 * Le bit x de murs[y] vaut 1 si la case (x, y) est un mur. Une ligne entière tient ainsi dans un mot : la tourner est un
 * décalage, et le calcul des distances avance d'une ligne entière à la fois.
 */
typedef struct {
    int longueur, hauteur;
    uint32_t murs[MAX_COTE];
    t_case joueur[2];
    t_case tresor;
    int energie[2];
    int rotations[2]; /* combien chacun en a fait depuis le début de la partie */
    int trait; /* le joueur qui doit jouer */
} t_plateau;

/*
 * Prépare le plateau du début d'une partie, à partir de ce que donne getLabyrinth. Renvoie 0 si le labyrinthe est trop
 * grand.
 */
int plateau_initial(t_plateau *p, int longueur, int hauteur, const char *lab);

/* Un coup. */
t_move coup(t_typeMove type, int valeur);

/* Vrai si ce type de coup est une rotation. */
int est_rotation(t_typeMove type);

/* Vrai s'il y a un mur sur cette case du plateau. */
int est_mur(const t_plateau *p, t_case c);

/* Vrai si les deux cases sont la même. */
int meme_case(t_case a, t_case b);

/* La case où mène un déplacement depuis c. Qui sort d'un côté rentre de l'autre. */
t_case voisine(const t_plateau *p, t_case c, t_typeMove deplacement);

/* Vrai si le joueur qui a le trait peut jouer ce coup. */
int est_legal(const t_plateau *p, t_move m);

/* Range dans la liste les coups possibles du joueur qui a le trait. Renvoie leur nombre, qui n'est jamais 0. */
int coups_possibles(const t_plateau *p, t_move liste[MAX_COUPS]);

/* Joue un coup légal et passe le trait à l'autre joueur. Renvoie 1 si le coup atteint le trésor, 0 sinon. */
int jouer(t_plateau *p, t_move m);

/*
 * Les distances, en déplacements et sans rotation, des deux joueurs au trésor. Sans chemin : INACCESSIBLE par épaisseur de
 * mur à percer, plus le nombre de cases à parcourir alors.
 */
void distances_au_tresor(const t_plateau *p, int distance[2]);

#endif
