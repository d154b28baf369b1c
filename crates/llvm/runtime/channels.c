// Pipes and event counters. A read or write is one step. A pipe never becomes full: what would fill it is unsupported.
#include "channels.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

// A number for each thread keeps threads independent.
enum { THREADS_WITH_CHANNELS = 16, CHANNELS_OF_THREAD = 8, ROOM = 1024 };

struct channel {
    // The bytes that are in the pipe, or the count; and whether an end is closed.
    uint32_t available;
    // Where the next byte is read.
    uint32_t head;
    uint32_t flags;
    // These do not change once it has been made.
    _Bool counts, one_at_a_time;
    unsigned char bytes[ROOM];
};
// No more bytes come; nobody reads what comes.
#define NO_WRITER UINT32_C(0x80000000)
#define NO_READER UINT32_C(0x40000000)
#define AMOUNT UINT32_C(0x3fffffff)

static struct channel channels[THREADS_WITH_CHANNELS * CHANNELS_OF_THREAD];
static _Thread_local unsigned made;

// The number of its reading end; that of the writing end of a pipe is the next one.
static int new_channel(void) {
    unsigned thread = __tp_self();
    if (thread >= THREADS_WITH_CHANNELS || made >= CHANNELS_OF_THREAD)
        __tp_unsupported("more than 8 pipes and event counters of a thread, or 16 threads with some");
    return (int)(FIRST_CHANNEL + 2 * (thread * CHANNELS_OF_THREAD + made++));
}
static struct channel *channel(int file) {
    unsigned number = (unsigned)(file - FIRST_CHANNEL) / 2;
    return number < sizeof channels / sizeof *channels ? &channels[number] : 0;
}
static _Bool is_writing_end(int file) { return (file - FIRST_CHANNEL) % 2; }

static int fails(int error) {
    errno = error;
    return -1;
}

WEAK int pipe2(int files[2], int flags) {
    int file = new_channel();
    channel(file)->counts = 0;
    tp_store(&channel(file)->flags, (uint32_t)flags);
    files[0] = file;
    files[1] = file + 1;
    return 0;
}
WEAK int pipe(int files[2]) { return pipe2(files, 0); }

WEAK int eventfd(unsigned count, int flags) {
    int file = new_channel();
    struct channel *c = channel(file);
    if (count > AMOUNT)
        __tp_unsupported("an event counter above 1073741823");
    c->counts = 1;
    c->one_at_a_time = (flags & EFD_SEMAPHORE) != 0;
    tp_store(&c->flags, (uint32_t)flags);
    tp_store(&c->available, count);
    return file;
}
WEAK int eventfd_read(int file, eventfd_t *count) { return read(file, count, sizeof *count) == sizeof *count ? 0 : -1; }
WEAK int eventfd_write(int file, eventfd_t count) { return write(file, &count, sizeof count) == sizeof count ? 0 : -1; }

// Inside a section, which ends here.
static ssize_t take_count(struct channel *c, uint32_t available, void *to) {
    uint64_t taken = c->one_at_a_time ? 1 : available;
    tp_store(&c->available, available - (uint32_t)taken);
    __tp_atomic_end();
    __builtin_memcpy(to, &taken, sizeof taken);
    return sizeof taken;
}
static ssize_t take_bytes(struct channel *c, uint32_t available, unsigned char *to, size_t size) {
    uint32_t there = available & AMOUNT;
    uint32_t count = size < there ? (uint32_t)size : there;
    if (count) {
        uint32_t head = tp_peek(&c->head);
        for (uint32_t i = 0; i < count; i++)
            to[i] = tp_peek(&c->bytes[(head + i) % ROOM]);
        __atomic_store_n(&c->head, (head + count) % ROOM, __ATOMIC_RELAXED);
        tp_store(&c->available, available - count);
    }
    __tp_atomic_end();
    return count;
}

WEAK ssize_t tp_channel_read(int file, void *to, size_t size) {
    struct channel *c = channel(file);
    if (!c || is_writing_end(file))
        return fails(EBADF);
    if (c->counts && size < sizeof(uint64_t))
        return fails(EINVAL);
    int waits = !(tp_peek(&c->flags) & O_NONBLOCK);
    __tp_atomic_begin();
    uint32_t available =
        waits ? (uint32_t)__tp_await(&c->available, 4, TP_NE, 0, TP_WAIT_CHANNEL) : tp_load(&c->available);
    if (!available || available & NO_READER) {
        __tp_atomic_end();
        return fails(available ? EBADF : EAGAIN);
    }
    return c->counts ? take_count(c, available, to) : take_bytes(c, available, to, size);
}

// Inside a section.
static void put_bytes(struct channel *c, uint32_t available, const unsigned char *from, size_t size) {
    if (size > ROOM - available)
        __tp_unsupported("more than 1024 bytes in a pipe");
    uint32_t tail = tp_peek(&c->head) + available;
    for (size_t i = 0; i < size; i++)
        __atomic_store_n(&c->bytes[(tail + i) % ROOM], from[i], __ATOMIC_RELAXED);
}

WEAK ssize_t tp_channel_write(int file, const void *from, size_t size) {
    struct channel *c = channel(file);
    if (!c || (!c->counts && !is_writing_end(file)))
        return fails(EBADF);
    uint64_t added = size;
    if (c->counts) {
        if (size < sizeof added)
            return fails(EINVAL);
        __builtin_memcpy(&added, from, sizeof added);
        size = sizeof added;
    }
    if (!added)
        return (ssize_t)size;
    __tp_atomic_begin();
    uint32_t available = tp_load(&c->available);
    if (available & NO_WRITER) {
        __tp_atomic_end();
        return fails(EBADF);
    }
    if (available & NO_READER)
        __tp_unsupported("a write to a pipe whose reading end is closed: the signal would end the program");
    if (!c->counts)
        put_bytes(c, available, from, size);
    else if (added > AMOUNT - available)
        __tp_unsupported("an event counter above 1073741823");
    tp_store(&c->available, available + (uint32_t)added);
    __tp_atomic_end();
    return (ssize_t)size;
}

WEAK int tp_channel_close(int file) {
    struct channel *c = channel(file);
    if (!c)
        return fails(EBADF);
    uint32_t end = c->counts ? NO_READER | NO_WRITER : is_writing_end(file) ? NO_WRITER : NO_READER;
    __tp_atomic_begin();
    uint32_t available = tp_load(&c->available);
    tp_store(&c->available, available | end);
    __tp_atomic_end();
    return available & end ? fails(EBADF) : 0;
}

WEAK short tp_channel_poll(int file, short events, int waits) {
    struct channel *c = channel(file);
    if (!c)
        return POLLNVAL;
    short ready = c->counts || is_writing_end(file) ? events & POLLOUT : 0;
    if (is_writing_end(file))
        return ready;
    uint32_t available = waits && !ready ? (uint32_t)__tp_await(&c->available, 4, TP_NE, 0, TP_WAIT_CHANNEL)
                                         : tp_load(&c->available);
    if (available & AMOUNT)
        ready |= events & POLLIN;
    return available & NO_WRITER ? ready | POLLHUP : ready;
}

WEAK void tp_channel_set_flags(int file, int flags) {
    if (channel(file))
        tp_store(&channel(file)->flags, (uint32_t)flags);
}
WEAK int tp_channel_flags(int file) { return channel(file) ? (int)tp_load(&channel(file)->flags) & O_NONBLOCK : 0; }
