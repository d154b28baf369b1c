// Memory orders of the litmus programs: release and acquire unless the command line says otherwise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef READ
#define READ memory_order_acquire
#endif
#ifndef WRITE
#define WRITE memory_order_release
#endif
#ifndef UPDATE
#define UPDATE memory_order_acq_rel
#endif
