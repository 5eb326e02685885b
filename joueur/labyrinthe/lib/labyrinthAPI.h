/*
 * labyrinthAPI.h - jouer au Labyrinthe sur un serveur de jeu.
 *
 * L'interface est celle du sujet du cours (section 4). Les étapes d'un programme sont dans template.c.
 *
 *     cc monjoueur.c -I lib -L lib -llabyrinthe -o monjoueur         avec liblabyrinthe.so (à retrouver à l'exécution)
 *     cc monjoueur.c -I lib lib/liblabyrinthe.a -o monjoueur         avec liblabyrinthe.a
 *     cc monjoueur.c -I include -L lib -lcgs -o monjoueur            comme avec la bibliothèque du cours
 *
 * Une seule connexion à la fois par programme, et un seul fil d'exécution ; mais autant de parties que l'on veut, l'une
 * après l'autre, sur la même connexion.
 *
 * Toute erreur (serveur absent, refus, connexion perdue, réponse incompréhensible, fonction appelée hors de son tour)
 * est expliquée sur la sortie d'erreur et arrête le programme, avec le code EXIT_FAILURE.
 *
 * Il existe deux éditions du serveur du cours, celle du sujet (2017) et la plus récente (2025). La bibliothèque reconnaît
 * l'édition à la première réponse du serveur. La variable d'environnement LABYRINTHE_EDITION (2017 ou 2025) l'impose.
 *
 * Comme celle du cours, la bibliothèque a une variable que ce fichier ne déclare pas : un programme qui écrit
 * « extern int debug; » et lui donne une autre valeur que 0 voit sur la sortie d'erreur tout ce qui est envoyé et reçu.
 *
 * C99 et suivants, C++98 et suivants.
 */
#ifndef LABYRINTH_API_H
#define LABYRINTH_API_H

#ifdef __cplusplus
extern "C" {
#endif

/* Les types de coups. */
typedef enum {
    ROTATE_LINE_LEFT = 0,
    ROTATE_LINE_RIGHT = 1,
    ROTATE_COLUMN_UP = 2,
    ROTATE_COLUMN_DOWN = 3,
    MOVE_UP = 4,
    MOVE_DOWN = 5,
    MOVE_LEFT = 6,
    MOVE_RIGHT = 7,
    DO_NOTHING = 8
} t_typeMove;

/* Ce qu'un coup a donné, du point de vue de celui qui l'a joué. */
typedef enum {
    MOVE_LOSE = -1, /* il perd : coup illégal, temps dépassé... */
    MOVE_OK = 0,    /* la partie continue */
    MOVE_WIN = 1,   /* il gagne */
    /* les noms que le cours a donnés plus tard aux mêmes codes */
    LOSING_MOVE = MOVE_LOSE,
    NORMAL_MOVE = MOVE_OK,
    WINNING_MOVE = MOVE_WIN
} t_return_code;

/* Un coup. */
typedef struct {
    t_typeMove type; /* le type du coup */
    int value;       /* rotation : le numéro de la ligne ou de la colonne, à partir de 0 ;
                        déplacement, DO_NOTHING : inutilisé (-1, comme dans le sujet) */
} t_move;

/*
 * Se connecte au serveur ; à faire une seule fois, en début de programme. Si la connexion ne peut être établie, le
 * programme s'arrête.
 *
 * - serverName : nom ou adresse (IPv4 ou IPv6) de la machine du serveur, par exemple "localhost"
 * - port : le port du serveur
 * - name : le nom du joueur, 1 à 20 lettres, chiffres ou _ (vérifié par le serveur)
 */
void connectToServer(char* serverName, int port, char* name);

/*
 * Ferme la connexion, en fin de programme. Sans connexion, ne fait rien.
 */
void closeConnection(void);

/*
 * Attend une partie et en donne le nom et la taille. Contre un autre joueur, l'attente peut être longue.
 *
 * - training : "" pour jouer contre un autre joueur ; sinon "NOM clé=valeur clé=valeur ..." pour jouer tout de suite
 *   contre un joueur du serveur, par exemple "DO_NOTHING timeout=10" ou "PLAY_RANDOM rotation=False" ;
 *   "TOURNAMENT nom" pour entrer dans un tournoi. Le mot TRAINING peut précéder NOM ou manquer, quelle que soit l'édition.
 *   Quand le tournoi est fini, le nombre des parties gagnées et perdues est écrit sur la sortie d'erreur, et le programme
 *   s'arrête, avec le code EXIT_SUCCESS.
 * - labyrinthName : reçoit le nom de la partie, 50 caractères au plus, zéro final compris
 * - sizeX, sizeY : reçoivent la longueur et la hauteur du labyrinthe, de 1 à 99
 */
void waitForLabyrinth(char* training, char* labyrinthName, int* sizeX, int* sizeY);

/*
 * Donne le labyrinthe initial et dit qui commence.
 *
 * - lab : un tableau de sizeX * sizeY caractères, que l'appelant a réservé ; reçoit, ligne par ligne à partir du haut, 1
 *   pour un mur et 0 pour une case libre (les nombres 0 et 1, non les chiffres '0' et '1')
 *
 * Renvoie 0 si vous commencez, 1 si l'adversaire commence.
 */
int getLabyrinth(char* lab);

/*
 * Attend le coup de l'adversaire.
 *
 * - move : reçoit ce coup ; DO_NOTHING s'il a perdu sans jouer de coup (temps dépassé, départ, coup mal formé)
 *
 * Renvoie MOVE_OK, MOVE_WIN (l'adversaire a gagné) ou MOVE_LOSE (il a perdu).
 */
t_return_code getMove(t_move* move);

/*
 * Joue un coup.
 *
 * Renvoie MOVE_OK, MOVE_WIN (vous avez gagné) ou MOVE_LOSE (vous avez perdu ; la raison est écrite sur la sortie d'erreur).
 */
t_return_code sendMove(t_move move);

/*
 * Affiche le labyrinthe, tel que le serveur le dessine, sur la sortie standard. Possible à tout moment d'une partie.
 */
void printLabyrinth(void);

/*
 * Envoie un commentaire, montré à chacun des joueurs avec son prochain affichage du labyrinthe. Il est coupé à 100 caractères. Possible
 * à tout moment d'une partie.
 */
void sendComment(char* comment);

#ifdef __cplusplus
}
#endif

#endif
