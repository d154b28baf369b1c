// A global variable of a few gigabytes: more than the model has memory for.
// case: => inconclusive memory
static char big[3000000000u];

int main(void) {
  big[5] = 1;
  return big[6];
}
