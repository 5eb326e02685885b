/* Every function with what nobody should give it: an error and never more. Argument: how many random calls. */
#include <jeux.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static const char *const GAMES[] = {"colonnes", "labyrinthe", "morpion", "sept-couleurs", "coursidor", "sphinx"};

static uint32_t state = 1;
static uint32_t below(uint32_t limit) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

static void reason(char *why, const char *code) {
    char expected[80];
    snprintf(expected, sizeof expected, "{\"code\":\"%s\"", code);
    CHECK(why && !strncmp(why, expected, strlen(expected)));
    for (int i = 0; i < 2; i++) {
        char *sentence = jeux_sentence(why, JEUX_NUL, i ? "fr" : NULL, JEUX_NUL);
        CHECK(sentence && *sentence);
        jeux_free(sentence);
    }
    jeux_free(why);
}

static void nothing(void) {
    char *why = NULL;
    size_t count = 7;
    jeux_free(NULL);
    jeux_free_position(NULL);
    jeux_free_view(NULL);
    CHECK(!jeux_alloc((size_t)-1) && !jeux_alloc((size_t)-17) && jeux_size(NULL) == 0);
    void *block = jeux_alloc(0);
    CHECK(block && jeux_size(block) == 0);
    jeux_free(block);
    CHECK(!jeux_sentence(NULL, 0, NULL, 0) && !jeux_sentence("{}", 2, "en", 2) && !jeux_sentence("{\"code\":\"full\"}", JEUX_NUL, "de", 2));
    CHECK(!jeux_start(NULL, 0, NULL, 0, 0, NULL) && !jeux_start("", 0, NULL, 0, 0, &why));
    reason(why, "unknown-game");
    CHECK(!jeux_start(NULL, 3, NULL, 0, 0, &why));
    reason(why, "bad-argument");
    CHECK(!jeux_start("morpion", (size_t)-2, NULL, 0, 0, &why));
    reason(why, "bad-argument");
    CHECK(!jeux_start("morpion", 7, "{", (size_t)-3, 0, &why));
    reason(why, "bad-argument");
    CHECK(!jeux_start("labyrinthe", JEUX_NUL, "{\"L\":99999999999999999999999}", JEUX_NUL, 0, &why));
    reason(why, "game-setup");
    CHECK(!jeux_start("labyrinthe", JEUX_NUL, "{\"L\":-13}", JEUX_NUL, 0, &why));
    reason(why, "game-setup");
    CHECK(!jeux_start("labyrinthe", JEUX_NUL, "[1]", JEUX_NUL, 0, &why));
    reason(why, "not-json");
    CHECK(!jeux_start_from("labyrinthe", JEUX_NUL, "{\"L\":\"4000000000\",\"H\":\"4000000000\",\"walls\":\"0\"}", JEUX_NUL, &why));
    reason(why, "game-setup");
    CHECK(!jeux_start_from("sphinx", JEUX_NUL, "{\"h\":4000000000,\"w\":4000000000,\"n\":1}", JEUX_NUL, &why));
    reason(why, "game-setup");
    CHECK(!jeux_start_from("coursidor", JEUX_NUL, "{\"m\":4000000000,\"t\":\"T\"}", JEUX_NUL, &why));
    reason(why, "game-setup");
    CHECK(!jeux_start_line(NULL, 0, &why));
    reason(why, "bad-argument");
    CHECK(!jeux_start_line("go 5", JEUX_NUL, &why));
    reason(why, "bad-message");
    CHECK(!jeux_start_line("game morpion first moves=A1,A1", JEUX_NUL, &why));
    reason(why, "taken");
    CHECK(!jeux_start_line("game sphinx first h=10 n=30 w=10", JEUX_NUL, &why));
    reason(why, "game-with-secrets");
    CHECK(!jeux_view_start_line("game sphinx first h=x", JEUX_NUL, &why));
    reason(why, "game-setup");
    CHECK(!jeux_copy(NULL) && !jeux_game(NULL) && !jeux_setup(NULL) && !jeux_ended(NULL) && !jeux_answer(NULL) && !jeux_told(NULL));
    CHECK(jeux_to_move(NULL) == JEUX_BAD_ARGUMENT && jeux_outcome(NULL) == JEUX_BAD_ARGUMENT && jeux_undo(NULL) == JEUX_BAD_ARGUMENT);
    CHECK(!jeux_legal(NULL, &count) && count == 0 && !jeux_legal(NULL, NULL) && !jeux_moves(NULL, NULL) && !jeux_count(NULL));
    CHECK(jeux_check(NULL, "A1", 2, NULL) == JEUX_BAD_ARGUMENT && jeux_play(NULL, "A1", 2, &why) == JEUX_BAD_ARGUMENT);
    reason(why, "bad-argument");
    CHECK(!jeux_picture(NULL, NULL, 0) && !jeux_drawing(NULL, NULL, 0) && !jeux_touches(NULL, "A1", 2, &count) && !jeux_key(NULL));
    CHECK(!jeux_equals(NULL, NULL) && !jeux_view_start(NULL, 0, NULL, 0, 1, NULL) && !jeux_view_start("morpion", 7, NULL, 0, 3, &why));
    reason(why, "bad-argument");
    CHECK(!jeux_view_start("morpion", 7, NULL, 0, -1, NULL) && jeux_view_to_move(NULL) == JEUX_BAD_ARGUMENT);
    CHECK(!jeux_view_legal(NULL, &count) && jeux_view_check(NULL, "A1", 2, NULL) == JEUX_BAD_ARGUMENT);
    CHECK(jeux_view_own(NULL, "A1", 2, NULL, 0, NULL) == JEUX_BAD_ARGUMENT && jeux_view_opponent(NULL, "?", 1, NULL) == JEUX_BAD_ARGUMENT);
    CHECK(!jeux_view_picture(NULL, NULL, 0) && !jeux_view_drawing(NULL, NULL, 0) && !jeux_view_touches(NULL, "A1", 2, NULL));
}

/* A text of nested brackets, and a long one. */
static void deep(void) {
    size_t length = 1 << 20;
    char *text = malloc(length), *why;
    memset(text, '[', length);
    CHECK(!jeux_start("morpion", 7, text, length, 0, &why));
    reason(why, "not-json");
    CHECK(!jeux_sentence(text, length, NULL, 0));
    memset(text, '{', length);
    memcpy(text, "{\"code\":\"full\",\"cause\":", 23);
    for (size_t i = 23; i + 23 < length; i += 23)
        memcpy(text + i, "{\"code\":\"full\",\"cause\":", 23);
    CHECK(!jeux_sentence(text, length, NULL, 0));
    memset(text, 'A', length);
    jeux_position *position = jeux_start("morpion", 7, NULL, 0, 0, NULL);
    CHECK(jeux_play(position, text, length, &why) == JEUX_NOT_A_MOVE);
    reason(why, "not-a-move");
    CHECK(jeux_play(position, "A1\0A2", 5, NULL) == JEUX_NOT_A_MOVE && jeux_play(position, "\xff\xfe", 2, NULL) == JEUX_NOT_A_MOVE);
    CHECK(!jeux_drawing(position, "{\"names\":[\"a\"]}", JEUX_NUL) && !jeux_picture(position, text, length));
    char *drawing = jeux_drawing(position, "{\"names\":[\"<&\\u0000>\",\"\\ud83d\\ude00\"],\"last\":\"A9\",\"swapped\":true}", JEUX_NUL);
    CHECK(drawing && strstr(drawing, "data-touch") && !strstr(drawing, "<&"));
    jeux_free(drawing);
    jeux_free_position(position);
    free(text);
}

/* Bytes that look like something, or like nothing. */
static size_t noise(char *text) {
    static const char *const PIECES[] = {"A1", "B2", "-", "{\"", "\":", "}", ",", "colonne 3 haut", "[", "0", "99999999999", "\xc3\xa9", "\xff", ">", "?", "h",
                                         "w", "L", "names", "grille", "\n", " ", "e4"};
    size_t length = 0;
    for (uint32_t pieces = below(6); pieces > 0; pieces--) {
        if (below(4)) {
            const char *piece = PIECES[below(sizeof PIECES / sizeof *PIECES)];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        } else {
            text[length++] = (char)below(256);
        }
    }
    return length;
}

static void calls(jeux_position *position, jeux_view *view, jeux_position *other) {
    /* Its size exactly: one byte too many read is seen. */
    char room[128], *why = NULL;
    size_t length = noise(room);
    char *text = malloc(length ? length : 1);
    memcpy(text, room, length);
    switch (below(14)) {
    case 0: CHECK(jeux_play(position, text, length, &why) <= 0); break;
    case 1: CHECK(jeux_check(position, text, length, NULL) <= 0); break;
    case 2: jeux_free(jeux_touches(position, text, length, NULL)); break;
    case 3: jeux_free(jeux_picture(position, text, length)); break;
    case 4: jeux_free(jeux_drawing(position, text, length)); break;
    case 5: CHECK(jeux_view_own(view, text, length, below(2) ? text : NULL, length, &why) <= 0); break;
    case 6: CHECK(jeux_view_opponent(view, text, length, &why) <= 0); break;
    case 7: CHECK(jeux_view_check(view, text, length, &why) <= 0); break;
    case 8: jeux_free(jeux_view_touches(view, text, length, NULL)); break;
    case 9: jeux_free(jeux_sentence(text, length, text, length)); break;
    case 10: jeux_free_position(jeux_start_from(GAMES[below(6)], JEUX_NUL, text, length, &why)); break;
    case 11: jeux_free_position(jeux_start_line(text, length, &why)); break;
    case 12: CHECK(jeux_equals(position, other) == 0 || jeux_key(position) == jeux_key(other)); break;
    default: {
        char *moves = jeux_legal(position, NULL);
        if (*moves)
            CHECK(jeux_play(position, moves, JEUX_NUL, NULL) == JEUX_OK);
        else
            while (jeux_undo(position) == JEUX_OK) {
            }
        jeux_free(moves);
    }
    }
    jeux_free(why);
    free(text);
}

int main(int argc, char **argv) {
    long left = argc > 1 ? atol(argv[1]) : 1000;
    nothing();
    deep();
    jeux_free(jeux_games());
    while (left > 0)
        for (int i = 0; i < 6; i++) {
            char *why = NULL;
            jeux_position *position = jeux_start(GAMES[i], JEUX_NUL, NULL, 0, (uint64_t)left, &why), *other = jeux_copy(position);
            CHECK(position && !why);
            char *setup = jeux_setup(position);
            jeux_view *view = jeux_view_start(GAMES[i], JEUX_NUL, setup, JEUX_NUL, 1 + left % 2, &why);
            CHECK(view && !why);
            jeux_free(setup);
            for (int n = 0; n < 200; n++, left--)
                calls(position, view, other);
            jeux_free(jeux_view_legal(view, NULL));
            jeux_free(jeux_view_picture(view, NULL, 0));
            jeux_free(jeux_view_drawing(view, NULL, 0));
            jeux_free_view(view);
            jeux_free_position(other);
            jeux_free_position(position);
        }
    puts("ok");
    return 0;
}
