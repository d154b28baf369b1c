// Numbers as networks send them, the most significant byte first.
#include "tp.h"
#include <arpa/inet.h>

#undef htonl
#undef htons
#undef ntohl
#undef ntohs
WEAK uint32_t htonl(uint32_t number) { return __builtin_bswap32(number); }
WEAK uint32_t ntohl(uint32_t number) { return __builtin_bswap32(number); }
WEAK uint16_t htons(uint16_t number) { return __builtin_bswap16(number); }
WEAK uint16_t ntohs(uint16_t number) { return __builtin_bswap16(number); }
