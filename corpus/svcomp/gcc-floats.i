# 1 "gcc-floats.c"
// Declarations that are left of the headers of a system with GCC; clang knows no such types.
// case: => verified complete=2
// case: -- -DUNUSED => verified
# 1 "/usr/include/math.h" 1 3 4
extern int __fpclassifyf128 (_Float128 __value) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));
extern _Float32 strtof32 (const char *__restrict __nptr, char **__restrict __endptr) __attribute__ ((__nothrow__ , __leaf__));
extern _Float64x strtof64x (const char *__restrict __nptr, char **__restrict __endptr);
extern void *reallocarray (void *__ptr, unsigned long __nmemb, unsigned long __size) __attribute__ ((__malloc__ (__builtin_free, 1)));
# 10 "gcc-floats.c" 2
extern void reach_error(void);
typedef unsigned long int pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
static _Float64 x = 1;
static void *twice(void *unused) {
  __VERIFIER_atomic_begin();
  x = x * 2;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, twice, 0);
  pthread_create(&b, 0, twice, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 4.0)
    reach_error();
  return 0;
}
