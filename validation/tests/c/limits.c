/*
 * What the library does with NULL, with values that are no colour and with texts that do not fit. Silent when all is well.
 */
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "validation.h"

static int echecs = 0;

#define VERIFIER(condition)                                            \
    do {                                                               \
        if (!(condition)) {                                            \
            fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
            echecs++;                                                  \
        }                                                              \
    } while (0)

static TCoupReq pose(TCoul coul)
{
    TCoupReq coup;

    memset(&coup, 0, sizeof coup);
    coup.idRequest = COUP;
    coup.typeCoup = POS_PION;
    coup.coulPion = coul;
    return coup;
}

int main(void)
{
    TPropCoup prop = CONT;
    TValidation *partie;
    char raison[T_RAISON], court[12];
    size_t longueur;
    unsigned i;
    const char attendu[] = "ce n'est pas le tour de ce joueur";

    /* The party of the process, before anything was begun: a first party. */
    VERIFIER(validationRaison(NULL, raison, sizeof raison) == 0 && raison[0] == '\0');
    VERIFIER(validationCoup(1, pose(BLANC), NULL));
    VERIFIER(validationRaison(NULL, raison, sizeof raison) == 0 && raison[0] == '\0');
    VERIFIER(!validationCoup(1, pose(BLANC), NULL));
    VERIFIER(validationRaison(NULL, raison, sizeof raison) == strlen(attendu));
    VERIFIER(strcmp(raison, attendu) == 0);
    VERIFIER(validationCoup(2, pose(NOIR), &prop) && prop == CONT);
    VERIFIER(validationRaison(NULL, raison, sizeof raison) == 0 && raison[0] == '\0');

    /* It was the first: the next is the second, in which NOIR begins, then BLANC again. */
    for (i = 1; i < 5; i++) {
        initialiserPartie();
        VERIFIER(!validationCoup(1, pose(i % 2 ? BLANC : NOIR), &prop) && prop == PERDU);
        VERIFIER(validationCoup(1, pose(i % 2 ? NOIR : BLANC), &prop) && prop == CONT);
    }

    /* No party, no colour. */
    prop = CONT;
    VERIFIER(!validationJouer(NULL, 1, pose(BLANC), &prop) && prop == PERDU);
    VERIFIER(!validationJouer(NULL, 1, pose(BLANC), NULL));
    VERIFIER(!validationInitialiser(NULL, BLANC));
    VERIFIER(validationCreer((TCoul)2) == NULL);
    VERIFIER(validationCreer((TCoul)-1) == NULL);
    validationLiberer(NULL);

    /* A party keeps its state when a new beginning is refused, and loses it when it is not. */
    partie = validationCreer(NOIR);
    VERIFIER(partie != NULL);
    VERIFIER(validationJouer(partie, 1, pose(NOIR), NULL));
    VERIFIER(!validationInitialiser(partie, (TCoul)7));
    VERIFIER(!validationJouer(partie, 1, pose(NOIR), &prop) && prop == PERDU);
    VERIFIER(validationInitialiser(partie, BLANC));
    VERIFIER(validationRaison(partie, raison, sizeof raison) == 0);
    VERIFIER(!validationJouer(partie, 2, pose(NOIR), &prop));

    /* Texts are cut to the room there is, and nothing is written beyond it. */
    longueur = validationRaison(partie, NULL, 0);
    VERIFIER(longueur == strlen(attendu));
    VERIFIER(validationRaison(partie, court, 0) == longueur);
    for (i = 1; i < sizeof court; i++) {
        memset(court, '#', sizeof court);
        VERIFIER(validationRaison(partie, court, i) == longueur);
        VERIFIER(strlen(court) == i - 1 && memcmp(court, attendu, i - 1) == 0);
        VERIFIER(court[i] == '#');
    }
    /* "un joueur qui a encore des pions \303\240 poser...": no half of a character. */
    VERIFIER(validationJouer(partie, 1, pose(BLANC), NULL));
    {
        TCoupReq passe = pose(NOIR);
        passe.typeCoup = PASSE;
        VERIFIER(!validationJouer(partie, 2, passe, NULL));
    }
    {
        char texte[36];
        VERIFIER(validationRaison(partie, texte, 35) > 35);
        VERIFIER(strcmp(texte, "un joueur qui a encore des pions ") == 0);
        VERIFIER(validationRaison(partie, texte, 36) > 36);
        VERIFIER(strcmp(texte, "un joueur qui a encore des pions \303\240") == 0);
    }
    validationLiberer(partie);

    /* What is freed is given back: the second thousand takes no memory that the first did not. */
    {
        size_t pris = 0;
        for (i = 0; i < 2000; i++) {
            if (i == 1000)
                pris = mallinfo2().uordblks;
            validationLiberer(validationCreer(BLANC));
        }
        VERIFIER(mallinfo2().uordblks == pris);
    }
    return echecs == 0 ? 0 : 1;
}
