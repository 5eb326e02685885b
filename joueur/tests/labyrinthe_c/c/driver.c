/*
 * Calls the library as its standard input says, one call per line, and writes what each call gives.
 *
 *     connecter SERVER PORT NAME    attendre [TRAINING]    labyrinthe    recevoir    jouer TYPE VALUE
 *     afficher    commenter TEXT    fermer
 *
 * C99 and later, C++98 and later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "labyrinthAPI.h"

/* What follows the first word of a line. */
static char *arguments(char *line) {
    char *blank = strchr(line, ' ');
    return blank == NULL ? line + strlen(line) : blank + 1;
}

int main(void) {
    static char line[8192];
    /* Exactly the 50 characters of the subject; what stands behind them must not change. */
    struct { char name[50]; char guard[4]; } game;
    int width = 0, height = 0;
    memcpy(game.guard, "mur", 4);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *text;
        line[strcspn(line, "\n")] = '\0';
        text = arguments(line);
        if (strncmp(line, "connecter ", 10) == 0) {
            char server[64], name[4096] = "";
            int port;
            if (sscanf(text, "%63s %d %4095[^\n]", server, &port, name) < 2)
                return 2;
            connectToServer(server, port, name);
            printf("connecte\n");
        } else if (strncmp(line, "attendre", 8) == 0) {
            waitForLabyrinth(text, game.name, &width, &height);
            printf("partie [%s] %d x %d %s\n", game.name, width, height, game.guard);
        } else if (strcmp(line, "labyrinthe") == 0) {
            char *lab = (char *)malloc((size_t)width * (size_t)height);
            int i, start;
            if (lab == NULL)
                return 2;
            start = getLabyrinth(lab);
            printf("commence %d ", start);
            for (i = 0; i < width * height; i++)
                printf("%d", lab[i]);
            printf("\n");
            free(lab);
        } else if (strcmp(line, "recevoir") == 0) {
            t_move move;
            t_return_code code = getMove(&move);
            printf("recu %d %d code %d\n", (int)move.type, move.value, (int)code);
        } else if (strncmp(line, "jouer ", 6) == 0) {
            int type, value;
            t_move move;
            if (sscanf(text, "%d %d", &type, &value) != 2)
                return 2;
            move.type = (t_typeMove)type;
            move.value = value;
            printf("joue code %d\n", (int)sendMove(move));
        } else if (strcmp(line, "afficher") == 0) {
            printLabyrinth();
            printf("affiche\n");
        } else if (strncmp(line, "commenter", 9) == 0) {
            sendComment(text);
            printf("commente\n");
        } else if (strcmp(line, "fermer") == 0) {
            closeConnection();
            printf("ferme\n");
        } else {
            return 2;
        }
        fflush(stdout);
    }
    return 0;
}
