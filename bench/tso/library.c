// A service over a library of its own: pools, a hash table with a lock for each bucket, counted references, a
// work queue with a sleep handshake, spin and ticket locks, a log in a ring, a cell that is read without a
// lock. One thread creates sessions, one serves them, and with THREADS=3 one watches.
// Right under SC, TSO and PSO; library/platform.h has the macros that take one ordering away.
// This file stands for all: `threadproof check library/*.c library.c -- -DSEPARATE` is the same program.
// THREADS: 2 or 3 (default 2). N: sessions (default 1).
#include <pthread.h>

#ifdef SEPARATE
#include "library/cell.h"
#include "library/histogram.h"
#include "library/log.h"
#include "library/numbers.h"
#include "library/queue.h"
#include "library/table.h"
#else
#include "library/cell.c"
#include "library/histogram.c"
#include "library/log.c"
#include "library/numbers.c"
#include "library/pool.c"
#include "library/queue.c"
#include "library/reference.c"
#include "library/session.c"
#include "library/spin.c"
#include "library/table.c"
#include "library/text.c"
#include "library/ticket.c"
#endif

#ifndef THREADS
#define THREADS 2
#endif
#ifndef N
#define N 1
#endif

enum who { MAIN = 1, FRONT, BACK };
enum action { SERVE = 1 };

static struct service {
  struct pool pool;
  struct table table;
  struct queue queue;
  struct log log;
  struct cell load;
  struct numbers numbers;
  struct histogram front, back;
  int pushed;
  int served;
  bool sleeps; // has the back gone to sleep?
} service;

static void service_init(void) {
  pool_init(&service.pool);
  table_init(&service.table, &service.pool);
  queue_init(&service.queue);
  log_init(&service.log);
  cell_init(&service.load, (struct pair){0, 0});
  numbers_init(&service.numbers);
  histogram_init(&service.front);
  histogram_init(&service.back);
}

// Makes a session and hands its number to the back.
static void open_session(int count) {
  int number = numbers_take(&service.numbers, count);
  assert(number >= 0);
  struct session *session = session_create(&service.pool, number, "web-", FRONT);
  if (session == NULL)
    return;
  assert(table_insert(&service.table, session, FRONT) == TABLE_DONE);
  log_write(&service.log, FRONT, "open", number);
  if (queue_push(&service.queue, (struct job){number, SERVE}))
    service.pushed++;
  session_drop(&service.pool, session, FRONT);
  histogram_add(&service.front, (unsigned)count);
}

static void *front(void *unused) {
  (void)unused;
  for (int i = 1; i <= N; i++) {
    open_session(i);
    cell_write(&service.load, (struct pair){i, -i});
  }
  return NULL;
}

static void serve(struct job job, int who) {
  assert(job.action == SERVE);
  struct session *session = table_find(&service.table, job.number, who);
  assert(session != NULL);
  session_serve(session);
  assert(table_remove(&service.table, job.number, who) == TABLE_DONE);
  session_drop(&service.pool, session, who);
  numbers_give(&service.numbers, job.number);
  service.served++;
}

static void *back(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    struct job job;
    if (queue_waiting(&service.queue) == 0 && queue_may_sleep(&service.queue)) {
      service.sleeps = true;
      break;
    }
    if (queue_pop(&service.queue, &job)) {
      serve(job, BACK);
      histogram_add(&service.back, (unsigned)job.number);
    }
  }
  return NULL;
}

#if THREADS > 2
static void *watcher(void *unused) {
  (void)unused;
  struct pair pair;
  if (cell_try_read(&service.load, &pair))
    assert(pair.low == -pair.high);
  const struct record *record = log_read(&service.log, 1);
  if (record != NULL)
    assert(record_is_sound(record));
  return NULL;
}
#endif

// A sleeper that nobody woke although there was work sleeps for ever.
static void check_sleep(void) {
  bool work = service.pushed > service.served;
  assert(!(service.sleeps && work && queue_wake_ups(&service.queue) == 0));
}

static void check_log(void) {
  assert(log_published(&service.log) == N);
  for (unsigned i = 1; i <= N; i++) {
    const struct record *record = log_read(&service.log, i);
    assert(record != NULL && record_is_sound(record));
    assert(record->writer == FRONT);
  }
}

static void check_end(void) {
  struct job job;
  while (queue_pop(&service.queue, &job))
    serve(job, MAIN);
  assert(service.served == service.pushed);
  assert(table_count(&service.table, MAIN) == 0);
  table_clear(&service.table, MAIN);
  assert(numbers_used(&service.numbers) == 0);
  assert(pool_taken(&service.pool, MAIN) == 0);
  assert(pool_is_whole(&service.pool));
  struct pair pair;
  assert(cell_try_read(&service.load, &pair));
  assert(pair.low == N && pair.high == -N);
  histogram_merge(&service.front, &service.back);
  assert(service.front.total <= 2 * N);
  assert(histogram_percentile(&service.front, 100) < HISTOGRAM_CLASSES);
}

// The parts that need no second thread.
static void check_parts(void) {
  struct text text, copy;
  text_clear(&text);
  text_append(&text, "n");
  text_append_number(&text, -120);
  text_append_hex(&text, 0xa0);
  assert(text_equals(&text, "n-120a0"));
  text_copy(&copy, &text);
  assert(text_same(&text, &copy) && text_hash(&text) == text_hash(&copy));
  text_append(&copy, "0123456789");
  assert(copy.cut && copy.length == TEXT_SIZE - 1);

  struct reference reference;
  reference_init(&reference);
  assert(reference_try_get(&reference));
  assert(!reference_drop(&reference) && reference_drop(&reference));
  assert(!reference_try_get(&reference));

  struct spin lock;
  spin_init(&lock);
  assert(spin_try_lock(&lock, MAIN) && !spin_try_lock(&lock, FRONT));
  spin_unlock(&lock, MAIN);
}

int main(void) {
  check_parts();
  service_init();
  pthread_t threads[3];
  int count = 0;
  pthread_create(&threads[count++], NULL, front, NULL);
  pthread_create(&threads[count++], NULL, back, NULL);
#if THREADS > 2
  pthread_create(&threads[count++], NULL, watcher, NULL);
#endif
  while (count > 0)
    pthread_join(threads[--count], NULL);
  check_sleep();
  check_log();
  check_end();
  return 0;
}
