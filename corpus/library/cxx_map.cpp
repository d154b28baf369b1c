// case: --check leaks => verified complete=1 blocked=0
#include <cassert>
#include <map>
#include <set>
#include <string>

int main() {
    std::map<int, std::string> names;
    for (int i = 0; i < 12; i++)
        names[i * 5 % 12] = std::string(1, char('a' + i));
    assert(names.size() == 12 && names[5] == "b" && names.count(99) == 0);
    int last = -1;
    for (auto &entry : names) {
        assert(entry.first == last + 1);
        last = entry.first;
    }
    for (int i = 0; i < 12; i += 2)
        names.erase(i);
    assert(names.size() == 6 && names.begin()->first == 1 && names.rbegin()->first == 11);
    std::set<int> s{3, 1, 2, 3};
    assert(s.size() == 3 && *s.begin() == 1 && s.lower_bound(2) == ++s.begin());
}
