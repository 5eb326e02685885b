/*
 * brut.h - reads a board byte by byte, without GSL, and moves a pawn on it (vecteurs/coursidor/ABI.md has the offsets).
 *
 * For players of either layout: what differs for them is the size of a vertex id.
 */
#ifndef BRUT_H
#define BRUT_H

#include <stdint.h>
#include <string.h>

/* More vertices than any board of the tests has. */
#define BRUT_MAX 4096
#define BRUT_AUCUN UINT32_MAX

/* The neighbours of each vertex that no wall cuts off, and the pawns. */
static uint32_t brut_voisins[BRUT_MAX][6];
static uint32_t brut_n;
static uint32_t brut_pions[2];

static inline uint64_t brut_mot(const void *at, size_t offset, size_t size) {
    uint64_t word = 0;
    memcpy(&word, (const char *)at + offset, size);
    return word;
}

static inline void *brut_pointeur(const void *at, size_t offset) {
    return (void *)(uintptr_t)brut_mot(at, offset, 8);
}

/* Reads the graph of a server whose vertex ids have this size, 4 or 8 bytes. */
static inline void brut_lire(const void *graph, size_t id_size) {
    const void *matrix = brut_pointeur(graph, 16);
    const int32_t *columns = brut_pointeur(matrix, 16), *rows = brut_pointeur(matrix, 32);
    brut_n = (uint32_t)brut_mot(matrix, 0, 8);
    memset(brut_voisins, 0xff, sizeof brut_voisins);
    for (uint32_t v = 0; v < brut_n; v++)
        for (int32_t k = rows[v]; k < rows[v + 1]; k++)
            brut_voisins[v][k - rows[v]] = (uint32_t)columns[k];
    for (int player = 0; player < 2; player++)
        brut_pions[player] = (uint32_t)brut_mot(graph, 24 + player * id_size, id_size);
}

static inline void brut_couper(uint32_t from, uint32_t to) {
    for (int k = 0; k < 6; k++)
        if (brut_voisins[from][k] == to)
            brut_voisins[from][k] = BRUT_AUCUN;
}

/* A wall of the opponent on this edge. */
static inline void brut_mur(uint32_t from, uint32_t to) {
    brut_couper(from, to);
    brut_couper(to, from);
}

/* Moves the player's pawn to a free neighbour, or over the opponent if there is none, and says where it is then. */
static inline uint32_t brut_avancer(unsigned int player) {
    uint32_t here = brut_pions[player], opponent = brut_pions[1 - player];
    for (int k = 0; k < 6; k++)
        if (brut_voisins[here][k] != BRUT_AUCUN && brut_voisins[here][k] != opponent)
            return brut_pions[player] = brut_voisins[here][k];
    for (int k = 0; k < 6; k++)
        if (brut_voisins[opponent][k] != BRUT_AUCUN && brut_voisins[opponent][k] != here)
            return brut_pions[player] = brut_voisins[opponent][k];
    return here;
}

#endif
