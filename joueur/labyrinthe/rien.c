/*
 * rien.c - étape 1 du sujet : le joueur qui ne fait rien. C'est template.c avec la boucle du jeu et la fin de partie.
 *
 *     ./rien serveur port nom [training]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "labyrinthAPI.h"

/* Joue une partie. Renvoie 0 si elle n'a pas pu être jouée. */
static int jouer_partie(char *training) {
    char nom[51];
    int longueur, hauteur;
    waitForLabyrinth(training, nom, &longueur, &hauteur);
    char *lab = malloc((size_t)longueur * (size_t)hauteur);
    if (lab == NULL)
        return 0;
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
    fflush(stdout);
    free(lab);
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage : %s serveur port nom [training]\n", argv[0]);
        return EXIT_FAILURE;
    }
    char *training = argc > 4 ? argv[4] : "";
    connectToServer(argv[1], atoi(argv[2]), argv[3]);
    int jouee = jouer_partie(training);
    /* Dans un tournoi il y en a d'autres ; c'est waitForLabyrinth qui arrête le programme, à la fin. */
    while (jouee && strncmp(training, "TOURNAMENT", strlen("TOURNAMENT")) == 0)
        jouee = jouer_partie(training);
    closeConnection();
    return jouee ? EXIT_SUCCESS : EXIT_FAILURE;
}
