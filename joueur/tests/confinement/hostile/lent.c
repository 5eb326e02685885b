/* Takes six tenths of a second for its first move, without computing: the others have time. */
#include "commun.h"

static void mefait(void) {
    usleep(600000);
}
