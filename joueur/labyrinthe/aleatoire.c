/*
 * aleatoire.c - étape 3 du sujet : un coup au hasard parmi tous les coups possibles, rotations comprises.
 *
 *     ./aleatoire serveur port nom [training [parties]]
 */
#include <stdlib.h>
#include <time.h>

#include "partie.h"

static t_move choisir(const t_plateau *p, double temps) {
    (void)temps;
    t_move liste[MAX_COUPS];
    int n = coups_possibles(p, liste);
    return liste[rand() % n];
}

int main(int argc, char **argv) {
    srand((unsigned)time(NULL));
    return jouer_parties(argc, argv, choisir);
}
