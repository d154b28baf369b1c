// Class and function templates, specialisation, variadic templates and if constexpr.
// case: => verified complete=1
#include <cassert>
#include <type_traits>

template <typename T, int Size> class Stack {
public:
  void push(T item) { items[top++] = item; }
  T pop() { return items[--top]; }
  static constexpr int size = Size;

private:
  T items[Size] = {};
  int top = 0;
};

template <typename... Ts> int sum(Ts... numbers) { return (0 + ... + numbers); }

template <typename T> int kind(T) {
  if constexpr (std::is_integral_v<T>)
    return 1;
  else
    return 2;
}
template <> int kind(char) { return 3; }

int main() {
  Stack<double, 3> stack;
  stack.push(1.5);
  stack.push(2.5);
  assert(stack.pop() == 2.5 && stack.pop() == 1.5 && stack.size == 3);
  assert(sum() == 0 && sum(1, 2, 3) == 6);
  assert(kind(1) == 1 && kind(1.0) == 2 && kind('c') == 3);
}
