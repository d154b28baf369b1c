// std::promise::set_value_at_thread_exit and its like: what happens when all thread_local variables of a thread are destroyed.
#include "thread_end.h"
#include <condition_variable>
#include <future>
#include <mutex>

namespace {

void at_thread_exit(std::__at_thread_exit_elt *element, void (*run)(void *)) {
    element->_M_cb = run;
    element->_M_next = static_cast<std::__at_thread_exit_elt *>(tp_exit_elements);
    tp_exit_elements = element;
    thread_end_wanted();
}

struct notification : std::__at_thread_exit_elt {
    std::condition_variable *condition;
    std::mutex *mutex;
};

void notify(void *element) {
    notification *n = static_cast<notification *>(element);
    n->mutex->unlock();
    n->condition->notify_all();
    delete n;
}

} // namespace

namespace std {

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock) {
    notification *n = new notification;
    n->condition = &condition;
    n->mutex = lock.release();
    at_thread_exit(n, notify);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() { at_thread_exit(this, &_Make_ready::_S_run); }

void __future_base::_State_baseV2::_Make_ready::_S_run(void *element) {
    _Make_ready *self = static_cast<_Make_ready *>(element);
    if (shared_ptr<_State_baseV2> state = self->_M_shared_state.lock())
        state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
    delete self;
}

} // namespace std
