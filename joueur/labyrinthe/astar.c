/*
 * astar.c - étape 4 du sujet : va vers le trésor par un plus court chemin, trouvé par l'algorithme A*, sans rotation.
 *
 *     ./astar serveur port nom [training [parties]]
 */
#include <stdlib.h>

#include "partie.h"

#define MAX_CASES (MAX_COTE * MAX_COTE)

/* Le numéro d'une case : ligne par ligne à partir du haut. */
static int numero(const t_plateau *p, t_case c) {
    return c.y * p->longueur + c.x;
}

/* L'écart entre deux coordonnées sur un cercle de `tour` cases. */
static int ecart(int a, int b, int tour) {
    int direct = abs(a - b);
    return direct < tour - direct ? direct : tour - direct;
}

/* L'estimation de A* : la distance sans les murs, que la vraie distance ne peut que dépasser. */
static int estimation(const t_plateau *p, t_case a, t_case b) {
    return ecart(a.x, b.x, p->longueur) + ecart(a.y, b.y, p->hauteur);
}

/*
 * A*. Le chemin est cherché du trésor vers le joueur : le dernier déplacement trouvé, à l'envers, est alors le premier à
 * faire. `ouvertes` contient les cases vues et pas encore explorées ; la plus prometteuse est celle dont la somme de la
 * distance connue et de l'estimation du reste est la plus petite.
 */
static t_move choisir(const t_plateau *p, double temps) {
    static const t_typeMove sens[] = {MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT};
    static const t_typeMove inverse[] = {MOVE_DOWN, MOVE_UP, MOVE_RIGHT, MOVE_LEFT};
    t_case moi = p->joueur[p->trait];
    t_case ouvertes[MAX_CASES];
    int distance[MAX_CASES]; /* la distance connue au trésor */
    t_move vers[MAX_CASES];  /* le déplacement qui rapproche du trésor */
    int n = 0;
    (void)temps;

    for (int i = 0; i < MAX_CASES; i++)
        distance[i] = INACCESSIBLE;
    distance[numero(p, p->tresor)] = 0;
    ouvertes[n++] = p->tresor;
    while (n > 0) {
        int meilleure = 0, valeur = INACCESSIBLE;
        for (int i = 0; i < n; i++) {
            int f = distance[numero(p, ouvertes[i])] + estimation(p, ouvertes[i], moi);
            if (f < valeur) {
                valeur = f;
                meilleure = i;
            }
        }
        t_case c = ouvertes[meilleure];
        ouvertes[meilleure] = ouvertes[--n];
        if (meme_case(c, moi))
            return vers[numero(p, moi)];
        for (int i = 0; i < 4; i++) {
            t_case v = voisine(p, c, sens[i]);
            /* L'estimation ne diminue jamais de plus d'un par pas : la première distance trouvée est la plus courte, sauf
               celle d'une case encore ouverte, qui est déjà dans la liste. */
            int d = distance[numero(p, c)] + 1;
            if (est_mur(p, v) || d >= distance[numero(p, v)])
                continue;
            if (distance[numero(p, v)] == INACCESSIBLE)
                ouvertes[n++] = v;
            distance[numero(p, v)] = d;
            vers[numero(p, v)] = coup(inverse[i], -1);
        }
    }
    return coup(DO_NOTHING, -1); /* aucun chemin : attendre que l'adversaire en ouvre un */
}

int main(int argc, char **argv) {
    return jouer_parties(argc, argv, choisir);
}
