/*
 * No engine: says what there is of System V and POSIX under this key and this name, one a line; with a third word it also removes it.
 */
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    key_t key = atoi(argv[1]);
    char name[256];
    snprintf(name, sizeof name, "/%s", argv[2]);
    int shm = shmget(key, 0, 0), sem = semget(key, 0, 0), msg = msgget(key, 0);
    if (shm >= 0)
        puts("shared memory");
    if (sem >= 0)
        puts("semaphores");
    if (msg >= 0)
        puts("a message queue");
    if (mq_open(name, O_RDONLY) != (mqd_t)-1)
        puts("a POSIX message queue");
    if (argc > 3) {
        shmctl(shm, IPC_RMID, NULL);
        semctl(sem, 0, IPC_RMID);
        msgctl(msg, IPC_RMID, NULL);
        mq_unlink(name);
        shm_unlink(name);
        sem_unlink(name);
    }
    return 0;
}
