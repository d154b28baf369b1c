// Threads that wait in line: for a condition variable or at a barrier.
//
// A waiting thread has a node on its own stack and waits for its own flag there. So whoever is
// woken touches the user's object no more, and the object may be destroyed at once.
#ifndef WAITERS_H
#define WAITERS_H

#include "tp.h"

// Variables of this type are called `wakeup`: that is what a user sees a thread wait for.
struct waiter {
    uint32_t woken;
    struct waiter *next;
};

// All of these run inside a section of the caller.

// Where loads may return old values, the head orders those who change the line: whoever comes to it later sees the line as
// those before it left it. So a change further down is one of the head, too.
static inline void waiters_come_to(struct waiter **head) {
    if (__tp_release_acquire())
        tp_store(head, tp_load(head));
}

static inline void waiters_add(struct waiter **head, struct waiter *self) {
    tp_store(&self->woken, 0);
    tp_store(&self->next, tp_load(head));
    tp_store(head, self);
}

static inline unsigned waiters_count(struct waiter **head) {
    unsigned count = 0;
    for (struct waiter *w = tp_load(head); w; w = tp_load(&w->next))
        count++;
    return count;
}

// Takes out the waiter at `position`.
static inline struct waiter *waiters_take(struct waiter **head, unsigned position) {
    if (position)
        waiters_come_to(head);
    struct waiter **link = head;
    struct waiter *w = tp_load(link);
    for (; position; position--) {
        link = &w->next;
        w = tp_load(link);
    }
    tp_store(link, tp_load(&w->next));
    return w;
}

static inline void waiters_remove(struct waiter **head, struct waiter *self) {
    waiters_come_to(head);
    struct waiter **link = head;
    for (struct waiter *w = tp_load(link); w != self; w = tp_load(link))
        link = &w->next;
    tp_store(link, tp_load(&self->next));
}

static inline void waiters_wake_all(struct waiter **head) {
    struct waiter *w = tp_load(head);
    tp_store(head, (struct waiter *)0);
    while (w) {
        struct waiter *next = tp_load(&w->next);
        tp_store(&w->woken, 1);
        w = next;
    }
}

#endif
