/*
 * malin.c - étape 5 du sujet : marche et tourne le labyrinthe, en prévoyant les réponses de l'adversaire.
 *
 *     ./malin serveur port nom [training [parties]]
 *
 * Réfléchit une seconde par coup ; la variable d'environnement MALIN_REFLEXION donne une autre durée, en secondes. Dans
 * tous les cas, jamais plus de la moitié du temps que le serveur accorde.
 */
#include <stdlib.h>

#include "partie.h"
#include "recherche.h"

#define REFLEXION 1.0
#define MAX_REFLEXION 60.0

static t_move choisir(const t_plateau *p, double temps) {
    const char *reglage = getenv("MALIN_REFLEXION");
    double reflexion = reglage == NULL ? REFLEXION : atof(reglage);
    if (!(reflexion >= 0))
        reflexion = 0;
    if (reflexion > temps / 2)
        reflexion = temps / 2;
    if (reflexion > MAX_REFLEXION)
        reflexion = MAX_REFLEXION;
    return meilleur_coup(p, reflexion);
}

int main(int argc, char **argv) {
    return jouer_parties(argc, argv, choisir);
}
