/*
 * Starts a thread that prints all the time and crashes the process after two moves; plays legally until then. To be linked with
 * -pthread.
 */
#define MON_INITIALIZE
#define MON_PLAY
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "commun.h"

static volatile int moves;

static void *parler(void *nothing) {
    while (moves < 2) {
        puts("move 3");
        fflush(stdout);
        usleep(1000);
    }
    abort();
    return nothing;
}

void initialize(unsigned int player_id, struct graph_t *graph) {
    pthread_t thread;
    commencer(player_id, graph);
    pthread_create(&thread, NULL, parler, NULL);
}

struct move_t play(const struct move_t previous_move) {
    struct move_t move = jouer(previous_move);
    /* The thread notices the second move during the third. */
    if (moves++ >= 2)
        sleep(1);
    return move;
}
