/* Colonnes de trois : un coup légal au hasard. cc -o hasard hasard.c ; joueur ... --moteur 'pipe:./hasard' */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int pile[9][3], hauteur[9], n; /* n demi-coups joués ; le pion 0 est à qui a commencé, le pion 1 à l'autre */

static void jouer(const char *coup) { /* « B2 » pose un pion, « B2-B3 » en déplace un, « passe » ne change rien */
    char a = 0, b = 0, c = 0, d = 0;
    int deplace = sscanf(coup, "%c%c-%c%c", &a, &b, &c, &d) == 4;
    int de = a - 'A' + 3 * (b - '1'), vers = deplace ? c - 'A' + 3 * (d - '1') : de;
    if (de >= 0 && de < 9 && vers >= 0 && vers < 9 && hauteur[vers] < 3 && (!deplace || hauteur[de]))
        pile[vers][hauteur[vers]++] = deplace ? pile[de][--hauteur[de]] : n % 2;
    n++;
}

static int coups(char liste[][8]) { /* les coups légaux, et leur nombre */
    int nombre = 0;
    for (int i = 0; i < 81; i++) {
        int de = i / 9, vers = i % 9, voisines = abs(de % 3 - vers % 3) + abs(de / 3 - vers / 3) == 1;
        int a_moi = hauteur[de] && pile[de][hauteur[de] - 1] == n % 2, pose = n < 16; /* d'abord les 16 pions */
        if (hauteur[vers] < 3 && (pose ? de == vers : voisines && a_moi))
            sprintf(liste[nombre++], pose ? "%c%c" : "%c%c-%c%c", 'A' + de % 3, '1' + de / 3, 'A' + vers % 3, '1' + vers / 3);
    }
    if (!nombre) strcpy(liste[nombre++], "passe");
    return nombre;
}

static void choisir(char *coup) { /* VOTRE IDÉE ICI : choisissez mieux qu'au hasard */
    char liste[81][8];
    strcpy(coup, liste[rand() % coups(liste)]);
}

int main(void) {
    static char ligne[65538], coup[8];
    int connu = 0; /* la partie annoncée est de Colonnes */
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0); /* chaque ligne part aussitôt : sans cela, l'arbitre ne verrait rien */
    while (fgets(ligne, sizeof ligne, stdin) && strncmp(ligne, "quit", 4)) {
        if (!strncmp(ligne, "hello ", 6)) puts("engine 1 hasard-c");
        else if (!strncmp(ligne, "game ", 5)) { /* moves : les coups déjà joués, quand la partie est reprise */
            memset(hauteur, n = 0, sizeof hauteur);
            connu = !strncmp(ligne + 5, "colonnes ", 9);
            char *joues = strstr(ligne, " moves=");
            joues = joues ? strtok(joues + 7, " \n") : NULL;
            for (char *un = joues ? strtok(joues, ",") : NULL; un; un = strtok(NULL, ",")) jouer(un);
        } else if (!strncmp(ligne, "opponent ", 9)) jouer(ligne + 9);
        else if (!strncmp(ligne, "verdict VALID", 13)) jouer(coup);
        else if (!strncmp(ligne, "go ", 3) && !connu) puts("error jeu inconnu");
        else if (!strncmp(ligne, "go ", 3)) choisir(coup), printf("move %s\n", coup);
    }
}
