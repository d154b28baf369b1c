// std::pmr. A pool asks for each of its blocks on its own, so that a use behind its end is found; only std::pmr::unsynchronized_pool_resource
// knows all its blocks, and frees those that are left.
#include <atomic>
#include <memory_resource>
#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

struct new_and_delete final : memory_resource {
    void *do_allocate(size_t bytes, size_t alignment) override {
        return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__ ? ::operator new(bytes, align_val_t(alignment))
                                                            : ::operator new(bytes);
    }
    void do_deallocate(void *p, size_t, size_t alignment) override {
        if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
            ::operator delete(p, align_val_t(alignment));
        else
            ::operator delete(p);
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

struct nothing final : memory_resource {
    void *do_allocate(size_t, size_t) override { std::__throw_bad_alloc(); }
    void do_deallocate(void *, size_t, size_t) override {}
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

[[clang::no_destroy]] new_and_delete the_heap;
[[clang::no_destroy]] nothing no_memory;
atomic<memory_resource *> chosen{nullptr};

// The bytes before a block in which its header stands, so that the block is aligned.
size_t room_for(size_t header, size_t alignment) { return (header + alignment - 1) / alignment * alignment; }

} // namespace

memory_resource *new_delete_resource() noexcept { return &the_heap; }
memory_resource *null_memory_resource() noexcept { return &no_memory; }
memory_resource *get_default_resource() noexcept {
    memory_resource *now = chosen.load();
    return now ? now : &the_heap;
}
memory_resource *set_default_resource(memory_resource *next) noexcept {
    memory_resource *before = chosen.exchange(next);
    return before ? before : &the_heap;
}

struct __pool_resource::_BigBlock {};
struct __pool_resource::_Pool {
    _Pool *before, *behind;
    size_t bytes, alignment;
};

__pool_resource::__pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_opts(options), _M_unpooled(upstream), _M_npools(0) {}
__pool_resource::~__pool_resource() {}
void *__pool_resource::allocate(size_t bytes, size_t alignment) { return resource()->allocate(bytes, alignment); }
void __pool_resource::deallocate(void *p, size_t bytes, size_t alignment) {
    resource()->deallocate(p, bytes, alignment);
}

synchronized_pool_resource::synchronized_pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_impl(options, upstream), _M_key() {}
synchronized_pool_resource::~synchronized_pool_resource() {}
void synchronized_pool_resource::release() {}
void *synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
    return _M_impl.allocate(bytes, alignment);
}
void synchronized_pool_resource::do_deallocate(void *p, size_t bytes, size_t alignment) {
    _M_impl.deallocate(p, bytes, alignment);
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_impl(options, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }
void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
    size_t room = room_for(sizeof(_Pool), alignment);
    char *p = static_cast<char *>(_M_impl.allocate(room + bytes, alignment < 16 ? 16 : alignment)) + room;
    _Pool *block = reinterpret_cast<_Pool *>(p) - 1;
    *block = {nullptr, _M_pools, bytes, alignment};
    if (_M_pools)
        _M_pools->before = block;
    _M_pools = block;
    return p;
}
void unsynchronized_pool_resource::do_deallocate(void *p, size_t, size_t) {
    _Pool *block = static_cast<_Pool *>(p) - 1;
    (block->before ? block->before->behind : _M_pools) = block->behind;
    if (block->behind)
        block->behind->before = block->before;
    size_t room = room_for(sizeof(_Pool), block->alignment), alignment = block->alignment;
    _M_impl.deallocate(static_cast<char *>(p) - room, room + block->bytes, alignment < 16 ? 16 : alignment);
}
void unsynchronized_pool_resource::release() {
    while (_M_pools)
        do_deallocate(_M_pools + 1, 0, 0);
}

class monotonic_buffer_resource::_Chunk {
  public:
    _Chunk *behind;
    size_t bytes, alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }
void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
    size_t wanted = bytes > _M_next_bufsiz ? bytes : _M_next_bufsiz;
    size_t aligned = alignment < 16 ? 16 : alignment, room = room_for(sizeof(_Chunk), aligned);
    char *p = static_cast<char *>(_M_upstream->allocate(room + wanted, aligned));
    _Chunk *chunk = reinterpret_cast<_Chunk *>(p);
    *chunk = _Chunk{_M_head, room + wanted, aligned};
    _M_head = chunk;
    _M_current_buf = p + room;
    _M_avail = wanted;
    _M_next_bufsiz *= _S_growth_factor;
}
void monotonic_buffer_resource::_M_release_buffers() noexcept {
    while (_M_head) {
        _Chunk *chunk = _M_head;
        _M_head = chunk->behind;
        _M_upstream->deallocate(chunk, chunk->bytes, chunk->alignment);
    }
}

} // namespace std::pmr
