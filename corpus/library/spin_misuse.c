// case: -- -DBAD=pthread_spin_unlock => error mutex-misuse line=17
// case: -- -DDESTROY -DBAD=pthread_spin_lock => error mutex-misuse line=17
// case: -- -DDESTROY -DBAD=pthread_spin_trylock => error mutex-misuse line=17
// case: -- -DDESTROY -DBAD=pthread_spin_destroy => error mutex-misuse line=17
// case: --model ra -- -DBAD=pthread_spin_unlock => error mutex-misuse line=17
// case: --model ra -- -DDESTROY -DBAD=pthread_spin_lock => error mutex-misuse line=17
// case: --model ra -- -DDESTROY -DBAD=pthread_spin_trylock => error mutex-misuse line=17
// case: --model ra -- -DDESTROY -DBAD=pthread_spin_destroy => error mutex-misuse line=17
#include <pthread.h>

int main(void) {
    pthread_spinlock_t l;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
#ifdef DESTROY
    pthread_spin_destroy(&l);
#endif
    BAD(&l);
}
