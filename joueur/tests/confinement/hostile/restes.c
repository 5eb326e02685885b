/*
 * Makes all that may stay when who has made it is gone: shared memory, semaphores, message queues (System V under the key that is the
 * first word, POSIX under the name that is the second), files in every folder where one may be, and sockets that somebody listens at.
 */
#include "commun.h"

#include <mqueue.h>
#include <netinet/in.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

/* A descriptor is kept. */
static void ecoute(const char *name, int abstract) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path + abstract, sizeof at.sun_path - 1, "%s", name);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&at, offsetof(struct sockaddr_un, sun_path) + strlen(name) + 1) == 0)
        listen(fd, 1);
}

static void mefait(void) {
    key_t key = atoi(mot(0, "0"));
    const char *mark = mot(1, "?"), *folders[] = {".", getenv("TMPDIR"), getenv("HOME"), "/tmp", "/dev/shm", "/var/tmp"};
    char name[4200];
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons(atoi(mot(2, "0")))};
    shmget(key, 4096, IPC_CREAT | 0600);
    semget(key, 1, IPC_CREAT | 0600);
    msgget(key, IPC_CREAT | 0600);
    snprintf(name, sizeof name, "/%s", mark);
    mq_open(name, O_CREAT | O_RDWR, 0600, NULL);
    shm_open(name, O_CREAT | O_RDWR, 0600);
    sem_open(name, O_CREAT, 0600, 1);
    for (unsigned n = 0; n < sizeof folders / sizeof *folders; n++) {
        if (!folders[n])
            continue;
        snprintf(name, sizeof name, "%s/%s.%u", folders[n], mark, n);
        mkdir(name, 0700);
        snprintf(name, sizeof name, "%s/%s.%u/tube", folders[n], mark, n);
        mkfifo(name, 0600);
        snprintf(name, sizeof name, "%s/%s.%u/fichier", folders[n], mark, n);
        close(open(name, O_CREAT | O_WRONLY, 0600));
    }
    snprintf(name, sizeof name, "%s.prise", mark);
    ecoute(name, 0);
    ecoute(mark, 1);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&port, sizeof port) == 0)
        listen(fd, 1);
}
