// Pipes and event counters: the files through which threads talk to each other.
#ifndef CHANNELS_H
#define CHANNELS_H

#include "tp.h"
#include <stddef.h>
#include <sys/types.h>

// Their numbers are above those of all other files.
#define FIRST_CHANNEL (1 << 20)

static inline _Bool is_channel(int file) { return file >= FIRST_CHANNEL; }

ssize_t tp_channel_read(int file, void *to, size_t size);
ssize_t tp_channel_write(int file, const void *from, size_t size);
int tp_channel_close(int file);
// Which of the events POLLIN, POLLOUT and POLLHUP there are. `waits`: until there is one.
short tp_channel_poll(int file, short events, int waits);
// Sets or gets O_NONBLOCK.
void tp_channel_set_flags(int file, int flags);
int tp_channel_flags(int file);

#endif
