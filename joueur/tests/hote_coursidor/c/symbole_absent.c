/* Needs a function that nobody has: it cannot be loaded. */
#define MON_FINALIZE
#include "commun.h"

void fonction_que_personne_n_a(void);

void finalize(void) {
    fonction_que_personne_n_a();
}
