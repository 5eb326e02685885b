/* Has a timer of its own that goes on ringing, whose signal interrupts system calls; plays legally. */
#define MON_INITIALIZE
#include <signal.h>
#include <sys/time.h>

#include "commun.h"

static void sonner(int number) {
    (void)number;
}

void initialize(unsigned int player_id, struct graph_t *graph) {
    struct sigaction action = {.sa_handler = sonner};
    struct itimerval often = {.it_interval = {.tv_usec = 5000}, .it_value = {.tv_usec = 5000}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    commencer(player_id, graph);
}
