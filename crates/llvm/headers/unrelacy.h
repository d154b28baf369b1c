/* The words of a race detector's tests, for structures that were moved from it to a checker with a
   `user_main`: places in the source (`$`) mean nothing, its variables are plain ones. */
#ifndef THREADPROOF_UNRELACY_H
#define THREADPROOF_UNRELACY_H
#include <atomic>
#include <mutex>
#include <stdlib.h>
#include <threads.h>
#include "model-assert.h"
#define $
#define ASSERT(condition) MODEL_ASSERT(condition)
#define RL_ASSERT(condition) MODEL_ASSERT(condition)
#define RL_NEW new
#define RL_DELETE(object) delete object
#define mo_relaxed std::memory_order_relaxed
#define mo_acquire std::memory_order_acquire
#define mo_release std::memory_order_release
#define mo_acq_rel std::memory_order_acq_rel
#define mo_seq_cst std::memory_order_seq_cst
namespace rl {
using std::atomic;
using std::atomic_thread_fence;
using std::memory_order;
using std::mutex;
template <class T> class var {
public:
  var() = default;
  var(const T &v) : value(v) {}
  var(const var &v) : value(v.value) {}
  void operator=(const var &v) { value = v.value; }
  operator T() const { return value; }
  T operator()() const { return value; }
  T operator->() const { return value; }

private:
  T value;
};
class backoff_t {
public:
  typedef int debug_info_param;
  void yield(int = 0) { thrd_yield(); }
};
typedef backoff_t backoff, linear_backoff, exp_backoff;
inline void yield(int = 0, int = 0) { thrd_yield(); }
} // namespace rl
#endif
