/* A thread bomb: threads that do nothing, until there are so many, or for ever. */
#include "commun.h"

#include <pthread.h>

static void *dort(void *rien) {
    for (;;)
        pause();
    return rien;
}

static void mefait(void) {
    int most = atoi(mot(0, "200"));
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 * 1024);
    sacrifie();
    alarm(60);
    for (int count = 0; count < most;) {
        pthread_t thread;
        if (pthread_create(&thread, &small, dort, NULL) == 0)
            count++;
    }
    sleep(5);
    reussi("%d threads", most);
}
