// Jumps back to setjmp. A buffer begins with a word of the front end, which says where, and after it has what
// setjmp returns then. What is thrown is the buffer's address plus one.
#ifndef JUMP_H
#define JUMP_H

#include "tp.h"

static inline __attribute__((noreturn, always_inline)) void jump(void *buffer, int value) {
    ((int32_t *)buffer)[2] = value;
    __tp_throw((char *)buffer + 1);
}

static inline _Bool is_jump(const void *thrown) { return (uintptr_t)thrown & 1; }

#endif
