// case: => verified complete=1 blocked=0
#include <assert.h>
#include <threads.h>

static tss_t key;
static int destroyed;

static void destroy(void *value) { destroyed += *(int *)value; }

static int use(void *value) {
    assert(tss_get(key) == NULL);
    assert(tss_set(key, value) == thrd_success);
    assert(tss_get(key) == value);
    return 0;
}

int main(void) {
    thrd_t t;
    int seven = 7;
    assert(tss_create(&key, destroy) == thrd_success);
    thrd_create(&t, use, &seven);
    thrd_join(t, NULL);
    assert(destroyed == 7);
    tss_delete(key);
}
