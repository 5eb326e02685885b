/*
 * plateau.c - les règles du Labyrinthe.
 */
#include "plateau.h"

#include <string.h>

int plateau_initial(t_plateau *p, int longueur, int hauteur, const char *lab) {
    if (longueur < 1 || longueur > MAX_COTE || hauteur < 1 || hauteur > MAX_COTE)
        return 0;
    memset(p, 0, sizeof *p);
    p->longueur = longueur;
    p->hauteur = hauteur;
    for (int y = 0; y < hauteur; y++)
        for (int x = 0; x < longueur; x++)
            if (lab[y * longueur + x] == 1)
                p->murs[y] |= (uint32_t)1 << x;
    p->joueur[0] = (t_case){0, hauteur / 2};
    p->joueur[1] = (t_case){longueur - 1, hauteur / 2};
    p->tresor = (t_case){longueur / 2, hauteur / 2};
    p->energie[0] = 0;
    p->energie[1] = 1;
    p->trait = 0;
    return 1;
}

t_move coup(t_typeMove type, int valeur) {
    t_move m;
    m.type = type;
    m.value = valeur;
    return m;
}

int est_rotation(t_typeMove type) {
    return type == ROTATE_LINE_LEFT || type == ROTATE_LINE_RIGHT || type == ROTATE_COLUMN_UP ||
           type == ROTATE_COLUMN_DOWN;
}

int est_mur(const t_plateau *p, t_case c) {
    return p->murs[c.y] >> c.x & 1;
}

int meme_case(t_case a, t_case b) {
    return a.x == b.x && a.y == b.y;
}

t_case voisine(const t_plateau *p, t_case c, t_typeMove deplacement) {
    switch (deplacement) {
    case MOVE_UP:
        c.y = c.y == 0 ? p->hauteur - 1 : c.y - 1;
        break;
    case MOVE_DOWN:
        c.y = c.y == p->hauteur - 1 ? 0 : c.y + 1;
        break;
    case MOVE_LEFT:
        c.x = c.x == 0 ? p->longueur - 1 : c.x - 1;
        break;
    case MOVE_RIGHT:
        c.x = c.x == p->longueur - 1 ? 0 : c.x + 1;
        break;
    default:
        break; /* rester sur place */
    }
    return c;
}

int est_legal(const t_plateau *p, t_move m) {
    int energie_suffit = p->energie[p->trait] >= COUT_ROTATION;
    switch (m.type) {
    case ROTATE_LINE_LEFT:
    case ROTATE_LINE_RIGHT:
        return m.value >= 0 && m.value < p->hauteur && energie_suffit;
    case ROTATE_COLUMN_UP:
    case ROTATE_COLUMN_DOWN:
        return m.value >= 0 && m.value < p->longueur && energie_suffit;
    case MOVE_UP:
    case MOVE_DOWN:
    case MOVE_LEFT:
    case MOVE_RIGHT:
        return !est_mur(p, voisine(p, p->joueur[p->trait], m.type));
    case DO_NOTHING:
        return 1;
    }
    return 0;
}

int coups_possibles(const t_plateau *p, t_move liste[MAX_COUPS]) {
    static const t_typeMove deplacements[] = {MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT};
    int n = 0;
    for (int i = 0; i < 4; i++)
        if (!est_mur(p, voisine(p, p->joueur[p->trait], deplacements[i])))
            liste[n++] = coup(deplacements[i], -1);
    liste[n++] = coup(DO_NOTHING, -1);
    if (p->energie[p->trait] >= COUT_ROTATION) {
        for (int y = 0; y < p->hauteur; y++) {
            liste[n++] = coup(ROTATE_LINE_LEFT, y);
            liste[n++] = coup(ROTATE_LINE_RIGHT, y);
        }
        for (int x = 0; x < p->longueur; x++) {
            liste[n++] = coup(ROTATE_COLUMN_UP, x);
            liste[n++] = coup(ROTATE_COLUMN_DOWN, x);
        }
    }
    return n;
}

/* Tourne les murs de la ligne y d'une case vers la gauche (x diminue) : le premier passe à la fin. */
static void tourner_ligne_gauche(t_plateau *p, int y) {
    uint32_t ligne = p->murs[y];
    p->murs[y] = ligne >> 1 | (ligne & 1) << (p->longueur - 1);
}

/* Le contraire. */
static void tourner_ligne_droite(t_plateau *p, int y) {
    uint32_t ligne = p->murs[y], dernier = ligne >> (p->longueur - 1) & 1;
    p->murs[y] = (ligne & ~(dernier << (p->longueur - 1))) << 1 | dernier;
}

/* Met dans la case (x, y) le mur, ou l'absence de mur, que le bit x de `ligne` indique. */
static void copier_mur(t_plateau *p, int x, int y, uint32_t ligne) {
    uint32_t bit = (uint32_t)1 << x;
    p->murs[y] = (p->murs[y] & ~bit) | (ligne & bit);
}

/* Tourne les murs de la colonne x d'une case vers le haut (y diminue) : le premier passe en bas. */
static void tourner_colonne_haut(t_plateau *p, int x) {
    uint32_t premiere = p->murs[0];
    for (int y = 0; y < p->hauteur - 1; y++)
        copier_mur(p, x, y, p->murs[y + 1]);
    copier_mur(p, x, p->hauteur - 1, premiere);
}

/* Le contraire. */
static void tourner_colonne_bas(t_plateau *p, int x) {
    uint32_t derniere = p->murs[p->hauteur - 1];
    for (int y = p->hauteur - 1; y > 0; y--)
        copier_mur(p, x, y, p->murs[y - 1]);
    copier_mur(p, x, 0, derniere);
}

/* Emmène les joueurs et le trésor s'ils sont sur la ligne ou la colonne tournée. `sens` : le déplacement de ses cases. */
static void emmener(t_plateau *p, int en_ligne, int numero, t_typeMove sens) {
    t_case *choses[] = {&p->joueur[0], &p->joueur[1], &p->tresor};
    for (int i = 0; i < 3; i++)
        if ((en_ligne ? choses[i]->y : choses[i]->x) == numero)
            *choses[i] = voisine(p, *choses[i], sens);
}

int jouer(t_plateau *p, t_move m) {
    int moi = p->trait, gagne = 0;
    p->trait = 1 - moi;
    p->energie[moi] += est_rotation(m.type) ? -COUT_ROTATION : 1;
    p->rotations[moi] += est_rotation(m.type);
    switch (m.type) {
    case ROTATE_LINE_LEFT:
        tourner_ligne_gauche(p, m.value);
        emmener(p, 1, m.value, MOVE_LEFT);
        break;
    case ROTATE_LINE_RIGHT:
        tourner_ligne_droite(p, m.value);
        emmener(p, 1, m.value, MOVE_RIGHT);
        break;
    case ROTATE_COLUMN_UP:
        tourner_colonne_haut(p, m.value);
        emmener(p, 0, m.value, MOVE_UP);
        break;
    case ROTATE_COLUMN_DOWN:
        tourner_colonne_bas(p, m.value);
        emmener(p, 0, m.value, MOVE_DOWN);
        break;
    case MOVE_UP:
    case MOVE_DOWN:
    case MOVE_LEFT:
    case MOVE_RIGHT:
        p->joueur[moi] = voisine(p, p->joueur[moi], m.type);
        gagne = meme_case(p->joueur[moi], p->tresor);
        break;
    case DO_NOTHING:
        break;
    }
    return gagne;
}

/*
 * Une tache d'huile part du trésor et gagne à chaque pas toutes les cases libres voisines. Le nombre de pas qu'elle met à
 * toucher un joueur est la distance de ce joueur au trésor. Quand elle ne gagne plus rien, elle perce les murs voisins.
 */
void distances_au_tresor(const t_plateau *p, int distance[2]) {
    /* La ligne y est le mot y + 1 ; les mots 0 et hauteur + 1 répètent la dernière et la première ligne. */
    uint32_t tache[MAX_COTE + 2] = {0}, avant[MAX_COTE + 2], permis[MAX_COTE + 2];
    const int H = p->hauteur, tour = p->longueur - 1;
    const uint32_t colonnes = ((uint32_t)1 << p->longueur) - 1;
    int manquent = 2, perce = 0;
    for (int y = 1; y <= H; y++)
        permis[y] = colonnes & ~p->murs[y - 1];
    tache[p->tresor.y + 1] = (uint32_t)1 << p->tresor.x;
    distance[0] = distance[1] = -1;
    for (int pas = 0;; pas++) {
        for (int j = 0; j < 2; j++) {
            if (distance[j] < 0 && tache[p->joueur[j].y + 1] >> p->joueur[j].x & 1) {
                distance[j] = pas;
                manquent--;
            }
        }
        if (manquent == 0)
            return;
        tache[0] = tache[H];
        tache[H + 1] = tache[1];
        memcpy(avant, tache, sizeof(uint32_t) * (size_t)(H + 2));
        uint32_t gagne = 0;
        for (int y = 1; y <= H; y++) {
            uint32_t ici = avant[y];
            uint32_t cotes = ici << 1 | ici >> 1 | ici >> tour | ici << tour;
            uint32_t apres = ici | ((avant[y - 1] | avant[y + 1] | cotes) & permis[y]);
            tache[y] = apres;
            gagne |= apres ^ ici;
        }
        /* Percer dure un pas, où tout est permis. */
        if (perce || gagne == 0) {
            perce = !perce;
            for (int y = 1; y <= H; y++)
                permis[y] = perce ? colonnes : colonnes & ~p->murs[y - 1];
        }
        if (perce)
            pas += INACCESSIBLE - 1;
    }
}
