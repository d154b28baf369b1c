// Functions that no file defines, given values on the command line.
// case: => inconclusive unsupported
// case: --model-function sensor=7 --model-function beep=0 --model-function find=0 --model-function ratio=2 => verified complete=1
// case: --model-function sensor=0x7 --model-function beep=0 --model-function find=0 --model-function ratio=2 --model tso => verified complete=1
// case: --model-function sensor=8 --model-function beep=0 --model-function find=0 --model-function ratio=2 => error assertion
// case: --model-function sensor=7 => inconclusive unsupported
// case: --model-function nobody=0 => bad-input
// case: --model-function main=0 => bad-input
// case: --model-function sensor=5000000000 => bad-input
// case: --model-function sensor => bad-input
// case: --model-function sensor=x => bad-input
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
int sensor(int number, ...);
void beep(void);
void *find(const char *name);
double ratio(void);
static void *ask(void *unused) {
  assert(sensor(1, 2.0) == 7);
  beep();
  assert(find("x") == NULL);
  assert(ratio() == 2.0);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  pthread_join(thread, NULL);
}
