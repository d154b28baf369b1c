// What tests for loom ask of the checker: each model of a test is looked at by itself.
#include "rust_loom.h"
#include "thread.h"

// The main thread is behind a model that it has left out.
static _Thread_local _Bool behind_model;

WEAK _Bool __tp_rust_leaves_out_model(void) {
    behind_model = __tp_choice(2);
    return behind_model;
}
// Threads of the model that nobody has joined run on to their ends.
WEAK void __tp_rust_end_of_model(void) { thread_exit(0); }

// Tests look there for all that the executions of the model have left behind together. Here each begins anew, so what the
// test asserts about them is not looked at.
WEAK void tp_rust_panics(void) {
    if (behind_model)
        __tp_assume(0);
}
