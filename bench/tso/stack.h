// The common part of the two stack programs: a stack of N plain ints.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "tiny-lock.h"

#ifndef N
#define N 5
#endif

static volatile int top;
static int arr[N];

// False: the stack is full.
static bool push(int value) {
  if (top == N)
    return false;
  int t = top;
  arr[t] = value;
  top = top + 1;
  return true;
}

// False: the stack is empty.
static bool pop(void) {
  if (top == 0)
    return false;
  top = top - 1;
  int t = top;
  int value = arr[t];
  (void)value;
  return true;
}
