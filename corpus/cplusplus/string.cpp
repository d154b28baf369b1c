// std::string, short and long.
// case: => verified complete=1
#include <cassert>
#include <string>

int main() {
  std::string text = "short";
  text += " and then much longer than any small buffer";
  assert(text.size() == 48 && text[0] == 's');
  std::string part = text.substr(0, 5);
  assert(part == "short" && part < text);
}
