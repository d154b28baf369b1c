// Thread-specific data. A key is never used again after its deletion, and there are at most
// KEYS_MAX of them in a run.
#include "thread_end.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

enum { KEYS_MAX = 64 };

static uint32_t keys_created;
static void (*destructors[KEYS_MAX])(void *);

static _Thread_local void *values[KEYS_MAX];
// Keys from here on have no value in this thread.
static _Thread_local unsigned values_end;

WEAK int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    __tp_atomic_begin();
    uint32_t created = tp_load(&keys_created);
    if (created == KEYS_MAX)
        __tp_unsupported("more than 64 thread-specific keys");
    tp_store(&keys_created, created + 1);
    tp_store(&destructors[created], destructor);
    __tp_atomic_end();
    *key = created;
    return 0;
}

WEAK int pthread_key_delete(pthread_key_t key) {
    if (key >= KEYS_MAX)
        return EINVAL;
    tp_store(&destructors[key], (void (*)(void *))0);
    return 0;
}

WEAK int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= KEYS_MAX)
        return EINVAL;
    values[key] = (void *)value;
    if (value && key >= values_end) {
        values_end = key + 1;
        thread_end_wanted();
    }
    return 0;
}

WEAK void *pthread_getspecific(pthread_key_t key) { return key < KEYS_MAX ? values[key] : 0; }

// Returns whether a destructor ran: it may have set values again.
static int destroy_values(void) {
    int ran = 0;
    for (unsigned key = 0; key < values_end; key++) {
        void *value = values[key];
        if (!value)
            continue;
        void (*destructor)(void *) = tp_load(&destructors[key]);
        if (!destructor)
            continue;
        values[key] = 0;
        destructor(value);
        ran = 1;
    }
    return ran;
}

void tp_run_key_destructors(void) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++)
        if (!destroy_values())
            return;
}
