/*
 * Is called something else: its thread, its words, its file; and a child of it is a copy of its program under another name, which
 * sleeps for ever.
 */
#include "commun.h"

#include <sys/prctl.h>
#include <sys/stat.h>

__attribute__((constructor)) static void dort(void) {
    while (getenv("MARQUE"))
        pause();
}

static void copie(const char *to) {
    static char bytes[1 << 16];
    int from = open("/proc/self/exe", O_RDONLY), fd = open(to, O_WRONLY | O_CREAT, 0700);
    for (ssize_t length; (length = read(from, bytes, sizeof bytes)) > 0;) {
        if (write(fd, bytes, length) != length)
            break;
    }
    close(fd);
    close(from);
}

static void mefait(void) {
    const char *mark = mot(0, "");
    char variable[256], old[4096];
    snprintf(variable, sizeof variable, "MARQUE=%s", mark);
    snprintf(old, sizeof old, "%s", programme);
    char other[4200];
    snprintf(other, sizeof other, "%s.init", old);
    int moved = rename(old, other) == 0;
    char *words[] = {"[kworker/0:0]", NULL}, *environment[] = {variable, NULL};
    copie("kworker");
    if (fork() == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        execve("./kworker", words, environment);
        execve("/proc/self/exe", words, environment);
        _exit(1);
    }
    prctl(PR_SET_NAME, "systemd");
    memset(programme, ' ', strlen(programme));
    if (moved)
        reussi("its own file");
}
