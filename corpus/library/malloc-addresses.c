// Addresses look like those of a machine: programs hash them, cut them to 32 bits and keep tags in them.
// case: => verified
// case: --model tso => verified
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { OBJECTS = 4 };
static void *objects[3][OBJECTS];
static void *locals[3];
static _Thread_local int own;
static void *owned[3];

static void *allocate(void *argument) {
  int local, me = (int)(intptr_t)argument;
  for (int i = 0; i < OBJECTS; i++)
    objects[me][i] = malloc(24);
  locals[me] = &local;
  owned[me] = &own;
  return NULL;
}

static void distinct(const void *a, const void *b) {
  assert((uint32_t)(uintptr_t)a != (uint32_t)(uintptr_t)b);
}

static void look_real(const void *p, uintptr_t alignment) {
  uintptr_t bits = (uintptr_t)p;
  assert((uint32_t)bits != 0);
  assert(bits % alignment == 0);
  assert(bits >> 47 == 0);
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, allocate, (void *)(intptr_t)(i + 1));
  allocate(NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < OBJECTS; j++) {
      look_real(objects[i][j], 16);
      assert((uintptr_t)objects[i][j] - (uintptr_t)objects[i][0] < 4096);
      for (int k = 0; k < 3; k++) {
        distinct(objects[i][j], locals[k]);
        distinct(objects[i][j], owned[k]);
        for (int l = 0; l < OBJECTS; l++)
          if (i != k || j != l)
            distinct(objects[i][j], objects[k][l]);
      }
    }
  for (int i = 0; i < 3; i++) {
    look_real(locals[i], sizeof(int));
    look_real(owned[i], sizeof(int));
    distinct(locals[i], locals[(i + 1) % 3]);
    distinct(owned[i], owned[(i + 1) % 3]);
  }
  return 0;
}
