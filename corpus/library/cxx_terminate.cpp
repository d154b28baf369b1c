// case: => error abort line=5
#include <exception>

int main() {
    std::terminate();
}
