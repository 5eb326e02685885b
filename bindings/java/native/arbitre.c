/* The functions of arbitre.Native over jeux.h. Texts are byte arrays in UTF-8: JNI's own strings are something else. */
#include <jeux.h>
#include <jni.h>

/* A text of Java's, with its length; `bytes` is NULL for null, and where there was no memory: then an exception is pending. */
typedef struct {
    char *bytes;
    size_t length;
} text;

static text taken(JNIEnv *env, jbyteArray array) {
    text taken = {NULL, 0};
    if (!array || (*env)->ExceptionCheck(env))
        return taken;
    taken.length = (size_t)(*env)->GetArrayLength(env, array);
    taken.bytes = jeux_alloc(taken.length);
    if (taken.bytes)
        (*env)->GetByteArrayRegion(env, array, 0, (jsize)taken.length, (jbyte *)taken.bytes);
    else
        (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/OutOfMemoryError"), "jeux");
    return taken;
}

/* What the library gave, without the last NUL; null for NULL, and with an exception pending. */
static jbyteArray given(JNIEnv *env, char *block) {
    jbyteArray array = NULL;
    if (block && !(*env)->ExceptionCheck(env)) {
        size_t length = jeux_size(block) - 1;
        if (length <= INT32_MAX)
            array = (*env)->NewByteArray(env, (jsize)length);
        if (array)
            (*env)->SetByteArrayRegion(env, array, 0, (jsize)length, (const jbyte *)block);
    }
    jeux_free(block);
    return array;
}

/* Puts a reason into the array of one element that Java has given for it. */
static void told(JNIEnv *env, jobjectArray why, char *reason) {
    jbyteArray array = given(env, reason);
    if (array)
        (*env)->SetObjectArrayElement(env, why, 0, array);
}

#define NATIVE(type, name, ...) JNIEXPORT type JNICALL Java_arbitre_Native_##name(JNIEnv *env, jclass class, ##__VA_ARGS__)
#define POSITION ((jeux_position *)(intptr_t)handle)
#define VIEW ((jeux_view *)(intptr_t)handle)
#define UNUSED (void)env, (void)class

NATIVE(jbyteArray, games) {
    UNUSED;
    return given(env, jeux_games());
}

NATIVE(jbyteArray, sentence, jbyteArray reason, jbyteArray language) {
    UNUSED;
    text r = taken(env, reason), l = taken(env, language);
    char *sentence = jeux_sentence(r.bytes, r.length, l.bytes, l.length);
    jeux_free(r.bytes);
    jeux_free(l.bytes);
    return given(env, sentence);
}

NATIVE(jlong, start, jbyteArray game, jbyteArray parameters, jlong seed, jobjectArray why) {
    UNUSED;
    text g = taken(env, game), p = taken(env, parameters);
    char *reason;
    jeux_position *position = jeux_start(g.bytes, g.length, p.bytes, p.length, (uint64_t)seed, &reason);
    jeux_free(g.bytes);
    jeux_free(p.bytes);
    told(env, why, reason);
    return (jlong)(intptr_t)position;
}

NATIVE(jlong, startFrom, jbyteArray game, jbyteArray setup, jobjectArray why) {
    UNUSED;
    text g = taken(env, game), s = taken(env, setup);
    char *reason;
    jeux_position *position = jeux_start_from(g.bytes, g.length, s.bytes, s.length, &reason);
    jeux_free(g.bytes);
    jeux_free(s.bytes);
    told(env, why, reason);
    return (jlong)(intptr_t)position;
}

NATIVE(jlong, startLine, jbyteArray line, jobjectArray why) {
    UNUSED;
    text l = taken(env, line);
    char *reason;
    jeux_position *position = jeux_start_line(l.bytes, l.length, &reason);
    jeux_free(l.bytes);
    told(env, why, reason);
    return (jlong)(intptr_t)position;
}

NATIVE(jlong, copy, jlong handle) {
    UNUSED;
    return (jlong)(intptr_t)jeux_copy(POSITION);
}

NATIVE(void, free, jlong handle) {
    UNUSED;
    jeux_free_position(POSITION);
}

/* A function that gives a text, or a list without count. */
#define TEXT_OF(name, call) \
    NATIVE(jbyteArray, name, jlong handle) { \
        UNUSED; \
        return given(env, call); \
    }
TEXT_OF(game, jeux_game(POSITION))
TEXT_OF(setup, jeux_setup(POSITION))
TEXT_OF(ended, jeux_ended(POSITION))
TEXT_OF(legal, jeux_legal(POSITION, NULL))
TEXT_OF(moves, jeux_moves(POSITION, NULL))
TEXT_OF(answer, jeux_answer(POSITION))
TEXT_OF(told, jeux_told(POSITION))
TEXT_OF(viewLegal, jeux_view_legal(VIEW, NULL))

/* One that gives a number. */
#define NUMBER_OF(type, name, call) \
    NATIVE(type, name, jlong handle) { \
        UNUSED; \
        return (type)(call); \
    }
NUMBER_OF(jint, toMove, jeux_to_move(POSITION))
NUMBER_OF(jint, outcome, jeux_outcome(POSITION))
NUMBER_OF(jint, count, jeux_count(POSITION))
NUMBER_OF(jint, undo, jeux_undo(POSITION))
NUMBER_OF(jlong, key, jeux_key(POSITION))
NUMBER_OF(jint, viewToMove, jeux_view_to_move(VIEW))

NATIVE(jboolean, same, jlong handle, jlong other) {
    UNUSED;
    return jeux_equals(POSITION, (jeux_position *)(intptr_t)other) == 1;
}

/* One that is given a text, and gives one or a list. */
#define TEXT_FOR(name, call) \
    NATIVE(jbyteArray, name, jlong handle, jbyteArray argument) { \
        UNUSED; \
        text t = taken(env, argument); \
        char *result = call; \
        jeux_free(t.bytes); \
        return given(env, result); \
    }
TEXT_FOR(picture, jeux_picture(POSITION, t.bytes, t.length))
TEXT_FOR(drawing, jeux_drawing(POSITION, t.bytes, t.length))
TEXT_FOR(touches, jeux_touches(POSITION, t.bytes, t.length, NULL))
TEXT_FOR(viewPicture, jeux_view_picture(VIEW, t.bytes, t.length))
TEXT_FOR(viewDrawing, jeux_view_drawing(VIEW, t.bytes, t.length))
TEXT_FOR(viewTouches, jeux_view_touches(VIEW, t.bytes, t.length, NULL))

/* One that is given a move, which may be refused. */
#define MOVE(name, call) \
    NATIVE(jint, name, jlong handle, jbyteArray argument, jobjectArray why) { \
        UNUSED; \
        text t = taken(env, argument); \
        char *reason; \
        int code = call; \
        jeux_free(t.bytes); \
        told(env, why, reason); \
        return code; \
    }
MOVE(check, jeux_check(POSITION, t.bytes, t.length, &reason))
MOVE(play, jeux_play(POSITION, t.bytes, t.length, &reason))
MOVE(viewCheck, jeux_view_check(VIEW, t.bytes, t.length, &reason))
MOVE(viewOpponent, jeux_view_opponent(VIEW, t.bytes, t.length, &reason))

NATIVE(jint, viewOwn, jlong handle, jbyteArray move, jbyteArray answer, jobjectArray why) {
    UNUSED;
    text m = taken(env, move), a = taken(env, answer);
    char *reason;
    int code = jeux_view_own(VIEW, m.bytes, m.length, a.bytes, a.length, &reason);
    jeux_free(m.bytes);
    jeux_free(a.bytes);
    told(env, why, reason);
    return code;
}

NATIVE(jlong, viewStart, jbyteArray game, jbyteArray setup, jint me, jobjectArray why) {
    UNUSED;
    text g = taken(env, game), s = taken(env, setup);
    char *reason;
    jeux_view *view = jeux_view_start(g.bytes, g.length, s.bytes, s.length, me, &reason);
    jeux_free(g.bytes);
    jeux_free(s.bytes);
    told(env, why, reason);
    return (jlong)(intptr_t)view;
}

NATIVE(jlong, viewStartLine, jbyteArray line, jobjectArray why) {
    UNUSED;
    text l = taken(env, line);
    char *reason;
    jeux_view *view = jeux_view_start_line(l.bytes, l.length, &reason);
    jeux_free(l.bytes);
    told(env, why, reason);
    return (jlong)(intptr_t)view;
}

NATIVE(void, viewFree, jlong handle) {
    UNUSED;
    jeux_free_view(VIEW);
}
