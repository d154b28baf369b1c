// A field that has no value is passed and returned, which is fine, and then used.
// case: --check uninitialized => error uninitialized line=16
// case: --model tso --check uninitialized => error uninitialized line=16
// case: --model pso --check uninitialized => error uninitialized line=16
// case: --model ra => error uninitialized line=16
struct pair {
  int a, b;
};
static struct pair make(int a) {
  struct pair r;
  r.a = a;
  return r;
}
static int use(struct pair q) {
  int s = q.a;
  s += q.b;
  return s;
}
int main(void) {
  struct pair v = make(1);
  return use(v);
}
