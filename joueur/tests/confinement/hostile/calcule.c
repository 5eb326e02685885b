/* Computes for a tenth of a second before its first move. */
#include "commun.h"

#include <time.h>

static void mefait(void) {
    while (clock() < CLOCKS_PER_SEC / 10)
        ;
}
