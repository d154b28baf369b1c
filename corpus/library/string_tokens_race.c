// strtok keeps its place in memory that threads share.
// case: --check races => error data-race
#include <pthread.h>
#include <string.h>

static void *split(void *text) {
    for (char *token = strtok(text, " "); token; token = strtok(NULL, " "))
        ;
    return NULL;
}

int main(void) {
    static char a[] = "a", b[] = "b";
    pthread_t s, t;
    pthread_create(&s, NULL, split, a);
    pthread_create(&t, NULL, split, b);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
