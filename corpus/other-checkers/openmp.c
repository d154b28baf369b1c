// OpenMP pragmas are comments without -fopenmp; with it, its library is not modelled.
// case: => verified complete=1
// case: -- -fopenmp => inconclusive unsupported
int main(void) {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 4; i++)
    s += i;
  return s == 6 ? 0 : 1;
}
