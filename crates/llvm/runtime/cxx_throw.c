// Where the C++ library would throw: programs are compiled without exceptions, so the run ends as
// it would with an exception that nobody catches. So it does with a program's own exceptions, if nobody
// on the way would catch them; to catch one is not supported.
#include "heap.h"

// Calls of the running thread whose exceptions would be caught; in the thread's block, where an access is no
// step. The front end counts.
static uint32_t *tries(void) { return (uint32_t *)__tp_thread_block(__tp_self()) + 12; }
WEAK void __tp_lib_try_begin(void) { tp_store(tries(), tp_load(tries()) + 1); }
WEAK void __tp_lib_try_end(void) { tp_store(tries(), tp_load(tries()) - 1); }

static __attribute__((noreturn)) void throw_it(void) {
    if (tp_load(tries()))
        __tp_unsupported("C++ exceptions");
    __tp_fail(TP_ABORT, "an exception was thrown that nobody catches");
}

#define THROWS(name, parameters, label, exception)                                                \
    WEAK __attribute__((noreturn)) void name parameters __asm__(label);                           \
    void name parameters { __tp_fail(TP_ABORT, exception " was thrown"); }
#pragma clang diagnostic ignored "-Wunused-parameter"

THROWS(bad_alloc, (void), "_ZSt17__throw_bad_allocv", "std::bad_alloc")
THROWS(bad_array_new_length, (void), "_ZSt28__throw_bad_array_new_lengthv", "std::bad_array_new_length")
THROWS(bad_cast, (void), "_ZSt16__throw_bad_castv", "std::bad_cast")
THROWS(bad_typeid, (void), "_ZSt18__throw_bad_typeidv", "std::bad_typeid")
THROWS(bad_exception, (void), "_ZSt21__throw_bad_exceptionv", "std::bad_exception")
THROWS(bad_function_call, (void), "_ZSt25__throw_bad_function_callv", "std::bad_function_call")
THROWS(bad_weak_ptr, (void), "_ZSt20__throw_bad_weak_ptrv", "std::bad_weak_ptr")
THROWS(logic_error, (const char *what), "_ZSt19__throw_logic_errorPKc", "std::logic_error")
THROWS(domain_error, (const char *what), "_ZSt20__throw_domain_errorPKc", "std::domain_error")
THROWS(invalid_argument, (const char *what), "_ZSt24__throw_invalid_argumentPKc", "std::invalid_argument")
THROWS(length_error, (const char *what), "_ZSt20__throw_length_errorPKc", "std::length_error")
THROWS(out_of_range, (const char *what), "_ZSt20__throw_out_of_rangePKc", "std::out_of_range")
THROWS(out_of_range_format, (const char *what, ...), "_ZSt24__throw_out_of_range_fmtPKcz", "std::out_of_range")
THROWS(runtime_error, (const char *what), "_ZSt21__throw_runtime_errorPKc", "std::runtime_error")
THROWS(range_error, (const char *what), "_ZSt19__throw_range_errorPKc", "std::range_error")
THROWS(overflow_error, (const char *what), "_ZSt22__throw_overflow_errorPKc", "std::overflow_error")
THROWS(underflow_error, (const char *what), "_ZSt23__throw_underflow_errorPKc", "std::underflow_error")
THROWS(system_error, (int code), "_ZSt20__throw_system_errori", "std::system_error")
THROWS(future_error, (int code), "_ZSt20__throw_future_errori", "std::future_error")
THROWS(cxa_bad_cast, (void), "__cxa_bad_cast", "std::bad_cast")
THROWS(cxa_bad_typeid, (void), "__cxa_bad_typeid", "std::bad_typeid")
THROWS(cxa_bad_array, (void), "__cxa_throw_bad_array_new_length", "std::bad_array_new_length")

WEAK __attribute__((noreturn)) void terminate(void) __asm__("_ZSt9terminatev");
void terminate(void) { __tp_fail(TP_ABORT, "std::terminate() was called"); }

WEAK __attribute__((noreturn)) void assertion(const char *file, int line, const char *function, const char *text)
    __asm__("_ZSt21__glibcxx_assert_failPKciS0_S0_");
void assertion(const char *file, int line, const char *function, const char *text) {
    __tp_fail(TP_ASSERTION, text ? text : "an assertion of the C++ library");
}

WEAK _Bool uncaught_exception(void) __asm__("_ZSt18uncaught_exceptionv");
_Bool uncaught_exception(void) { return 0; }
WEAK int uncaught_exceptions(void) __asm__("_ZSt19uncaught_exceptionsv");
int uncaught_exceptions(void) { return 0; }

WEAK void __cxa_pure_virtual(void) { __tp_fail(TP_ABORT, "a pure virtual function was called"); }
WEAK void __cxa_deleted_virtual(void) { __tp_fail(TP_ABORT, "a deleted virtual function was called"); }

// In a program with exceptions the library's own may be caught, too.
WEAK void __tp_lib_throw(void) { throw_it(); }

// The standard exceptions are made to be thrown. What they say is not modelled.
static void say(void) { __tp_unsupported("C++ exceptions"); }
static void (*const unsaid[])(void) = {say, say, say, say};
static void make(void *self) { *(void (*const **)(void))self = unsaid; }
#define EXCEPTION(number, name)                                                                   \
    WEAK void name##_from_text(void *self, const char *text) __asm__("_ZNSt" #number #name "C1EPKc"); \
    void name##_from_text(void *self, const char *text) { make(self); } \
    WEAK void name##_from_string(void *self, const void *text)                                    \
        __asm__("_ZNSt" #number #name "C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"); \
    void name##_from_string(void *self, const void *text) { make(self); } \
    WEAK void name##_base_text(void *self, const char *text) __asm__("_ZNSt" #number #name "C2EPKc"); \
    void name##_base_text(void *self, const char *text) { make(self); } \
    WEAK void name##_base_string(void *self, const void *text)                                    \
        __asm__("_ZNSt" #number #name "C2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"); \
    void name##_base_string(void *self, const void *text) { make(self); }
EXCEPTION(11, logic_error)
EXCEPTION(12, domain_error)
EXCEPTION(16, invalid_argument)
EXCEPTION(12, length_error)
EXCEPTION(12, out_of_range)
EXCEPTION(13, runtime_error)
EXCEPTION(11, range_error)
EXCEPTION(14, overflow_error)
EXCEPTION(15, underflow_error)

WEAK void *__cxa_allocate_exception(uint64_t size) { return allocate(size, 0); }
WEAK void __cxa_free_exception(void *exception) { __tp_free(exception); }
WEAK void __cxa_throw(void *exception, void *type, void (*destructor)(void *)) {
    throw_it();
}
WEAK void __cxa_rethrow(void) { __tp_unsupported("C++ exceptions"); }
WEAK void *__cxa_begin_catch(void *exception) { return exception; }
WEAK void __cxa_end_catch(void) {}
WEAK void *__cxa_get_exception_ptr(void *exception) { return exception; }
WEAK void _Unwind_Resume(void *exception) { __tp_unsupported("C++ exceptions"); }
WEAK int __gxx_personality_v0(void) { __tp_unsupported("C++ exceptions"); }
