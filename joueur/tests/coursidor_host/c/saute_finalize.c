/* Crashes in finalize; plays legally. */
#define MON_FINALIZE
#include "commun.h"

void finalize(void) {
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}
