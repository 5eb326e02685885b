/*
 * reseau.c - la liaison avec le serveur. TCP est un flot d'octets : un message peut arriver en morceaux, ou avec le
 * suivant. Les octets reçus passent donc par un tampon, d'où les messages sont tirés un à un.
 *
 * Un message du serveur est un en-tête de 4 chiffres décimaux (édition 2017) ou 6 (édition 2025), qui donne la longueur
 * du texte en octets, puis ce texte. Une commande du client est une ligne de texte.
 */
#define _POSIX_C_SOURCE 200112L

#include "reseau.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* Le plus long message accepté : bien plus que le dessin du plus grand labyrinthe. */
#define MAX_MESSAGE 65536
/* La plus longue commande : le serveur du cours n'en lit pas plus à la fois. */
#define MAX_COMMANDE 1024
/* Le plus long extrait d'un texte du serveur cité dans une erreur. */
#define MAX_CITATION 300
/* Temps laissé à une adresse du serveur pour accepter la connexion, en millisecondes. */
#define DELAI_CONNEXION 15000
/* Temps laissé au serveur pour ce qu'il fait aussitôt : acquitter une commande, finir un message commencé. */
#ifndef DELAI_REPONSE
#define DELAI_REPONSE 120000
#endif
/* L'attente d'une partie ou d'un coup n'est pas bornée. Si le serveur disparaît du réseau, la prise le remarque. */
#define SANS_LIMITE (-1)

static struct {
    int prise; /* le descripteur de la connexion, -1 sans connexion */
    t_edition edition;
    char tampon[4096]; /* les octets reçus et pas encore lus sont tampon[debut..fin] */
    size_t debut, fin;
    int fin_admise; /* la connexion peut finir entre deux messages */
    char message[MAX_MESSAGE + 1];
} lien = {.prise = -1};

/* Ce que veulent dire les refus du serveur. */
static const struct {
    const char *extrait, *sens;
} refus[] = {
    {"already connected", "ce nom est déjà pris par un joueur connecté, choisissez-en un autre"},
    {"name is invalid", "un nom a 1 à 20 caractères : lettres sans accent, chiffres ou _"},
    {"start with CLIENT_NAME", "un nom a 1 à 20 caractères : lettres sans accent, chiffres ou _"},
    {"sent by 'WAIT_GAME", "joueur d'entraînement inconnu, ou option incorrecte"},
    {"sent with 'WAIT_GAME", "la chaîne doit être de la forme \"NOM clé=valeur clé=valeur ...\""},
    {"cannot be joined", "on ne peut pas entrer dans ce tournoi"},
    {"should send 'WAIT_GAME", "la partie est terminée, ou n'a pas été demandée par waitForLabyrinth"},
    {"should send 'GET_GAME_DATA", "il faut appeler getLabyrinth après waitForLabyrinth"},
    {"should not start with", "ce n'est pas possible maintenant, ou mal formé"},
    {"so we cannot ask for a move", "c'est à vous de jouer : appelez sendMove"},
    {"so we cannot play a move", "c'est à l'adversaire de jouer : appelez getMove"},
};

char *lab_nettoyer(char *texte) {
    for (char *c = texte; *c != '\0'; c++) {
        unsigned char suivant = (unsigned char)c[1];
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *c = ' ';
        } else if ((unsigned char)*c == 0xc2 && suivant >= 0x80 && suivant < 0xa0) {
            /* les caractères de contrôle U+0080 à U+009F, en UTF-8 */
            c[0] = c[1] = ' ';
        }
    }
    return texte;
}

static void ecrire(const char *fonction, const char *format, va_list arguments) {
    /* Ce que le programme a déjà affiché doit paraître avant. */
    fflush(stdout);
    fprintf(stderr, "labyrinthe : %s : ", fonction);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void lab_remarque(const char *fonction, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ecrire(fonction, format, arguments);
    va_end(arguments);
}

void lab_erreur(const char *fonction, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ecrire(fonction, format, arguments);
    va_end(arguments);
    lab_deconnecter();
    exit(EXIT_FAILURE);
}

/* L'heure d'une horloge qui ne recule jamais, en millisecondes. */
static long long maintenant(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

/* L'échéance d'une attente qui commence maintenant. */
static long long echeance_dans(int delai) {
    return delai == SANS_LIMITE ? SANS_LIMITE : maintenant() + delai;
}

/* Attend que la prise soit prête pour `evenement` (POLLIN, POLLOUT). Renvoie 0 si l'échéance passe avant. */
static int attendre(const char *fonction, int prise, short evenement, long long echeance) {
    for (;;) {
        struct pollfd attente = {.fd = prise, .events = evenement};
        int reste = -1;
        if (echeance != SANS_LIMITE) {
            long long delai = echeance - maintenant();
            reste = delai < 0 ? 0 : (int)delai;
        }
        int n = poll(&attente, 1, reste);
        if (n > 0)
            return 1;
        if (n == 0)
            return 0;
        if (errno != EINTR)
            lab_erreur(fonction, "attente impossible (%s)", strerror(errno));
    }
}

/* Règle la prise : rien n'attend en elle, une commande part aussitôt, et un serveur disparu finit par se remarquer. */
static void regler(int prise) {
    int oui = 1;
    fcntl(prise, F_SETFL, fcntl(prise, F_GETFL) | O_NONBLOCK);
    fcntl(prise, F_SETFD, FD_CLOEXEC);
    setsockopt(prise, IPPROTO_TCP, TCP_NODELAY, &oui, sizeof oui);
    setsockopt(prise, SOL_SOCKET, SO_KEEPALIVE, &oui, sizeof oui);
#if defined(TCP_KEEPIDLE) && defined(TCP_KEEPINTVL) && defined(TCP_KEEPCNT)
    int repos = 60, intervalle = 15, essais = 4;
    setsockopt(prise, IPPROTO_TCP, TCP_KEEPIDLE, &repos, sizeof repos);
    setsockopt(prise, IPPROTO_TCP, TCP_KEEPINTVL, &intervalle, sizeof intervalle);
    setsockopt(prise, IPPROTO_TCP, TCP_KEEPCNT, &essais, sizeof essais);
#endif
}

/* Essaie une adresse. Renvoie la prise connectée, ou -1 avec errno. */
static int essayer(const char *fonction, const struct addrinfo *adresse) {
    int prise = socket(adresse->ai_family, adresse->ai_socktype, adresse->ai_protocol);
    if (prise < 0)
        return -1;
    regler(prise);
    int erreur = 0;
    if (connect(prise, adresse->ai_addr, adresse->ai_addrlen) < 0) {
        erreur = errno;
        if (erreur == EINPROGRESS || erreur == EINTR) {
            socklen_t taille = sizeof erreur;
            if (!attendre(fonction, prise, POLLOUT, echeance_dans(DELAI_CONNEXION)))
                erreur = ETIMEDOUT;
            else if (getsockopt(prise, SOL_SOCKET, SO_ERROR, &erreur, &taille) < 0)
                erreur = errno;
        }
    }
    if (erreur == 0)
        return prise;
    close(prise);
    errno = erreur;
    return -1;
}

void lab_connecter(const char *fonction, const char *serveur, int port, t_edition edition) {
    lab_deconnecter();
    char texte_port[16];
    snprintf(texte_port, sizeof texte_port, "%d", port);
    struct addrinfo souhaits = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *adresses;
    int echec = getaddrinfo(serveur, texte_port, &souhaits, &adresses);
    if (echec != 0)
        lab_erreur(fonction, "serveur « %s » inconnu (%s)", serveur, gai_strerror(echec));
    int prise = -1;
    for (const struct addrinfo *adresse = adresses; adresse != NULL && prise < 0; adresse = adresse->ai_next)
        prise = essayer(fonction, adresse);
    int erreur = errno;
    freeaddrinfo(adresses);
    if (prise < 0)
        lab_erreur(fonction, "connexion impossible à %s, port %d (%s) : le serveur est-il lancé ?", serveur, port,
                   strerror(erreur));
    lien.prise = prise;
    lien.edition = edition;
    lien.debut = lien.fin = 0;
    lien.fin_admise = 0;
}

void lab_admettre_fin(int admise) {
    lien.fin_admise = admise;
}

void lab_deconnecter(void) {
    if (lien.prise >= 0)
        close(lien.prise);
    lien.prise = -1;
}

t_edition lab_edition(void) {
    return lien.edition;
}

/*
 * Attend que `combien` octets au moins soient dans le tampon, qui est plus grand. `dans_message` : le début d'un message
 * est déjà lu. Renvoie 0 si la connexion finit, là où elle le peut.
 */
static int remplir(const char *fonction, size_t combien, int dans_message, long long echeance) {
    while (lien.fin - lien.debut < combien) {
        if (!attendre(fonction, lien.prise, POLLIN, echeance))
            lab_erreur(fonction, "le serveur ne répond plus");
        memmove(lien.tampon, lien.tampon + lien.debut, lien.fin - lien.debut);
        lien.fin -= lien.debut;
        lien.debut = 0;
        ssize_t n = recv(lien.prise, lien.tampon + lien.fin, sizeof lien.tampon - lien.fin, 0);
        int finie = n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
        if (n > 0)
            lien.fin += (size_t)n;
        else if (finie && lien.fin_admise && !dans_message && lien.fin == 0)
            return 0;
        else if (n == 0 && (dans_message || lien.fin > 0))
            lab_erreur(fonction, "le serveur a fermé la connexion au milieu d'un message");
        else if (n == 0)
            lab_erreur(fonction, "le serveur a fermé la connexion");
        else if (finie)
            lab_erreur(fonction, "la connexion avec le serveur est perdue (%s)", strerror(errno));
    }
    return 1;
}

/* Le nombre que font les `chiffres` premiers octets du tampon, ou -1. */
static long nombre_en_tete(size_t chiffres) {
    long nombre = 0;
    for (size_t i = 0; i < chiffres; i++) {
        char c = lien.tampon[lien.debut + i];
        if (c < '0' || c > '9')
            return -1;
        nombre = 10 * nombre + (c - '0');
    }
    return nombre;
}

/* Lit l'en-tête d'un message, et reconnaît l'édition au premier. Renvoie la longueur du texte, -1 à la fin de la connexion. */
static long lire_entete(const char *fonction, long long echeance) {
    size_t chiffres = lien.edition == EDITION_2025 ? 6 : 4;
    if (!remplir(fonction, chiffres, 0, echeance))
        return -1;
    if (lien.edition == EDITION_INCONNUE && nombre_en_tete(4) >= 0) {
        /* Le premier message a au moins deux octets et ne commence pas par des chiffres : « 0002OK » ou « 000002OK ». */
        remplir(fonction, 6, 0, echeance);
        lien.edition = nombre_en_tete(6) >= 0 ? EDITION_2025 : EDITION_2017;
        chiffres = lien.edition == EDITION_2025 ? 6 : 4;
    }
    long longueur = nombre_en_tete(chiffres);
    if (longueur < 0) {
        char debut[7] = "";
        memcpy(debut, lien.tampon + lien.debut, chiffres);
        lab_erreur(fonction,
                   "réponse incompréhensible (« %s... ») : est-ce bien un serveur de Labyrinthe, et de cette édition ?",
                   lab_nettoyer(debut));
    }
    if (longueur > MAX_MESSAGE)
        lab_erreur(fonction, "réponse incompréhensible : un message de %ld octets est annoncé", longueur);
    lien.debut += chiffres;
    return longueur;
}

static t_message recevoir(const char *fonction, long long echeance) {
    long longueur = lire_entete(fonction, echeance);
    if (longueur < 0)
        return (t_message){NULL, 0};
    t_message message = {lien.message, (size_t)longueur};
    if (echeance == SANS_LIMITE)
        echeance = echeance_dans(DELAI_REPONSE);
    for (size_t lus = 0; lus < message.longueur;) {
        remplir(fonction, 1, 1, echeance);
        size_t n = lien.fin - lien.debut;
        if (n > message.longueur - lus)
            n = message.longueur - lus;
        memcpy(message.texte + lus, lien.tampon + lien.debut, n);
        lien.debut += n;
        lus += n;
    }
    message.texte[message.longueur] = '\0';
    if (debug != 0)
        lab_remarque(fonction, "reçu « %s »", message.texte);
    return message;
}

t_message lab_message(const char *fonction, t_attente attente) {
    return recevoir(fonction, echeance_dans(attente == ATTENTE_LONGUE ? SANS_LIMITE : DELAI_REPONSE));
}

void lab_refus(const char *fonction, char *texte) {
    if (*texte == '\0')
        lab_erreur(fonction, "réponse vide du serveur : parle-t-il une autre édition (voir LABYRINTHE_EDITION) ?");
    const char *sens = NULL;
    for (size_t i = 0; i < sizeof refus / sizeof *refus && sens == NULL; i++)
        if (strstr(texte, refus[i].extrait) != NULL)
            sens = refus[i].sens;
    lab_nettoyer(texte);
    if (sens != NULL)
        lab_erreur(fonction, "le serveur refuse : %s (« %.*s »)", sens, MAX_CITATION, texte);
    lab_erreur(fonction, "le serveur refuse : « %.*s »", MAX_CITATION, texte);
}

/* Envoie une commande et attend son acquittement. */
static t_message demander(const char *fonction, const char *format, va_list arguments) {
    char commande[MAX_COMMANDE + 1];
    int longueur = vsnprintf(commande, MAX_COMMANDE, format, arguments);
    if (longueur < 0 || longueur >= MAX_COMMANDE)
        lab_erreur(fonction, "le texte à envoyer est trop long (%d octets)", longueur);
    lab_nettoyer(commande);
    if (debug != 0)
        lab_remarque(fonction, "envoyé « %s »", commande);
    /* Le serveur du cours se passe de fin de ligne ; avec elle, un serveur sait tout de suite que la commande est là. */
    commande[longueur++] = '\n';
    long long echeance = echeance_dans(DELAI_REPONSE);
    for (int envoyes = 0; envoyes < longueur;) {
        ssize_t n = send(lien.prise, commande + envoyes, (size_t)(longueur - envoyes), MSG_NOSIGNAL);
        if (n > 0)
            envoyes += (int)n;
        else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (!attendre(fonction, lien.prise, POLLOUT, echeance))
                lab_erreur(fonction, "le serveur ne répond plus");
        } else if (n < 0 && errno != EINTR)
            break; /* le serveur est parti ; il a peut-être dit pourquoi, la lecture le dira */
    }
    return recevoir(fonction, echeance);
}

t_message lab_demande(const char *fonction, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    t_message message = demander(fonction, format, arguments);
    va_end(arguments);
    return message;
}

void lab_commande(const char *fonction, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    t_message message = demander(fonction, format, arguments);
    va_end(arguments);
    if (strcmp(message.texte, "OK") != 0)
        lab_refus(fonction, message.texte);
}
