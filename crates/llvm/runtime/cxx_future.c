// What std::promise, std::future and std::async leave to the library.
#include "deadline.h"
#include "futex.h"
#include <stddef.h>

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

// std::__future_base::_Result_base: a pointer to an exception, then whether there is a value.
struct result {
    const void *const *table;
    void *exception;
};

extern const void *const plain_class[] __asm__("_ZTVN10__cxxabiv117__class_type_infoE");
extern void __cxa_pure_virtual(void);

extern void exception_release(void **e) __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
static void destroy(struct result *r) {
    if (r->exception)
        exception_release(&r->exception);
}
MEMBER(void, result_destroy_base, (struct result *r), "_ZNSt13__future_base12_Result_baseD2Ev") { destroy(r); }
MEMBER(void, result_destroy, (struct result *r), "_ZNSt13__future_base12_Result_baseD1Ev") { destroy(r); }

WEAK const void *const result_type[2] __asm__("_ZTINSt13__future_base12_Result_baseE") = {
    &plain_class[2], "NSt13__future_base12_Result_baseE"};
WEAK const void *const result_table[5] __asm__("_ZTVNSt13__future_base12_Result_baseE") = {
    0, result_type, (const void *)__cxa_pure_virtual, (const void *)result_destroy, (const void *)result_destroy};

static void construct(struct result *r) {
    r->table = result_table + 2;
    r->exception = 0;
}
MEMBER(void, result_construct_base, (struct result *r), "_ZNSt13__future_base12_Result_baseC2Ev") { construct(r); }
MEMBER(void, result_construct, (struct result *r), "_ZNSt13__future_base12_Result_baseC1Ev") { construct(r); }

MEMBER(_Bool, futex_wait,
       (void *self, uint32_t *word, uint32_t value, _Bool timed, int64_t seconds, int64_t nanoseconds),
       "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_"
       "IlS3_ILl1ELl1000000000EEEE") {
    (void)self;
    int in_time = tp_futex_wait(word, value, timed) >= 0;
    if (!in_time)
        tp_clock_reach(&(struct timespec){seconds, nanoseconds});
    return in_time;
}
MEMBER(_Bool, futex_wait_steady,
       (void *self, uint32_t *word, uint32_t value, _Bool timed, int64_t seconds, int64_t nanoseconds),
       "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1"
       "EEEENS2_IlS3_ILl1ELl1000000000EEEE") {
    return futex_wait(self, word, value, timed, seconds, nanoseconds);
}
MEMBER(void, futex_notify, (uint32_t *word), "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj") {
    tp_futex_wake(word, INT32_MAX);
}

// A future that is not ready yet waits in one step. As the library is written, it announces that it waits, looks again, lies
// down and looks once more: three steps, each of which can meet the one that makes it ready.
#define ANNOUNCED 0x80000000u

WEAK uint32_t __tp_instead__ZNSt23__atomic_futex_unsignedILj2147483648EE16_M_load_and_testEjjbSt12memory_order(
    uint32_t *word, uint32_t assumed, uint32_t operand, _Bool equal, int order) {
    (void)order;
    if (equal) {
        __tp_await_one_of(word, 4, operand, operand | ANNOUNCED, operand, TP_WAIT_CONDITION);
        return operand;
    }
    while (assumed == operand) {
        __atomic_fetch_or(word, ANNOUNCED, __ATOMIC_RELAXED);
        tp_futex_wait(word, assumed | ANNOUNCED, 0);
        assumed = __atomic_load_n(word, __ATOMIC_ACQUIRE) & ~ANNOUNCED;
    }
    return assumed;
}
