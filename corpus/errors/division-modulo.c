// A remainder of a division by zero, unsigned.
// case: => error division-by-zero line=4
static unsigned bucket(unsigned hash, unsigned buckets) {
  return hash % buckets; // BUG
}

int main(void) { return (int)bucket(17u, 0u); }
