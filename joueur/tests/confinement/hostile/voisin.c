/*
 * Without namespaces: acts on other processes and on files that it may not write. The first word is the number of the referee, the
 * others are files.
 */
#include "commun.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sched.h>

static void mefait(void) {
    pid_t referee = atoi(mot(0, "0"));
    struct rlimit few = {64, 64};
    struct sched_param none = {0};
    for (int n = 1; n < nb; n++) {
        if (chmod(args[n], 0) == 0)
            reussi("chmod %s", args[n]);
        int fd = open(args[n], O_RDONLY);
        if (fd >= 0 && fchmod(fd, 0) == 0)
            reussi("fchmod %s", args[n]);
        if (truncate(args[n], 0) == 0)
            reussi("truncate %s", args[n]);
        if (utimes(args[n], NULL) == 0)
            reussi("utimes %s", args[n]);
    }
    if (prlimit(referee, RLIMIT_NOFILE, &few, NULL) == 0)
        reussi("prlimit");
    if (setpriority(PRIO_PROCESS, referee, 19) == 0 || setpriority(PRIO_USER, 0, 1) == 0)
        reussi("setpriority");
    if (sched_setscheduler(referee, SCHED_IDLE, &none) == 0)
        reussi("sched_setscheduler");
    if (kill(referee, 0) == 0)
        reussi("kill");
    if (kill(-1, 0) == 0 && getpid() > 1000)
        reussi("kill -1");
    /* Its own it may. */
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    if (kill(child, SIGKILL) < 0)
        reussi("not even its own child: %s", strerror(errno));
}
