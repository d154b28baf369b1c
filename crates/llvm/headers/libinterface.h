/* Atomic accesses as functions. */
#ifndef THREADPROOF_LIBINTERFACE_H
#define THREADPROOF_LIBINTERFACE_H
#include <stdint.h>
#include "model-assert.h"
#define load_8(address) __atomic_load_n((uint8_t *)(address), __ATOMIC_SEQ_CST)
#define load_16(address) __atomic_load_n((uint16_t *)(address), __ATOMIC_SEQ_CST)
#define load_32(address) __atomic_load_n((uint32_t *)(address), __ATOMIC_SEQ_CST)
#define load_64(address) __atomic_load_n((uint64_t *)(address), __ATOMIC_SEQ_CST)
#define store_8(address, value) __atomic_store_n((uint8_t *)(address), (uint8_t)(value), __ATOMIC_SEQ_CST)
#define store_16(address, value) __atomic_store_n((uint16_t *)(address), (uint16_t)(value), __ATOMIC_SEQ_CST)
#define store_32(address, value) __atomic_store_n((uint32_t *)(address), (uint32_t)(value), __ATOMIC_SEQ_CST)
#define store_64(address, value) __atomic_store_n((uint64_t *)(address), (uint64_t)(value), __ATOMIC_SEQ_CST)
#endif
