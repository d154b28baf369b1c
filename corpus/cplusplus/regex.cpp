// Regular expressions that threads share, and that each makes for itself.
// case: --model c11 => verified
#include <cassert>
#include <regex>
#include <string>
#include <thread>

int main() {
  std::regex shared("([a-z]+)=([[:digit:]]{1,3}|x*)", std::regex::icase);
  std::string found;
  std::thread reader([&] {
    std::smatch parts;
    const std::string line = "Width=42";
    assert(std::regex_match(line, parts, shared) && parts[1] == "Width");
    found = parts[2];
  });
  assert(!std::regex_match("width:1", shared));
  std::smatch parts;
  const std::string text = "a1b22";
  assert(std::regex_search(text, parts, std::regex("\\d{2}")) && parts[0] == "22");
  assert(std::regex_replace(text, std::regex("[ab]"), "-") == "-1-22");
  reader.join();
  assert(found == "42");
}
