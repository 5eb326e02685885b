/* Does nothing wrong. */
#include "commun.h"

static void mefait(void) {
}
