/* Un moteur qui regarde deux coups plus loin, pour tous les jeux sans secrets : les règles sont dans la bibliothèque jeux (jeux.h).
   make -C bindings/c install PREFIX=$HOME/jeux
   cc -O2 -o deux_coups deux_coups.c -I$HOME/jeux/include $HOME/jeux/lib/libjeux.a -lpthread -ldl -lm
   à lancer par : joueur ... --moteur 'pipe:./deux_coups'. Tous les messages : protocol/MOTEUR.md */
#include <jeux.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LIGNE 65538 /* la plus longue ligne, avec sa fin */
#define GAGNE 1000000
#define PARTIES 20  /* au hasard, pour estimer une position ; */
#define LONGUEUR 50 /* de tant de coups au plus */

static long noeuds;     /* les positions vues, */
static struct timespec fin; /* et quand il faut répondre */

static double reste(void) { /* les secondes qui restent */
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)(fin.tv_sec - t.tv_sec) + (double)(fin.tv_nsec - t.tv_nsec) / 1e9;
}

/* VOTRE IDÉE ICI : ce que vaut pour le premier joueur une position où la partie continue. Pour l'instant : combien de parties au hasard
   il gagne de plus qu'il n'en perd, sur quelques-unes. */
static int estimer(jeux_position *p) {
    int somme = 0;
    for (int partie = 0; partie < PARTIES; partie++) {
        int joues = 0;
        while (jeux_outcome(p) == JEUX_ONGOING && joues < LONGUEUR) {
            size_t nombre;
            char *liste = jeux_legal(p, &nombre), *coup = liste; /* « B2\0A3-A2\0passe\0\0 » */
            for (size_t lequel = (size_t)rand() % nombre; lequel > 0; lequel--) coup += strlen(coup) + 1;
            jeux_play(p, coup, JEUX_NUL, NULL);
            jeux_free(liste);
            joues++;
            noeuds++;
        }
        if (jeux_outcome(p) != JEUX_ONGOING) somme += jeux_outcome(p);
        while (joues-- > 0) jeux_undo(p);
    }
    return somme;
}

/* Ce que vaut la position pour le premier joueur, en regardant « profondeur » coups plus loin ; alpha et beta : ce que chacun s'est
   déjà assuré ailleurs. « meilleur » reçoit le coup, s'il n'est pas NULL. */
static int valeur(jeux_position *p, int profondeur, int alpha, int beta, char *meilleur) {
    noeuds++;
    int resultat = jeux_outcome(p);
    if (resultat != JEUX_ONGOING) return resultat * (GAGNE + profondeur); /* plus tôt, c'est mieux */
    if (profondeur == 0) return estimer(p);
    int premier = jeux_to_move(p) == 1; /* il veut le plus, le second le moins */
    char *liste = jeux_legal(p, NULL);
    for (const char *coup = liste; *coup && alpha < beta && reste() > 0; coup += strlen(coup) + 1) {
        jeux_play(p, coup, JEUX_NUL, NULL);
        int v = valeur(p, profondeur - 1, alpha, beta, NULL);
        jeux_undo(p);
        if (reste() < 0 || (premier ? v <= alpha : v >= beta)) continue; /* faute de temps v ne vaut rien */
        if (premier) alpha = v;
        else beta = v;
        if (meilleur) strcpy(meilleur, coup);
    }
    jeux_free(liste);
    return premier ? alpha : beta;
}

int main(void) {
    static char ligne[LIGNE], coup[LIGNE];
    jeux_position *p = NULL;
    char *pourquoi = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0); /* chaque ligne part aussitôt : sans cela, l'arbitre ne verrait rien */
    while (fgets(ligne, sizeof ligne, stdin)) { /* n'imprimez que des messages : un journal va sur stderr */
        ligne[strcspn(ligne, "\r\n")] = 0;
        if (!strncmp(ligne, "hello ", 6)) {
            puts("engine 1 deux-coups-c");
        } else if (!strncmp(ligne, "game ", 5)) { /* une partie commence, ou reprend */
            jeux_free_position(p);
            jeux_free(pourquoi);
            p = jeux_start_line(ligne, JEUX_NUL, &pourquoi);
        } else if (!strncmp(ligne, "go ", 3) && !p) {
            printf("error %s\n", pourquoi ? pourquoi : "pas de partie");
        } else if (!strncmp(ligne, "go ", 3)) { /* à nous, en tant de millisecondes */
            clock_gettime(CLOCK_MONOTONIC, &fin);
            long ms = atol(ligne + 3) / 2; /* la moitié suffit, et laisse le temps de répondre */
            fin.tv_sec += ms / 1000;
            fin.tv_nsec += ms % 1000 * 1000000;
            double debut = reste();
            noeuds = 0;
            char *liste = jeux_legal(p, NULL);
            strcpy(coup, liste); /* faute de temps, le premier de la liste */
            jeux_free(liste);
            for (int profondeur = 1; profondeur <= 2; profondeur++) /* s'il n'y a pas le temps de voir deux coups, un suffit */
                valeur(p, profondeur, -2 * GAGNE, 2 * GAGNE, coup);
            printf("info %ld positions, %.0f par seconde\n", noeuds, (double)noeuds / (debut - reste() + 1e-9));
            printf("move %s\n", coup);
        } else if (!strncmp(ligne, "opponent ", 9)) {
            jeux_play(p, ligne + 9, JEUX_NUL, NULL);
        } else if (!strncmp(ligne, "verdict VALID ", 14)) { /* le nôtre compte */
            jeux_play(p, coup, JEUX_NUL, NULL);
        } else if (!strcmp(ligne, "quit")) {
            break;
        } /* tout autre message n'attend rien */
    }
    jeux_free_position(p);
    jeux_free(pourquoi);
}
