// A statement with a label `__CPROVER_ASYNC_…` runs in a thread of its own. The front end has it
// compiled as an OpenMP task with a priority (src/cprover_async.rs): globals are shared, and local variables copied when
// the thread begins. Other constructs of OpenMP are not modelled.
#include "heap.h"
#include "thread.h"

struct task {
    void *shared;
    int (*entry)(int thread, struct task *task);
};

WEAK int __kmpc_global_thread_num(void *place) {
    (void)place;
    return (int)__tp_self();
}

enum { TASK_HAS_PRIORITY = 0x20 };

WEAK struct task *__kmpc_omp_task_alloc(void *place, int thread, int flags, uint64_t size, uint64_t shared_size,
                                        int (*entry)(int, struct task *)) {
    (void)place;
    (void)thread;
    if (!(flags & TASK_HAS_PRIORITY))
        __tp_unsupported("tasks of OpenMP");
    // What is shared lies behind the rest.
    uint64_t begin = (size + 15) / 16 * 16;
    char *memory = allocate(begin + shared_size, 1);
    struct task *task = (struct task *)memory;
    task->shared = shared_size ? memory + begin : 0;
    task->entry = entry;
    return task;
}

static void *run_task(void *argument) {
    struct task *task = argument;
    task->entry((int)__tp_self(), task);
    __tp_free(task);
    return 0;
}

WEAK int __kmpc_omp_task(void *place, int thread, struct task *task) {
    (void)place;
    (void)thread;
    thread_create(run_task, task, 1);
    return 0;
}
