/*
 * Takes two seconds to die: with `quitte` when the game is over; with `ferme` it has closed its streams before; else without a word.
 */
#include "commun.h"

static int late;

__attribute__((destructor)) static void traine(void) {
    if (late)
        sleep(2);
}

static void mefait(void) {
    for (int n = 1; n < 32; n++)
        signal(n, SIG_IGN);
    if (!strcmp(mot(0, ""), "quitte")) {
        late = 1;
        return;
    }
    if (!strcmp(mot(0, ""), "ferme")) {
        for (int fd = 0; fd < 3; fd++)
            close(fd);
    }
    sleep(2);
    _exit(3);
}
