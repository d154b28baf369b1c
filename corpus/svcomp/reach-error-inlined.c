// The way SV-COMP's programs say that something is wrong today.
// case: => error assertion line=7
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__))
    __attribute__((__noreturn__));
void reach_error() {
  __assert_fail("0", "sv-inline-error.c", 8, "reach_error");
}
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: { reach_error(); abort(); } } return; }
typedef unsigned long pthread_t;
union pthread_attr_t { char s[56]; long a; };
extern int pthread_create(pthread_t *, const union pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
int v;
void *t(void *a) { v++; return 0; }
int main() {
  pthread_t x, y;
  pthread_create(&x, 0, t, 0);
  pthread_create(&y, 0, t, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  __VERIFIER_assert(v == 2);
  return 0;
}
