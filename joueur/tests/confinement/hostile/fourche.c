/* A fork bomb: each process starts others until there are so many, or for ever; `vite` does not wait to be seen. */
#include "commun.h"

#include <stdatomic.h>
#include <sys/mman.h>

static void fini(int signal) {
    _exit(signal ? REUSSI : 0);
}

static void mefait(void) {
    signal(SIGUSR1, fini);
    int most = atoi(mot(0, "200"));
    atomic_int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count == MAP_FAILED)
        _exit(1);
    sacrifie();
    pid_t first = getpid();
    for (;;) {
        /* What goes wrong here goes wrong for some seconds only. */
        alarm(60);
        if (atomic_load(count) >= most) {
            if (!strcmp(mot(1, ""), "vite"))
                kill(first, SIGUSR1);
            /* Whoever looks at them now and then sees them. */
            sleep(5);
            if (getpid() == first)
                reussi("%d processes", most);
            _exit(0);
        }
        if (fork() == 0)
            atomic_fetch_add(count, 1);
    }
}
