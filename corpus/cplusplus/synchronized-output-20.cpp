// std::osyncstream: to std::cout, and to a string stream, whose lines stay whole. With BUG both threads write to the string
// stream as it is.
// case: --model c11 -- -std=c++20 => verified
// case: --model sc --algorithm optimal -- -std=c++20 => verified
// case: --model sc --algorithm rf -- -std=c++20 => verified
// case: --model c11 -- -std=c++20 -DBUG => error data-race
#include <cassert>
#include <iostream>
#include <sstream>
#include <string>
#include <syncstream>
#include <thread>

static std::ostringstream log_of_both;

static void say(const std::string &who, int number) {
    std::osyncstream(std::cout) << who << " says " << number << std::endl;
#ifdef BUG
    std::ostream &out = log_of_both;
#else
    std::osyncstream out(log_of_both);
#endif
    out << who << number << '\n';
}

int main() {
    std::thread other([] { say("a", 1); });
    say("b", 2);
    other.join();
    const std::string all = log_of_both.str();
    assert(all == "a1\nb2\n" || all == "b2\na1\n");
    std::osyncstream emitted(log_of_both);
    emitted << 3;
    assert(log_of_both.str() == all);
    emitted.emit();
    assert(log_of_both.str() == all + "3");
}
