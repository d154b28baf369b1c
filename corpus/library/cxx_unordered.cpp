// case: --check leaks => verified complete=1 blocked=0
#include <cassert>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main() {
    std::unordered_map<std::string, int> ages{{"ann", 30}, {"bob", 40}};
    ages["cid"] = 50;
    assert(ages.size() == 3 && ages["bob"] == 40 && ages.count("dan") == 0);
    ages.erase("bob");
    assert(ages.find("bob") == ages.end());
    std::unordered_set<int> s;
    for (int i = 0; i < 40; i++)
        s.insert(i % 20);
    assert(s.size() == 20);
}
