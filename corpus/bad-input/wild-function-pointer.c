// A call of an address where no function is.
// case: => error
static int not_code = 7;

int main(void) {
  int (*f)(void) = (int (*)(void))(void *)&not_code;
  return f();
}
