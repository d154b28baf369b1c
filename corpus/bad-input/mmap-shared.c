// case: => inconclusive unsupported
#include <sys/mman.h>
int main(void) {
  int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *p = 1;
  return 0;
}
