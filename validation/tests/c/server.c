/*
 * A server of one rencontre, written as the students of the course wrote theirs: two players, two parties, select before
 * every recv, and the validation library to judge the moves.
 *
 *     serveur PORT        0: any free port; the port is written to the standard output
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocolColonne.h"
#include "validation.h"

#define TIME_MAX 6

/* Waits for a message of this size. 1: it is there, 0: the time is over, -1: the player has left. */
static int recevoir(int sock, void *message, size_t taille)
{
    fd_set lecture;
    struct timeval temps = {TIME_MAX, 0};
    ssize_t recu;

    FD_ZERO(&lecture);
    FD_SET(sock, &lecture);
    switch (select(sock + 1, &lecture, NULL, NULL, &temps)) {
    case 0:
        return 0;
    case 1:
        recu = recv(sock, message, taille, MSG_WAITALL);
        return recu == (ssize_t)taille ? 1 : -1;
    default:
        return -1;
    }
}

static void envoyer(int sock, const void *message, size_t taille)
{
    if (send(sock, message, taille, MSG_NOSIGNAL) != (ssize_t)taille)
        fprintf(stderr, "serveur: (envoyer) a player has left\n");
}

/* Opens the listening socket and tells its port. */
static int ecouter(const char *port)
{
    struct sockaddr_in adresse;
    socklen_t longueur = sizeof adresse;
    int sock = socket(AF_INET, SOCK_STREAM, 0);

    memset(&adresse, 0, sizeof adresse);
    adresse.sin_family = AF_INET;
    adresse.sin_port = htons((unsigned short)atoi(port));
    adresse.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (sock < 0 || bind(sock, (struct sockaddr *)&adresse, sizeof adresse) < 0 || listen(sock, 2) < 0
        || getsockname(sock, (struct sockaddr *)&adresse, &longueur) < 0) {
        perror("serveur: (ecouter)");
        exit(1);
    }
    printf("%d\n", ntohs(adresse.sin_port));
    fflush(stdout);
    return sock;
}

/* Plays a party. joueurs[0] begins. */
static void jouerPartie(const int joueurs[2])
{
    TCoupReq coup;
    TCoupRep rep;
    TPropCoup prop;
    int tour = 0, recu;

    initialiserPartie();
    for (;;) {
        recu = recevoir(joueurs[tour], &coup, sizeof coup);
        rep.err = ERR_OK;
        rep.propCoup = PERDU;
        if (recu == 0) {
            rep.validCoup = TIMEOUT;
        } else if (recu < 0) {
            fprintf(stderr, "serveur: (jouerPartie) a player has left\n");
            exit(2);
        } else if (validationCoup(tour + 1, coup, &prop)) {
            rep.validCoup = VALID;
            rep.propCoup = prop;
        } else {
            rep.validCoup = TRICHE;
        }
        envoyer(joueurs[tour], &rep, sizeof rep);
        envoyer(joueurs[1 - tour], &rep, sizeof rep);
        if (rep.validCoup != VALID || rep.propCoup != CONT)
            return;
        tour = 1 - tour;
        envoyer(joueurs[tour], &coup, sizeof coup);
    }
}

int main(int argc, char *argv[])
{
    int ecoute, joueurs[2], retour[2], i, oui = 1;
    TPartieReq req[2];
    TPartieRep rep;

    if (argc != 2) {
        fprintf(stderr, "usage: %s port\n", argv[0]);
        return 1;
    }
    alarm(60); /* whatever happens, this server of the tests ends */
    ecoute = ecouter(argv[1]);
    for (i = 0; i < 2; i++) {
        joueurs[i] = accept(ecoute, NULL, NULL);
        if (joueurs[i] < 0) {
            perror("serveur: (accept)");
            return 1;
        }
        setsockopt(joueurs[i], IPPROTO_TCP, TCP_NODELAY, &oui, sizeof oui);
    }
    for (i = 0; i < 2; i++) {
        if (recevoir(joueurs[i], &req[i], sizeof req[i]) != 1 || req[i].idRequest != PARTIE) {
            fprintf(stderr, "serveur: no request PARTIE\n");
            return 2;
        }
    }
    for (i = 0; i < 2; i++) {
        memset(&rep, 0, sizeof rep);
        rep.err = ERR_OK;
        rep.coul = i == 0 ? BLANC : NOIR;
        strncpy(rep.nomAdvers, req[1 - i].nomJoueur, T_NOM - 1);
        envoyer(joueurs[i], &rep, sizeof rep);
    }

    jouerPartie(joueurs);
    retour[0] = joueurs[1];
    retour[1] = joueurs[0];
    jouerPartie(retour);

    for (i = 0; i < 2; i++) {
        shutdown(joueurs[i], SHUT_RDWR);
        close(joueurs[i]);
    }
    close(ecoute);
    return 0;
}
