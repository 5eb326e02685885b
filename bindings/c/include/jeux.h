/*
 * jeux.h - the rules of every game of Arbitre: positions, legal moves, playing and taking back.
 *
 *     cc my_engine.c $(pkg-config --cflags --libs jeux)
 *
 * Texts you get. Every char * that a function returns or writes is a block of memory that is yours: UTF-8, a NUL at its end; give it back
 * with jeux_free. NULL means none. A list of texts is one block: each text with its NUL behind it, and an empty text at the end:
 *
 *     char *moves = jeux_legal(position, NULL);
 *     for (const char *move = moves; *move; move += strlen(move) + 1)
 *         puts(move);
 *     jeux_free(moves);
 *
 * Texts you give. Behind each comes its length in bytes, so that it may hold any byte; JEUX_NUL: it ends with a NUL. What is not UTF-8 is
 * no move. They stay yours.
 *
 * Errors. Functions that return int give JEUX_OK (0) or more, or one of the codes below; the others give NULL, or 0. Where the last
 * parameter is `why`, the reason is written to it as JSON, NULL on success: {"code": "full", "args": ["B2"]}; jeux_sentence makes a sentence
 * of it. `why` may be NULL. Any pointer may be NULL: that is an error of the call and never more. Only a pointer that is neither NULL nor what
 * the description asks for (a freed position, say) is beyond help, as with free().
 *
 * Threads. Nothing is shared between positions. Functions that take a const position may run at the same time on one; the others need it
 * alone. A position may go from one thread to another.
 *
 * Players are 1, who begins, and 2. Moves are the texts of the engine protocol (protocol/MOTEUR.md).
 */
#ifndef JEUX_H
#define JEUX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The length of a text that ends with a NUL. */
#define JEUX_NUL ((size_t)-1)

/* What functions return that return int. */
enum {
    JEUX_OK = 0,                /* success */
    JEUX_ONGOING = 2,           /* jeux_outcome: the game goes on */
    JEUX_BAD_ARGUMENT = -10,    /* a pointer is NULL that must not be, a length or a player that cannot be */
    JEUX_UNKNOWN_GAME = -11,    /* no game has this name */
    JEUX_BAD_PARAMETER = -12,   /* a parameter that the game does not have, or a value that it cannot have */
    JEUX_NOT_JSON = -13,        /* a text that should be JSON of a certain form */
    JEUX_NOT_A_MOVE = -14,      /* a text that is not a move of the game */
    JEUX_ILLEGAL = -15,         /* a move that breaks a rule */
    JEUX_NOTHING_TO_UNDO = -16, /* no move to take back */
    JEUX_BAD_MESSAGE = -17,     /* a line that does not announce a game, or not one for a position */
    JEUX_INTERNAL = -18         /* a fault of the library; the position is as before */
};

/* A position of a game, with the moves that can be taken back. */
typedef struct jeux_position jeux_position;

/* What one player may know of a game under way. Where nothing is hidden it is the position. */
typedef struct jeux_view jeux_view;

/* ---- Memory ---- */

/* A block of this many bytes; NULL where there is no room for it. C programs hardly need it: it is for WebAssembly. */
void *jeux_alloc(size_t size);

/* The size of a block in bytes, with all NULs; 0 for NULL. */
size_t jeux_size(const void *block);

/* Frees a block that this library gave; NULL does nothing. */
void jeux_free(void *block);

/* ---- Games ---- */

/* Every game, as JSON: [{"name": "colonnes", "title": ..., "colours": [..., ...] or null, "hidden": false, "parameters": [...]}, ...].
   "hidden": players see only what they may know (use a view). A parameter: {"name": "L", "default": "13" or null, "values": ...}, where
   "values" is {"from": 3, "to": 99, "step": 2}, a list of words, or null for any text. */
char *jeux_games(void);

/* The sentence of a reason (the JSON that `why` is) in "en" or "fr"; NULL stands for "en". NULL for anything else. */
char *jeux_sentence(const char *reason, size_t reason_length, const char *language, size_t language_length);

/* ---- Positions ---- */

/* Begins a game of this name. Parameters are JSON, such as {"L": 7, "H": "6"}; NULL: the defaults. The seed decides what is drawn, on every
   machine the same. NULL on an error. */
jeux_position *jeux_start(const char *game, size_t game_length, const char *parameters, size_t parameters_length,
                          uint64_t seed, char **why);

/* Begins a game with a setup: JSON, as jeux_setup gives it. NULL on an error. */
jeux_position *jeux_start_from(const char *game, size_t game_length, const char *setup, size_t setup_length, char **why);

/* Begins a game as the engine protocol announces it, "game colonnes first party=aller ...", and plays the moves already made, if the line
   has some: what an engine needs. NULL on an error; a game in which players have secrets is one: it needs a view. */
jeux_position *jeux_start_line(const char *line, size_t length, char **why);

/* A copy, on which no move can be taken back. */
jeux_position *jeux_copy(const jeux_position *position);

/* Frees a position; NULL does nothing. */
void jeux_free_position(jeux_position *position);

/* The name of its game. */
char *jeux_game(const jeux_position *position);

/* What its game began with, as JSON: an object of texts. */
char *jeux_setup(const jeux_position *position);

/* Whose turn it is, 1 or 2; in a finished game, whose it would be. The same player may move again. */
int jeux_to_move(const jeux_position *position);

/* 1: the first player has won, -1: the second one, 0: a draw, JEUX_ONGOING: the game goes on. */
int jeux_outcome(const jeux_position *position);

/* Why a finished game has ended so, as a reason in JSON; NULL where that goes without saying. */
char *jeux_ended(const jeux_position *position);

/* The legal moves, or some of them where there are too many to list (the grids of Sphinx); none when the game is over. Writes how many they
   are, unless count is NULL. */
char *jeux_legal(const jeux_position *position, size_t *count);

/* How many legal moves there are: faster than jeux_legal. */
size_t jeux_count(const jeux_position *position);

/* JEUX_OK if this text is a legal move; else the code, and why. */
int jeux_check(const jeux_position *position, const char *move, size_t length, char **why);

/* Plays a move of the player whose turn it is. On an error the position is unchanged. */
int jeux_play(jeux_position *position, const char *move, size_t length, char **why);

/* Takes the last move back, of any number that were played on this position. */
int jeux_undo(jeux_position *position);

/* The moves that can be taken back, oldest first. Writes how many they are, unless count is NULL. */
char *jeux_moves(const jeux_position *position, size_t *count);

/* What only the mover is told of the last move, such as the answer to a question of Sphinx; NULL if nothing, or after an undo. */
char *jeux_answer(const jeux_position *position);

/* What the opponent is told of the last move: where nothing is hidden, the move; NULL after an undo. */
char *jeux_told(const jeux_position *position);

/* The position for people, over several lines. The scene is JSON or NULL, and so is everything in it: "names" of the players in order of
   play (["ada", "bob"]), "swapped" (true in a retour: colours are exchanged), "last" (a move, marked in drawings), "plain" (a thumbnail). */
char *jeux_picture(const jeux_position *position, const char *scene, size_t length);

/* The position as an SVG document; NULL where the game has none. What can be touched to make a move has the attribute data-touch. */
char *jeux_drawing(const jeux_position *position, const char *scene, size_t length);

/* What is touched in the drawing, in order, to make this legal move: a list; empty for other texts. */
char *jeux_touches(const jeux_position *position, const char *move, size_t length, size_t *count);

/* A number for tables: equal positions have the same on any machine, and others hardly ever. 0 for NULL. */
uint64_t jeux_key(const jeux_position *position);

/* 1 if both are the same position of the same game, else 0. */
int jeux_equals(const jeux_position *one, const jeux_position *other);

/* ---- Views ---- */

/* What player `me` (1 or 2) knows at the beginning of a game with this setup. NULL on an error. */
jeux_view *jeux_view_start(const char *game, size_t game_length, const char *setup, size_t setup_length, int me, char **why);

/* What the player knows to whom the engine protocol announces a game by this line. NULL on an error. */
jeux_view *jeux_view_start_line(const char *line, size_t length, char **why);

/* Frees a view; NULL does nothing. */
void jeux_free_view(jeux_view *view);

/* Whose turn it is, 1 or 2; 0 when the game is over, as far as the player can know. */
int jeux_view_to_move(const jeux_view *view);

/* The moves that the player may make, or some of them where there are too many to list; none when it is not his turn. */
char *jeux_view_legal(const jeux_view *view, size_t *count);

/* JEUX_OK if the player may make this move, as far as he can know; else the code, and why. */
int jeux_view_check(const jeux_view *view, const char *move, size_t length, char **why);

/* The player has made this move and was told the answer besides (jeux_answer, or the end of `verdict` in the engine protocol), NULL if nothing. */
int jeux_view_own(jeux_view *view, const char *move, size_t length, const char *answer, size_t answer_length, char **why);

/* The opponent has made a move, of which this is told (jeux_told, or `opponent` in the engine protocol). */
int jeux_view_opponent(jeux_view *view, const char *told, size_t length, char **why);

/* See jeux_picture, jeux_drawing and jeux_touches. */
char *jeux_view_picture(const jeux_view *view, const char *scene, size_t length);
char *jeux_view_drawing(const jeux_view *view, const char *scene, size_t length);
char *jeux_view_touches(const jeux_view *view, const char *move, size_t length, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
