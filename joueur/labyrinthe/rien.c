/*
 * rien.c - étape 1 du sujet : le joueur qui ne fait rien. C'est template.c avec la boucle du jeu et la fin de partie.
 *
 *     ./rien serveur port nom [training]
 */
#include <stdio.h>
#include <stdlib.h>

#include "labyrinthAPI.h"

int main(int argc, char **argv) {
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage : %s serveur port nom [training]\n", argv[0]);
        return EXIT_FAILURE;
    }
    char nom[51];
    int longueur, hauteur;
    connectToServer(argv[1], atoi(argv[2]), argv[3]);
    waitForLabyrinth(argc > 4 ? argv[4] : "", nom, &longueur, &hauteur);
    char *lab = malloc((size_t)longueur * (size_t)hauteur);
    if (lab == NULL)
        return EXIT_FAILURE;
    int joueur = getLabyrinth(lab); /* 0 : c'est à moi de jouer, 1 : c'est à l'adversaire */

    t_return_code ret;
    for (;;) {
        t_move m = {DO_NOTHING, -1};
        ret = joueur == 0 ? sendMove(m) : getMove(&m);
        if (ret != MOVE_OK)
            break;
        joueur = 1 - joueur;
    }
    /* Le code est celui du joueur qui vient de jouer. */
    int gagne = (joueur == 0) == (ret == MOVE_WIN);
    printf(gagne ? "Gagné !\n" : "Perdu.\n");

    free(lab);
    closeConnection();
    return EXIT_SUCCESS;
}
