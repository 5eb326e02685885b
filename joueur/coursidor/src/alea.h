/*
 * alea.h - chance, without rand and srand, whose state a player would share with all else in its process.
 */
#ifndef ALEA_H
#define ALEA_H

#include <stddef.h>
#include <stdint.h>

struct alea_t {
    uint64_t state;
};

/* Begins from the environment variable COURSIDOR_GRAINE if it is a number, so that a game can be repeated, else anew. */
void alea_semer(struct alea_t *a);

/* A number from 0 to bound - 1, each as likely as the others; `bound` is at least 1. */
size_t alea_tirer(struct alea_t *a, size_t bound);

#endif
