// case: => inconclusive unsupported
#include <dlfcn.h>
int main(void) {
  return dlopen("libm.so", RTLD_NOW) == 0;
}
