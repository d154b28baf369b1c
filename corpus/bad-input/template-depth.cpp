// A template that needs itself for ever.
// case: => bad-input
template <int N> struct Endless {
  static constexpr int value = Endless<N + 1>::value;
};

int main() { return Endless<0>::value; }
