/*
 * partie.c - le déroulement des parties : les étapes de la section 3.2 du sujet, avec un plateau tenu à jour.
 */
#include "partie.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Le temps par coup que le sujet accorde, en secondes. */
#define TEMPS_DU_SUJET 10.0

/*
 * Le temps par coup, en secondes : celui de l'option timeout=n de la chaîne d'entraînement, sinon celui du sujet.
 */
static double temps_par_coup(const char *training) {
    const char *option = strstr(training, "timeout=");
    double temps = option == NULL ? 0 : atof(option + strlen("timeout="));
    return temps > 0 ? temps : TEMPS_DU_SUJET;
}

/* Tient compte d'un coup que le serveur a accepté. */
static void suivre(t_plateau *p, t_move m) {
    /* Le serveur le plus récent donne 2 d'énergie au second joueur, au lieu de 1 : ses rotations peuvent venir plus tôt. */
    if (est_rotation(m.type) && p->energie[p->trait] < COUT_ROTATION)
        p->energie[p->trait] = COUT_ROTATION;
    jouer(p, m);
}

/* Joue une partie. Renvoie 1 si elle est gagnée, 0 si elle est perdue, -1 si elle n'a pas pu être jouée. */
static int jouer_partie(char *training, t_strategie choisir) {
    char nom[51];
    int longueur, hauteur;
    waitForLabyrinth(training, nom, &longueur, &hauteur);
    char *lab = malloc((size_t)longueur * (size_t)hauteur);
    if (lab == NULL) {
        fprintf(stderr, "mémoire insuffisante\n");
        return -1;
    }
    t_plateau p;
    int moi = getLabyrinth(lab);
    int prepare = plateau_initial(&p, longueur, hauteur, lab);
    free(lab);
    if (!prepare) {
        fprintf(stderr, "labyrinthe trop grand : %d x %d\n", longueur, hauteur);
        return -1;
    }
    printf("Labyrinthe %s, %d x %d : %s.\n", nom, longueur, hauteur,
           moi == 0 ? "je commence" : "l'adversaire commence");
    fflush(stdout);

    t_return_code code = MOVE_OK;
    while (code == MOVE_OK) {
        t_move m;
        if (p.trait == moi) {
            m = choisir(&p, temps_par_coup(training));
            code = sendMove(m);
        } else {
            code = getMove(&m);
        }
        if (code == MOVE_OK)
            suivre(&p, m);
    }
    /* Le code est celui du joueur qui vient de jouer, et le trait n'a pas changé. */
    return (p.trait == moi) == (code == MOVE_WIN);
}

int jouer_parties(int argc, char **argv, t_strategie choisir) {
    if (argc < 4 || argc > 6) {
        fprintf(stderr, "usage : %s serveur port nom [training [parties]]\n", argv[0]);
        fprintf(stderr, "  training : \"\" contre un autre joueur, ou par exemple \"DO_NOTHING timeout=10\"\n");
        fprintf(stderr, "  parties : combien de parties jouer l'une après l'autre, 1 par défaut ; dans un tournoi, toutes\n");
        return EXIT_FAILURE;
    }
    char *training = argc > 4 ? argv[4] : "";
    /* Dans un tournoi, c'est waitForLabyrinth qui arrête le programme, à la fin. */
    int sans_fin = argc <= 5 && strncmp(training, "TOURNAMENT", strlen("TOURNAMENT")) == 0;
    int parties = argc > 5 ? atoi(argv[5]) : 1;
    int gagnees = 0;
    connectToServer(argv[1], atoi(argv[2]), argv[3]);
    for (int i = 0; sans_fin || i < parties; i++) {
        int gagne = jouer_partie(training, choisir);
        if (gagne < 0) {
            closeConnection();
            return EXIT_FAILURE;
        }
        gagnees += gagne;
        printf(gagne ? "Gagné !\n" : "Perdu.\n");
        fflush(stdout);
    }
    if (parties > 1)
        printf("Parties gagnées %d, perdues %d\n", gagnees, parties - gagnees);
    closeConnection();
    return EXIT_SUCCESS;
}
