/* Eight threads hand positions round: each plays a move and gives it to the next. All positions go the same way; and one has many plies. */
#include <jeux.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 8
#define ROUNDS 400

static const char *const GAMES[] = {"colonnes", "labyrinthe", "morpion", "sept-couleurs", "coursidor", "sphinx"};
static jeux_position *positions[THREADS];
static jeux_position *shared;
static uint64_t shared_key;
static pthread_barrier_t barrier;
static int failed;

static void step(jeux_position *position, unsigned choice) {
    size_t count;
    char *moves = jeux_legal(position, &count), *move = moves;
    if (count == 0) {
        while (jeux_undo(position) == JEUX_OK) {
        }
    } else {
        for (unsigned i = choice % count; i > 0; i--)
            move += strlen(move) + 1;
        if (jeux_play(position, move, JEUX_NUL, NULL) != JEUX_OK)
            failed = 1;
    }
    jeux_free(moves);
}

static void *work(void *argument) {
    size_t me = (size_t)argument;
    for (size_t round = 0; round < ROUNDS; round++) {
        step(positions[(me + round) % THREADS], (unsigned)((me + round) % THREADS + round));
        /* Everybody may look at a position that nobody changes. */
        jeux_position *copy = jeux_copy(shared);
        if (jeux_key(shared) != shared_key || !jeux_equals(shared, copy))
            failed = 1;
        jeux_free_position(copy);
        char *why;
        if (jeux_play(NULL, "x", 1, &why) != JEUX_BAD_ARGUMENT)
            failed = 1;
        char *sentence = jeux_sentence(why, JEUX_NUL, me % 2 ? "en" : "fr", 2);
        if (!strstr(sentence, me % 2 ? "missing" : "manquant"))
            failed = 1;
        jeux_free(sentence);
        jeux_free(why);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    shared = jeux_start("coursidor", JEUX_NUL, NULL, 0, 1, NULL);
    shared_key = jeux_key(shared);
    for (size_t i = 0; i < THREADS; i++)
        positions[i] = jeux_start(GAMES[i % 6], JEUX_NUL, NULL, 0, i, NULL);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < THREADS; i++) {
        jeux_position *alone = jeux_start(GAMES[i % 6], JEUX_NUL, NULL, 0, i, NULL);
        for (size_t round = 0; round < ROUNDS; round++)
            step(alone, (unsigned)(i + round));
        if (!jeux_equals(alone, positions[i]))
            failed = 1;
        jeux_free_position(alone);
        jeux_free_position(positions[i]);
    }
    jeux_free_position(shared);

    /* A long game: nobody moves; and all of it is taken back. */
    long plies = argc > 1 ? atol(argv[1]) : 1000;
    jeux_position *game = jeux_start("labyrinthe", JEUX_NUL, NULL, 0, 3, NULL);
    uint64_t key = jeux_key(game);
    for (long ply = 0; ply < plies; ply++)
        if (jeux_play(game, "rien", 4, NULL) != JEUX_OK)
            failed = 1;
    size_t count;
    jeux_free(jeux_moves(game, &count));
    if (count != (size_t)plies || jeux_key(game) == key)
        failed = 1;
    while (jeux_undo(game) == JEUX_OK)
        plies--;
    if (plies != 0 || jeux_key(game) != key)
        failed = 1;
    jeux_free_position(game);
    puts(failed ? "failed" : "ok");
    return failed;
}
