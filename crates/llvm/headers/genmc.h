/* Words for checking, and hints about loops, hazard pointers and values. */
#ifndef THREADPROOF_GENMC_H
#define THREADPROOF_GENMC_H
#include <stddef.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif
#ifdef __cplusplus
extern "C" {
#endif
void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);
bool __VERIFIER_nondet_bool(void);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(bool done);
void __VERIFIER_potential_spin_end(bool done);
bool __VERIFIER_opt_begin(void);
void __VERIFIER_opt_end(void);
/* A thread; that it does the same as another one is a hint. */
unsigned long __VERIFIER_spawn(void *(*body)(void *), void *argument);
unsigned long __VERIFIER_spawn_symmetric(void *(*body)(void *), void *argument, unsigned long like);
/* A hazard pointer: what it protects is freed only when it is cleared. */
typedef struct __VERIFIER_hp __VERIFIER_hp_t;
__VERIFIER_hp_t *__VERIFIER_hp_alloc(void);
void __VERIFIER_hp_free(__VERIFIER_hp_t *pointer);
void *__VERIFIER_hp_protect(__VERIFIER_hp_t *pointer, void *place);
void __VERIFIER_hp_clear(__VERIFIER_hp_t *pointer);
void __VERIFIER_hp_retire(void *object);
#ifdef __cplusplus
}
#endif
#define await_while(condition) while (condition)
#define do_await_while(body, condition) do body while (condition)
#define __VERIFIER_optional(...) if (__VERIFIER_opt_begin()) do { __VERIFIER_assume(__VA_ARGS__); } while (0)
#define __VERIFIER_local_write(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_final_write(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_speculative_read(...) (__VA_ARGS__)
#define __VERIFIER_confirm(...) (__VA_ARGS__)
#define __VERIFIER_confirming(...) (__VA_ARGS__)
#define __VERIFIER_helped_CAS(...) (__VA_ARGS__)
#define __VERIFIER_helping_CAS(...) do { (void)(__VA_ARGS__); } while (0)
#endif
