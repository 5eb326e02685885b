/*
 * validation.h - the judgement of the moves of Colonnes de trois.
 *
 * To link a program with libvalidation.so (which it must find again when it runs) or with libvalidation.a:
 *
 *     cc serveur.c -I validation/include -L target/release -lvalidation -o serveur
 *     cc serveur.c -I validation/include target/release/libvalidation.a -lpthread -ldl -lm -o serveur
 *
 * In the archive of a version both are in lib instead of target/release.
 *
 * After `make -C validation install` (PREFIX=..., /usr/local if it is not given):
 *
 *     cc serveur.c $(pkg-config --cflags --libs validation) -o serveur
 *
 * C99, C11 and later, C++98 and later.
 */
#ifndef VALIDATION_H
#define VALIDATION_H

#include <stddef.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#include "protocolColonne.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * One party at a time, as in the course. The functions may be called from any thread, but there is one party per process.
 */

/*
 * Begins a party. In the first one after the start of the process (the aller), joueur 1 has the white pawns; in the
 * second (the retour), the black ones; and so on in turn, for the following rencontres.
 *
 * A process that judges a COUP without having begun a party has thereby begun the first.
 */
void initialiserPartie(void);

/*
 * Judges the COUP of joueur 1 (who plays first in this party) or 2 (any other number stands for 2), and plays it if it is
 * legal. idRequest and the fields that typeCoup does not use are ignored.
 *
 * Returns true and sets *propCoup to CONT, GAGNE or NULLE, seen by this player; or returns false and sets it to PERDU, and
 * nothing is played: out of turn, wrong colour, a field out of range, against the rules, after the end of the party.
 * propCoup may be NULL.
 */
bool validationCoup(int joueur, TCoupReq coup, TPropCoup *propCoup);

/*
 * Several parties at a time. Different parties may be judged in different threads at once; one party may not.
 */

/* A party under way. */
typedef struct TValidation TValidation;

/*
 * Makes a party in which joueur 1 has the pawns of this colour: BLANC in an aller, NOIR in a retour.
 * NULL if it is no colour. To be released with validationLiberer.
 */
TValidation *validationCreer(TCoul premier);

/* Begins a new party in the place of this one. False, and nothing is changed, if premier is no colour or the party NULL. */
bool validationInitialiser(TValidation *partie, TCoul premier);

/* As validationCoup, in this party. In the party NULL every COUP is refused. */
bool validationJouer(TValidation *partie, int joueur, TCoupReq coup, TPropCoup *propCoup);

/* Releases a party; NULL is allowed. */
void validationLiberer(TValidation *partie);

/* Room for every reason that validationRaison gives, in bytes, with its NUL. */
#define T_RAISON 128

/*
 * Writes why the last COUP of this party was refused (of validationCoup's party: NULL) into texte, which has room for
 * taille bytes: French, UTF-8, ended by a NUL, cut if it is too long. Empty if the last COUP was accepted or there was none.
 *
 * Returns the length of the whole reason in bytes, as snprintf does. texte may be NULL if taille is 0.
 */
size_t validationRaison(const TValidation *partie, char *texte, size_t taille);

#ifdef __cplusplus
}
#endif

#endif
