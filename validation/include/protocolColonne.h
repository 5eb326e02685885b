/*
 * protocolColonne.h - the messages of Colonnes de trois between joueur and serveur.
 *
 * Every message is sent as it lies in memory: 32-bit little-endian integers, enumerations too. The assertions at the end
 * refuse a compiler that lays the structures out in another way (-fshort-enums, packing...).
 *
 * What has two names here may be called by either, and as a type with or without its struct or enum: those of the subject,
 * and those of the header that the course gave to its students.
 *
 *     T_NOM, TIdReq, TCodeRep, TCoul, TLg       TNOM, TIdRequest, TErreur, TPion, TLigne
 *     coup.coulPion                             coup.coul
 *     coup.posPion, coup.deplPion               coup.action.posPion, coup.action.deplPion
 *     cell.l, cell.c                            cell.lg, cell.col
 *
 * C99, C11 and later, C++98 and later.
 */
#ifndef PROTOCOL_COLONNE_H
#define PROTOCOL_COLONNE_H

#include <stddef.h>

/* C99 knows no anonymous unions; its compilers do. */
#if defined(__GNUC__) && !defined(__cplusplus)
#define COLONNE_ANONYME __extension__
/* A cell is still begun with {UN, A}, without a pair of braces for each of its unions. */
#pragma GCC diagnostic ignored "-Wmissing-braces"
#else
#define COLONNE_ANONYME
#endif

/* The course's names: macros, since in C++ a typedef cannot follow enum. */
#define TIdRequest TIdReq
#define TErreur TCodeRep
#define TPion TCoul
#define TLigne TLg

/* Room for a player's name in bytes; a name that fills it has no NUL behind it. */
#define T_NOM 30
#define TNOM 30

/* The requests of a player. */
typedef enum TIdReq { PARTIE, COUP } TIdReq;

/* Whether the server could treat a request. */
typedef enum TCodeRep {
    ERR_OK,     /* no error */
    ERR_PARTIE, /* the demand for a party is refused */
    ERR_COUP,   /* a COUP where none is due */
    ERR_TYP     /* no request of the protocol, or not of the type that is due */
} TCodeRep;

/* The colour of a player's pawns: BLANC begins the aller, NOIR the retour. */
typedef enum TCoul { BLANC, NOIR } TCoul;

/*
 * Requests PARTIE: a player wants to play.
 */
typedef struct TPartieReq {
    TIdReq idRequest;      /* PARTIE */
    char nomJoueur[T_NOM]; /* the player's login */
} TPartieReq;

typedef struct TPartieRep {
    TCodeRep err;          /* ERR_OK: the rencontre begins */
    TCoul coul;            /* the colour of the player who asked */
    char nomAdvers[T_NOM]; /* the opponent's name */
} TPartieRep;

/*
 * Requests COUP: a player plays.
 */
typedef enum TCoup { POS_PION, DEPL_PION, PASSE } TCoup;

/* Lines and columns of the board. */
typedef enum TLg { UN, DEUX, TROIS } TLg;
typedef enum TCol { A, B, C } TCol;

/* A cell. */
COLONNE_ANONYME typedef struct TCase {
    union { TLg l; TLg lg; };
    union { TCol c; TCol col; };
} TCase;

/* The move of a pawn. */
typedef struct TDeplPion {
    TCase caseDep;
    TCase caseArr;
} TDeplPion;

/* What is moved in a COUP. */
union ColonneAction {
    TCase posPion;
    TDeplPion deplPion;
};

COLONNE_ANONYME typedef struct TCoupReq {
    TIdReq idRequest; /* COUP */
    TCoup typeCoup;   /* says which of the fields of the union is used; PASSE uses none */
    union {
        TCoul coulPion; /* the colour of the player who moves */
        TCoul coul;
    };
    union {
        TCase posPion;      /* POS_PION: where the pawn is placed */
        TDeplPion deplPion; /* DEPL_PION: from where to where it moves */
        union ColonneAction action;
    };
} TCoupReq;

/* The judgement of a COUP. */
typedef enum TValCoup { VALID, TIMEOUT, TRICHE } TValCoup;

/* What a COUP does to the party, seen by the player who moved. */
typedef enum TPropCoup { CONT, GAGNE, NULLE, PERDU } TPropCoup;

typedef struct TCoupRep {
    TCodeRep err;
    TValCoup validCoup;
    TPropCoup propCoup;
} TCoupRep;

/*
 * The sizes on the wire, and the places of what has two names.
 */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define COLONNE_ASSURER(condition, nom) static_assert(condition, #nom ": another layout than on the wire")
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define COLONNE_ASSURER(condition, nom) _Static_assert(condition, #nom ": another layout than on the wire")
#else
#define COLONNE_ASSURER(condition, nom) typedef char colonne_##nom[(condition) ? 1 : -1]
#endif
#define COLONNE_OCTETS(type, octets) COLONNE_ASSURER(sizeof(type) == (octets), octets_##type)
#define COLONNE_PLACE(type, champ, octet) COLONNE_ASSURER(offsetof(type, champ) == (octet), place_##type##_##champ)

COLONNE_OCTETS(TCase, 8);
COLONNE_OCTETS(TPartieReq, 36);
COLONNE_OCTETS(TPartieRep, 40);
COLONNE_OCTETS(TCoupReq, 28);
COLONNE_OCTETS(TCoupRep, 12);
COLONNE_PLACE(TCase, l, 0);
COLONNE_PLACE(TCase, lg, 0);
COLONNE_PLACE(TCase, c, 4);
COLONNE_PLACE(TCase, col, 4);
COLONNE_PLACE(TCoupReq, coulPion, 8);
COLONNE_PLACE(TCoupReq, coul, 8);
COLONNE_PLACE(TCoupReq, posPion, 12);
COLONNE_PLACE(TCoupReq, deplPion, 12);
COLONNE_PLACE(TCoupReq, action, 12);

#undef COLONNE_PLACE
#undef COLONNE_OCTETS
#undef COLONNE_ASSURER
#undef COLONNE_ANONYME

#endif
