// C++ exceptions after the Itanium ABI: objects that are thrown, and who catches them. Leaving a
// function with one is the front end's work. An exception that nobody catches ends the program where it is
// thrown (if so many calls with handlers are not over that not all are known, at the end of its thread).
#include "heap.h"
#include "jump.h"
#include "thread.h"
#include "thread_end.h"
#include <stddef.h>

// Before every object that is thrown.
struct exception {
    const void *type;
    void (*destroy)(void *);
    uint32_t references;
    uint32_t unused[3];
};
_Static_assert(sizeof(struct exception) % 16 == 0, "keeps the object aligned");

// One throw of an exception: what the front end hands from function to function. An exception
// that several threads rethrow has several of them.
struct flight {
    struct exception *exception;
    // The one that was caught before and is still in its handler.
    struct flight *below;
    // What the handler gets: the object as one of the handler's type.
    void *adjusted;
    // How many handlers it is in; negative while it is thrown again from them.
    int32_t handlers;
};

// In the thread's block, where an access is no step.
struct state {
    // The innermost exception that is in a handler.
    struct flight *caught;
    uint32_t uncaught;
    // Calls that have handlers and are not over. The front end counts.
    uint32_t tries;
    // What the outermost of them catch; variables are in the lower half of the addresses.
    uint32_t handlers[6];
};
enum { KNOWN_TRIES = 6 };
_Static_assert(24 + sizeof(struct state) <= 64, "fits");

// What a call catches. A type that is null catches all.
struct handlers {
    uint64_t count;
    const void *types[];
};
static struct state *state(void) { return (struct state *)((char *)__tp_thread_block(__tp_self()) + 24); }

WEAK void __tp_lib_try_begin(const struct handlers *handlers) {
    struct state *s = state();
    uint32_t tries = tp_load(&s->tries);
    if (tries < KNOWN_TRIES)
        tp_store(&s->handlers[tries], (uint32_t)(uintptr_t)handlers);
    tp_store(&s->tries, tries + 1);
}
WEAK void __tp_lib_try_end(void) { tp_store(&state()->tries, tp_load(&state()->tries) - 1); }

// In cxx_typeinfo.c.
extern _Bool tp_catches(const void *handler, const void *thrown, void **object);

static _Bool catches(const struct handlers *handlers, struct exception *e) {
    for (uint64_t i = 0; i < handlers->count; i++) {
        void *object = e + 1;
        if (!handlers->types[i] || tp_catches(handlers->types[i], e->type, &object))
            return 1;
    }
    return 0;
}

// pthread_exit is an exception that all catch who catch everything, and that they have to throw again.
extern const void *const plain_class[] __asm__("_ZTVN10__cxxabiv117__class_type_infoE");
WEAK const void *const forced_type[2] __asm__("_ZTIN10__cxxabiv115__forced_unwindE") = {
    &plain_class[2], "N10__cxxabiv115__forced_unwindE"};

static _Bool somebody_catches(struct exception *e) {
    struct state *s = state();
    uint32_t tries = tp_load(&s->tries);
    if (tries > KNOWN_TRIES || e->type == forced_type)
        return 1;
    for (uint32_t i = 0; i < tries; i++)
        if (catches((const struct handlers *)(uintptr_t)tp_load(&s->handlers[i]), e))
            return 1;
    return 0;
}

static __attribute__((noreturn)) void nobody_catches(void) {
    __tp_fail(TP_ABORT, "an exception was thrown that nobody catches");
}
WEAK void __tp_lib_uncaught(void *thrown) {
    if (is_jump(thrown))
        __tp_fail(TP_ABORT, "longjmp to a function that has returned, or that another thread runs");
    struct flight *f = thrown;
    if (f->exception->type != forced_type)
        nobody_catches();
    __tp_free(f->exception);
    __tp_free(f);
    tp_thread_finish();
    __tp_exit_thread();
}

static void count_uncaught(uint32_t change) { tp_store(&state()->uncaught, tp_load(&state()->uncaught) + change); }

static struct exception *of(void *object) { return (struct exception *)object - 1; }

static __attribute__((noreturn, always_inline)) inline void leave(struct flight *f) {
    if (!somebody_catches(f->exception))
        nobody_catches();
    count_uncaught(1);
    __tp_throw(f);
}

WEAK void *__cxa_allocate_exception(uint64_t size) {
    struct exception *e = allocate(sizeof *e + size, 0);
    e->references = 0;
    return e + 1;
}
WEAK void __cxa_free_exception(void *object) { __tp_free(of(object)); }

WEAK void *__cxa_init_primary_exception(void *object, void *type, void (*destroy)(void *)) {
    struct exception *e = of(object);
    e->type = type;
    e->destroy = destroy;
    e->references = 0;
    return e;
}

static struct flight *throw_one(struct exception *e) {
    struct flight *f = allocate(sizeof *f, 0);
    __atomic_fetch_add(&e->references, 1, __ATOMIC_RELAXED);
    f->exception = e;
    f->adjusted = e + 1;
    f->handlers = 0;
    return f;
}

static __attribute__((noreturn, always_inline)) inline void end_thread(void *value) {
    tp_store(&thread_block(tp_me())->value, value);
    void *object = __cxa_allocate_exception(0);
    struct flight *f = throw_one(__cxa_init_primary_exception(object, (void *)forced_type, 0));
    count_uncaught(1);
    __tp_throw(f);
}
WEAK void __tp_throwing_pthread_exit(void *value) { end_thread(value); }
WEAK void __tp_throwing_thrd_exit(int value) { end_thread((void *)(intptr_t)value); }

static void release(struct exception *e) {
    if (__atomic_fetch_sub(&e->references, 1, __ATOMIC_ACQ_REL) != 1)
        return;
    if (e->destroy)
        e->destroy(e + 1);
    __tp_free(e);
}

WEAK void __cxa_throw(void *object, void *type, void (*destroy)(void *)) {
    leave(throw_one(__cxa_init_primary_exception(object, type, destroy)));
}

// For the front end: the number of a handler if it takes the exception, unless one did before.
WEAK uint32_t __tp_lib_match(struct flight *f, const void *type, uint32_t number, uint32_t before) {
    if (before || is_jump(f))
        return before;
    void *object = f->exception + 1;
    if (type && !tp_catches(type, f->exception->type, &object))
        return 0;
    f->adjusted = object;
    return number;
}

WEAK void *__cxa_get_exception_ptr(struct flight *f) { return f->adjusted; }

WEAK void *__cxa_begin_catch(struct flight *f) {
    if (is_jump(f))
        __tp_unsupported("longjmp out of a function that must not throw");
    struct state *s = state();
    int32_t handlers = f->handlers;
    f->handlers = (handlers < 0 ? -handlers : handlers) + 1;
    count_uncaught(-1);
    struct flight *top = tp_load(&s->caught);
    if (top != f) {
        f->below = top;
        tp_store(&s->caught, f);
    }
    return f->adjusted;
}

WEAK void __cxa_end_catch(void) {
    struct state *s = state();
    struct flight *f = tp_load(&s->caught);
    if (!f)
        return;
    if (f->handlers < 0) {
        // It is on its way out of this handler.
        if (++f->handlers == 0)
            tp_store(&s->caught, f->below);
        return;
    }
    if (--f->handlers)
        return;
    tp_store(&s->caught, f->below);
    struct exception *e = f->exception;
    if (e->type == forced_type)
        __tp_fail(TP_ABORT, "the exception of pthread_exit was caught, and not thrown again");
    __tp_free(f);
    release(e);
}

WEAK void __cxa_rethrow(void) {
    struct flight *f = tp_load(&state()->caught);
    if (!f)
        __tp_fail(TP_ABORT, "`throw;` without an exception that is handled");
    f->handlers = -f->handlers;
    leave(f);
}

WEAK const void *__cxa_current_exception_type(void) {
    struct flight *f = tp_load(&state()->caught);
    return f ? f->exception->type : 0;
}

WEAK void __cxa_call_unexpected(void *f) {
    (void)f;
    __tp_fail(TP_ABORT, "a function threw an exception that its declaration excludes");
}

WEAK _Bool uncaught_exception(void) __asm__("_ZSt18uncaught_exceptionv");
_Bool uncaught_exception(void) { return tp_load(&state()->uncaught) != 0; }
WEAK int uncaught_exceptions(void) __asm__("_ZSt19uncaught_exceptionsv");
int uncaught_exceptions(void) { return (int)tp_load(&state()->uncaught); }

// std::exception_ptr: the object, or null.
#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

static void hold(void **p, void *object) {
    *p = object;
    if (object)
        __atomic_fetch_add(&of(object)->references, 1, __ATOMIC_RELAXED);
}
static void let_go(void **p) {
    if (*p)
        release(of(*p));
    *p = 0;
}
#define PTR "_ZNSt15__exception_ptr13exception_ptr"
MEMBER(void, ptr_add, (void **p), PTR "9_M_addrefEv") { hold(p, *p); }
MEMBER(void, ptr_release, (void **p), PTR "10_M_releaseEv") { let_go(p); }
MEMBER(void, ptr_construct, (void **p, void *object), PTR "C1EPv") { hold(p, object); }
MEMBER(void, ptr_construct_base, (void **p, void *object), PTR "C2EPv") { hold(p, object); }
MEMBER(void, ptr_copy, (void **p, void *const *other), PTR "C1ERKS0_") { hold(p, *other); }
MEMBER(void, ptr_copy_base, (void **p, void *const *other), PTR "C2ERKS0_") { hold(p, *other); }
MEMBER(void, ptr_destroy, (void **p), PTR "D1Ev") { let_go(p); }
MEMBER(void, ptr_destroy_base, (void **p), PTR "D2Ev") { let_go(p); }
MEMBER(void, ptr_swap, (void **p, void **other), PTR "4swapERS0_") {
    void *object = *p;
    *p = *other;
    *other = object;
}
MEMBER(const void *, ptr_type, (void *const *p), "_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv") {
    return *p ? of(*p)->type : 0;
}

// A result that is no plain value comes back through memory.
MEMBER(void, current_exception, (void **result), "_ZSt17current_exceptionv") {
    struct flight *f = tp_load(&state()->caught);
    hold(result, f ? f->exception + 1 : 0);
}
MEMBER(void, rethrow_exception, (void **p), "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE") {
    if (!*p)
        __tp_fail(TP_ABORT, "std::rethrow_exception of nothing");
    leave(throw_one(of(*p)));
}
WEAK int __gxx_personality_v0(void) { __tp_unsupported("C++ exceptions"); }
