// A bounded stack with overflow and underflow as errors; the flag keeps pop from running first.
// case: => verified
// case: -- -DBUG => error assertion
#include <pthread.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#define SIZE 2
#define OVERFLOW (-1)
#define UNDERFLOW (-2)
static int top = 0;
static unsigned arr[SIZE];
pthread_mutex_t m;
_Bool flag = 0;
void error(void) {
  printf("ERROR\n");
  assert(0);
}
int push(unsigned *stack, int x) {
  if (top == SIZE) {
    printf("stack overflow\n");
    return OVERFLOW;
  }
  stack[top++] = x;
  return 0;
}
int pop(unsigned *stack) {
  if (top == 0) {
    printf("stack underflow\n");
    return UNDERFLOW;
  }
  return stack[--top];
}
void *t1(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    if (push(arr, i) == OVERFLOW)
      error();
    flag = 1;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
void *t2(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
#ifdef BUG
    if (flag)
#else
    if (top > 0)
#endif
      if (pop(arr) == UNDERFLOW)
        error();
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
int main(void) {
  pthread_t id1, id2;
  pthread_mutex_init(&m, 0);
  pthread_create(&id1, NULL, t1, NULL);
  pthread_create(&id2, NULL, t2, NULL);
  pthread_join(id1, NULL);
  pthread_join(id2, NULL);
}
