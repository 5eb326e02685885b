/*
 * recherche.c - min-max avec coupures alpha-bêta et approfondissement itératif.
 *
 * On cherche d'abord à la profondeur 1, puis 2, puis 3... tant qu'il reste du temps : le coup joué est le meilleur de la
 * dernière profondeur achevée (ou commencée, si elle a trouvé mieux que lui). Chaque profondeur profite de la précédente,
 * par la table des positions : essayer d'abord le meilleur coup connu rend les coupures bien plus nombreuses.
 *
 * Trois idées propres au Labyrinthe :
 *
 * - Une position se juge aux plus courts chemins des deux joueurs vers le trésor, et à leurs énergies.
 * - Quand celui qui est en retard ne peut plus avoir l'énergie d'une rotation avant l'arrivée de l'autre, la course est
 *   jouée : inutile de chercher plus loin.
 * - Il y a des dizaines de rotations possibles, dont très peu changent quelque chose. Seules les plus prometteuses, d'après
 *   le jugement de la position où elles mènent, sont examinées plus loin.
 */
#define _POSIX_C_SOURCE 200112L

#include "recherche.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Le score d'une partie gagnée ; il diminue d'un à chaque coup à attendre, pour préférer la victoire la plus proche. */
#define VICTOIRE 100000
/* La plus grande profondeur de recherche, en coups. */
#define MAX_PROFONDEUR 40
/* Combien de coups sont examinés à chaque position, les plus prometteurs. */
#define EXAMINES 12
/* La taille de la table des positions, une puissance de 2. */
#define TAILLE_TABLE (1 << 18)

/* Le jugement d'une position ; ces valeurs ont été réglées en faisant jouer des variantes l'une contre l'autre. */
#define VALEUR_PAS 6     /* un pas de moins vers le trésor */
#define PERCEE 7         /* une épaisseur de mur à percer, en pas */
#define MAX_PAS 30       /* plus loin, un pas de plus ne change rien */
#define VALEUR_ENERGIE 2 /* une unité d'énergie, jusqu'à MAX_ENERGIE */
#define MAX_ENERGIE 12
#define TROP 24 /* au-delà, l'énergie ne sert à rien : il vaut mieux la dépenser qu'attendre sans fin */
/* L'énergie avec laquelle un adversaire qui sait tourner le labyrinthe l'a d'ordinaire déjà fait. */
#define JAMAIS_DEPENSE 12

/* Ce que vaut le score d'une position de la table : exact, ou une borne à cause d'une coupure. */
typedef enum { VIDE, EXACT, AU_MOINS, AU_PLUS } t_borne;

/* Ce que la table retient d'une position. */
typedef struct {
    uint64_t cle;
    int32_t score;
    int8_t profondeur, borne;
    int8_t type, valeur; /* le meilleur coup */
} t_entree;

/* Un coup à examiner, et la position où il mène. */
typedef struct {
    t_move coup;
    int gagne;       /* le coup prend le trésor */
    int distance[2]; /* les distances au trésor ensuite */
    int priorite;
} t_candidat;

static struct {
    struct timespec limite;
    unsigned long positions;
    int temps_ecoule;
    int examines; /* combien de coups sont examinés à chaque position */
} recherche;

static t_entree table[TAILLE_TABLE];

/* Vrai si l'heure limite est passée. L'horloge n'est regardée que de temps en temps, car elle coûte. */
static int temps_ecoule(void) {
    if (!recherche.temps_ecoule && recherche.positions++ % 16 == 0) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        recherche.temps_ecoule = t.tv_sec > recherche.limite.tv_sec ||
                                 (t.tv_sec == recherche.limite.tv_sec && t.tv_nsec >= recherche.limite.tv_nsec);
    }
    return recherche.temps_ecoule;
}

/* Mélange un nombre dans une clé. */
static uint64_t melanger(uint64_t cle, uint64_t nombre) {
    cle = (cle ^ nombre) * 0x9e3779b97f4a7c15u;
    return cle ^ cle >> 29;
}

/* La clé d'une position dans la table : deux positions différentes n'ont pour ainsi dire jamais la même. */
static uint64_t cle_de(const t_plateau *p) {
    uint64_t cle = (uint64_t)p->trait + 1;
    for (int y = 0; y < p->hauteur; y += 2)
        cle = melanger(cle, (uint64_t)p->murs[y] << 32 | (y + 1 < p->hauteur ? p->murs[y + 1] : 0));
    for (int j = 0; j < 2; j++)
        cle = melanger(cle, (uint64_t)p->joueur[j].x << 32 | (uint64_t)p->joueur[j].y << 16 | (uint64_t)p->energie[j]);
    return melanger(cle, (uint64_t)p->tresor.x << 16 | (uint64_t)p->tresor.y);
}

static int au_plus(int n, int max) {
    return n < max ? n : max;
}

/* L'éloignement d'un joueur, pour le jugement : sa distance au trésor, ou de quoi percer les murs qui l'en séparent. */
static int eloignement(int distance) {
    return au_plus(distance % INACCESSIBLE + distance / INACCESSIBLE * PERCEE, MAX_PAS);
}

/* La valeur de l'énergie d'un joueur. */
static int valeur_energie(int energie) {
    int inutile = energie > TROP ? energie - TROP : 0;
    return VALEUR_ENERGIE * au_plus(energie, MAX_ENERGIE) - inutile;
}

/*
 * Le jugement d'une position, du point de vue de celui qui a le trait. Une course déjà jouée donne un score de victoire ou
 * de défaite. `rang` est le nombre de coups depuis la position où l'on cherche.
 */
static int juger(const t_plateau *p, const int distance[2], int rang) {
    int moi = p->trait, lui = 1 - moi;
    int d = distance[moi], e = p->energie[moi];
    int d2 = distance[lui], e2 = p->energie[lui];
    /* J'arrive au coup d ; lui peut tourner à son coup k si e2 + k - 1 >= 5, et n'en a que d - 1 avant mon arrivée. */
    if (d <= d2 && (d == 1 || e2 + d - 2 < COUT_ROTATION))
        return VICTOIRE - rang - (2 * d - 1);
    /* Il arrive à son coup d2 ; j'en ai autant avant son arrivée. */
    if (d2 < d && e + d2 - 1 < COUT_ROTATION)
        return -(VICTOIRE - rang - 2 * d2);
    return VALEUR_PAS * (eloignement(d2) - eloignement(d)) + VALEUR_PAS / 2 +
           valeur_energie(e) - valeur_energie(e2);
}

/* Vrai si ce score est celui d'une partie gagnée ou perdue. */
static int decide(int score) {
    return abs(score) > VICTOIRE / 2;
}

static int plus_prometteur(const void *a, const void *b) {
    return ((const t_candidat *)b)->priorite - ((const t_candidat *)a)->priorite;
}

/*
 * Prépare la liste des coups à examiner, les plus prometteurs d'abord. `connu` est le meilleur coup d'une recherche
 * précédente, ou NULL. Renvoie leur nombre.
 */
static int preparer(const t_plateau *p, t_candidat liste[MAX_COUPS], const t_move *connu) {
    t_move coups[MAX_COUPS];
    int n = coups_possibles(p, coups);
    for (int i = 0; i < n; i++) {
        t_plateau suite = *p;
        t_candidat *c = &liste[i];
        c->coup = coups[i];
        c->gagne = jouer(&suite, coups[i]);
        distances_au_tresor(&suite, c->distance);
        c->priorite = c->gagne ? 2 * VICTOIRE : -juger(&suite, c->distance, 0);
        if (connu != NULL && connu->type == coups[i].type && connu->value == coups[i].value)
            c->priorite = 3 * VICTOIRE;
    }
    qsort(liste, (size_t)n, sizeof *liste, plus_prometteur);
    return au_plus(n, recherche.examines);
}

/*
 * La recherche à la profondeur 1 : le jugement de la position où mène le meilleur coup. On s'arrête au premier coup assez
 * bon pour une coupure.
 */
static int chercher_un_coup(const t_plateau *p, int rang, int beta) {
    t_move coups[MAX_COUPS];
    int n = coups_possibles(p, coups), meilleur = -2 * VICTOIRE;
    for (int i = 0; i < n && meilleur < beta; i++) {
        t_plateau suite = *p;
        int distance[2];
        if (jouer(&suite, coups[i]))
            return VICTOIRE - rang - 1;
        distances_au_tresor(&suite, distance);
        int score = -juger(&suite, distance, rang + 1);
        if (score > meilleur)
            meilleur = score;
    }
    return meilleur;
}

/*
 * Le score d'une position pour celui qui a le trait, cherché à cette profondeur ; seul importe qu'il soit exact entre
 * alpha et beta. `distance` : les distances des joueurs au trésor. `choix` : à la racine, le meilleur coup connu, puis celui
 * qui est trouvé ; NULL ailleurs.
 */
static int chercher(const t_plateau *p, const int distance[2], int profondeur, int rang, int alpha, int beta,
                    t_move *choix) {
    int score = juger(p, distance, rang);
    if (profondeur == 0 || (decide(score) && choix == NULL))
        return score;
    if (temps_ecoule())
        return 0;
    if (profondeur == 1 && choix == NULL)
        return chercher_un_coup(p, rang, beta);

    uint64_t cle = cle_de(p);
    t_entree *entree = &table[cle % TAILLE_TABLE];
    int connue = entree->borne != VIDE && entree->cle == cle;
    if (connue && entree->profondeur >= profondeur && choix == NULL) {
        if (entree->borne == EXACT || (entree->borne == AU_MOINS && entree->score >= beta) ||
            (entree->borne == AU_PLUS && entree->score <= alpha))
            return entree->score;
    }
    t_move connu = choix != NULL ? *choix : coup((t_typeMove)entree->type, entree->valeur);

    t_candidat liste[MAX_COUPS];
    int n = preparer(p, liste, connue || choix != NULL ? &connu : NULL);
    int meilleur = -2 * VICTOIRE, alpha_initial = alpha;
    t_move coup_retenu = liste[0].coup;
    for (int i = 0; i < n && alpha < beta; i++) {
        if (liste[i].gagne) {
            score = VICTOIRE - rang - 1;
        } else {
            t_plateau suite = *p;
            jouer(&suite, liste[i].coup);
            score = -chercher(&suite, liste[i].distance, profondeur - 1, rang + 1, -beta, -alpha, NULL);
        }
        if (recherche.temps_ecoule)
            return 0;
        if (score > meilleur) {
            meilleur = score;
            coup_retenu = liste[i].coup;
            if (choix != NULL)
                *choix = coup_retenu;
        }
        if (meilleur > alpha)
            alpha = meilleur;
    }
    if (!decide(meilleur)) {
        entree->cle = cle;
        entree->score = meilleur;
        entree->profondeur = (int8_t)profondeur;
        entree->borne = meilleur >= beta ? AU_MOINS : meilleur > alpha_initial ? EXACT : AU_PLUS;
        entree->type = (int8_t)coup_retenu.type;
        entree->valeur = (int8_t)coup_retenu.value;
    }
    return meilleur;
}

/* Fixe l'heure limite : dans `secondes` secondes. */
static void fixer_limite(double secondes) {
    struct timespec *limite = &recherche.limite;
    clock_gettime(CLOCK_MONOTONIC, limite);
    limite->tv_sec += (time_t)secondes;
    limite->tv_nsec += (long)((secondes - (double)(time_t)secondes) * 1e9);
    if (limite->tv_nsec >= 1000000000) {
        limite->tv_sec++;
        limite->tv_nsec -= 1000000000;
    }
    recherche.temps_ecoule = 0;
    recherche.positions = 0;
}

t_move meilleur_coup(const t_plateau *p, double reflexion) {
    fixer_limite(reflexion);
    t_plateau racine = *p;
    /* Un adversaire qui a tant d'énergie et n'a rien tourné ne tournera sans doute jamais. Le prévoir sans énergie libère de
       la peur de rotations qui ne viendront pas. S'il en fait une, on le saura. */
    if (racine.rotations[1 - racine.trait] == 0 && racine.energie[1 - racine.trait] >= JAMAIS_DEPENSE)
        racine.energie[1 - racine.trait] = -JAMAIS_DEPENSE;

    int distance[2];
    distances_au_tresor(&racine, distance);
    t_candidat liste[MAX_COUPS];
    preparer(&racine, liste, NULL);
    t_move choix = liste[0].coup;
    recherche.examines = EXAMINES;
    memset(table, 0, sizeof table);
    for (int profondeur = 1; profondeur <= MAX_PROFONDEUR && !recherche.temps_ecoule; profondeur++) {
        int score = chercher(&racine, distance, profondeur, 0, -2 * VICTOIRE, 2 * VICTOIRE, &choix);
        if (!decide(score) || recherche.temps_ecoule)
            continue;
        /* La fin est en vue. Si c'est une défaite, la parade est peut-être parmi les coups qui n'ont pas été examinés. */
        if (score > 0 || recherche.examines >= MAX_COUPS)
            break;
        recherche.examines *= 2;
        memset(table, 0, sizeof table);
    }
    return choix;
}
