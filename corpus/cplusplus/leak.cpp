// An object made with new is never deleted.
// case: --check leaks => error leak
// case: => verified
int main() {
  int *p = new int(3);
  return *p - 3;
}
