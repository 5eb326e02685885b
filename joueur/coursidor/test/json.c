/*
 * json.c - reads the vectors.
 */
#include "json.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being read, for the message if it cannot be. */
static const char *reading;

static void abandonner(const char *why) {
    fprintf(stderr, "%s : %s\n", reading, why);
    exit(EXIT_FAILURE);
}

/* Memory for one more of `count` things of this size. */
static void *agrandir(void *list, size_t count, size_t size) {
    /* Only at powers of two. */
    if ((count & (count - 1)) != 0)
        return list;
    void *larger = realloc(list, (count == 0 ? 1 : 2 * count) * size);
    if (larger == NULL)
        abandonner("mémoire insuffisante");
    return larger;
}

static void espaces(const char **at) {
    while (isspace((unsigned char)**at))
        (*at)++;
}

static void attendre(const char **at, const char *text) {
    espaces(at);
    if (strncmp(*at, text, strlen(text)) != 0)
        abandonner("ce n'est pas le JSON attendu");
    *at += strlen(text);
}

static char *chaine(const char **at) {
    attendre(at, "\"");
    size_t length = strcspn(*at, "\"\\");
    char *text = malloc(length + 1);
    if (text == NULL)
        abandonner("mémoire insuffisante");
    memcpy(text, *at, length);
    text[length] = '\0';
    *at += length;
    attendre(at, "\"");
    return text;
}

static struct json_t valeur(const char **at);

/* The items of a list, or with keys those of an object, up to the closing character. */
static void suite(struct json_t *list, const char **at, char closing) {
    (*at)++;
    espaces(at);
    while (**at != closing) {
        if (list->count > 0)
            attendre(at, ",");
        if (list->type == JSON_OBJECT) {
            list->keys = agrandir(list->keys, list->count, sizeof *list->keys);
            espaces(at);
            list->keys[list->count] = chaine(at);
            attendre(at, ":");
        }
        list->items = agrandir(list->items, list->count, sizeof *list->items);
        list->items[list->count++] = valeur(at);
        espaces(at);
    }
    (*at)++;
}

static struct json_t valeur(const char **at) {
    struct json_t value = {.type = JSON_NULL};
    espaces(at);
    if (**at == '"') {
        value.type = JSON_STRING;
        value.text = chaine(at);
    } else if (**at == '[') {
        value.type = JSON_LIST;
        suite(&value, at, ']');
    } else if (**at == '{') {
        value.type = JSON_OBJECT;
        suite(&value, at, '}');
    } else if (**at == '-' || isdigit((unsigned char)**at)) {
        char *end;
        value.type = JSON_NUMBER;
        value.number = strtol(*at, &end, 10);
        *at = end;
    } else {
        attendre(at, "null");
    }
    return value;
}

/* The whole file, as a string. */
static char *contenu(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t length = 0;
    if (file == NULL)
        abandonner("illisible");
    for (int c = getc(file); c != EOF; c = getc(file)) {
        text = agrandir(text, length, 1);
        text[length++] = (char)c;
    }
    fclose(file);
    text = agrandir(text, length, 1);
    text[length] = '\0';
    return text;
}

struct json_t json_lire(const char *path) {
    struct json_t lines = {.type = JSON_LIST};
    reading = path;
    char *text = contenu(path);
    const char *at = text;
    for (espaces(&at); *at != '\0'; espaces(&at)) {
        lines.items = agrandir(lines.items, lines.count, sizeof *lines.items);
        lines.items[lines.count++] = valeur(&at);
    }
    free(text);
    return lines;
}

void json_liberer(struct json_t *value) {
    for (size_t k = 0; k < value->count; k++) {
        json_liberer(&value->items[k]);
        if (value->keys != NULL)
            free(value->keys[k]);
    }
    free(value->items);
    free(value->keys);
    free(value->text);
    *value = (struct json_t){.type = JSON_NULL};
}

const struct json_t *json_champ(const struct json_t *object, const char *key) {
    for (size_t k = 0; k < object->count; k++)
        if (object->keys != NULL && strcmp(object->keys[k], key) == 0)
            return &object->items[k];
    return NULL;
}

/* The value of this key, which must have this type. */
static const struct json_t *exiger(const struct json_t *object, const char *key, enum json_type_t type) {
    const struct json_t *value = json_champ(object, key);
    if (value == NULL || value->type != type)
        abandonner(key);
    return value;
}

long json_nombre(const struct json_t *object, const char *key) {
    return exiger(object, key, JSON_NUMBER)->number;
}

const char *json_texte(const struct json_t *object, const char *key) {
    return exiger(object, key, JSON_STRING)->text;
}
