/*
 * test.h - how the tests say what they look at, and what they found.
 */
#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stddef.h>

/* Checks that something is true. What is false is said, counted, and does not end the test. Gives the value. */
#define VERIFIER(fact) verifier((fact), #fact, __FILE__, __LINE__)

/* Checks that two whole numbers are the same, and says both if they are not. */
#define EGAL(found, expected) verifier_egal((long long)(found), (long long)(expected), #found, __FILE__, __LINE__)

bool verifier(bool fact, const char *text, const char *file, int line);
bool verifier_egal(long long found, long long expected, const char *text, const char *file, int line);

/* Runs a test and says its name, in French, with the number of its checks. */
void essayer(const char *name, void (*test)(void));

/* Writes the last line. The exit code of the program. */
int conclure(void);

/* One for each file of tests: tries all that is in it. */
void essayer_abi(void);
void essayer_graphe(void);
void essayer_plateau(void);
void essayer_position(void);
void essayer_tour(void);
void essayer_joueurs(void);

#endif
