/*
 * arbitrage.c - a small server, for tests.
 */
#define _GNU_SOURCE
#include "arbitrage.h"

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plateau.h"
#include "player.h"

/* How long a player may take for a move, in milliseconds. Nobody comes near it, but nothing waits for ever. */
#define PATIENCE 60000

/* A player's process, and the pipes to it and from it. */
struct joueur_t {
    pid_t pid;
    int to, from;
};

/* Reads or writes a whole move. */
static bool recevoir(int fd, struct move_t *move) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    return poll(&ready, 1, PATIENCE) == 1 && read(fd, move, sizeof *move) == (ssize_t)sizeof *move;
}

static bool envoyer(int fd, const struct move_t *move) {
    return write(fd, move, sizeof *move) == (ssize_t)sizeof *move;
}

/* What the process of a player does: it answers moves until there are none left. The exit code. */
static int servir(const char *library, unsigned int player, struct graph_t *graph, int in, int out) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return EXIT_FAILURE;
    }
    void (*begin)(unsigned int, struct graph_t *);
    struct move_t (*answer)(const struct move_t);
    void (*end)(void);
    *(void **)&begin = dlsym(handle, "initialize");
    *(void **)&answer = dlsym(handle, "play");
    *(void **)&end = dlsym(handle, "finalize");
    struct move_t move;
    begin(player, graph);
    while (recevoir(in, &move)) {
        move = answer(move);
        if (!envoyer(out, &move))
            break;
    }
    end();
    dlclose(handle);
    return EXIT_SUCCESS;
}

static bool demarrer(struct joueur_t *j, const char *library, unsigned int player, const char *seed,
                     const struct graph_t *graph, const struct joueur_t *other) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0)
        return false;
    fflush(NULL);
    j->pid = fork();
    if (j->pid == 0) {
        close(to[1]);
        close(from[0]);
        if (other != NULL) {
            close(other->to);
            close(other->from);
        }
        if (seed != NULL)
            setenv("COURSIDOR_GRAINE", seed, 1);
        else
            unsetenv("COURSIDOR_GRAINE");
        exit(servir(library, player, plateau_copier(graph), to[0], from[1]));
    }
    close(to[0]);
    close(from[1]);
    j->to = to[1];
    j->from = from[0];
    return j->pid > 0;
}

/* Closes the pipe, at which the player ends. Whether it ended well. */
static bool arreter(struct joueur_t *j) {
    int status;
    struct pollfd closed = {.fd = j->from, .events = POLLIN};
    close(j->to);
    if (poll(&closed, 1, PATIENCE) != 1)
        kill(j->pid, SIGKILL);
    close(j->from);
    return waitpid(j->pid, &status, 0) == j->pid && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

/* Adds a move to the digest (FNV), field by field: what a move does not use may hold anything. */
static void condenser(uint64_t *digest, const struct move_t *move) {
    uint32_t words[] = {move->c, move->t, move->t == MOVE ? move->m : 0, 0, 0, 0};
    for (int k = 0; move->t == WALL && k < 2; k++) {
        words[2 + 2 * k] = move->e[k].fr;
        words[3 + 2 * k] = move->e[k].to;
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        *digest = (*digest ^ words[k]) * 1099511628211U;
}

static void jouer(struct issue_t *issue, struct position_t *p, struct joueur_t players[2], unsigned int max_plies) {
    issue->last = (struct move_t){.c = NO_COLOR, .t = NO_TYPE};
    for (; issue->plies < max_plies; issue->plies++) {
        issue->player = issue->plies % 2;
        issue->how = MUET;
        if (!envoyer(players[issue->player].to, &issue->last) || !recevoir(players[issue->player].from, &issue->last))
            return;
        issue->how = ILLEGAL;
        if (!position_jouer(p, issue->player, &issue->last))
            return;
        condenser(&issue->digest, &issue->last);
        issue->walls += issue->last.t == WALL;
        issue->how = GAGNEE;
        if (position_gagnee(p, issue->player))
            return;
    }
    issue->how = NULLE;
}

struct issue_t arbitrer(const struct graph_t *graph, const char *const libraries[2], const char *const seeds[2],
                        unsigned int max_plies) {
    struct issue_t issue = {.how = MUET, .digest = 14695981039346656037U};
    struct joueur_t players[2];
    struct position_t p;
    struct graph_t *own = plateau_copier(graph);
    signal(SIGPIPE, SIG_IGN);
    if (position_creer(&p, own) && demarrer(&players[0], libraries[0], BLACK, seeds[0], graph, NULL)) {
        if (demarrer(&players[1], libraries[1], WHITE, seeds[1], graph, &players[0])) {
            jouer(&issue, &p, players, max_plies);
            if (!arreter(&players[1]))
                issue.how = MAL_FINIE;
        }
        if (!arreter(&players[0]))
            issue.how = MAL_FINIE;
    }
    position_liberer(&p);
    plateau_liberer(own);
    return issue;
}
