/*
 * labyrinthAPI.c - les fonctions de l'interface, chacune une ou deux commandes du protocole.
 */
#include "labyrinthAPI.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reseau.h"

/* Le nom d'une partie, zéro final compris : un tableau de 50 caractères suffit à l'appelant. */
#define TAILLE_NOM 50
/* Le plus grand côté d'un labyrinthe accepté (17 dans le sujet, 21 sur le serveur du cours). */
#define MAX_COTE 99
/* Le plus long commentaire, en caractères. */
#define MAX_COMMENTAIRE 100

/* La bibliothèque du cours a cette variable. Faible : un programme peut avoir la sienne, du même nom. */
LAB_FAIBLE int debug = 0;

/* Où l'on en est. L'ordre compte : chaque état suppose le précédent. */
typedef enum { SANS_CONNEXION, ENTRE_PARTIES, PARTIE_ANNONCEE, EN_JEU } t_etat;

static struct {
    t_etat etat;
    int longueur, hauteur; /* du labyrinthe de la partie en cours */
} partie;

/* De quoi se reconnecter, et ce qui a été joué depuis connectToServer. */
static struct {
    char serveur[256], nom[64];
    int port;
    int gagnees, perdues;
} joueur;

/* Vérifie que `fonction` est appelée à sa place. */
static void exiger(const char *fonction, t_etat etat) {
    static const char *const manque[] = {
        [ENTRE_PARTIES] = "il faut d'abord appeler connectToServer",
        [PARTIE_ANNONCEE] = "il faut d'abord appeler waitForLabyrinth",
        [EN_JEU] = "aucune partie en cours : il faut d'abord appeler waitForLabyrinth puis getLabyrinth",
    };
    if (partie.etat < etat)
        lab_erreur(fonction, "%s", manque[partie.etat == SANS_CONNEXION ? ENTRE_PARTIES : etat]);
}

/* Signale un message qui n'est pas celui qui est dû. */
static void incomprehensible(const char *fonction, const char *quoi, t_message message) LAB_SANS_RETOUR;
static void incomprehensible(const char *fonction, const char *quoi, t_message message) {
    lab_erreur(fonction, "réponse incompréhensible du serveur : %s attendu, « %.60s » reçu", quoi,
               lab_nettoyer(message.texte));
}

/* Lit un nombre au début de *texte, avance *texte après lui. Renvoie 0 s'il n'y en a pas. */
static int lire_nombre(const char **texte, int *nombre) {
    char *fin;
    long n = strtol(*texte, &fin, 10);
    if (fin == *texte)
        return 0;
    *texte = fin;
    *nombre = n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n;
    return 1;
}

/* Le texte sans les blancs du début. */
static const char *sans_blancs(const char *texte) {
    return texte + strspn(texte, " \t\r\n");
}

/* La longueur du premier mot d'un texte. */
static size_t premier_mot(const char *texte) {
    return strcspn(texte, " \t\r\n");
}

/* Vrai si le premier mot du texte est celui-ci. */
static int commence_par(const char *texte, const char *mot) {
    size_t n = premier_mot(texte);
    return n == strlen(mot) && strncmp(texte, mot, n) == 0;
}

/* La longueur en octets des `caracteres` premiers caractères d'un texte en UTF-8. */
static int octets(const char *texte, int caracteres) {
    int n = 0;
    while (texte[n] != '\0') {
        int debut_de_caractere = ((unsigned char)texte[n] & 0xc0) != 0x80;
        if (debut_de_caractere && caracteres-- == 0)
            break;
        n++;
    }
    return n;
}

/* Copie le nom d'une partie ; s'il est trop long, le coupe entre deux caractères. */
static void copier_nom(char *copie, const char *nom) {
    size_t n = strlen(nom);
    if (n >= TAILLE_NOM)
        for (n = TAILLE_NOM - 1; n > 0 && ((unsigned char)nom[n] & 0xc0) == 0x80; n--)
            ;
    memcpy(copie, nom, n);
    copie[n] = '\0';
}

/* L'édition imposée par l'environnement. */
static t_edition edition_imposee(const char *fonction) {
    const char *valeur = getenv("LABYRINTHE_EDITION");
    if (valeur == NULL || *valeur == '\0')
        return EDITION_INCONNUE;
    if (strcmp(valeur, "2017") == 0)
        return EDITION_2017;
    if (strcmp(valeur, "2025") == 0)
        return EDITION_2025;
    lab_erreur(fonction, "LABYRINTHE_EDITION=%s : les éditions sont 2017 et 2025", valeur);
}

void connectToServer(char *serverName, int port, char *name) {
    const char *fonction = "connectToServer";
    closeConnection();
    if (port < 1 || port > 65535)
        lab_erreur(fonction, "%d n'est pas un port (1 à 65535)", port);
    lab_connecter(fonction, serverName, port, edition_imposee(fonction));
    lab_commande(fonction, "CLIENT_NAME %s", name);
    partie.etat = ENTRE_PARTIES;
    snprintf(joueur.serveur, sizeof joueur.serveur, "%s", serverName);
    snprintf(joueur.nom, sizeof joueur.nom, "%s", name);
    joueur.port = port;
    joueur.gagnees = joueur.perdues = 0;
}

void closeConnection(void) {
    lab_deconnecter();
    partie.etat = SANS_CONNEXION;
}

/* Un tournoi est fini : dit ce qu'il a donné, et arrête le programme, qui n'a plus rien à jouer. */
static void finir_tournoi(const char *fonction, const char *chaine) LAB_SANS_RETOUR;
static void finir_tournoi(const char *fonction, const char *chaine) {
    const char *nom = sans_blancs(chaine + premier_mot(chaine));
    lab_remarque(fonction, "le tournoi %.*s est fini ; parties gagnées %d, perdues %d", (int)premier_mot(nom), nom,
                 joueur.gagnees, joueur.perdues);
    lab_deconnecter();
    exit(EXIT_SUCCESS);
}

/*
 * Demande une partie et attend son nom, qui est NULL si le serveur ferme la connexion d'abord et que cela est admis.
 * `refus` : ce qu'il y a dans le refus d'un tournoi qui est fini ; NULL hors d'un tournoi.
 */
static t_message attendre_partie(const char *fonction, const char *prefixe, const char *chaine, const char *refus) {
    t_message message = lab_demande(fonction, "WAIT_GAME %s%s", prefixe, chaine);
    if (message.texte != NULL && strcmp(message.texte, "OK") != 0) {
        if (refus != NULL && strstr(message.texte, "cannot be joined") != NULL && strstr(message.texte, refus) != NULL)
            finir_tournoi(fonction, chaine);
        lab_refus(fonction, message.texte);
    }
    while (message.texte != NULL) {
        message = lab_message(fonction, ATTENTE_LONGUE);
        /* NOT_READY : signe de vie de l'édition 2025 */
        if (message.texte != NULL && strcmp(message.texte, "NOT_READY") != 0)
            break;
    }
    return message;
}

/*
 * Attend le nom d'une partie d'un tournoi. À la fin du tournoi, le serveur ferme la connexion sans un mot ; quand il
 * s'arrête aussi. On le lui demande donc une fois encore : seul un serveur qui est là dit que le tournoi est fini.
 */
static t_message attendre_partie_de_tournoi(const char *fonction, const char *chaine) {
    lab_admettre_fin(1);
    t_message message = attendre_partie(fonction, "", chaine, "is over");
    lab_admettre_fin(0);
    if (message.texte == NULL) {
        lab_connecter(fonction, joueur.serveur, joueur.port, lab_edition());
        lab_commande(fonction, "CLIENT_NAME %s", joueur.nom);
        message = attendre_partie(fonction, "", chaine, "");
    }
    return message;
}

void waitForLabyrinth(char *training, char *labyrinthName, int *sizeX, int *sizeY) {
    const char *fonction = "waitForLabyrinth";
    exiger(fonction, ENTRE_PARTIES);
    const char *chaine = sans_blancs(training == NULL ? "" : training);
    /* Le mot TRAINING : l'édition 2025 l'exige devant le nom d'un joueur d'entraînement, l'édition 2017 l'ignore. */
    if (commence_par(chaine, "TRAINING"))
        chaine = sans_blancs(chaine + premier_mot(chaine));
    size_t n = premier_mot(chaine);
    int nom = n > 0 && memchr(chaine, '=', n) == NULL;
    const char *prefixe = nom && lab_edition() == EDITION_2025 ? "TRAINING " : "";
    t_message message = commence_par(chaine, "TOURNAMENT") ? attendre_partie_de_tournoi(fonction, chaine)
                                                           : attendre_partie(fonction, prefixe, chaine, NULL);
    copier_nom(labyrinthName, lab_nettoyer(message.texte));

    message = lab_message(fonction, ATTENTE_COURTE);
    const char *texte = message.texte;
    int lu = lire_nombre(&texte, sizeX) && lire_nombre(&texte, sizeY) && *texte == '\0';
    if (!lu || *sizeX < 1 || *sizeX > MAX_COTE || *sizeY < 1 || *sizeY > MAX_COTE)
        incomprehensible(fonction, "taille du labyrinthe", message);
    partie.longueur = *sizeX;
    partie.hauteur = *sizeY;
    partie.etat = PARTIE_ANNONCEE;
}

int getLabyrinth(char *lab) {
    const char *fonction = "getLabyrinth";
    exiger(fonction, PARTIE_ANNONCEE);
    lab_commande(fonction, "GET_GAME_DATA");
    t_message message = lab_message(fonction, ATTENTE_COURTE);
    size_t cases = (size_t)partie.longueur * (size_t)partie.hauteur;
    if (message.longueur != cases || strspn(message.texte, "01") != cases)
        incomprehensible(fonction, "labyrinthe", message);
    for (size_t i = 0; i < cases; i++)
        lab[i] = (char)(message.texte[i] - '0');
    message = lab_message(fonction, ATTENTE_COURTE);
    if (strcmp(message.texte, "0") != 0 && strcmp(message.texte, "1") != 0)
        incomprehensible(fonction, "0 ou 1 (qui commence)", message);
    partie.etat = EN_JEU;
    return message.texte[0] - '0';
}

/* Reçoit le message qui accompagne un code et le montre, s'il dit quelque chose. */
static void recevoir_remarque(const char *fonction, t_attente attente) {
    t_message message = lab_message(fonction, attente);
    if (message.longueur > 0)
        lab_remarque(fonction, "le serveur dit : %.200s", lab_nettoyer(message.texte));
}

/* Reçoit le code d'un coup, le nôtre ou celui de l'adversaire ; note la fin de la partie. */
static t_return_code recevoir_code(const char *fonction, int notre, t_attente attente) {
    t_message message = lab_message(fonction, attente);
    const char *texte = message.texte;
    int code;
    if (!lire_nombre(&texte, &code) || *texte != '\0' || code < MOVE_LOSE || code > MOVE_WIN)
        incomprehensible(fonction, "code 0, 1 ou -1", message);
    if (code != MOVE_OK) {
        partie.etat = ENTRE_PARTIES;
        if ((code == MOVE_WIN) == notre)
            joueur.gagnees++;
        else
            joueur.perdues++;
    }
    return (t_return_code)code;
}

/* Lit un coup. Renvoie 0 si ce n'en est pas un dans ce labyrinthe. */
static int lire_coup(const char *texte, t_move *move) {
    int type, valeur;
    if (!lire_nombre(&texte, &type) || !lire_nombre(&texte, &valeur) || type < ROTATE_LINE_LEFT || type > DO_NOTHING)
        return 0;
    int rotation = type <= ROTATE_COLUMN_DOWN;
    int lignes = type <= ROTATE_LINE_RIGHT ? partie.hauteur : partie.longueur;
    if (rotation && (valeur < 0 || valeur >= lignes))
        return 0;
    move->type = (t_typeMove)type;
    move->value = valeur;
    return 1;
}

t_return_code getMove(t_move *move) {
    const char *fonction = "getMove";
    exiger(fonction, EN_JEU);
    lab_commande(fonction, "GET_MOVE");
    t_message message = lab_message(fonction, ATTENTE_LONGUE);
    int lu = lire_coup(message.texte, move);
    char coup[64];
    snprintf(coup, sizeof coup, "%s", message.texte);
    if (lab_edition() == EDITION_2025)
        recevoir_remarque(fonction, ATTENTE_COURTE);
    t_return_code code = recevoir_code(fonction, 0, ATTENTE_COURTE);
    /* Celui qui perd n'a peut-être rien joué, ou rien de lisible. */
    if (!lu && code != MOVE_LOSE)
        lab_erreur(fonction, "réponse incompréhensible du serveur : coup attendu, « %s » reçu", lab_nettoyer(coup));
    if (!lu) {
        move->type = DO_NOTHING;
        move->value = -1;
    }
    return code;
}

t_return_code sendMove(t_move move) {
    const char *fonction = "sendMove";
    exiger(fonction, EN_JEU);
    /* La valeur d'un déplacement n'est pas utilisée, et le sujet donne -1 en exemple ; mais le serveur du cours refuse
       tout nombre négatif. */
    if ((int)move.type >= MOVE_UP && move.value < 0)
        move.value = 0;
    lab_commande(fonction, "PLAY_MOVE %d %d", (int)move.type, move.value);
    /* Le premier message peut attendre que l'adversaire demande le coup. */
    if (lab_edition() == EDITION_2025) {
        recevoir_remarque(fonction, ATTENTE_LONGUE);
        return recevoir_code(fonction, 1, ATTENTE_COURTE);
    }
    t_return_code code = recevoir_code(fonction, 1, ATTENTE_LONGUE);
    recevoir_remarque(fonction, ATTENTE_COURTE);
    return code;
}

/*
 * Vrai s'il y a une partie à afficher ou à commenter. On peut le demander « à tout moment » : aussi juste après le dernier
 * coup, quand le serveur ne répondrait plus.
 */
static int partie_en_cours(const char *fonction) {
    exiger(fonction, ENTRE_PARTIES);
    if (partie.etat == ENTRE_PARTIES)
        lab_remarque(fonction, "aucune partie en cours");
    else
        exiger(fonction, EN_JEU);
    return partie.etat == EN_JEU;
}

void printLabyrinth(void) {
    const char *fonction = "printLabyrinth";
    if (!partie_en_cours(fonction))
        return;
    lab_commande(fonction, "DISP_GAME");
    t_message message = lab_message(fonction, ATTENTE_COURTE);
    fwrite(message.texte, 1, message.longueur, stdout);
    fflush(stdout);
}

void sendComment(char *comment) {
    const char *fonction = "sendComment";
    if (!partie_en_cours(fonction))
        return;
    /* Un commentaire sans rien de visible n'est pas une commande : le serveur fermerait la connexion. */
    for (const char *c = comment; *c != '\0'; c++) {
        if ((unsigned char)*c > ' ' && *c != 0x7f) {
            lab_commande(fonction, "SEND_COMMENT %.*s", octets(comment, MAX_COMMENTAIRE), comment);
            return;
        }
    }
}
