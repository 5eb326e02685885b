/* Crashes while it is being loaded. */
#include "commun.h"

__attribute__((constructor)) static void charger(void) {
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}
