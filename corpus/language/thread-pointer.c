// The address of a thread's own data, which allocators take for its name: different in each thread, always the same in one.
// case: => verified
// case: -- -DASSEMBLY => verified
// case: -- -DSLOT => verified
// case: -- -DSLOT -DOFFSET=8 => inconclusive unsupported
// case: --model tso => verified
#include <assert.h>
#include <pthread.h>
static void *name(void) {
#ifdef ASSEMBLY
  void *result;
  __asm__("movq %%fs:0, %0" : "=r"(result));
  return result;
#elif defined SLOT // with the offset as a place in memory, as allocators write it
#ifndef OFFSET
#define OFFSET 0
#endif
  const unsigned long offset = OFFSET;
  void *result;
  __asm__("movq %%fs:%1, %0" : "=r"(result) : "m"(*(void **)offset) :);
  return result;
#else
  return __builtin_thread_pointer();
#endif
}
static void *body(void *result) {
  *(void **)result = name();
  assert(name() == *(void **)result);
  return NULL;
}
int main(void) {
  pthread_t threads[2];
  void *names[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, body, &names[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(name() && names[0] && names[1] && names[0] != names[1] && names[0] != name() && names[1] != name());
}
