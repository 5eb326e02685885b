/*
 * template.c - le point de départ d'un joueur de Labyrinthe : les étapes de la section 3.2 du sujet.
 *
 * Copiez ce fichier, et complétez-le là où « À COMPLÉTER » l'indique. rien.c en est la première étape.
 */
#include <stdio.h>
#include <stdlib.h>

#include "labyrinthAPI.h"

int main(void) {
    char nom[51];                 /* nom de la partie */
    int longueur, hauteur;        /* taille du labyrinthe */
    char *lab;                    /* le labyrinthe : 0 pour une case libre, 1 pour un mur */
    int joueur;                   /* qui doit jouer : 0 pour vous, 1 pour l'adversaire */
    t_return_code ret = MOVE_OK;  /* ce qu'a donné le dernier coup */
    t_move m;                     /* un coup */

    /* 1. Se connecter au serveur : son adresse, son port, et le nom de votre joueur. */
    connectToServer("localhost", 1234, "mon_joueur");

    /* 2. Attendre une partie, ici contre le joueur d'entraînement qui ne bouge pas, avec 10 secondes par coup. */
    waitForLabyrinth("DO_NOTHING timeout=10", nom, &longueur, &hauteur);

    /* 3. Récupérer le labyrinthe, et savoir qui commence. La case (x, y) est lab[y * longueur + x]. */
    lab = malloc((size_t)longueur * (size_t)hauteur);
    if (lab == NULL)
        return EXIT_FAILURE;
    joueur = getLabyrinth(lab);
    printLabyrinth();

    /* 4. Jouer. À COMPLÉTER : répéter tant que la partie n'est pas finie (ret == MOVE_OK), chacun à son tour. */
    if (joueur == 0) {
        /* À COMPLÉTER : choisir le coup */
        m.type = DO_NOTHING;
        m.value = -1;
        ret = sendMove(m);
    } else {
        ret = getMove(&m);
        /* À COMPLÉTER : tenir compte du coup de l'adversaire */
    }
    printf("Le coup a donné : %d\n", ret);

    /* 5. Se déconnecter. */
    free(lab);
    closeConnection();
    return EXIT_SUCCESS;
}
