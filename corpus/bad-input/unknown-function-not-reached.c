// A function that nobody defines is mentioned, but never called.
// case: => verified complete=1
int launch_missiles(int count);

static int armed;

int main(void) {
  if (armed)
    return launch_missiles(1);
  return 0;
}
