// case: => verified complete=2 blocked=0
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int calls;

static void initialise(void) { calls++; }

static int use(void *unused) {
    (void)unused;
    call_once(&once, initialise);
    assert(calls == 1);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, use, NULL);
    thrd_create(&b, use, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
}
