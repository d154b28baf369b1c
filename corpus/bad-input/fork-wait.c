// case: => inconclusive unsupported
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  if (fork() == 0)
    _exit(3);
  int s;
  wait(&s);
  return 0;
}
