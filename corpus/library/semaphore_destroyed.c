// case: -- -DBAD=sem_wait => error mutex-misuse line=15
// case: -- -DBAD=sem_trywait => error mutex-misuse line=15
// case: -- -DBAD=sem_post => error mutex-misuse line=15
// case: -- -DBAD=sem_destroy => error mutex-misuse line=15
// case: --model ra -- -DBAD=sem_wait => error mutex-misuse line=15
// case: --model ra -- -DBAD=sem_trywait => error mutex-misuse line=15
// case: --model ra -- -DBAD=sem_post => error mutex-misuse line=15
// case: --model ra -- -DBAD=sem_destroy => error mutex-misuse line=15
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    BAD(&s);
}
