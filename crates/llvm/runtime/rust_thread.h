// What is known of a thread of Rust, in its block, where an access is no step.
#ifndef RUST_THREAD_H
#define RUST_THREAD_H

#include "thread.h"

struct rust_thread {
    // The message of a panic that has reached the end of the thread, or is about to.
    char *text;
    // Calls of the user's that catch panics and are not over.
    uint16_t tries;
    // Scopes whose closures have begun.
    uint16_t scopes;
    // The handle of a thread that this one has just given up: what it shares with that thread comes next.
    uint32_t dropping;
    // Is the thread in a section around an operation of a channel?
    uint16_t in_channel;
    // Has a thread panicked that its last scope has waited for?
    uint16_t panicked;
    // The next of the threads that their scope will wait for, as a handle.
    uint32_t next;
    // The word of the scope that the thread belongs to; null: none.
    uint64_t *scope;
    // The count of references to the result of this thread, if its scope waits for it.
    uint64_t *packet;
};
static inline struct rust_thread *rust_thread(unsigned thread) {
    return (struct rust_thread *)((char *)__tp_thread_block(thread) + 24);
}
static inline struct rust_thread *rust_self(void) { return rust_thread(__tp_self()); }

// The closure of a scope is over.
void tp_rust_scope_caught(void);

#endif
