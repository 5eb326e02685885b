/*
 * Plays games with the rules of plateau.c. Standard input: "L H", the walls, the number of moves, then "type value" for
 * each; and so on for the next game. For each move, one line: "type value" for an illegal one, else all that stands on
 * the board afterwards and the distances to the treasure. After each game, the walls.
 */
#include <stdio.h>

#include "plateau.h"

int main(void) {
    int width, height, moves;
    char walls[MAX_COTE * MAX_COTE + 1];
    while (scanf("%d %d %961s %d", &width, &height, walls, &moves) == 4) {
        t_plateau p;
        for (char *c = walls; *c != '\0'; c++)
            *c = (char)(*c - '0');
        if (!plateau_initial(&p, width, height, walls))
            return 2;
        for (int i = 0; i < moves; i++) {
            int type, value, found = 0, distance[2];
            if (scanf("%d %d", &type, &value) != 2)
                return 2;
            t_move m = coup((t_typeMove)type, value), list[MAX_COUPS];
            int n = coups_possibles(&p, list);
            for (int k = 0; k < n; k++)
                found |= list[k].type == m.type && (list[k].value == m.value || !est_rotation(m.type));
            if (found != est_legal(&p, m))
                return 3;
            if (!found) {
                printf("illegal\n");
                continue;
            }
            int won = jouer(&p, m);
            distances_au_tresor(&p, distance);
            printf("%s %d %d %d %d %d %d energy %d %d distance %d %d\n", won ? "win" : "ok", p.joueur[0].x,
                   p.joueur[0].y, p.joueur[1].x, p.joueur[1].y, p.tresor.x, p.tresor.y, p.energie[0], p.energie[1],
                   distance[0], distance[1]);
        }
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                putchar(est_mur(&p, (t_case){x, y}) ? '1' : '0');
        putchar('\n');
    }
    return 0;
}
