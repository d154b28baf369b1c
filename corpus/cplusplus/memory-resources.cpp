// std::pmr: containers over a pool that threads share, over buffers and over the default resource; a pool for one thread that two use is a
// race (BUG), and a buffer that is too small throws (SMALL).
// case: --model c11 => verified
// case: --model sc => verified
// case: --model c11 --check leaks => verified
// case: --model c11 -- -DBUG => error data-race
// case: --model c11 -- -DSMALL => error
#include <cassert>
#include <list>
#include <memory_resource>
#include <string>
#include <thread>
#include <vector>

#ifdef BUG
using Pool = std::pmr::unsynchronized_pool_resource;
#else
using Pool = std::pmr::synchronized_pool_resource;
#endif

static int sum(std::pmr::memory_resource *from, int first) {
    std::pmr::vector<int> numbers(from);
    for (int i = 0; i < 3; i++)
        numbers.push_back(first + i);
    std::pmr::list<int> others(numbers.begin(), numbers.end(), from);
    return numbers[0] + others.back();
}

int main() {
    Pool pool;
    std::thread other([&] { assert(sum(&pool, 1) == 4); });
    assert(sum(&pool, 2) == 6);
    other.join();
    assert(pool.upstream_resource() == std::pmr::get_default_resource());
    assert(pool.upstream_resource() == std::pmr::new_delete_resource());

    alignas(16) char room[512];
#ifdef SMALL
    std::pmr::monotonic_buffer_resource buffer(room, 8, std::pmr::null_memory_resource());
#else
    std::pmr::monotonic_buffer_resource buffer(room, sizeof room, std::pmr::null_memory_resource());
#endif
    std::pmr::string text("longer than what a string has in itself", &buffer);
    assert(text.size() == 39);
    assert(text.data() >= room && text.data() < room + sizeof room);

    std::pmr::monotonic_buffer_resource growing;
    assert(sum(&growing, 3) == 8);
    std::pmr::unsynchronized_pool_resource own;
    (void)own.allocate(24);
    assert(sum(&own, 4) == 10);
    own.release();

    std::pmr::memory_resource *before = std::pmr::set_default_resource(&own);
    assert(before == std::pmr::new_delete_resource());
    {
        std::pmr::vector<int> numbers(2, 7);
        assert(numbers.get_allocator().resource() == &own && numbers[1] == 7);
    }
    std::pmr::set_default_resource(nullptr);
}
