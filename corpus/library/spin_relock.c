// A spin lock does not know its holder.
// case: => error deadlock line=10
// case: --model ra => error deadlock line=10
#include <pthread.h>

int main(void) {
    pthread_spinlock_t l;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    pthread_spin_lock(&l);
}
