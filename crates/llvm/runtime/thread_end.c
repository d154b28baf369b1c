// The end of a thread: thread-specific values and thread_local variables are destroyed, and
// returning from main calls the exit handlers, as exit() does. Other threads run on meanwhile, and
// are explored to their ends.
#include "jump.h"
#include "thread_end.h"

WEAK _Thread_local void (*tp_at_end)(void);
WEAK _Thread_local void *tp_cleanup;
WEAK _Thread_local void *tp_exit_elements;

struct exit_element {
    struct exit_element *next;
    void (*run)(void *);
};

static void run_exit_elements(void) {
    while (tp_exit_elements) {
        struct exit_element *element = tp_exit_elements;
        tp_exit_elements = element->next;
        element->run(element);
    }
}

WEAK void tp_thread_finish(void) {
    if (tp_cleanup)
        jump(tp_cleanup, 1);
    if (tp_at_end) {
        tp_run_thread_local_destructors();
        tp_run_key_destructors();
        run_exit_elements();
    }
}

WEAK void __tp_thread_end(void) {
    if (__tp_self() == 0) {
        // exit() destroys the thread_local variables of main, but not its values for keys.
        if (tp_at_end) {
            tp_run_thread_local_destructors();
            run_exit_elements();
        }
        tp_run_exit_handlers();
    } else if (tp_at_end) {
        tp_thread_finish();
    }
}
