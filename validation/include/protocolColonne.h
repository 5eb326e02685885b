/*
 * protocolColonne.h - the messages of Colonnes de trois between joueur and serveur.
 *
 * Every message is sent as it lies in memory: 32-bit little-endian integers, enumerations too. The assertions at the end
 * refuse a compiler that lays the structures out in another way (-fshort-enums, packing...).
 *
 * C99, C11 and later, C++98 and later.
 */
#ifndef PROTOCOL_COLONNE_H
#define PROTOCOL_COLONNE_H

/* Room for a player's name in bytes; a name that fills it has no NUL behind it. */
#define T_NOM 30

/* The requests of a player. */
typedef enum { PARTIE, COUP } TIdReq;

/* Whether the server could treat a request. */
typedef enum {
    ERR_OK,     /* no error */
    ERR_PARTIE, /* the demand for a party is refused */
    ERR_COUP,   /* a COUP where none is due */
    ERR_TYP     /* no request of the protocol, or not of the type that is due */
} TCodeRep;

/* The colour of a player's pawns: BLANC begins the aller, NOIR the retour. */
typedef enum { BLANC, NOIR } TCoul;

/*
 * Requests PARTIE: a player wants to play.
 */
typedef struct {
    TIdReq idRequest;      /* PARTIE */
    char nomJoueur[T_NOM]; /* the player's login */
} TPartieReq;

typedef struct {
    TCodeRep err;          /* ERR_OK: the rencontre begins */
    TCoul coul;            /* the colour of the player who asked */
    char nomAdvers[T_NOM]; /* the opponent's name */
} TPartieRep;

/*
 * Requests COUP: a player plays.
 */
typedef enum { POS_PION, DEPL_PION, PASSE } TCoup;

/* Lines and columns of the board. */
typedef enum { UN, DEUX, TROIS } TLg;
typedef enum { A, B, C } TCol;

/* A cell. */
typedef struct {
    TLg l;
    TCol c;
} TCase;

/* The move of a pawn. */
typedef struct {
    TCase caseDep;
    TCase caseArr;
} TDeplPion;

/* C99 knows no anonymous unions; its compilers do. */
#if defined(__GNUC__) && !defined(__cplusplus)
#define COLONNE_ANONYME __extension__
#else
#define COLONNE_ANONYME
#endif

typedef struct {
    TIdReq idRequest; /* COUP */
    TCoup typeCoup;   /* says which of the fields of the union is used; PASSE uses none */
    TCoul coulPion;   /* the colour of the player who moves */
    COLONNE_ANONYME union {
        TCase posPion;       /* POS_PION: where the pawn is placed */
        TDeplPion deplPion;  /* DEPL_PION: from where to where it moves */
    };
} TCoupReq;

#undef COLONNE_ANONYME

/* The judgement of a COUP. */
typedef enum { VALID, TIMEOUT, TRICHE } TValCoup;

/* What a COUP does to the party, seen by the player who moved. */
typedef enum { CONT, GAGNE, NULLE, PERDU } TPropCoup;

typedef struct {
    TCodeRep err;
    TValCoup validCoup;
    TPropCoup propCoup;
} TCoupRep;

/*
 * The sizes on the wire.
 */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define COLONNE_OCTETS(type, octets) static_assert(sizeof(type) == (octets), #type " does not have " #octets " bytes")
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define COLONNE_OCTETS(type, octets) _Static_assert(sizeof(type) == (octets), #type " does not have " #octets " bytes")
#else
#define COLONNE_OCTETS(type, octets) typedef char colonne_octets_##type[sizeof(type) == (octets) ? 1 : -1]
#endif

COLONNE_OCTETS(TPartieReq, 36);
COLONNE_OCTETS(TPartieRep, 40);
COLONNE_OCTETS(TCoupReq, 28);
COLONNE_OCTETS(TCoupRep, 12);

#undef COLONNE_OCTETS

#endif
