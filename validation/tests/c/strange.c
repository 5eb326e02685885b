/*
 * A program written for the course's header and library, by nobody here: the names of the course, as types and as tags,
 * its own style, and a few of ours in between. Compiled as C and as C++, against what `make install` leaves.
 *
 * Plays the beginning of a party, then answers with its count of accepted moves and the request that it sent last.
 */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <validation.h>
#include <protocolColonne.h>

#define TNOM 30

struct coup_note {
    struct TCoupReq coup;
    enum TPropCoup prop;
    TErreur err;
};

static char nom[TNOM];
static char adversaire[T_NOM];

static TCoupReq positionner(TPion pion, TLigne lg, TCol col)
{
    TCoupReq req;
    TIdRequest id = COUP;

    memset(&req, 0, sizeof(TCoupReq));
    req.idRequest = id;
    req.coul = pion;
    req.typeCoup = POS_PION;
    req.action.posPion.lg = lg;
    req.action.posPion.col = col;
    return req;
}

static struct TCoupReq deplacer(enum TPion pion, struct TCase dep, TCase arr)
{
    struct TCoupReq req;
    enum TIdRequest id = COUP;
    enum TCoup type = DEPL_PION;
    struct TDeplPion depl;

    memset(&req, 0, sizeof req);
    depl.caseDep = dep;
    depl.caseArr = arr;
    req.idRequest = id;
    req.coul = pion;
    req.typeCoup = type;
    req.action.deplPion = depl;
    return req;
}

/* What was written by one name is there by the other. */
static int memes(const TCoupReq *req)
{
    enum TCoul notre = req->coulPion;
    enum TLg l = req->posPion.l;
    return notre == req->coul && l == req->action.posPion.lg && req->posPion.c == req->action.posPion.col
        && req->deplPion.caseArr.l == req->action.deplPion.caseArr.lg
        && req->deplPion.caseArr.c == req->action.deplPion.caseArr.col;
}

int main(void)
{
    struct TPartieReq partie;
    struct TPartieRep reponse;
    struct TCoupRep rep;
    struct coup_note note;
    enum TErreur erreur = ERR_OK;
    enum TCodeRep code = erreur;
    enum TIdReq demande = PARTIE;
    enum TValCoup val = VALID;
    enum TLigne ligne;
    enum TCol colonne = A;
    TCase depart = {UN, A}, arrivee = {DEUX, A};
    TPropCoup prop;
    int acceptes = 0, coup = 0;
    const unsigned char *octets = (const unsigned char *)&note.coup;
    size_t i;

    memset(nom, 'x', TNOM);
    partie.idRequest = demande;
    strncpy(partie.nomJoueur, nom, TNOM);
    memcpy(adversaire, partie.nomJoueur, sizeof adversaire);
    reponse.err = erreur;
    reponse.coul = BLANC;
    memcpy(reponse.nomAdvers, adversaire, TNOM);
    rep.err = code;
    rep.validCoup = val;
    rep.propCoup = CONT;
    if (sizeof(partie.nomJoueur) != sizeof(reponse.nomAdvers) || rep.err != reponse.err)
        return 1;

    initialiserPartie();
    /* Two on each cell: no pile is full, and the first pawn of A1 is white. */
    for (colonne = A; colonne <= C; colonne = (TCol)(colonne + 1)) {
        for (ligne = UN; ligne <= TROIS; ligne = (TLigne)(ligne + 1)) {
            enum TPion blanc = BLANC, noir = NOIR;
            if (colonne == C && ligne == TROIS)
                break;
            note.coup = positionner(blanc, ligne, colonne);
            assert(memes(&note.coup));
            acceptes += validationCoup(1, note.coup, &prop);
            note.coup = positionner(noir, colonne == C && ligne == DEUX ? TROIS : ligne, colonne);
            acceptes += validationCoup(2, note.coup, &prop);
        }
    }
    /* White's only free pawn stands on C2; the one of A1 is under a black one. */
    coup += validationCoup(1, deplacer(BLANC, depart, arrivee), &prop);
    depart.lg = DEUX;
    depart.col = C;
    arrivee.l = TROIS;
    arrivee.c = C;
    note.coup = deplacer(BLANC, depart, arrivee);
    assert(memes(&note.coup));
    coup += 2 * validationCoup(1, note.coup, &note.prop);
    note.err = ERR_OK;
    printf("%d %d %d ", acceptes, coup, (int)note.prop);
    for (i = 0; i < sizeof note.coup; i++)
        printf("%02x", (unsigned)octets[i]);
    printf("\n");
    return 0;
}
