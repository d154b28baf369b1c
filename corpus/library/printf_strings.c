// Functions that print strings read them.
// case: => verified
// case: -- -DFREED => error use-after-free line=38
// case: -- -DENDLESS => error out-of-bounds line=41
// case: -- -DNOTHING => error null-deref line=44
// case: -- -DWRITES => inconclusive unsupported line=47
// case: -- -DPUTS => error use-after-free line=50
// case: -- -DERROR => error use-after-free line=53
// case: -- -DBLOCK => error out-of-bounds line=55
// case: -- -DSECOND => error out-of-bounds line=57
// case: --check races -- -DRACE => error data-race
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char shared[] = "shared";

static void *writer(void *unused) {
#ifdef RACE
  shared[1] = 'x';
#endif
  return unused;
}

int main(void) {
  char letters[3] = {'a', 'b', 'c'};
  char *text = strdup("text");
  char *volatile nothing = NULL;
  int length = 3;
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  printf("%s %.3s %.*s %d %5s%%\n", text, letters, length, letters, length, "s");
  printf("%s\n", shared);
  pthread_join(t, NULL);
#ifdef FREED
  free(text);
  printf("%s\n", text); // BUG
#elif defined ENDLESS
  if (letters[0])
    printf("%s\n", letters); // BUG
#elif defined NOTHING
  if (letters[0])
    printf("%s\n", nothing); // BUG
#elif defined WRITES
  if (letters[0])
    printf("%d%n\n", 1, &length); // Not modelled.
#elif defined PUTS
  free(text);
  puts(text); // BUG
#elif defined ERROR
  free(text);
  fprintf(stderr, "%d %s\n", length, text); // BUG
#elif defined BLOCK
  fwrite(letters, 1, 4, stdout); // BUG
#elif defined SECOND
  printf("%*d %-10s %lu %.4s\n", 5, length, text, 7ul, letters); // BUG
#else
  free(text);
  (void)nothing;
#endif
  return 0;
}
