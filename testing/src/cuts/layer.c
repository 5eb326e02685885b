// A layer between a program and the C library that journals all that the program does to the files of one folder, what
// it has synced, and what it tells others, in the order in which it happens. From this journal cuts are made (disk.rs).
//
//     CUTS_FOLDER=/the/folder CUTS_JOURNAL=/elsewhere/journal LD_PRELOAD=layer.so program
//
// Calls that are not here go unseen; comparing the journal with the folder at the end shows that there were none.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// As journal.rs reads them.
enum kind { OPENED = 1, WRITTEN, LENGTH, SYNCED, ALL_SYNCED, FOLDER, REMOVED, RENAMED, LINKED, SYMLINKED, SAID, UNSEEN };

struct header {
    uint32_t kind, pid, fd, path, other, data;
    uint64_t inode, at;
};

static char *folder, *journal;

__attribute__((constructor)) static void begin(void)
{
    char *name = getenv("CUTS_FOLDER"), *to = getenv("CUTS_JOURNAL");
    if (!name || !to)
        return;
    journal = strdup(to);
    folder = realpath(name, NULL);
}

// The journal, locked: nothing else of this folder happens meanwhile, in any process. It is opened each time, so that
// threads and children exclude each other as well.
static int locked(void)
{
    int log = syscall(SYS_openat, AT_FDCWD, journal, O_WRONLY | O_APPEND | O_CLOEXEC);
    while (log >= 0 && flock(log, LOCK_EX) != 0 && errno == EINTR)
        ;
    return log;
}

static void unlock(int log)
{
    int before = errno;
    if (log >= 0)
        syscall(SYS_close, log);
    errno = before;
}

static void note(int log, enum kind kind, int fd, uint64_t inode, uint64_t at, const char *path, const char *other,
                 const struct iovec *parts, int count, size_t length)
{
    int before = errno, used = 3;
    struct header header = {kind, (uint32_t)getpid(), (uint32_t)fd, path ? strlen(path) : 0, other ? strlen(other) : 0,
                            (uint32_t)length, inode, at};
    struct iovec all[3 + IOV_MAX] = {{&header, sizeof header}, {(void *)path, header.path}, {(void *)other, header.other}};
    for (int i = 0; i < count && length > 0 && used < IOV_MAX; i++) {
        size_t part = parts[i].iov_len < length ? parts[i].iov_len : length;
        all[used++] = (struct iovec){parts[i].iov_base, part};
        length -= part;
    }
    if (log >= 0)
        syscall(SYS_writev, log, all, used);
    errno = before;
}

static int is_inside(const char *path)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// The path of a descriptor, if it is of the folder.
static int path_of(int fd, char path[PATH_MAX])
{
    char link[64];
    int before = errno;
    ssize_t length;
    if (!folder)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, PATH_MAX - 1);
    errno = before;
    if (length <= 0)
        return 0;
    path[length] = 0;
    return is_inside(path);
}

// The path that a call names, if it is of the folder; the last part of it need not exist, and is not followed.
static int path_at(int dir, const char *name, char path[PATH_MAX])
{
    char whole[PATH_MAX], base[PATH_MAX] = "", *slash;
    int before = errno, found;
    if (!folder)
        return 0;
    if (name[0] != '/' && dir == AT_FDCWD && !getcwd(base, sizeof base))
        return 0;
    if (name[0] != '/' && dir != AT_FDCWD) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", dir);
        ssize_t length = readlink(link, base, sizeof base - 1);
        base[length < 0 ? 0 : length] = 0;
    }
    if (snprintf(whole, sizeof whole, "%s%s%s", base, name[0] == '/' ? "" : "/", name) >= (int)sizeof whole)
        return 0;
    for (size_t length = strlen(whole); length > 1 && whole[length - 1] == '/'; length--)
        whole[length - 1] = 0;
    slash = strrchr(whole, '/');
    *slash = 0;
    found = realpath(slash == whole ? "/" : whole, base) != NULL;
    errno = before;
    if (!found || snprintf(path, PATH_MAX, "%s/%s", base, slash + 1) >= PATH_MAX)
        return 0;
    return is_inside(path);
}

static int opened(int log, int fd, int flags)
{
    char path[PATH_MAX];
    struct stat file;
    if (fd >= 0 && path_of(fd, path) && fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_nlink > 0)
        note(log, OPENED, (flags & O_TRUNC) != 0, file.st_ino, file.st_mode, path, NULL, NULL, 0, 0);
    return fd;
}

static int open_at(int dir, const char *name, int flags, mode_t mode)
{
    int log, fd;
    if (!folder || !(flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)))
        return syscall(SYS_openat, dir, name, flags, mode);
    log = locked();
    fd = opened(log, syscall(SYS_openat, dir, name, flags, mode), flags);
    unlock(log);
    return fd;
}

#include "../open.h"
int creat(const char *name, mode_t mode) { return open_at(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

// Whether this is told to somebody: standard output or errors, or a socket.
static int is_told(int fd)
{
    struct stat file;
    int before = errno, told = folder && (fd == 1 || fd == 2 || (fstat(fd, &file) == 0 && S_ISSOCK(file.st_mode)));
    errno = before;
    return told;
}

// What is told counts as told before it is.
static void tell(int fd, const struct iovec *parts, int count)
{
    size_t length = 0;
    int log = locked();
    for (int i = 0; i < count; i++)
        length += parts[i].iov_len;
    note(log, SAID, fd, 0, 0, NULL, NULL, parts, count, length);
    unlock(log);
}

// Writes at a place, or where the descriptor stands (-1).
static ssize_t write_at(int fd, const struct iovec *parts, int count, off_t at)
{
    char path[PATH_MAX];
    struct stat file;
    ssize_t done;
    int log;
    if (!path_of(fd, path) || fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) {
        if (at < 0 && is_told(fd))
            tell(fd, parts, count);
        return at < 0 ? syscall(SYS_writev, fd, parts, count) : syscall(SYS_pwritev, fd, parts, count, at, 0);
    }
    log = locked();
    done = at < 0 ? syscall(SYS_writev, fd, parts, count) : syscall(SYS_pwritev, fd, parts, count, at, 0);
    if (done > 0) {
        off_t start = at < 0 ? lseek(fd, 0, SEEK_CUR) - done : at;
        note(log, WRITTEN, fd, file.st_ino, start, path, NULL, parts, count, done);
    }
    unlock(log);
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    return write_at(fd, &(struct iovec){(void *)bytes, length}, 1, -1);
}
ssize_t writev(int fd, const struct iovec *parts, int count) { return write_at(fd, parts, count, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at)
{
    return write_at(fd, &(struct iovec){(void *)bytes, length}, 1, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return pwrite(fd, bytes, length, at); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return write_at(fd, parts, count, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { return write_at(fd, parts, count, at); }

ssize_t send(int fd, const void *bytes, size_t length, int flags)
{
    return sendto(fd, bytes, length, flags, NULL, 0);
}
ssize_t sendto(int fd, const void *bytes, size_t length, int flags, const struct sockaddr *to, socklen_t size)
{
    if (is_told(fd))
        tell(fd, &(struct iovec){(void *)bytes, length}, 1);
    return syscall(SYS_sendto, fd, bytes, length, flags, to, size);
}
ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    if (is_told(fd))
        tell(fd, message->msg_iov, message->msg_iovlen);
    return syscall(SYS_sendmsg, fd, message, flags);
}

// Copies go through the program instead, as where the system has no such call.
ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t length, unsigned flags)
{
    if (!folder)
        return syscall(SYS_copy_file_range, in, from, out, to, length, flags);
    errno = ENOSYS;
    return -1;
}
ssize_t sendfile(int out, int in, off_t *from, size_t length)
{
    if (!folder)
        return syscall(SYS_sendfile, out, in, from, length);
    errno = ENOSYS;
    return -1;
}
ssize_t sendfile64(int out, int in, off64_t *from, size_t length) { return sendfile(out, in, from, length); }
ssize_t splice(int in, off64_t *from, int out, off64_t *to, size_t length, unsigned flags)
{
    char path[PATH_MAX];
    if (!path_of(out, path))
        return syscall(SYS_splice, in, from, out, to, length, flags);
    errno = ENOSYS;
    return -1;
}

static int resized(int log, int fd, int result)
{
    char path[PATH_MAX];
    struct stat file;
    if (result == 0 && path_of(fd, path) && fstat(fd, &file) == 0)
        note(log, LENGTH, fd, file.st_ino, file.st_size, path, NULL, NULL, 0, 0);
    unlock(log);
    return result;
}
int ftruncate(int fd, off_t length)
{
    int log = folder ? locked() : -1;
    return resized(log, fd, syscall(SYS_ftruncate, fd, length));
}
int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }
int fallocate(int fd, int mode, off_t at, off_t length)
{
    int log = folder ? locked() : -1;
    return resized(log, fd, syscall(SYS_fallocate, fd, mode, at, length));
}
int fallocate64(int fd, int mode, off64_t at, off64_t length) { return fallocate(fd, mode, at, length); }
int posix_fallocate(int fd, off_t at, off_t length) { return fallocate(fd, 0, at, length) == 0 ? 0 : errno; }
int posix_fallocate64(int fd, off64_t at, off64_t length) { return posix_fallocate(fd, at, length); }

// The journal says that it is on the disk, so it need not be there.
static int synced(int fd, long call, enum kind kind)
{
    char path[PATH_MAX];
    struct stat file;
    int log;
    if (!path_of(fd, path) || fstat(fd, &file) != 0)
        return syscall(call, fd);
    log = locked();
    note(log, kind, fd, file.st_ino, 0, path, NULL, NULL, 0, 0);
    unlock(log);
    return 0;
}
int fsync(int fd) { return synced(fd, SYS_fsync, SYNCED); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync, SYNCED); }
int syncfs(int fd) { return synced(fd, SYS_syncfs, ALL_SYNCED); }

int mkdirat(int dir, const char *name, mode_t mode)
{
    char path[PATH_MAX];
    struct stat file;
    int log = folder ? locked() : -1, result = syscall(SYS_mkdirat, dir, name, mode);
    if (result == 0 && path_at(dir, name, path) && lstat(path, &file) == 0)
        note(log, FOLDER, 0, file.st_ino, 0, path, NULL, NULL, 0, 0);
    unlock(log);
    return result;
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

int unlinkat(int dir, const char *name, int flags)
{
    char path[PATH_MAX];
    int inside = path_at(dir, name, path), log = folder ? locked() : -1, result = syscall(SYS_unlinkat, dir, name, flags);
    if (result == 0 && inside)
        note(log, REMOVED, 0, 0, 0, path, NULL, NULL, 0, 0);
    unlock(log);
    return result;
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }
int remove(const char *name)
{
    int result = unlink(name);
    return result != 0 && errno == EISDIR ? rmdir(name) : result;
}

static void named(int log, enum kind kind, int from_is_inside, int to_is_inside, const char *from, const char *to)
{
    if (from_is_inside && to_is_inside)
        note(log, kind, 0, 0, 0, from, to, NULL, 0, 0);
    else if (from_is_inside && kind == RENAMED)
        note(log, REMOVED, 0, 0, 0, from, NULL, NULL, 0, 0);
    else if (to_is_inside)
        note(log, UNSEEN, 0, 0, 0, to, NULL, NULL, 0, 0);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    char before[PATH_MAX], after[PATH_MAX];
    int from_is_inside = path_at(from_dir, from, before), to_is_inside = path_at(to_dir, to, after);
    int log = folder ? locked() : -1, result = syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
    if (result == 0)
        named(log, (flags & RENAME_EXCHANGE) ? UNSEEN : RENAMED, from_is_inside, to_is_inside, before, after);
    unlock(log);
    return result;
}
int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    return renameat2(from_dir, from, to_dir, to, 0);
}
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
    char before[PATH_MAX], after[PATH_MAX];
    int from_is_inside = path_at(from_dir, from, before), to_is_inside = path_at(to_dir, to, after);
    int log = folder ? locked() : -1, result = syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
    if (result == 0)
        named(log, LINKED, from_is_inside, to_is_inside, before, after);
    unlock(log);
    return result;
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int symlinkat(const char *target, int dir, const char *name)
{
    char path[PATH_MAX];
    int log = folder ? locked() : -1, result = syscall(SYS_symlinkat, target, dir, name);
    if (result == 0 && path_at(dir, name, path))
        note(log, SYMLINKED, 0, 0, 0, path, target, NULL, 0, 0);
    unlock(log);
    return result;
}
int symlink(const char *target, const char *name) { return symlinkat(target, AT_FDCWD, name); }

// What is written through a mapping is not seen; SQLite's shared memory is rebuilt by whoever opens it first.
static void mapped(int prot, int flags, int fd)
{
    char path[PATH_MAX];
    size_t length;
    int log;
    if ((flags & MAP_ANONYMOUS) || (flags & MAP_TYPE) == MAP_PRIVATE || !(prot & PROT_WRITE) || !path_of(fd, path))
        return;
    length = strlen(path);
    if (length > 4 && strcmp(path + length - 4, "-shm") == 0)
        return;
    log = locked();
    note(log, UNSEEN, fd, 0, 0, path, NULL, NULL, 0, 0);
    unlock(log);
}
void *mmap(void *place, size_t length, int prot, int flags, int fd, off_t at)
{
    mapped(prot, flags, fd);
    return (void *)syscall(SYS_mmap, place, length, prot, flags, fd, at);
}
void *mmap64(void *place, size_t length, int prot, int flags, int fd, off64_t at)
{
    return mmap(place, length, prot, flags, fd, at);
}
