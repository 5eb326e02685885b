/* Wants more than it was given: limits, priority, to be spared. Then it takes it, as `fourche` does: so many processes. */
#include "commun.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>

static int plus(void) {
    int more = 0;
    for (int which = 0; which < RLIM_NLIMITS; which++) {
        struct rlimit limit;
        if (getrlimit(which, &limit) < 0)
            continue;
        rlim_t hard = limit.rlim_max;
        limit.rlim_max = RLIM_INFINITY;
        limit.rlim_cur = RLIM_INFINITY;
        /* Whose limit is none cannot have more. */
        if (setrlimit(which, &limit) == 0 && hard != RLIM_INFINITY)
            more++;
        limit.rlim_cur = limit.rlim_max = hard;
        setrlimit(which, &limit);
        prlimit(getppid(), which, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}, NULL);
    }
    if (setpriority(PRIO_PROCESS, 0, -10) == 0)
        more++;
    if (sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1}) == 0)
        more++;
    cpu_set_t every;
    memset(&every, 0xff, sizeof every);
    if (sched_setaffinity(0, sizeof every, &every) == 0)
        more++;
    return more;
}

static void mefait(void) {
    int more = plus(), most = atoi(mot(0, "0"));
    if (most == 0) {
        if (more > 0)
            reussi("%d limits", more);
        return;
    }
    atomic_int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count == MAP_FAILED)
        _exit(1);
    while (atomic_load(count) < most) {
        alarm(60);
        if (fork() == 0)
            atomic_fetch_add(count, 1);
    }
    sleep(5);
    reussi("%d processes", most);
}
