/* Un premier moteur, pour tous les jeux : un coup légal au hasard, tiré de la liste que l'arbitre envoie avant chaque tour.
   cc -o premier premier.c ; à lancer par : joueur ... --moteur 'pipe:./premier'. Tous les messages : protocol/MOTEUR.md */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LIGNE 65538 /* la plus longue ligne, avec sa fin */

static char *coups[LIGNE]; /* ce qu'on peut jouer */
static int nombre;

static const char *choisir(void) { /* VOTRE IDÉE ICI : un des « nombre » coups de la liste, mieux qu'au hasard */
    return coups[rand() % nombre];
}

static void lister(char *liste) { /* « B2,A3-A2,passe » : les coups sont coupés aux virgules, dans la liste même */
    nombre = 0;
    for (char *un = strtok(liste, ","); un; un = strtok(NULL, ",")) coups[nombre++] = un;
}

int main(void) {
    static char ligne[LIGNE], liste[LIGNE];
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0); /* chaque ligne part aussitôt : sans cela, l'arbitre ne verrait rien */
    while (fgets(ligne, sizeof ligne, stdin)) { /* n'imprimez que des messages : un journal va sur stderr */
        ligne[strcspn(ligne, "\r\n")] = 0;
        if (!strncmp(ligne, "hello ", 6)) {
            puts("want legal"); /* demande les listes de coups, avant de dire son nom */
            puts("engine 1 premier-c");
        } else if (!strncmp(ligne, "game ", 5)) {
            nombre = 0; /* une partie commence : « colonnes first color=BLANC time=6000 » */
        } else if (!strncmp(ligne, "legal ", 6)) {
            lister(strcpy(liste, ligne + 6)); /* ce qu'on peut jouer, juste avant « go » */
        } else if (!strncmp(ligne, "go ", 3) && !nombre) {
            puts("error pas de liste « legal » : l'arbitre ne connaît pas ce jeu, ou pas encore « want legal »");
        } else if (!strncmp(ligne, "go ", 3)) { /* à nous, en tant de millisecondes */
            printf("move %s\n", choisir());
            nombre = 0;
        } else if (!strncmp(ligne, "opponent ", 9)) {
            /* ligne + 9 : le coup de l'adversaire, ou ce qu'on en voit */
        } else if (!strncmp(ligne, "verdict VALID ", 14)) {
            /* le nôtre compte ; après « CONT », la réponse à une question */
        } else if (!strcmp(ligne, "quit")) {
            break;
        } /* tout autre message, « stop » et « end » compris, n'attend rien : on répond aussitôt à chaque « go » */
    }
}
