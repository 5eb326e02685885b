/*
 * Holds up others at what both may use: leases, notices and locks of files, counters that the system keeps for each user, other kinds
 * of sockets.
 */
#include "commun.h"

#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/socket.h>

#ifndef AF_VSOCK
#define AF_VSOCK 40
#endif

static void mefait(void) {
    int one = open(programme, O_RDONLY), pipes[2];
    if (fcntl(one, F_SETLEASE, F_RDLCK) == 0)
        reussi("a lease");
    if (fcntl(one, F_NOTIFY, DN_ACCESS) == 0)
        reussi("notices");
    if (pipe(pipes) == 0 && fcntl(pipes[1], F_SETPIPE_SZ, 1 << 20) > 0)
        reussi("a large pipe");
    if (inotify_init1(0) >= 0 || inotify_init() >= 0)
        reussi("inotify");
    if (socket(AF_VSOCK, SOCK_STREAM, 0) >= 0 || socket(AF_PACKET, SOCK_RAW, 0) >= 0)
        reussi("another kind of socket");
    /* A lock that another process can see is a channel to it. */
    int lock = open("/etc/passwd", O_RDONLY), other = open("/etc/passwd", O_RDONLY);
    if (flock(lock, LOCK_EX) == 0 && flock(other, LOCK_EX | LOCK_NB) < 0)
        reussi("a lock");
    struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    fcntl(lock, F_OFD_SETLK, &range);
    range.l_type = F_WRLCK;
    range.l_pid = 0;
    if (fcntl(other, F_OFD_GETLK, &range) == 0 && range.l_type == F_RDLCK)
        reussi("a lock of a range");
}
