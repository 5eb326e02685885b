/*
 * Takes so many MiB of memory: alone, shared, in a family, in files that are nowhere but in memory, in segments of shared memory
 * that no process has in its own, in sets of semaphores, or in messages.
 */
#include "commun.h"

#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/wait.h>

#define PIECE (8UL << 20)

/* Takes a piece and writes to all of it; whether there was one. */
static int prend(int flags) {
    char *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED)
        return 0;
    memset(piece, 1, PIECE);
    return 1;
}

/* The same in a file in memory, which is in no process's own memory. */
static int ecrit(void) {
    static char bytes[1 << 16];
    int fd = memfd_create("memoire", 0);
    if (fd < 0)
        return 0;
    for (size_t written = 0; written < PIECE; written += sizeof bytes) {
        if (write(fd, bytes, sizeof bytes) != (ssize_t)sizeof bytes)
            return 0;
    }
    return 1;
}

/* The same in a segment that it lets go. */
static int detache(void) {
    int id = shmget(IPC_PRIVATE, PIECE, IPC_CREAT | 0600);
    char *piece = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
    if (piece == (void *)-1)
        return 0;
    memset(piece, 1, PIECE);
    return shmdt(piece) == 0;
}

/* In the kernel, which takes 64 bytes for a semaphore, and as many for an empty message. */
static int compte(void) {
    for (int set = 0; set < 4; set++) {
        if (semget(IPC_PRIVATE, 32000, 0600) < 0)
            return 0;
    }
    return 1;
}

static int poste(void) {
    struct {
        long type;
    } message = {1};
    for (int queue = 0; queue < 8; queue++) {
        int id = msgget(IPC_PRIVATE, 0600);
        if (id < 0)
            return 0;
        while (msgsnd(id, &message, 0, IPC_NOWAIT) == 0)
            ;
    }
    return 1;
}

static void mefait(void) {
    const char *how = mot(0, "seule");
    unsigned long pieces = strtoul(mot(1, "1024"), NULL, 10) / (PIECE >> 20);
    sacrifie();
    signal(SIGXFSZ, SIG_IGN);
    if (!strcmp(how, "famille")) {
        /* None of them takes much. */
        for (int child = 0; child < 8; child++) {
            if (fork() == 0) {
                for (unsigned long n = 0; n < pieces / 8; n++)
                    prend(MAP_PRIVATE);
                for (;;)
                    pause();
            }
        }
        sleep(60);
        reussi("%lu MiB in a family", pieces * (PIECE >> 20));
    }
    for (unsigned long n = 0; n < pieces; n++) {
        int taken = !strcmp(how, "fichiers") ? ecrit()
                    : !strcmp(how, "segments") ? detache()
                    : !strcmp(how, "semaphores") ? compte()
                    : !strcmp(how, "messages") ? poste()
                    : !strcmp(how, "partagee") ? prend(MAP_SHARED)
                                               : prend(MAP_PRIVATE);
        if (!taken)
            return;
    }
    /* Whoever looks at it now and then sees it. */
    sleep(2);
    reussi("%lu MiB", pieces * (PIECE >> 20));
}
