/* Linked into programs with the address sanitizer by outils/asan.sh. */

#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* A limit of addresses counts from those that the sanitizer has taken for itself. */
static rlim64_t taken(void)
{
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (statm == NULL || fscanf(statm, "%lu", &pages) != 1)
        pages = (1UL << 45) / sysconf(_SC_PAGESIZE);
    if (statm != NULL)
        fclose(statm);
    return (rlim64_t)pages * sysconf(_SC_PAGESIZE);
}

static rlim64_t beyond(rlim64_t limit) { return limit == RLIM64_INFINITY ? limit : limit + taken(); }

int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit)
{
    struct rlimit64 more = *limit;
    if (resource == RLIMIT_AS)
        more = (struct rlimit64){beyond(limit->rlim_cur), beyond(limit->rlim_max)};
    return prlimit64(0, resource, &more, NULL);
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
    return setrlimit64(resource, &(struct rlimit64){limit->rlim_cur, limit->rlim_max});
}

/* Engines get no environment; and what a signal does to them is told as without the sanitizer. */
const char *__asan_default_options(void)
{
    return "detect_leaks=0:allocator_may_return_null=1"
           ":handle_segv=0:handle_abort=0:handle_sigfpe=0:handle_sigbus=0:handle_sigill=0";
}
