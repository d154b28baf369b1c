// A queue of jobs in a ring, guarded by a ticket lock, with a handshake for a consumer that wants to
// sleep: it says so and looks once more, the producer adds and then looks whether somebody sleeps.
// Each side's store must be in memory before it looks, or both look too early.
#ifndef LIBRARY_QUEUE_H
#define LIBRARY_QUEUE_H

#include "ticket.h"

#define QUEUE_SLOTS 4

struct job {
  int number;
  int action;
};

struct queue {
  struct ticket lock;
  unsigned first, last;   // under the lock
  atomic_int waiting;     // jobs, as one may look at them without the lock
  atomic_int sleeping;    // has the consumer said that it sleeps?
  atomic_int wake_ups;    // sent
  struct job slots[QUEUE_SLOTS];
};

void queue_init(struct queue *queue);
// False: the queue is full.
bool queue_push(struct queue *queue, struct job job);
// False: the queue is empty.
bool queue_pop(struct queue *queue, struct job *job);
// Called when nothing was to be done. True: there is still nothing, and the caller may sleep until a
// wake-up is sent.
bool queue_may_sleep(struct queue *queue);
int queue_wake_ups(struct queue *queue);
int queue_waiting(struct queue *queue);

#endif
