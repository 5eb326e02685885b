/*
 * manuel.c - étape 2 du sujet : le coup est choisi au clavier. Demandez assez de temps pour réfléchir :
 *
 *     ./manuel serveur port nom "DO_NOTHING timeout=300"
 */
#include <stdio.h>
#include <stdlib.h>

#include "partie.h"

/* Demande un nombre, autant de fois qu'il faut. À la fin du fichier d'entrée, abandonne la partie. */
static int demander(const char *question) {
    int nombre;
    for (;;) {
        printf("%s", question);
        fflush(stdout);
        int lus = scanf("%d", &nombre);
        if (lus == 1)
            return nombre;
        if (lus == EOF) {
            printf("\nAbandon.\n");
            closeConnection();
            exit(EXIT_FAILURE);
        }
        for (int c = getchar(); c != '\n' && c != EOF; c = getchar())
            ; /* ce n'est pas un nombre : saute la ligne */
    }
}

static t_move choisir(const t_plateau *p, double temps) {
    printLabyrinth();
    printf("%.0f secondes pour jouer ; énergie : %d. Coups :\n", temps, p->energie[p->trait]);
    printf("  %d haut  %d bas  %d gauche  %d droite  %d rien\n", MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, DO_NOTHING);
    printf("  %d ligne vers la gauche  %d vers la droite  %d colonne vers le haut  %d vers le bas\n", ROTATE_LINE_LEFT,
           ROTATE_LINE_RIGHT, ROTATE_COLUMN_UP, ROTATE_COLUMN_DOWN);
    for (;;) {
        t_move m = coup((t_typeMove)demander("Votre coup : "), -1);
        if (est_rotation(m.type))
            m.value = demander("Numéro de la ligne ou de la colonne, à partir de 0 : ");
        if (est_legal(p, m))
            return m;
        printf("Ce coup est impossible.\n");
    }
}

int main(int argc, char **argv) {
    return jouer_parties(argc, argv, choisir);
}
