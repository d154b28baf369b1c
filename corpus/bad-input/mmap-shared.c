// Anonymous memory is like that of the heap; a file is not there.
// case: => verified
// case: -- -DFILE_NUMBER=3 => inconclusive unsupported
#include <sys/mman.h>
#ifdef FILE_NUMBER
#define FLAGS MAP_SHARED
#else
#define FLAGS MAP_SHARED | MAP_ANONYMOUS
#define FILE_NUMBER -1
#endif
int main(void) {
  int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, FLAGS, FILE_NUMBER, 0);
  *p = 1;
  return 0;
}
