// std::thread and std::call_once. A std::thread is its handle, 0 if there is none; what it runs is
// an object with a virtual function.
#include "thread.h"

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

// std::thread::_State: destructor, deleting destructor, run.
struct state {
    void (*const *table)(struct state *);
};
enum { STATE_DELETE = 1, STATE_RUN = 2 };

MEMBER(void, state_destroy_base, (struct state *s), "_ZNSt6thread6_StateD2Ev") { (void)s; }
MEMBER(void, state_destroy, (struct state *s), "_ZNSt6thread6_StateD1Ev") { (void)s; }
MEMBER(void, state_delete, (struct state *s), "_ZNSt6thread6_StateD0Ev") {
    (void)s;
    __tp_unsupported("deletion of an abstract std::thread::_State");
}

extern void __cxa_pure_virtual(void);
extern const void *const plain_class[] __asm__("_ZTVN10__cxxabiv117__class_type_infoE");
WEAK const void *const state_type[2] __asm__("_ZTINSt6thread6_StateE") = {&plain_class[2], "NSt6thread6_StateE"};
WEAK const void *const state_table[5] __asm__("_ZTVNSt6thread6_StateE") = {
    0, state_type, (const void *)state_destroy, (const void *)state_delete, (const void *)__cxa_pure_virtual};

static void *run(void *argument) {
    struct state *s = argument;
    void *thrown = __tp_call((void (*)(void *))s->table[STATE_RUN], s);
    s->table[STATE_DELETE](s);
    if (thrown)
        __tp_throw(thrown);
    return 0;
}

MEMBER(void, start, (unsigned long *thread, struct state **owner, void (*unused)(void)),
       "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE") {
    (void)unused;
    struct state *s = *owner;
    *owner = 0;
    *thread = thread_create(run, s, 0);
}

// In cxx_throw.c.
extern void tp_throw_not_joinable(void);

MEMBER(void, join, (unsigned long *thread), "_ZNSt6thread4joinEv") {
    void *value;
    if (!*thread || thread_join(*thread, &value))
        tp_throw_not_joinable();
    *thread = 0;
}

MEMBER(void, detach, (unsigned long *thread), "_ZNSt6thread6detachEv") {
    if (!*thread)
        tp_throw_not_joinable();
    thread_detach(*thread);
    *thread = 0;
}

MEMBER(unsigned, hardware_concurrency, (void), "_ZNSt6thread20hardware_concurrencyEv") { return 4; }

MEMBER(void, sleep_for, (int64_t seconds, int64_t nanoseconds),
       "_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE") {
    (void)seconds;
    (void)nanoseconds;
}

// What std::call_once is to run, as its header leaves it for the function below.
WEAK _Thread_local void *once_callable __asm__("_ZSt15__once_callable");
WEAK _Thread_local void (*once_call)(void) __asm__("_ZSt11__once_call");
WEAK void __once_proxy(void) { once_call(); }

// Says that there may be other threads, so that std::shared_ptr counts atomically.
WEAK char __libc_single_threaded;
