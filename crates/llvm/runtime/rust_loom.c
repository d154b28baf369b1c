// What tests for loom ask of the checker: each model of a test is looked at by itself.
#include "thread.h"

WEAK _Bool __tp_rust_leaves_out_model(void) { return __tp_choice(2); }
// Threads of the model that nobody has joined run on to their ends.
WEAK void __tp_rust_end_of_model(void) { thread_exit(0); }
