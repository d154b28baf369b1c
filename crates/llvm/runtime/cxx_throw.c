// Where the C++ library would throw: programs that do not throw themselves are compiled without exceptions, so
// the run ends as it would with an exception that nobody catches. In programs with exceptions the functions of
// cxx_library_throws.cpp take the place of these.
#include "tp.h"

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
THROWS(regex_error, (int code), "_ZSt19__throw_regex_errorNSt15regex_constants10error_typeE", "std::regex_error")
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

WEAK void __cxa_pure_virtual(void) { __tp_fail(TP_ABORT, "a pure virtual function was called"); }
WEAK void __cxa_deleted_virtual(void) { __tp_fail(TP_ABORT, "a deleted virtual function was called"); }

// std::thread cannot be joined or detached.
WEAK __attribute__((noreturn)) void tp_throw_not_joinable(void) {
    __tp_fail(TP_ABORT, "std::system_error was thrown: the thread cannot be joined");
}
