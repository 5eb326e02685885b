/*
 * test.c - counts and says what the tests check.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

/* How many failures of a test are written one by one. */
#define MAX_DITS 10

static unsigned long tests, checks, failures;
static unsigned long said;

bool verifier(bool fact, const char *text, const char *file, int line) {
    checks++;
    if (!fact) {
        failures++;
        if (said++ < MAX_DITS)
            fprintf(stderr, "%s:%d : faux : %s\n", file, line, text);
    }
    return fact;
}

bool verifier_egal(long long found, long long expected, const char *text, const char *file, int line) {
    checks++;
    if (found != expected) {
        failures++;
        if (said++ < MAX_DITS)
            fprintf(stderr, "%s:%d : %s vaut %lld au lieu de %lld\n", file, line, text, found, expected);
    }
    return found == expected;
}

void essayer(const char *name, void (*test)(void)) {
    unsigned long checks_before = checks, failures_before = failures;
    said = 0;
    test();
    tests++;
    /* A test without checks could not fail. */
    if (checks == checks_before) {
        failures++;
        fprintf(stderr, "%s : rien n'a été vérifié\n", name);
    }
    printf("%-6s %s : %lu vérifications\n", failures == failures_before ? "ok" : "ÉCHEC", name, checks - checks_before);
    fflush(stdout);
}

int conclure(void) {
    printf("%lu tests, %lu vérifications, %lu échecs\n", tests, checks, failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
