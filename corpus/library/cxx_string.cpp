// case: --check leaks => verified complete=1 blocked=0
#include <cassert>
#include <string>

int main() {
    std::string s = "hello", t(3, 'x');
    s += " world";
    s = s + "!" + std::to_string(42);
    assert(s == "hello world!42" && s.size() == 14 && t == "xxx");
    assert(s.substr(6, 5) == "world" && s.find("wor") == 6 && s.find('q') == std::string::npos);
    s.insert(5, ",");
    s.erase(0, 1);
    s.replace(0, 4, "J");
    assert(s == "J, world!42" && s[0] == 'J' && s.back() == '2');
    assert(std::stoi("17") == 17 && s < "K" && s.compare("J") > 0);
    std::string longer = s + s + s + s, moved = std::move(longer);
    assert(moved.length() == 44 && longer.empty());
    moved.resize(2);
    moved.push_back('z');
    assert(moved == "J,z" && std::string(moved.c_str()) == moved);
}
