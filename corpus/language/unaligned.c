// Accesses that are not aligned, through a packed structure.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static struct __attribute__((packed)) {
  uint8_t head;
  uint64_t body;
  uint16_t tail;
} r;

int main(void) {
  r.body = 0x0102030405060708;
  assert(r.head == 0 && r.tail == 0);
  assert(((uint8_t *)&r)[1] == 8 && ((uint8_t *)&r)[8] == 1);
  r.body += 1;
  assert(r.body == 0x0102030405060709);
  return 0;
}
