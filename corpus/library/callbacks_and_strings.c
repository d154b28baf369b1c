// Sorting with callbacks that read a shared direction; strtok_r, strdup, snprintf, VLA, flexible arrays.
// case: => verified
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
struct msg { int n; char text[]; };
static void *t(void *arg) {
  const char *s = arg; char *copy = strdup(s), *save, *w; int count = 0;
  int v[8];
  for (w = strtok_r(copy, ", ", &save); w; w = strtok_r(0, ", ", &save)) v[count++] = atoi(w);
  qsort(v, count, sizeof v[0], cmp);
  int key = 5; int *f = bsearch(&key, v, count, sizeof v[0], cmp);
  assert(f && *f == 5);
  int vla[count]; memcpy(vla, v, sizeof vla); assert(sizeof vla == count * sizeof(int));
  struct msg *m = malloc(sizeof *m + 64);
  m->n = snprintf(m->text, 64, "%d|%5d|%-5d|%05d|%x|%#X|%o|%c|%s|%.2s|%*d|%%|%ld|%hhd|%zu|%.3f|%e|%g|%p", 1, 2, 3, 4, 255, 255, 8, 'c', "str", "string", 3, 7, 1L << 40, 300, sizeof(int), 3.14159, 12345.678, 0.0001, (void *)0);
  assert(m->n > 63 && !strncmp(m->text, "1|    2|3    |00004|ff|0XFF|10|c|str|st|  7|%|1099511627776|44|4|3.142|", 63));
  free(m); free(copy);
  return (void *)(long)vla[0];
}
int main(void) {
  pthread_t a, b; void *r, *q;
  pthread_create(&a, 0, t, "9, 5,7"); pthread_create(&b, 0, t, "5 1");
  pthread_join(a, &r); pthread_join(b, &q);
  assert((long)r == 5 && (long)q == 1);
  char *e = getenv("HOME"); assert(!e);
}
