// Read-write locks. Readers come first: a waiting writer keeps no reader out, so a thread may
// take a read lock twice. The writer-preferring kind behaves the same.
//
// Readers count themselves by an addition whose result nobody looks at, so that a search that lets
// such additions commute need not try the orders of readers. A writer waits for that count; readers
// look for the writer elsewhere. How often a thread reads is noted in a byte that it shares only
// with threads of the same number modulo SLOTS: that is for telling misuse.
//
// Where loads may return old values, two words are too many: there all is decided by `users`, which
// every operation reads and writes at once. A thread notes in its own block which lock it writes, since
// a wait that lets readers in cannot also look for the caller.
#include "deadline.h"
#include "tp.h"
#include <errno.h>
#include <pthread.h>

enum { SLOTS = 16, READS_MAX = 255 };

struct rwlock {
    // How many read, or WRITING and the thread that writes, or DESTROYED.
    uint32_t users;
    uint32_t unused;
    // The thread that writes, 0, or DESTROYED.
    uint32_t writer;
    uint32_t unused_too;
    uint8_t reads[SLOTS];
};
// Where the system's initialisers set something lies behind, and a 32-bit system has no more.
_Static_assert(sizeof(struct rwlock) <= 32, "fits on a 32-bit system, too");

#define WRITING UINT32_C(0x80000000)
#define DESTROYED UINT32_C(0x7fffffff)

static struct rwlock *of(pthread_rwlock_t *l) { return (struct rwlock *)l; }

static uint8_t *my_slot(struct rwlock *l) { return &l->reads[__tp_self() % SLOTS]; }

// The lock that this thread was the last to write.
static struct rwlock **written(void) { return (struct rwlock **)__tp_thread_block(__tp_self()) + 2; }

static __attribute__((noreturn)) void destroyed(void) { tp_misuse("lock of a destroyed read-write lock"); }

// Does a thread hold what is in the memory of a lock that is to be initialised? Anything else there means nothing.
static int is_held(struct rwlock *l) {
    uint32_t users = __tp_remains(&l->users);
    if (users & WRITING)
        return tp_is_thread(users & ~WRITING);
    return tp_is_thread(users) && !__tp_remains(&l->unused) && !__tp_remains(&l->writer);
}

WEAK int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
    (void)attributes;
    struct rwlock *l = of(lock);
    if (is_held(l))
        tp_misuse("initialisation of a locked read-write lock");
    __tp_atomic_begin();
    l->users = 0;
    l->writer = 0;
    __builtin_memset(l->reads, 0, sizeof l->reads);
    __tp_atomic_end();
    return 0;
}

WEAK int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    struct rwlock *l = of(lock);
    __tp_atomic_begin();
    uint32_t users = tp_load(&l->users);
    if (users == DESTROYED)
        tp_misuse("destroy of a destroyed read-write lock");
    if (users)
        tp_misuse("destroy of a locked read-write lock");
    tp_store(&l->users, DESTROYED);
    tp_store(&l->writer, DESTROYED);
    __tp_atomic_end();
    return 0;
}

// Inside a section, when nobody writes.
static int add_reader(struct rwlock *l) {
    uint8_t reads = tp_load(my_slot(l));
    if (reads == READS_MAX)
        return EAGAIN;
    tp_store(my_slot(l), (uint8_t)(reads + 1));
    __atomic_fetch_add(&l->users, 1, __ATOMIC_SEQ_CST);
    return 0;
}

// Inside a section, when nobody reads or writes.
static void set_writer(struct rwlock *l, uint32_t writer) {
    tp_store(&l->users, WRITING | writer);
    if (__tp_release_acquire()) {
        tp_store(written(), l);
    } else {
        __tp_locks_along();
        tp_store(&l->writer, writer);
    }
}

// Waits until nobody else writes; inside a section. Returns who does: nobody, the caller, or DESTROYED.
static uint32_t await_no_writer(struct rwlock *l) {
    if (!__tp_release_acquire())
        return __tp_await_one_of(&l->writer, 4, 0, tp_me(), DESTROYED, TP_WAIT_READER);
    uint32_t users = __tp_await(&l->users, 4, TP_SGE, 0, TP_WAIT_READER);
    return users == DESTROYED ? DESTROYED : 0;
}

// Who writes now; inside a section.
static uint32_t writer_of(struct rwlock *l) {
    if (!__tp_release_acquire())
        return tp_peek(&l->writer);
    uint32_t users = tp_peek(&l->users);
    return users & WRITING ? users & ~WRITING : users == DESTROYED ? DESTROYED : 0;
}

WEAK int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    struct rwlock *l = of(lock);
    if (__tp_release_acquire() && tp_load(written()) == l)
        return EDEADLK;
    __tp_atomic_begin();
    uint32_t writer = await_no_writer(l);
    if (writer == DESTROYED)
        destroyed();
    int result = writer ? EDEADLK : add_reader(l);
    __tp_atomic_end();
    return result;
}

WEAK int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    struct rwlock *l = of(lock);
    uint32_t me = tp_me();
    __tp_atomic_begin();
    uint32_t users = __tp_await_one_of(&l->users, 4, 0, WRITING | me, DESTROYED, TP_WAIT_WRITER);
    if (users == DESTROYED)
        destroyed();
    if (!users)
        set_writer(l, me);
    __tp_atomic_end();
    return users ? EDEADLK : 0;
}

// A timed lock is a try-lock, as for mutexes; `own` is the answer if the caller writes already.
static int try_read(struct rwlock *l, int busy, int own) {
    int result = 0;
    __tp_atomic_begin();
    uint32_t writer = writer_of(l);
    if (writer == DESTROYED)
        destroyed();
    if (writer)
        result = writer == tp_me() ? own : busy;
    else
        result = add_reader(l);
    __tp_atomic_end();
    return result;
}

static int try_write(struct rwlock *l, int busy, int own) {
    uint32_t me = tp_me();
    int result = 0;
    __tp_atomic_begin();
    uint32_t users = tp_peek(&l->users);
    if (users == DESTROYED)
        destroyed();
    if (users) {
        result = users == (WRITING | me) ? own : busy;
    } else {
        // Only who gets the lock comes after those who had it.
        tp_load(&l->users);
        set_writer(l, me);
    }
    __tp_atomic_end();
    return result;
}

WEAK int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { return try_read(of(l), EBUSY, EBUSY); }
WEAK int pthread_rwlock_trywrlock(pthread_rwlock_t *l) { return try_write(of(l), EBUSY, EBUSY); }

WEAK int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *deadline) {
    return deadline_result(try_read(of(l), ETIMEDOUT, EDEADLK), deadline);
}
WEAK int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *deadline) {
    return deadline_result(try_write(of(l), ETIMEDOUT, EDEADLK), deadline);
}
WEAK int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return deadline_result(try_read(of(l), ETIMEDOUT, EDEADLK), deadline);
}
WEAK int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return deadline_result(try_write(of(l), ETIMEDOUT, EDEADLK), deadline);
}

// Inside a section, by a thread that does not read.
static void release_writer(struct rwlock *l) {
    uint32_t writer = writer_of(l);
    if (writer == DESTROYED)
        tp_misuse("unlock of a destroyed read-write lock");
    if (writer != tp_me())
        tp_misuse("unlock of a read-write lock that the thread does not hold");
    tp_store(&l->users, 0);
    if (__tp_release_acquire())
        tp_store(written(), (struct rwlock *)0);
    else
        tp_store(&l->writer, 0);
}

WEAK int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    struct rwlock *l = of(lock);
    __tp_atomic_begin();
    uint8_t reads = tp_load(my_slot(l));
    if (reads) {
        tp_store(my_slot(l), (uint8_t)(reads - 1));
        __atomic_fetch_sub(&l->users, 1, __ATOMIC_SEQ_CST);
    } else {
        release_writer(l);
    }
    __tp_atomic_end();
    return 0;
}

// A pthread_rwlockattr_t: the kind and the sharing.
static int *bits(const pthread_rwlockattr_t *attributes) { return (int *)attributes; }

WEAK int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
    bits(attributes)[0] = PTHREAD_RWLOCK_DEFAULT_NP;
    bits(attributes)[1] = PTHREAD_PROCESS_PRIVATE;
    return 0;
}
WEAK int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) {
    (void)attributes;
    return 0;
}
WEAK int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    bits(attributes)[1] = shared;
    return 0;
}
WEAK int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared) {
    *shared = bits(attributes)[1];
    return 0;
}
WEAK int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) {
    bits(attributes)[0] = kind;
    return 0;
}
WEAK int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind) {
    *kind = bits(attributes)[0];
    return 0;
}
