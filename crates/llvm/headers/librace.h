/* Plain accesses to shared variables, as functions that a race detector sees. */
#ifndef THREADPROOF_LIBRACE_H
#define THREADPROOF_LIBRACE_H
#include <stdint.h>
#define load_8(address) (*(const uint8_t *)(address))
#define load_16(address) (*(const uint16_t *)(address))
#define load_32(address) (*(const uint32_t *)(address))
#define load_64(address) (*(const uint64_t *)(address))
#define store_8(address, value) ((void)(*(uint8_t *)(address) = (uint8_t)(value)))
#define store_16(address, value) ((void)(*(uint16_t *)(address) = (uint16_t)(value)))
#define store_32(address, value) ((void)(*(uint32_t *)(address) = (uint32_t)(value)))
#define store_64(address, value) ((void)(*(uint64_t *)(address) = (uint64_t)(value)))
#endif
