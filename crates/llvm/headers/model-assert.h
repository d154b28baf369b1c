/* The assertions of programs written for checkers with a `user_main`. */
#ifndef THREADPROOF_MODEL_ASSERT_H
#define THREADPROOF_MODEL_ASSERT_H
#ifdef __cplusplus
extern "C" {
#endif
void __tp_model_assert_failed(const char *condition);
#ifdef __cplusplus
}
#endif
#define MODEL_ASSERT(condition) ((condition) ? (void)0 : __tp_model_assert_failed(#condition))
#endif
