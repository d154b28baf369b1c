// Output of every kind, from threads too, makes no difference to the search.
// case: => verified complete=1 blocked=0
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static void tell(const char *pattern, ...) {
    va_list list;
    va_start(list, pattern);
    vfprintf(stderr, pattern, list);
    va_end(list);
}

static void *talk(void *name) {
    printf("hello from %s\n", (char *)name);
    fprintf(stderr, "%d %s %f %c\n", 1, "two", 3.0, '4');
    puts("line");
    putchar('x');
    fputs("text", stdout);
    fputc('\n', stdout);
    fwrite("bytes\n", 1, 6, stdout);
    tell("%d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    errno = EBUSY;
    perror("talk");
    fflush(stdout);
    write(STDOUT_FILENO, "raw\n", 4);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, talk, "a");
    pthread_create(&b, NULL, talk, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
