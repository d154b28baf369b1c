// case: => error deadlock line=9
// case: --model ra => error deadlock line=9
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_wait(&s);
    sem_wait(&s);
}
