// An object is deleted twice.
// case: => error double-free line=6
int main() {
  int *p = new int(1);
  delete p;
  delete p; // BUG
}
