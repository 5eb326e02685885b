/* Calls a function in finalize that nobody has: what binds functions when they are called misses it then; plays legally. */
#define MON_FINALIZE
#include "commun.h"

void fonction_que_personne_n_a(void);

void finalize(void) {
    fonction_que_personne_n_a();
}
