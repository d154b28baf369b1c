#include "queue.h"

void queue_init(struct queue *queue) {
  ticket_init(&queue->lock);
  queue->first = 0;
  queue->last = 0;
  atomic_init(&queue->waiting, 0);
  atomic_init(&queue->sleeping, 0);
  atomic_init(&queue->wake_ups, 0);
}

static bool queue_add(struct queue *queue, struct job job) {
  if (queue->last - queue->first == QUEUE_SLOTS)
    return false;
  queue->slots[queue->last % QUEUE_SLOTS] = job;
  queue->last++;
  atomic_store_explicit(&queue->waiting, (int)(queue->last - queue->first), relaxed);
  return true;
}

static bool queue_take(struct queue *queue, struct job *job) {
  if (queue->last == queue->first)
    return false;
  *job = queue->slots[queue->first % QUEUE_SLOTS];
  queue->first++;
  atomic_store_explicit(&queue->waiting, (int)(queue->last - queue->first), relaxed);
  return true;
}

static void queue_wake_sleeper(struct queue *queue) {
  handshake_fence();
  if (atomic_load_explicit(&queue->sleeping, relaxed) == 0)
    return;
  atomic_store_explicit(&queue->sleeping, 0, relaxed);
  atomic_fetch_add_explicit(&queue->wake_ups, 1, relaxed);
}

bool queue_push(struct queue *queue, struct job job) {
  ticket_lock(&queue->lock);
  bool added = queue_add(queue, job);
  ticket_unlock(&queue->lock);
  if (added)
    queue_wake_sleeper(queue);
  return added;
}

bool queue_pop(struct queue *queue, struct job *job) {
  ticket_lock(&queue->lock);
  bool taken = queue_take(queue, job);
  ticket_unlock(&queue->lock);
  return taken;
}

bool queue_may_sleep(struct queue *queue) {
  atomic_store_explicit(&queue->sleeping, 1, relaxed);
  handshake_fence();
  return atomic_load_explicit(&queue->waiting, relaxed) == 0;
}

int queue_wake_ups(struct queue *queue) {
  return atomic_load_explicit(&queue->wake_ups, relaxed);
}

int queue_waiting(struct queue *queue) {
  return atomic_load_explicit(&queue->waiting, relaxed);
}
