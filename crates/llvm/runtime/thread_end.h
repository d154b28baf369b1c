// What happens at the end of a thread, for those that register something.
#ifndef THREAD_END_H
#define THREAD_END_H

#include "tp.h"

#ifdef __cplusplus
#define _Thread_local __thread
extern "C" {
#endif

// Not null in a thread that has something to do when its body returns. It points to
// __tp_thread_end: that reference is what makes the function part of a program at all, so
// that threads of the others end without a look at anything.
extern _Thread_local void (*tp_at_end)(void);

// The innermost pthread_cleanup_push scope of the running thread, if it has any.
extern _Thread_local void *tp_cleanup;

// Things to do after all that, each of which begins with the next one and its function; see cxx_at_thread_exit.cpp.
extern _Thread_local void *tp_exit_elements;

static inline void thread_end_wanted(void) { tp_at_end = __tp_thread_end; }

// Runs the destructors of the thread's values for pthread keys. In pthread_key.c.
void tp_run_key_destructors(void);

// Runs the destructors of the thread's C++ thread_local variables. In cxx_exit.c.
void tp_run_thread_local_destructors(void);

// Handlers registered with atexit and of C++ static variables. In exit.c.
void tp_register_exit_handler(void (*run)(void *), void *argument);
void tp_run_exit_handlers(void);

// Ends a thread before its body returns: all of the above but the exit handlers.
void tp_thread_finish(void);

#ifdef __cplusplus
}
#endif
#endif
