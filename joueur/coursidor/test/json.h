/*
 * json.h - reads the vectors: files with one JSON value a line. Enough of JSON for them: no escapes in strings, whole numbers.
 */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

enum json_type_t { JSON_NULL, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_OBJECT };

struct json_t {
    enum json_type_t type;
    long number;
    char *text;           /* JSON_STRING */
    size_t count;         /* how many values a list or an object has */
    struct json_t *items; /* these values */
    char **keys;          /* JSON_OBJECT: the key of each */
};

/* Reads a whole file, each line an item of a list. What cannot be read ends the program with a message. */
struct json_t json_lire(const char *path);

void json_liberer(struct json_t *value);

/* The value of this key, or NULL. */
const struct json_t *json_champ(const struct json_t *object, const char *key);

/* The number of this key, which the object must have. */
long json_nombre(const struct json_t *object, const char *key);

/* The string of this key, which the object must have. */
const char *json_texte(const struct json_t *object, const char *key);

#endif
