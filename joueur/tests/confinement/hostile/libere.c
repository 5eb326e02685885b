/*
 * Gives back 800 MB after each of its moves: the system takes some fifty milliseconds for that, in which nothing stops it.
 */
#include "commun.h"

#include <sys/mman.h>

static void mefait(void) {
    static char line[70000];
    const size_t taille = (size_t)800 << 20;
    do {
        char *memoire = mmap(NULL, taille, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memoire == MAP_FAILED)
            _exit(1);
        for (size_t page = 0; page < taille; page += 4096)
            memoire[page] = 1;
        dprintf(1, "move A\n");
        munmap(memoire, taille);
        do {
            if (!fgets(line, sizeof line, stdin) || !strncmp(line, "quit", 4))
                exit(0);
        } while (strncmp(line, "go ", 3));
    } while (1);
}
