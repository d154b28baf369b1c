// std::condition_variable: a pthread condition variable, waited for with a std::unique_lock.
#include "condition.h"

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

struct unique_lock {
    struct mutex *mutex;
    _Bool owns;
};

MEMBER(void, construct, (struct condition *c), "_ZNSt18condition_variableC1Ev") { condition_init(c); }
MEMBER(void, construct_base, (struct condition *c), "_ZNSt18condition_variableC2Ev") { condition_init(c); }
MEMBER(void, destroy, (struct condition *c), "_ZNSt18condition_variableD1Ev") { condition_destroy(c); }
MEMBER(void, destroy_base, (struct condition *c), "_ZNSt18condition_variableD2Ev") { condition_destroy(c); }
MEMBER(void, wait, (struct condition *c, struct unique_lock *lock),
       "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE") {
    struct waiter wakeup;
    condition_wait(c, lock->mutex, &wakeup);
}
MEMBER(void, notify_one, (struct condition *c), "_ZNSt18condition_variable10notify_oneEv") { condition_signal(c); }
MEMBER(void, notify_all, (struct condition *c), "_ZNSt18condition_variable10notify_allEv") {
    condition_broadcast(c);
}
