// `getopt` and `getopt_long`, of the program's own words and of others.
// case: => verified complete=1
#include <assert.h>
#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *short_ones(void *unused) {
  char *words[] = {"p", "-vn", "3", "-o", "-x", "-q", "-a", "rest", 0};
  int verbose = 0, number = 0, unknown = 0;
  opterr = 0;
  for (int c; (c = getopt(8, words, "vn:o::xa")) != -1;)
    switch (c) {
    case 'v': verbose++; break;
    case 'n': number = atoi(optarg); break;
    case 'o': assert(!optarg); break;
    case '?': unknown = optopt; break;
    }
  assert(verbose == 1 && number == 3 && unknown == 'q' && optind == 7);
  optind = 1;
  return unused;
}
static void *long_ones(void *unused) {
  char *words[] = {"p", "--count=4", "--name", "x", "--on", "-n5", "--", "-z", 0};
  int on = 0, count = 0, which = -1;
  const char *name = 0, *n = 0;
  struct option known[] = {{"count", required_argument, 0, 'c'}, {"name", required_argument, 0, 'm'},
                           {"on", no_argument, &on, 1}, {0, 0, 0, 0}};
  for (int c; (c = getopt_long(8, words, "n:", known, &which)) != -1;)
    switch (c) {
    case 'c': count = atoi(optarg); break;
    case 'm': name = optarg; break;
    case 'n': n = optarg; break;
    case 0: assert(which == 2); break;
    default: assert(0);
    }
  assert(count == 4 && on == 1 && !strcmp(name, "x") && !strcmp(n, "5") && optind == 7);
  optind = 1;
  return unused;
}
int main(int argc, char **argv) {
  assert(getopt(argc, argv, "n:") == -1 && optind == argc);
  pthread_t thread;
  pthread_create(&thread, 0, short_ones, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, long_ones, 0);
  pthread_join(thread, 0);
}
