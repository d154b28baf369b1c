// What the headers of other checkers declare (../headers): hints about loops, hazard pointers,
// assertions.
#include "heap.h"
#include "tp.h"
#include <stddef.h>

WEAK void __tp_model_assert_failed(const char *condition) { __tp_fail(TP_ASSERTION, condition); }

WEAK void __VERIFIER_loop_begin(void) {}
WEAK void __VERIFIER_spin_start(void) {}
WEAK void __VERIFIER_spin_end(_Bool done) { __tp_assume(done); }
WEAK void __VERIFIER_potential_spin_end(_Bool done) { (void)done; }
WEAK _Bool __VERIFIER_opt_begin(void) { return __tp_choice(2) != 0; }
WEAK void __VERIFIER_opt_end(void) {}

// A retired object is freed at once if nobody protects it, else by the last one who stops to.
#define HAZARDS 64
struct hazard {
    uint64_t used;
    void *object;
    uint64_t retired;
};
WEAK struct hazard tp_hazards[HAZARDS];

static struct hazard *protector_of(void *object) {
    for (int i = 0; i < HAZARDS && tp_load(&tp_hazards[i].used); i++)
        if (tp_load(&tp_hazards[i].object) == object)
            return &tp_hazards[i];
    return 0;
}

static void stop_protecting(struct hazard *hazard, void *next) {
    void *object = tp_load(&hazard->object);
    uint64_t retired = hazard->retired;
    hazard->retired = 0;
    tp_store(&hazard->object, next);
    if (!retired)
        return;
    struct hazard *other = protector_of(object);
    if (other)
        other->retired = 1;
    else
        __tp_free(object);
}

WEAK struct hazard *__VERIFIER_hp_alloc(void) {
    __tp_atomic_begin();
    int i = 0;
    while (i < HAZARDS && tp_load(&tp_hazards[i].used))
        i++;
    if (i == HAZARDS)
        __tp_unsupported("more than 64 hazard pointers");
    tp_store(&tp_hazards[i].used, 1);
    __tp_atomic_end();
    return &tp_hazards[i];
}

WEAK void __VERIFIER_hp_clear(struct hazard *hazard) {
    __tp_atomic_begin();
    stop_protecting(hazard, 0);
    __tp_atomic_end();
}

// The place stays taken: the scan above ends at the first one that never was.
WEAK void __VERIFIER_hp_free(struct hazard *hazard) { __VERIFIER_hp_clear(hazard); }

WEAK void *__VERIFIER_hp_protect(struct hazard *hazard, void **place) {
    __tp_atomic_begin();
    void *object = tp_load(place);
    stop_protecting(hazard, object);
    __tp_atomic_end();
    return object;
}

WEAK void __VERIFIER_hp_retire(void *object) {
    __tp_atomic_begin();
    struct hazard *hazard = object ? protector_of(object) : 0;
    if (hazard)
        hazard->retired = 1;
    else if (object)
        __tp_free(object);
    __tp_atomic_end();
}
