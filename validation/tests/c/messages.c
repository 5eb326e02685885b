/*
 * Fills every message under the names that the subject gives to its fields and writes their bytes in hexadecimal, one
 * message per line. Compiled as C and as C++.
 */
#include <stdio.h>
#include <string.h>

#include "protocolColonne.h"

static void ecrire(const void *message, size_t taille)
{
    const unsigned char *octets = (const unsigned char *)message;
    size_t i;

    for (i = 0; i < taille; i++)
        printf("%02x", (unsigned)octets[i]);
    printf("\n");
}

int main(void)
{
    TPartieReq partieReq;
    TPartieRep partieRep;
    TCoupReq coupReq;
    TCoupRep coupRep;
    TCase caseDep;

    memset(&partieReq, 0, sizeof partieReq);
    partieReq.idRequest = PARTIE;
    strcpy(partieReq.nomJoueur, "joueur1");
    ecrire(&partieReq, sizeof partieReq);

    memset(&partieRep, 0, sizeof partieRep);
    partieRep.err = ERR_OK;
    partieRep.coul = NOIR;
    memset(partieRep.nomAdvers, 'x', T_NOM);
    ecrire(&partieRep, sizeof partieRep);

    memset(&partieRep, 0, sizeof partieRep);
    partieRep.err = ERR_PARTIE;
    ecrire(&partieRep, sizeof partieRep);

    memset(&coupReq, 0, sizeof coupReq);
    coupReq.idRequest = COUP;
    coupReq.typeCoup = POS_PION;
    coupReq.coulPion = BLANC;
    coupReq.posPion.l = DEUX;
    coupReq.posPion.c = C;
    ecrire(&coupReq, sizeof coupReq);

    coupReq.typeCoup = DEPL_PION;
    coupReq.coulPion = NOIR;
    caseDep.l = TROIS;
    caseDep.c = A;
    coupReq.deplPion.caseDep = caseDep;
    coupReq.deplPion.caseArr.l = UN;
    coupReq.deplPion.caseArr.c = B;
    ecrire(&coupReq, sizeof coupReq);

    memset(&coupReq, 0, sizeof coupReq);
    coupReq.idRequest = COUP;
    coupReq.typeCoup = PASSE;
    coupReq.coulPion = NOIR;
    ecrire(&coupReq, sizeof coupReq);

    coupRep.err = ERR_OK;
    coupRep.validCoup = VALID;
    coupRep.propCoup = NULLE;
    ecrire(&coupRep, sizeof coupRep);
    coupRep.propCoup = GAGNE;
    ecrire(&coupRep, sizeof coupRep);
    coupRep.propCoup = CONT;
    ecrire(&coupRep, sizeof coupRep);

    coupRep.err = ERR_COUP;
    coupRep.validCoup = TRICHE;
    coupRep.propCoup = PERDU;
    ecrire(&coupRep, sizeof coupRep);

    coupRep.err = ERR_TYP;
    coupRep.validCoup = TIMEOUT;
    ecrire(&coupRep, sizeof coupRep);
    return 0;
}
