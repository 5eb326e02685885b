/* Asks for a core dump as long as it likes, and dies of what gives one. */
#include "commun.h"

#include <sys/prctl.h>
#include <sys/resource.h>

static void mefait(void) {
    struct rlimit most;
    getrlimit(RLIMIT_CORE, &most);
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_CORE, &most);
    most.rlim_max = most.rlim_cur = RLIM_INFINITY;
    setrlimit(RLIMIT_CORE, &most);
    prctl(PR_SET_DUMPABLE, 1);
    abort();
}
