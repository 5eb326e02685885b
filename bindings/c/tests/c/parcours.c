/* Plays games of testing/src/games again and compares everything; without a seed they begin from their settings. Reads them from
   standard input; writes the number of plies. */
#include <inttypes.h>
#include <jeux.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20], game[64], parameters[1 << 16], setup[1 << 20];
static long number, plies;
static int is_drawn;
static uint64_t seed, first_key;
static jeux_position *position;

static void fail(const char *what) {
    fprintf(stderr, "line %ld: %s: %s\n", number, what, line);
    exit(1);
}

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            fail(#condition); \
    } while (0)

static void member(char *object, size_t room, const char *name, const char *value) {
    size_t length = strlen(object);
    CHECK((size_t)snprintf(object + length, room - length, "%s\"%s\":\"%s\"", length ? "," : "", name, value) < room - length);
}

/* What the function has given is this text, "-" for NULL. */
static void is(char *given, const char *expected) {
    CHECK(given ? !strcmp(given, expected) : !strcmp(expected, "-"));
    jeux_free(given);
}

static void begin(void) {
    static char object[sizeof setup + 2];
    char *why;
    snprintf(object, sizeof object, "{%s}", is_drawn ? parameters : setup);
    position = is_drawn ? jeux_start(game, JEUX_NUL, object, strlen(object), seed, &why)
                        : jeux_start_from(game, JEUX_NUL, object, strlen(object), &why);
    CHECK(position && !why);
    snprintf(object, sizeof object, "{%s}", setup);
    is(jeux_setup(position), object);
    is(jeux_game(position), game);
    jeux_position *same = jeux_start_from(game, strlen(game), object, JEUX_NUL, NULL);
    CHECK(same && jeux_equals(position, same));
    jeux_free_position(same);
    first_key = jeux_key(position);
}

static void legal(char *count, char *hash) {
    size_t n, seen = 0;
    char *moves = jeux_legal(position, &n);
    uint64_t fnv = UINT64_C(0xCBF29CE484222325);
    for (const char *move = moves; *move; move += strlen(move) + 1, seen++) {
        for (const char *c = move; *c; c++)
            fnv = (fnv ^ (unsigned char)*c) * UINT64_C(0x100000001B3);
        fnv = (fnv ^ '\n') * UINT64_C(0x100000001B3);
    }
    jeux_free(moves);
    CHECK(n == seen && n == strtoull(count, NULL, 10) && n == jeux_count(position));
    CHECK(fnv == strtoull(hash, NULL, 10));
}

static void refused(const char *move, const char *code) {
    char *why, expected[128];
    uint64_t before = jeux_key(position);
    int checked = jeux_check(position, move, strlen(move), &why);
    snprintf(expected, sizeof expected, "{\"code\":\"%s\"", code);
    CHECK((checked == JEUX_NOT_A_MOVE || checked == JEUX_ILLEGAL) && !strncmp(why, expected, strlen(expected)));
    jeux_free(why);
    CHECK(jeux_play(position, move, JEUX_NUL, NULL) == checked && jeux_key(position) == before);
}

static void play(const char *move, const char *answer, const char *told) {
    uint64_t before = jeux_key(position);
    jeux_position *copy = jeux_copy(position);
    CHECK(jeux_check(position, move, JEUX_NUL, NULL) == JEUX_OK);
    CHECK(jeux_play(position, move, JEUX_NUL, NULL) == JEUX_OK);
    CHECK(jeux_undo(position) == JEUX_OK && jeux_key(position) == before && jeux_equals(position, copy));
    CHECK(jeux_play(position, move, JEUX_NUL, NULL) == JEUX_OK && !jeux_equals(position, copy));
    CHECK(jeux_undo(copy) == JEUX_NOTHING_TO_UNDO);
    jeux_free_position(copy);
    is(jeux_answer(position), answer);
    is(jeux_told(position), told);
    plies++;
}

static void end(void) {
    size_t count;
    jeux_free(jeux_moves(position, &count));
    while (count-- > 0)
        CHECK(jeux_undo(position) == JEUX_OK);
    CHECK(jeux_undo(position) == JEUX_NOTHING_TO_UNDO && jeux_key(position) == first_key);
    jeux_free_position(position);
    position = NULL;
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        static char copy[sizeof line];
        char *fields[4] = {0}, *rest = strcpy(copy, line);
        rest[strcspn(rest, "\n")] = 0;
        for (int i = 0; i < 4 && rest; i++) {
            fields[i] = rest;
            if ((rest = strchr(rest, '\t')))
                *rest++ = 0;
        }
        number++;
        if (!strcmp(fields[0], "game")) {
            strcpy(game, fields[1]);
            is_drawn = strcmp(fields[2], "-") != 0;
            seed = strtoull(fields[2], NULL, 10);
            *parameters = *setup = 0;
        } else if (!strcmp(fields[0], "parameter")) {
            member(parameters, sizeof parameters, fields[1], fields[2]);
        } else if (!strcmp(fields[0], "setting")) {
            member(setup, sizeof setup, fields[1], fields[2]);
        } else if (!strcmp(fields[0], "at")) {
            if (!position)
                begin();
            CHECK(jeux_key(position) == strtoull(fields[1], NULL, 10) && jeux_to_move(position) == atoi(fields[2]));
            int outcome = jeux_outcome(position);
            CHECK(!strcmp(fields[3], "-") ? outcome == JEUX_ONGOING : outcome == atoi(fields[3]));
        } else if (!strcmp(fields[0], "legal")) {
            legal(fields[1], fields[2]);
        } else if (!strcmp(fields[0], "refused")) {
            refused(fields[1], fields[2]);
        } else if (!strcmp(fields[0], "move")) {
            play(fields[1], fields[2], fields[3]);
        } else if (!strcmp(fields[0], "end")) {
            end();
        } else {
            fail("unknown");
        }
    }
    printf("%ld\n", plies);
    return 0;
}
