/*
 * reseau.h - la liaison avec le serveur : connexion, commandes, messages, erreurs. Interne à la bibliothèque.
 *
 * Le premier paramètre `fonction` est le nom de la fonction de l'interface pour laquelle on travaille ; les messages
 * d'erreur le citent. Toute erreur arrête le programme (lab_erreur).
 */
#ifndef LAB_RESEAU_H
#define LAB_RESEAU_H

#include <stddef.h>

/* Vaut autre chose que 0 dans un programme qui veut voir ce qui est envoyé et reçu. Voyez labyrinthAPI.h. */
extern int debug;

/* Rien de ceci n'est visible hors de liblabyrinthe.so. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#define LAB_SANS_RETOUR __attribute__((noreturn))
#define LAB_FORMAT(n) __attribute__((format(printf, n, n + 1)))
#define LAB_FAIBLE __attribute__((weak))
#else
#define LAB_FAIBLE
#define LAB_SANS_RETOUR
#define LAB_FORMAT(n)
#endif

/* Les éditions du protocole ; l'inconnue devient une autre à la première réponse. */
typedef enum { EDITION_INCONNUE = 0, EDITION_2017 = 2017, EDITION_2025 = 2025 } t_edition;

/* Courte : le serveur répond aussitôt. Longue : il attend lui-même un autre joueur, on ne sait combien de temps. */
typedef enum { ATTENTE_COURTE, ATTENTE_LONGUE } t_attente;

/* Un message du serveur. Il n'est valable que jusqu'à la réception du suivant. */
typedef struct {
    char *texte; /* terminé par un zéro ; NULL : le serveur a fermé la connexion, et cela était admis */
    size_t longueur;
} t_message;

/* Écrit un message d'erreur, ferme la connexion et arrête le programme. */
void lab_erreur(const char *fonction, const char *format, ...) LAB_SANS_RETOUR LAB_FORMAT(2);

/* Écrit une remarque sur la sortie d'erreur. */
void lab_remarque(const char *fonction, const char *format, ...) LAB_FORMAT(2);

/* Ouvre la connexion, après avoir fermé celle qui serait restée ouverte. */
void lab_connecter(const char *fonction, const char *serveur, int port, t_edition edition);

/* Ferme la connexion, s'il y en a une. */
void lab_deconnecter(void);

/* Dit si le serveur peut désormais fermer la connexion entre deux messages, ou si c'est une erreur, comme au début. */
void lab_admettre_fin(int admise);

/* L'édition que parle le serveur, connue dès sa première réponse. */
t_edition lab_edition(void);

/*
 * Envoie une commande, en une seule écriture, et attend son acquittement. Tout autre acquittement que OK est une erreur.
 * Les caractères de contrôle des arguments sont remplacés par des espaces.
 */
void lab_commande(const char *fonction, const char *format, ...) LAB_FORMAT(2);

/* Fait de même, et donne cet acquittement, quel qu'il soit. */
t_message lab_demande(const char *fonction, const char *format, ...) LAB_FORMAT(2);

/* Explique un refus, et arrête le programme. */
void lab_refus(const char *fonction, char *texte) LAB_SANS_RETOUR;

/* Attend un message. */
t_message lab_message(const char *fonction, t_attente attente);

/* Remplace les caractères de contrôle par des espaces. Renvoie le texte. */
char *lab_nettoyer(char *texte);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
