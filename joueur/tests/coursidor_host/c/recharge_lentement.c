/* Takes two seconds and a half to be loaded by a host that has loaded it before, once; plays legally. */
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commun.h"

__attribute__((constructor)) static void charger(void) {
    char host[32];
    snprintf(host, sizeof host, "hote-%d", (int)getppid());
    if (mkdir(host, 0700) != 0 && mkdir("recharge", 0700) == 0)
        nanosleep(&(struct timespec){.tv_sec = 2, .tv_nsec = 500000000}, NULL);
}
