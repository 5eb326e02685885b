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

static long noeuds;     /* les positions vues, */
static struct timespec fin; /* et quand il faut répondre */

static int signe(const jeux_position *p) { /* le premier joueur veut le plus, le second le moins */
    return jeux_to_move(p) == 1 ? 1 : -1;
}

static double reste(void) { /* les secondes qui restent */
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)(fin.tv_sec - t.tv_sec) + (double)(fin.tv_nsec - t.tv_nsec) / 1e9;
}

/* VOTRE IDÉE ICI : ce que vaut une position où la partie continue. Pour l'instant : qui a le plus de coups ;
   « avant » compte ceux de la position précédente, où c'était en général à l'autre. */
static int estimer(int coups, int avant) {
    return coups + avant;
}

/* Ce que vaut la position pour le premier joueur, en regardant « profondeur » coups plus loin ; alpha et beta : ce que chacun s'est
   déjà assuré ailleurs. « meilleur » reçoit le coup, s'il n'est pas NULL. */
static int valeur(jeux_position *p, int profondeur, int alpha, int beta, int avant, char *meilleur) {
    noeuds++;
    int resultat = jeux_outcome(p);
    if (resultat != JEUX_ONGOING) return resultat * (GAGNE + profondeur); /* plus tôt, c'est mieux */
    int coups = signe(p) * (int)jeux_count(p);
    if (profondeur == 0) return estimer(coups, avant);
    int moi = signe(p);
    char *liste = jeux_legal(p, NULL); /* « B2\0A3-A2\0passe\0\0 » */
    for (const char *coup = liste; coup && *coup && alpha < beta; coup += strlen(coup) + 1) {
        if (coup > liste && reste() < 0) break;
        jeux_play(p, coup, JEUX_NUL, NULL);
        int v = valeur(p, profondeur - 1, alpha, beta, coups, NULL);
        jeux_undo(p);
        if (coup == liste || (moi == 1 ? v > alpha : v < beta)) {
            if (meilleur) strcpy(meilleur, coup);
            if (moi == 1 && v > alpha) alpha = v;
            if (moi == -1 && v < beta) beta = v;
        }
    }
    jeux_free(liste);
    return moi == 1 ? alpha : beta;
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
            valeur(p, 2, -2 * GAGNE, 2 * GAGNE, 0, coup);
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
