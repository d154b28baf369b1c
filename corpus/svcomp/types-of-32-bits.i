// Types of a 32-bit system in a preprocessed program: ours are no larger.
// case: => verified
// case: --model tso => verified
// case: --model pso => verified
extern void abort(void);
extern void __assert_fail (__const char *__assertion, __const char *__file, unsigned int __line, __const char *__function) __attribute__ ((__nothrow__ )) __attribute__ ((__noreturn__));
void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail ("0", "a.c", 3, __extension__ __PRETTY_FUNCTION__); })); }
typedef unsigned int size_t;
typedef unsigned long int pthread_t;
typedef union { char __size[36]; long int __align; } pthread_attr_t;
typedef struct __pthread_internal_slist { struct __pthread_internal_slist *__next; } __pthread_slist_t;
typedef union { struct __pthread_mutex_s { int __lock; unsigned int __count; int __owner; int __kind; unsigned int __nusers; __extension__ union { int __spins; __pthread_slist_t __list; }; } __data; char __size[24]; long int __align; } pthread_mutex_t;
typedef union { char __size[4]; long int __align; } pthread_mutexattr_t;
typedef union { struct { int __lock; unsigned int __futex; __extension__ unsigned long long int __total_seq; __extension__ unsigned long long int __wakeup_seq; __extension__ unsigned long long int __woken_seq; void *__mutex; unsigned int __nwaiters; unsigned int __broadcast_seq; } __data; char __size[48]; __extension__ long long int __align; } pthread_cond_t;
typedef union { char __size[4]; long int __align; } pthread_condattr_t;
typedef union { struct { int __lock; unsigned int __nr_readers; unsigned int __readers_wakeup; unsigned int __writer_wakeup; unsigned int __nr_readers_queued; unsigned int __nr_writers_queued; unsigned char __flags; unsigned char __shared; unsigned char __pad1; unsigned char __pad2; int __writer; } __data; char __size[32]; long int __align; } pthread_rwlock_t;
typedef union { char __size[16]; long int __align; } sem_t;
typedef union { char __size[20]; long int __align; } pthread_barrier_t;
extern int pthread_create (pthread_t *__restrict __newthread, __const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__ )) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
extern int pthread_mutex_init (pthread_mutex_t *__mutex, __const pthread_mutexattr_t *__mutexattr);
extern int pthread_mutex_destroy (pthread_mutex_t *__mutex);
extern int pthread_mutex_lock (pthread_mutex_t *__mutex); extern int pthread_mutex_unlock (pthread_mutex_t *__mutex);
extern int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *); extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *); extern int pthread_cond_signal(pthread_cond_t *);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *), pthread_rwlock_unlock(pthread_rwlock_t *), pthread_rwlock_init(pthread_rwlock_t*, void*);
extern int sem_init(sem_t *, int, unsigned), sem_wait(sem_t *), sem_post(sem_t *), sem_destroy(sem_t*);
extern int pthread_barrier_init(pthread_barrier_t *, void *, unsigned), pthread_barrier_wait(pthread_barrier_t *), pthread_barrier_destroy(pthread_barrier_t*);
extern int pthread_attr_init(pthread_attr_t *), pthread_attr_destroy(pthread_attr_t *), pthread_attr_setdetachstate(pthread_attr_t *, int);
extern void *malloc (size_t __size) __attribute__ ((__nothrow__)) __attribute__ ((__malloc__));
extern void *calloc (size_t __nmemb, size_t __size); extern void free(void *); extern void *memset(void *, int, size_t); extern void *memcpy(void *, const void *, size_t); extern size_t strlen(const char *);
extern int printf (__const char *__restrict __format, ...);
pthread_mutex_t m = { { 0, 0, 0, 0, 0, { 0 } } }, *pm; pthread_cond_t c = { { 0, 0, 0, 0, 0, (void *) 0, 0, 0 } }; pthread_rwlock_t *rw; sem_t *s; pthread_barrier_t *b; int x, ready;
void *f(void *a) {
  pthread_mutex_lock(pm); x++; pthread_mutex_unlock(pm); pthread_rwlock_wrlock(rw); x++; pthread_rwlock_unlock(rw);
  pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_barrier_wait(b); sem_post(s); return 0; }
int main() {
  pthread_attr_t *at = malloc(sizeof *at); pthread_attr_init(at); pthread_attr_setdetachstate(at, 0);
  pm = malloc(sizeof *pm); pthread_mutex_init(pm, 0); rw = malloc(sizeof *rw); pthread_rwlock_init(rw, 0); s = malloc(sizeof *s); sem_init(s, 0, 0); b = malloc(sizeof *b); pthread_barrier_init(b, 0, 2);
  char *q = calloc(3, 4); memset(q, 1, 12); memcpy(q, "abc", 4); if (strlen(q) != 3) reach_error();
  pthread_t t; pthread_create(&t, at, f, 0); pthread_attr_destroy(at); free(at);
  pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_barrier_wait(b); sem_wait(s);
  pthread_join(t, 0); if (x != 2) { ERROR: {reach_error();abort();} }
  pthread_mutex_destroy(pm); pthread_barrier_destroy(b); sem_destroy(s); free(pm); free(rw); free(s); free(b); free(q); printf("%d\n", x);
  return 0; }
