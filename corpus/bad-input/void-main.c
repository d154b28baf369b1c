// Old programs have void main, or one without a type.
// case: => verified complete=1
// case: -- -DOLD -std=gnu89 -Wno-everything => verified complete=1
#ifdef OLD
main() {
  return 0;
}
#else
void main(void) {
}
#endif
