/*
 * commun.h - an engine of 7 couleurs that always plays the same colour, which is always legal. The others include it and write
 * `mefait`, which is called at the first `go`. What it should not have been able to do it says by `reussi`, which ends it; if
 * all is refused it plays on.
 */
#ifndef COMMUN_H
#define COMMUN_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How an engine ends that has succeeded. */
#define REUSSI 42

/* What it is told: words that its command does not name, for what a command names an engine may read. */
static int nb;
static char *args[64];
/* Its name in its command. */
static char *programme;

static void mefait(void);

/* Says what it was able to do, and ends. */
static inline void reussi(const char *format, ...) {
    va_list words;
    va_start(words, format);
    vdprintf(2, format, words);
    va_end(words);
    _exit(REUSSI);
}

/* A word that it is told, or this one. */
static inline const char *mot(int rang, const char *sinon) {
    return rang < nb ? args[rang] : sinon;
}

/* A machine in need ends this program first: an engine that takes all of it is to harm nobody, even where nothing holds it. */
static inline void sacrifie(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY);
    if (fd >= 0) {
        if (write(fd, "1000", 4) < 0)
            errno = 0;
        close(fd);
    }
}

/* The lines of the file `mots` beside the program. */
static inline void ecoute_mots(void) {
    static char text[1 << 16];
    char path[4200];
    snprintf(path, sizeof path, "%s", programme);
    snprintf(strrchr(path, '/') + 1, sizeof "mots", "mots");
    int fd = open(path, O_RDONLY);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    for (char *word = length > 0 ? strtok(text, "\n") : NULL; word && nb < 64; word = strtok(NULL, "\n"))
        args[nb++] = word;
}

int main(int argc, char **argv) {
    static char line[70000];
    int done = 0;
    (void)argc;
    programme = argv[0];
    ecoute_mots();
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5)) {
            dprintf(1, "engine 1 hostile\n");
        } else if (!strncmp(line, "go ", 3)) {
            if (!done++)
                mefait();
            dprintf(1, "move A\n");
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
    }
    return 0;
}

#endif
