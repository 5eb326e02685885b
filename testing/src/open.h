// The calls by which a program opens a file, of a layer that has `open_at`.

#define MODE(flags) \
    ({ \
        mode_t mode = 0; \
        if ((flags) & (O_CREAT | O_TMPFILE)) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        mode; \
    })

int open(const char *name, int flags, ...) { return open_at(AT_FDCWD, name, flags, MODE(flags)); }
int open64(const char *name, int flags, ...) { return open_at(AT_FDCWD, name, flags | O_LARGEFILE, MODE(flags)); }
int openat(int dir, const char *name, int flags, ...) { return open_at(dir, name, flags, MODE(flags)); }
int openat64(int dir, const char *name, int flags, ...) { return open_at(dir, name, flags | O_LARGEFILE, MODE(flags)); }
