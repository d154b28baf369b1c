// case: --check leaks => verified complete=1 blocked=0
#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <list>
#include <numeric>
#include <queue>
#include <vector>

int main() {
    std::vector<int> v{5, 3, 4};
    v.push_back(1);
    v.insert(v.begin(), 2);
    std::sort(v.begin(), v.end());
    assert((v == std::vector<int>{1, 2, 3, 4, 5}) && std::accumulate(v.begin(), v.end(), 0) == 15);
    v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 2; }), v.end());
    assert(v.size() == 2 && v.at(1) == 4);
    std::list<int> l{3, 1, 2};
    l.sort();
    l.push_front(0);
    l.reverse();
    assert(l.front() == 3 && l.back() == 0 && l.size() == 4);
    std::deque<int> d;
    for (int i = 0; i < 5; i++)
        i % 2 ? d.push_back(i) : d.push_front(i);
    assert(d.front() == 4 && d.back() == 3);
    std::priority_queue<int> q;
    for (int x : {2, 9, 4})
        q.push(x);
    assert(q.top() == 9);
    std::array<int, 3> a{1, 2, 3};
    assert(std::find(a.begin(), a.end(), 2) == a.begin() + 1);
}
