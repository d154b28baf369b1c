// sortnet(N): N threads sort 2N elements with Batcher's odd-even mergesort. They take the comparators
// of the network in turn; each waits until the generation counters of its two wires say that the
// comparators before it are done.
// After: Jonsson et al., "Awaiting for Godot: Stateless Model Checking that Avoids Executions where
// Nothing Happens", table I. The paper does not print its program; this one has its counts in all four
// columns of optimal exploration.
// N: number of threads (default 4). ASSUME: one look per wait, as an assumption, in place of the loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif
#define WIRES (2 * N)

static atomic_int value[WIRES];
static atomic_int generation[WIRES]; // how many comparators have used the wire

void __VERIFIER_assume(int condition);

static void await_generation(int wire, int wanted) {
#ifdef ASSUME
  __VERIFIER_assume(atomic_load(&generation[wire]) == wanted);
#else
  while (atomic_load(&generation[wire]) != wanted)
    ;
#endif
}

static void compare_exchange(int low, int high) {
  int a = atomic_load(&value[low]), b = atomic_load(&value[high]);
  if (a > b) {
    atomic_store(&value[low], b);
    atomic_store(&value[high], a);
  }
}

// Walks through the whole network, in which all threads agree, and does this thread's part of it.
static void *sort(void *argument) {
  int me = (int)(intptr_t)argument;
  int uses[WIRES] = {0};
  int number = 0;
  for (int p = 1; p < WIRES; p *= 2)
    for (int k = p; k >= 1; k /= 2)
      for (int j = k % p; j + k < WIRES; j += 2 * k)
        for (int i = 0; i < k && i + j + k < WIRES; i++) {
          int low = i + j, high = i + j + k;
          if (low / (2 * p) != high / (2 * p))
            continue;
          if (number++ % N == me) {
            await_generation(low, uses[low]);
            await_generation(high, uses[high]);
            compare_exchange(low, high);
            atomic_store(&generation[low], uses[low] + 1);
            atomic_store(&generation[high], uses[high] + 1);
          }
          uses[low]++;
          uses[high]++;
        }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int w = 0; w < WIRES; w++)
    atomic_store(&value[w], (w * 5 + 3) % WIRES);
  for (int t = 0; t < N; t++)
    pthread_create(&threads[t], NULL, sort, (void *)(intptr_t)t);
  for (int t = 0; t < N; t++)
    pthread_join(threads[t], NULL);
  for (int w = 1; w < WIRES; w++)
    assert(atomic_load(&value[w - 1]) <= atomic_load(&value[w]));
  return 0;
}
