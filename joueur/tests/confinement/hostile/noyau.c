/*
 * Takes so many MiB of memory that are in no process: shared and given back, in socket buffers, page
 * tables (of few pages, too), watches of epoll; or sends so many descriptors that none receives.
 */
#include "commun.h"

#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define PIECE (8UL << 20)

static void toutes_les_descriptions(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* Shared memory that it does not have any more: without a file, or of the device that gives zeros. */
static unsigned long rendue(int fd, unsigned long most) {
    unsigned long taken = 0;
    int flags = MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0);
    for (; taken < most; taken += PIECE) {
        char *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, flags, fd, 0);
        if (piece == MAP_FAILED)
            break;
        memset(piece, 1, PIECE);
        /* One page of it is enough to keep it all. */
        munmap(piece + 4096, PIECE - 4096);
    }
    return taken;
}

static unsigned long zero(unsigned long most) {
    int fd = open("/dev/zero", O_RDWR);
    return fd < 0 ? 0 : rendue(fd, most);
}

/* How much more a socket may hold once it has asked for it. */
static unsigned long tampons(void) {
    int pair[2], usual = 0, larger = 0, wanted = 1 << 22;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        return 0;
    getsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &usual, &(socklen_t){sizeof usual});
    setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &wanted, sizeof wanted);
    getsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &larger, &(socklen_t){sizeof larger});
    return larger - usual;
}

/* In sockets of children. */
static unsigned long sockets(unsigned long most) {
    static char bytes[1 << 16];
    int told[2];
    if (pipe(told))
        return 0;
    for (int child = 0; child < 24; child++) {
        if (fork())
            continue;
        unsigned long written = 0;
        int pair[2], large = 1 << 22;
        toutes_les_descriptions();
        while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0) {
            setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
            for (ssize_t more; (more = write(pair[0], bytes, sizeof bytes)) > 0;)
                written += more;
        }
        if (write(told[1], &written, sizeof written) < 0)
            _exit(1);
        for (;;)
            pause();
    }
    unsigned long all = 0, written;
    for (int child = 0; child < 24 && all < most; child++) {
        if (read(told[0], &written, sizeof written) == (ssize_t)sizeof written)
            all += written;
    }
    return all;
}

/* Pages that are all the same one of zeros: only their table takes memory. */
static unsigned long tables(unsigned long most) {
    unsigned long taken = 0, stride = 2UL << 20, length = 1UL << 36;
    while (taken < most) {
        volatile char *space = mmap(NULL, length, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (space == MAP_FAILED)
            break;
        madvise((void *)space, length, MADV_NOHUGEPAGE);
        for (unsigned long at = 0; at < length && taken < most; at += stride, taken += 4096)
            (void)space[at];
    }
    return taken;
}

/* Each page is far from the others, and has two tables for itself. */
static unsigned long eparses(unsigned long most) {
    unsigned long taken = 0, stride = 1UL << 30;
    for (unsigned long at = 1UL << 40; taken < most; at += stride, taken += 2 * 4096) {
        volatile char *page = mmap((void *)at, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED)
            break;
        (void)page[0];
    }
    return taken;
}

/* In children: each has only so many descriptors. */
static unsigned long veilles(unsigned long most) {
    int told[2];
    if (pipe(told))
        return 0;
    for (int child = 0; child < 24; child++) {
        if (fork())
            continue;
        unsigned long watches = 0;
        toutes_les_descriptions();
        struct rlimit limit;
        getrlimit(RLIMIT_NOFILE, &limit);
        int files = limit.rlim_cur / 2, epolls[4096], pair[2];
        for (int n = 0; n < files && n < 4096; n++)
            epolls[n] = epoll_create1(0);
        while (pipe(pair) == 0) {
            struct epoll_event event = {.events = EPOLLIN};
            for (int n = 0; n < files && n < 4096; n++)
                watches += epoll_ctl(epolls[n], EPOLL_CTL_ADD, pair[0], &event) == 0;
        }
        watches *= 160;
        if (write(told[1], &watches, sizeof watches) < 0)
            _exit(1);
        for (;;)
            pause();
    }
    unsigned long all = 0, taken;
    for (int child = 0; child < 24 && all < most; child++) {
        if (read(told[0], &taken, sizeof taken) == (ssize_t)sizeof taken)
            all += taken;
    }
    return all;
}

/* Descriptors under way, which the system counts for each user. */
static int en_route(int most) {
    int pair[2], sent = 0;
    toutes_les_descriptions();
    while (sent < most && socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, pair) == 0) {
        for (;;) {
            char control[CMSG_SPACE(253 * sizeof(int))] = {0}, byte = 0;
            struct iovec bytes = {&byte, 1};
            struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(253 * sizeof(int));
            for (int n = 0; n < 253; n++)
                memcpy(CMSG_DATA(header) + n * sizeof(int), &(int){2}, sizeof(int));
            if (sendmsg(pair[0], &message, 0) < 0)
                break;
            sent += 253;
        }
        if (errno == ETOOMANYREFS)
            break;
    }
    return sent;
}

static void mefait(void) {
    const char *how = mot(0, "rendue");
    unsigned long most = strtoul(mot(1, "1024"), NULL, 10) << 20, taken;
    sacrifie();
    if (!strcmp(how, "enroute")) {
        dprintf(2, "[%d under way] ", en_route(1 << 14));
        return;
    }
    if (!strcmp(how, "tampons")) {
        taken = tampons();
        if (taken)
            reussi("%lu bytes more", taken);
        return;
    }
    taken = !strcmp(how, "zero")      ? zero(most)
            : !strcmp(how, "sockets") ? sockets(most)
            : !strcmp(how, "tables")  ? tables(most)
            : !strcmp(how, "eparses") ? eparses(most)
            : !strcmp(how, "veilles") ? veilles(most)
                                      : rendue(-1, most);
    /* Whoever looks at it now and then sees it. */
    sleep(1);
    if (taken >= most / 2)
        reussi("%lu MiB", taken >> 20);
}
