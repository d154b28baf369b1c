// Files of C++: none can be read, and what is written to a new one is output.
// case: --model c11 => verified
// case: --model sc => verified
#include <cassert>
#include <fstream>
#include <string>
#include <thread>

static std::string setting(const std::string &name) {
    std::ifstream file(name);
    std::string line;
    if (!file || !std::getline(file, line))
        return "default";
    return line;
}

int main() {
    std::thread other([] {
        std::ofstream log("other.log");
        log << "begins" << 1 << std::endl;
        assert(log && log.is_open());
    });
    assert(setting("/etc/program.conf") == "default");
    std::ofstream log;
    assert(!log.is_open());
    log.open("main.log", std::ios::app);
    log << "ends" << '\n';
    log.close();
    assert(!log.is_open() && log);
    std::fstream both("data", std::ios::in | std::ios::out);
    assert(both.fail());
    int number = 5;
    both >> number;
    assert(number == 5);
    other.join();
}
