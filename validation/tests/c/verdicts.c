/*
 * Carries out the commands of its standard input, one per line, by the functions of the library:
 *
 *     initialiser                   initialiserPartie
 *     coup JOUEUR REQUEST           validationCoup
 *     creer NUMBER COLOUR           validationCreer
 *     renouveler NUMBER COLOUR      validationInitialiser
 *     jouer NUMBER JOUEUR REQUEST   validationJouer
 *
 * REQUEST is 28 bytes in hexadecimal. coup and jouer answer with a line: VALIDITY PROPERTY REASON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validation.h"

#define PARTIES 1000

static TValidation *parties[PARTIES];

static void echouer(const char *message)
{
    fprintf(stderr, "verdicts: %s\n", message);
    exit(1);
}

/* Reads the next number of the line. */
static int nombre(void)
{
    int n;

    if (scanf("%d", &n) != 1)
        echouer("a number is missing");
    return n;
}

/* Reads the number of a party. */
static TValidation **partie(void)
{
    int n = nombre();

    if (n < 0 || n >= PARTIES)
        echouer("no such party");
    return &parties[n];
}

/* Reads the bytes of a request. */
static TCoupReq requete(void)
{
    unsigned char octets[sizeof(TCoupReq)];
    TCoupReq coup;
    size_t i;
    unsigned octet;

    for (i = 0; i < sizeof octets; i++) {
        if (scanf(i == 0 ? " %2x" : "%2x", &octet) != 1)
            echouer("a request is missing");
        octets[i] = (unsigned char)octet;
    }
    memcpy(&coup, octets, sizeof coup);
    return coup;
}

static void repondre(const TValidation *partie, bool valide, TPropCoup prop)
{
    char raison[T_RAISON];

    if (validationRaison(partie, raison, sizeof raison) >= sizeof raison)
        echouer("T_RAISON is too small");
    printf("%d %d %s\n", (int)valide, (int)prop, raison);
}

int main(void)
{
    char commande[16];
    int i, joueur;
    bool valide;
    TPropCoup prop;
    TValidation **p;

    while (scanf("%15s", commande) == 1) {
        if (strcmp(commande, "initialiser") == 0) {
            initialiserPartie();
        } else if (strcmp(commande, "coup") == 0) {
            joueur = nombre();
            valide = validationCoup(joueur, requete(), &prop);
            repondre(NULL, valide, prop);
        } else if (strcmp(commande, "creer") == 0) {
            p = partie();
            *p = validationCreer((TCoul)nombre());
            if (*p == NULL)
                echouer("no party was made");
        } else if (strcmp(commande, "renouveler") == 0) {
            p = partie();
            if (!validationInitialiser(*p, (TCoul)nombre()))
                echouer("no party was begun");
        } else if (strcmp(commande, "jouer") == 0) {
            p = partie();
            joueur = nombre();
            valide = validationJouer(*p, joueur, requete(), &prop);
            repondre(*p, valide, prop);
        } else {
            echouer("unknown command");
        }
    }
    for (i = 0; i < PARTIES; i++)
        validationLiberer(parties[i]);
    return 0;
}
