/*
 * alea.c - the generator splitmix64.
 */
#define _POSIX_C_SOURCE 200809L
#include "alea.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A number other than at the last call and in other processes. */
static uint64_t graine_nouvelle(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec + ((uint64_t)getpid() << 40);
}

void alea_semer(struct alea_t *a) {
    const char *given = getenv("COURSIDOR_GRAINE");
    char *end = NULL;
    a->state = given == NULL ? 0 : strtoull(given, &end, 10);
    if (given == NULL || end == given || *end != '\0')
        a->state = graine_nouvelle();
}

static uint64_t suivant(struct alea_t *a) {
    uint64_t x = a->state += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

size_t alea_tirer(struct alea_t *a, size_t bound) {
    /* What remains after the last whole multiple would make small numbers more likely. */
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t drawn;
    do
        drawn = suivant(a);
    while (drawn >= limit);
    return drawn % bound;
}
