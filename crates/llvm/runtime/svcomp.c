// The functions that programs of the software verification competition, and those of CBMC, call.
//
// Inputs that can have any value are tried with a few telling ones; then the result is not exhaustive
// and cannot be `verified`. A boolean has only two values and stays exhaustive.
#include "thread.h"
#include <stddef.h>

WEAK void __VERIFIER_assume(int condition) { __tp_assume(condition != 0); }
WEAK void __VERIFIER_assert(int condition) {
    if (!condition)
        __tp_fail(TP_ASSERTION, "__VERIFIER_assert");
}
WEAK void __VERIFIER_error(void) { __tp_fail(TP_ASSERTION, "__VERIFIER_error was called"); }
WEAK void reach_error(void) { __tp_fail(TP_ASSERTION, "reach_error was called"); }

WEAK void __VERIFIER_atomic_begin(void) { __tp_atomic_begin(); }
WEAK void __VERIFIER_atomic_end(void) { __tp_atomic_end(); }

WEAK unsigned long __VERIFIER_thread_create(void *(*body)(void *), void *argument) {
    return thread_create(body, argument, 0);
}
WEAK unsigned long __VERIFIER_spawn(void *(*body)(void *), void *argument) {
    return thread_create(body, argument, 0);
}
WEAK unsigned long __VERIFIER_spawn_symmetric(void *(*body)(void *), void *argument, unsigned long like) {
    (void)like;
    return thread_create(body, argument, 0);
}
WEAK void *__VERIFIER_thread_join(unsigned long handle) {
    void *value = 0;
    if (thread_join(handle, &value))
        tp_misuse("join of a thread by itself");
    return value;
}

WEAK _Bool __VERIFIER_nondet_bool(void) { return __tp_choice(2) != 0; }
WEAK _Bool __VERIFIER_nondet__Bool(void) { return __tp_choice(2) != 0; }

// Where <assert.h> is not included: CBMC knows these words without it.
WEAK void assert(int condition) {
    if (!condition)
        __tp_fail(TP_ASSERTION, "assert");
}

WEAK void __CPROVER_assume(_Bool condition) { __tp_assume(condition); }
WEAK void __CPROVER_assert(_Bool condition, const char *message) {
    if (!condition)
        __tp_fail(TP_ASSERTION, message ? message : "__CPROVER_assert");
}
WEAK void __CPROVER_precondition(_Bool condition, const char *message) {
    if (!condition)
        __tp_fail(TP_ASSERTION, message ? message : "__CPROVER_precondition");
}
WEAK void __CPROVER_postcondition(_Bool condition, const char *message) {
    if (!condition)
        __tp_fail(TP_ASSERTION, message ? message : "__CPROVER_postcondition");
}
// What is to be shown of a counterexample, and what some execution is to reach.
WEAK void __CPROVER_input(const char *name, ...) { (void)name; }
WEAK void __CPROVER_output(const char *name, ...) { (void)name; }
WEAK void __CPROVER_cover(_Bool condition) { (void)condition; }
WEAK void __CPROVER_atomic_begin(void) { __tp_atomic_begin(); }
WEAK void __CPROVER_atomic_end(void) { __tp_atomic_end(); }

// The competition's programs define this one themselves, by abort; that is to end the execution and
// is no error.
WEAK void __tp_instead_assume_abort_if_not(int condition) { __tp_assume(condition != 0); }

static uint64_t any_of(const uint64_t *values, unsigned count) {
    __tp_incomplete("not every value of a __VERIFIER_nondet input was tried");
    return values[__tp_choice(count)];
}

#define UNSIGNED(name, type)                                                                      \
    WEAK type __VERIFIER_nondet_##name(void) {                                                    \
        static const uint64_t values[] = {0, 1, (type)-1};                                        \
        return (type)any_of(values, 3);                                                           \
    }
#define SIGNED(name, type, greatest)                                                              \
    WEAK type __VERIFIER_nondet_##name(void) {                                                    \
        static const uint64_t values[] = {0, 1, (uint64_t)-1, (greatest)};                        \
        return (type)any_of(values, 4);                                                           \
    }

SIGNED(char, char, INT8_MAX)
SIGNED(short, short, INT16_MAX)
SIGNED(int, int, INT32_MAX)
SIGNED(long, long, INT64_MAX)
SIGNED(longlong, long long, INT64_MAX)
SIGNED(loff_t, long, INT64_MAX)
SIGNED(ptrdiff_t, ptrdiff_t, INT64_MAX)
SIGNED(s8, int8_t, INT8_MAX)
SIGNED(s16, int16_t, INT16_MAX)
SIGNED(s32, int32_t, INT32_MAX)
SIGNED(s64, int64_t, INT64_MAX)
UNSIGNED(uchar, unsigned char)
UNSIGNED(unsigned_char, unsigned char)
UNSIGNED(ushort, unsigned short)
UNSIGNED(uint, unsigned)
UNSIGNED(unsigned, unsigned)
UNSIGNED(unsigned_int, unsigned)
UNSIGNED(ulong, unsigned long)
UNSIGNED(ulonglong, unsigned long long)
UNSIGNED(size_t, size_t)
UNSIGNED(u8, uint8_t)
UNSIGNED(u16, uint16_t)
UNSIGNED(u32, uint32_t)
UNSIGNED(u64, uint64_t)
UNSIGNED(U32, uint32_t)
UNSIGNED(U64, uint64_t)
UNSIGNED(U8, uint8_t)
UNSIGNED(U16, uint16_t)

// The names that programs for CBMC give to undefined functions.
WEAK _Bool nondet_bool(void) { return __tp_choice(2) != 0; }
WEAK int nondet_int(void) { return __VERIFIER_nondet_int(); }
WEAK unsigned nondet_uint(void) { return __VERIFIER_nondet_uint(); }
WEAK unsigned nondet_unsigned(void) { return __VERIFIER_nondet_uint(); }
WEAK char nondet_char(void) { return __VERIFIER_nondet_char(); }
WEAK unsigned char nondet_uchar(void) { return __VERIFIER_nondet_uchar(); }
WEAK short nondet_short(void) { return __VERIFIER_nondet_short(); }
WEAK long nondet_long(void) { return __VERIFIER_nondet_long(); }

// A pointer that a program may follow cannot be made up: null is the one value tried.
WEAK void *__VERIFIER_nondet_pointer(void) {
    __tp_incomplete("not every value of a __VERIFIER_nondet input was tried");
    return 0;
}

static const double telling[] = {0.0, 1.0, -1.0, 0.5};
WEAK double __VERIFIER_nondet_double(void) {
    __tp_incomplete("not every value of a __VERIFIER_nondet input was tried");
    return telling[__tp_choice(4)];
}
WEAK float __VERIFIER_nondet_float(void) {
    __tp_incomplete("not every value of a __VERIFIER_nondet input was tried");
    return (float)telling[__tp_choice(4)];
}
