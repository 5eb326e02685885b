// A layer below a program: refuses some of the calls by which it asks the system for room on the disk, for descriptors, for
// processes or for memory, as if there were none left, and counts them all.
//
//     REFUSALS=/the/file REFUSALS_PROGRAM=/its/path LD_PRELOAD=layer.so program
//
// Calls of other programs that it starts, of engines above all, are neither counted nor refused.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

// As mod.rs writes and reads them.
enum kind { ROOM, DESCRIPTORS, PROCESSES, MEMORY, KINDS };
static const int errors[KINDS] = {ENOSPC, EMFILE, EAGAIN, ENOMEM};

// Shared by all processes of the program.
static struct {
    _Atomic uint64_t counted[KINDS];
    uint64_t kind, from, count;
} *shared;

__attribute__((constructor)) static void begin(void)
{
    char *file = getenv("REFUSALS"), *program = getenv("REFUSALS_PROGRAM"), exe[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
    int fd;
    if (!file || !program || length <= 0)
        return;
    exe[length] = 0;
    if (strcmp(exe, program) != 0 || (fd = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC)) < 0)
        return;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED)
        shared = NULL;
    close(fd);
}

// Whether this call is one of those to refuse; errno says why.
static int refused(enum kind kind)
{
    uint64_t number;
    if (!shared)
        return 0;
    number = atomic_fetch_add(&shared->counted[kind], 1) + 1;
    if (shared->kind != kind || number < shared->from || number - shared->from >= shared->count)
        return 0;
    errno = errors[kind];
    return 1;
}

static int is_file(int fd)
{
    struct stat file;
    int before = errno, is = shared && fstat(fd, &file) == 0 && S_ISREG(file.st_mode);
    errno = before;
    return is;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
// A call that is refused with -1.
#define GUARDED(kind, result, name, parameters, arguments) \
    result name parameters { return refused(kind) ? -1 : REAL(name) arguments; }
// A call that needs room if it is about a file.
#define WRITES(result, name, parameters, arguments) \
    result name parameters { return is_file(fd) && refused(ROOM) ? -1 : REAL(name) arguments; }

WRITES(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count))
WRITES(ssize_t, pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, length, at))
WRITES(ssize_t, pwrite64, (int fd, const void *bytes, size_t length, off64_t at), (fd, bytes, length, at))
WRITES(ssize_t, pwritev, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at))
WRITES(ssize_t, pwritev64, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at))
WRITES(int, fsync, (int fd), (fd))
WRITES(int, fdatasync, (int fd), (fd))
WRITES(int, fallocate, (int fd, int mode, off_t at, off_t length), (fd, mode, at, length))
WRITES(int, fallocate64, (int fd, int mode, off64_t at, off64_t length), (fd, mode, at, length))

// A disk that becomes full takes a part of what is written first.
ssize_t write(int fd, const void *bytes, size_t length)
{
    if (!is_file(fd) || !refused(ROOM))
        return syscall(SYS_write, fd, bytes, length);
    if (length < 2 || shared->counted[ROOM] != shared->from)
        return -1;
    return syscall(SYS_write, fd, bytes, length / 2);
}

GUARDED(ROOM, int, mkdir, (const char *name, mode_t mode), (name, mode))
GUARDED(ROOM, int, mkdirat, (int dir, const char *name, mode_t mode), (dir, name, mode))
GUARDED(ROOM, int, rename, (const char *from, const char *to), (from, to))
GUARDED(ROOM, int, renameat, (int from_dir, const char *from, int to_dir, const char *to), (from_dir, from, to_dir, to))
GUARDED(ROOM, int, link, (const char *from, const char *to), (from, to))
GUARDED(ROOM, int, symlink, (const char *target, const char *name), (target, name))

static int open_at(int dir, const char *name, int flags, mode_t mode)
{
    if (refused(DESCRIPTORS))
        return -1;
    if ((flags & O_CREAT) && faccessat(dir, name, F_OK, 0) != 0 && refused(ROOM))
        return -1;
    return syscall(SYS_openat, dir, name, flags, mode);
}

#include "../open.h"

DIR *opendir(const char *name) { return refused(DESCRIPTORS) ? NULL : REAL(opendir)(name); }

GUARDED(DESCRIPTORS, int, socket, (int domain, int type, int protocol), (domain, type, protocol))
GUARDED(DESCRIPTORS, int, socketpair, (int domain, int type, int protocol, int pair[2]), (domain, type, protocol, pair))
GUARDED(DESCRIPTORS, int, pipe, (int ends[2]), (ends))
GUARDED(DESCRIPTORS, int, pipe2, (int ends[2], int flags), (ends, flags))
GUARDED(DESCRIPTORS, int, dup, (int fd), (fd))
GUARDED(DESCRIPTORS, int, epoll_create1, (int flags), (flags))
GUARDED(DESCRIPTORS, int, eventfd, (unsigned count, int flags), (count, flags))
GUARDED(DESCRIPTORS, int, timerfd_create, (int clock, int flags), (clock, flags))
GUARDED(DESCRIPTORS, int, inotify_init1, (int flags), (flags))
GUARDED(DESCRIPTORS, int, memfd_create, (const char *name, unsigned flags), (name, flags))

int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    return refused(DESCRIPTORS) ? -1 : syscall(SYS_accept4, fd, address, length, flags);
}
int accept(int fd, struct sockaddr *address, socklen_t *length) { return accept4(fd, address, length, 0); }

static int control(int fd, int command, long argument)
{
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && refused(DESCRIPTORS))
        return -1;
    return syscall(SYS_fcntl, fd, command, argument);
}
#define ARGUMENT(command) \
    ({ \
        va_list rest; \
        va_start(rest, command); \
        long argument = va_arg(rest, long); \
        va_end(rest); \
        argument; \
    })
int fcntl(int fd, int command, ...) { return control(fd, command, ARGUMENT(command)); }
int fcntl64(int fd, int command, ...) { return control(fd, command, ARGUMENT(command)); }

GUARDED(PROCESSES, pid_t, fork, (void), ())

// These give the error itself.
int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    return refused(PROCESSES) ? EAGAIN : REAL(posix_spawn)(pid, path, actions, attributes, arguments, environment);
}
int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    return refused(PROCESSES) ? EAGAIN : REAL(posix_spawnp)(pid, file, actions, attributes, arguments, environment);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument)
{
    return refused(PROCESSES) ? EAGAIN : REAL(pthread_create)(thread, attributes, work, argument);
}

// The C library's own, as looking for a name needs memory.
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
void *malloc(size_t size) { return refused(MEMORY) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refused(MEMORY) ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return refused(MEMORY) ? NULL : __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { return refused(MEMORY) ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size)
{
    return refused(MEMORY) || !(*block = __libc_memalign(alignment, size)) ? ENOMEM : 0;
}
