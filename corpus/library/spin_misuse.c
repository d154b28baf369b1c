// case: -- -DBAD=pthread_spin_unlock => error mutex-misuse line=13
// case: -- -DDESTROY -DBAD=pthread_spin_lock => error mutex-misuse line=13
// case: -- -DDESTROY -DBAD=pthread_spin_trylock => error mutex-misuse line=13
// case: -- -DDESTROY -DBAD=pthread_spin_destroy => error mutex-misuse line=13
#include <pthread.h>

int main(void) {
    pthread_spinlock_t l;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
#ifdef DESTROY
    pthread_spin_destroy(&l);
#endif
    BAD(&l);
}
