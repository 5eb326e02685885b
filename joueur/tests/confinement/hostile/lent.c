/* Takes two seconds for its first move, without computing: the others have time. */
#include "commun.h"

static void mefait(void) {
    usleep(2000000);
}
