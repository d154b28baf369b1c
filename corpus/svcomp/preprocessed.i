// The competition's programs are preprocessed: no header is included, types are spelled out.
// case: => error assertion
typedef unsigned long int pthread_t;
typedef union { char __size[56]; long int __align; } pthread_attr_t;
typedef union { struct { int a, b; unsigned c; int d, e; short f, g; void *p, *q; } __data; char __size[40]; long int __align; } pthread_mutex_t;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg);
extern int pthread_join (pthread_t __th, void **__thread_return);
extern int pthread_mutex_lock (pthread_mutex_t *__mutex);
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex);
extern void abort(void);
void reach_error(void);
pthread_mutex_t m = { { 0, 0, 0, 0, 0, 0, 0, 0, 0 } };
int n;
void *t(void *a) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  pthread_mutex_lock(&m); int v = n; pthread_mutex_unlock(&m);
  if (v == 1) reach_error();
  pthread_join(a, 0);
}
void reach_error(void) { extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function); __assert_fail ("0", "preprocessed.c", 3, "reach_error"); }
