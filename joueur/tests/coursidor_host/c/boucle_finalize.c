/* Never returns from finalize; plays legally. */
#define MON_FINALIZE
#include "commun.h"

void finalize(void) {
    volatile int forever = 1;
    while (forever)
        ;
}
