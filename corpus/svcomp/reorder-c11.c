// reorder: setters and checkers of two variables without synchronisation.
// case: => error assertion
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>
#include <stdio.h>
static int iSet = 2, iCheck = 1;
static int a = 0, b = 0;
void *setThread(void *p) {
  a = 1;
  b = -1;
  return NULL;
}
void *checkThread(void *p) {
  if (!((a == 0 && b == 0) || (a == 1 && b == -1))) {
    fprintf(stderr, "Bug found!\n");
    assert(0);
  }
  return NULL;
}
int main(int argc, char *argv[]) {
  int i, err;
  if (argc != 1) {
    if (argc != 3) {
      fprintf(stderr, "./reorder <param1> <param2>\n");
      exit(-1);
    } else {
      sscanf(argv[1], "%d", &iSet);
      sscanf(argv[2], "%d", &iCheck);
    }
  }
  pthread_t setPool[2], checkPool[1];
  for (i = 0; i < iSet; i++)
    if (0 != (err = pthread_create(&setPool[i], NULL, &setThread, NULL))) {
      fprintf(stderr, "Error [%d] found creating set thread.\n", err);
      exit(-1);
    }
  for (i = 0; i < iCheck; i++)
    if (0 != (err = pthread_create(&checkPool[i], NULL, &checkThread, NULL))) {
      exit(-1);
    }
  for (i = 0; i < iSet; i++)
    if (0 != (err = pthread_join(setPool[i], NULL)))
      exit(-1);
  for (i = 0; i < iCheck; i++)
    if (0 != (err = pthread_join(checkPool[i], NULL)))
      exit(-1);
  return 0;
}
