// case: => verified complete=1 blocked=0
#include <iomanip>
#include <iostream>
#include <string>
#include <thread>

int main() {
    std::thread t([] { std::cerr << "thread\n"; });
    std::string s = "text";
    std::cout << "number " << 1 << ' ' << 2u << ' ' << -3l << ' ' << 4ul << ' ' << 1.5 << ' ' << true << std::endl;
    std::cout << s << '\n' << std::flush << std::hex << 255 << std::dec << std::setw(5) << 7 << "\n";
    std::clog << static_cast<const void *>(nullptr) << std::endl;
    t.join();
}
