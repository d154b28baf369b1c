// std::lock of several std::mutex objects, and so std::scoped_lock of them.
//
// The headers lock one, try the others and begin again with another one if that fails. Two threads can
// do so in step for ever, which no search gets to the end of. Here a thread takes all of them at once,
// when all are free; that it holds some for a moment on the way is nothing to rely on.
#include "mutex.h"
#include <stdbool.h>

#define MOST 4

static void lock_all(struct mutex *const *all, int count) {
    uint32_t me = tp_me();
    __tp_locks_along();
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (all[i] == all[j])
                tp_misuse("std::lock of the same mutex twice");
    // The one to wait for: nothing is written before all are free, so waiting changes nothing.
    for (int busy = 0; busy < count;) {
        // The wait is the first access of its section, so which mutex it is for is looked up before.
        uint32_t *owner = &all[busy]->owner;
        __tp_atomic_begin();
        __tp_await(owner, 4, TP_EQ, 0, TP_WAIT_MUTEX);
        busy = 0;
        while (busy < count && tp_load(&all[busy]->owner) == 0)
            busy++;
        if (busy == count)
            for (int i = 0; i < count; i++)
                tp_store(&all[i]->owner, me);
        __tp_atomic_end();
    }
}

// std::unique_lock<std::mutex>.
struct unique {
    struct mutex *mutex;
    bool owns;
};

static void lock_unique(struct unique *const *all, int count) {
    struct mutex *mutexes[MOST];
    for (int i = 0; i < count; i++) {
        if (!all[i]->mutex || all[i]->owns)
            tp_misuse("std::lock of a std::unique_lock that has no mutex or owns it");
        mutexes[i] = all[i]->mutex;
    }
    lock_all(mutexes, count);
    for (int i = 0; i < count; i++)
        all[i]->owns = true;
}

WEAK void __tp_instead__ZSt4lockISt5mutexS0_JEEvRT_RT0_DpRT1_(struct mutex *a, struct mutex *b) {
    lock_all((struct mutex *[]){a, b}, 2);
}
WEAK void __tp_instead__ZSt4lockISt5mutexS0_JS0_EEvRT_RT0_DpRT1_(struct mutex *a, struct mutex *b,
                                                                 struct mutex *c) {
    lock_all((struct mutex *[]){a, b, c}, 3);
}
WEAK void __tp_instead__ZSt4lockISt5mutexS0_JS0_S0_EEvRT_RT0_DpRT1_(struct mutex *a, struct mutex *b,
                                                                    struct mutex *c, struct mutex *d) {
    lock_all((struct mutex *[]){a, b, c, d}, 4);
}
WEAK void __tp_instead__ZSt4lockISt11unique_lockISt5mutexES2_JEEvRT_RT0_DpRT1_(struct unique *a,
                                                                               struct unique *b) {
    lock_unique((struct unique *[]){a, b}, 2);
}
WEAK void __tp_instead__ZSt4lockISt11unique_lockISt5mutexES2_JS2_EEvRT_RT0_DpRT1_(struct unique *a,
                                                                                  struct unique *b,
                                                                                  struct unique *c) {
    lock_unique((struct unique *[]){a, b, c}, 3);
}
