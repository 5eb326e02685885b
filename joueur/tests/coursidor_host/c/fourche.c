/* Leaves a child that keeps every file descriptor for a minute, and crashes, in play. */
#define MON_PLAY
#include <signal.h>
#include <unistd.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    if (fork() == 0) {
        sleep(60);
        _exit(0);
    }
    raise(SIGSEGV);
    return previous_move;
}
