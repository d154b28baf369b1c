// The classes of exceptions of the C++ library, as far as its headers leave them to the library, and the functions
// that throw them. Compiled with exceptions. The words of a copy are a copy: nothing is shared between threads.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include <bits/regex_error.h>

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
nested_exception::~nested_exception() noexcept {}

static const char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    return static_cast<char *>(memcpy(::operator new(size), text, size));
}
__cow_string::__cow_string() : _M_p(copy_of("")) {}
__cow_string::__cow_string(const string &text) : _M_p(copy_of(text.c_str())) {}
__cow_string::__cow_string(const char *text, size_t) : _M_p(copy_of(text)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(copy_of(other._M_p)) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(copy_of(other._M_p)) {}
__cow_string::~__cow_string() { ::operator delete(const_cast<char *>(_M_p)); }
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
    const char *old = _M_p;
    _M_p = copy_of(other._M_p);
    ::operator delete(const_cast<char *>(old));
    return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept { return *this = other; }

#define WITH_WORDS(name)                                                                          \
    name::name(const string &text) : _M_msg(text) {}                                              \
    name::name(const char *text) : _M_msg(text, 0) {}                                             \
    name::name(const name &other) noexcept : exception(other), _M_msg(other._M_msg) {}            \
    name::name(name &&other) noexcept : exception(other), _M_msg(other._M_msg) {}                 \
    name &name::operator=(const name &other) noexcept {                                           \
        _M_msg = other._M_msg;                                                                    \
        return *this;                                                                             \
    }                                                                                             \
    name &name::operator=(name &&other) noexcept { return *this = other; }                        \
    name::~name() noexcept {}                                                                     \
    const char *name::what() const noexcept { return _M_msg._M_p; }
WITH_WORDS(logic_error)
WITH_WORDS(runtime_error)

#define DERIVED(name, base)                                                                       \
    name::name(const string &text) : base(text) {}                                                \
    name::name(const char *text) : base(text) {}                                                  \
    name::~name() noexcept {}
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

system_error::~system_error() noexcept {}
future_error::~future_error() noexcept {}
regex_error::regex_error(regex_constants::error_type code) : runtime_error("regex_error"), _M_code(code) {}
regex_error::~regex_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }

inline namespace _V2 {
error_category::~error_category() {}
__cow_string error_category::_M_message(int code) const { return __cow_string(message(code)); }
error_condition error_category::default_error_condition(int code) const noexcept {
    return error_condition(code, *this);
}
bool error_category::equivalent(int code, const error_condition &condition) const noexcept {
    return default_error_condition(code) == condition;
}
bool error_category::equivalent(const error_code &code, int condition) const noexcept {
    return code.category() == *this && code.value() == condition;
}
} // namespace _V2

} // namespace std

namespace {

struct errors : std::error_category {
    const char *const word;
    constexpr explicit errors(const char *w) : word(w) {}
    const char *name() const noexcept override { return word; }
    std::string message(int code) const override { return strerror(code); }
    std::error_condition default_error_condition(int code) const noexcept override {
        return std::error_condition(code, std::generic_category());
    }
};
struct future_errors : std::error_category {
    const char *name() const noexcept override { return "future"; }
    std::string message(int code) const override {
        switch (static_cast<std::future_errc>(code)) {
        case std::future_errc::broken_promise: return "Broken promise";
        case std::future_errc::future_already_retrieved: return "Future already retrieved";
        case std::future_errc::promise_already_satisfied: return "Promise already satisfied";
        case std::future_errc::no_state: return "No associated state";
        }
        return "Unknown error";
    }
};
#define ETERNAL [[clang::require_constant_initialization, clang::no_destroy]]
ETERNAL errors generic_errors("generic");
ETERNAL errors system_errors("system");
ETERNAL future_errors errors_of_futures;

} // namespace

namespace std {
inline namespace _V2 {
const error_category &generic_category() noexcept { return generic_errors; }
const error_category &system_category() noexcept { return system_errors; }
} // namespace _V2
const error_category &future_category() noexcept { return errors_of_futures; }
} // namespace std

// In a program with exceptions these take the place of the functions whose names follow their common beginning.
#define INSTEAD(name) extern "C" __attribute__((weak)) void __tp_throwing_##name
INSTEAD(_ZSt17__throw_bad_allocv)() { throw std::bad_alloc(); }
INSTEAD(_ZSt28__throw_bad_array_new_lengthv)() { throw std::bad_array_new_length(); }
INSTEAD(_ZSt16__throw_bad_castv)() { throw std::bad_cast(); }
INSTEAD(_ZSt18__throw_bad_typeidv)() { throw std::bad_typeid(); }
INSTEAD(_ZSt21__throw_bad_exceptionv)() { throw std::bad_exception(); }
INSTEAD(_ZSt25__throw_bad_function_callv)() { throw std::bad_function_call(); }
INSTEAD(_ZSt20__throw_bad_weak_ptrv)() { throw std::bad_weak_ptr(); }
INSTEAD(_ZSt19__throw_logic_errorPKc)(const char *text) { throw std::logic_error(text); }
INSTEAD(_ZSt20__throw_domain_errorPKc)(const char *text) { throw std::domain_error(text); }
INSTEAD(_ZSt24__throw_invalid_argumentPKc)(const char *text) { throw std::invalid_argument(text); }
INSTEAD(_ZSt20__throw_length_errorPKc)(const char *text) { throw std::length_error(text); }
INSTEAD(_ZSt20__throw_out_of_rangePKc)(const char *text) { throw std::out_of_range(text); }
INSTEAD(_ZSt24__throw_out_of_range_fmtPKcz)(const char *format, ...) {
    char text[512];
    va_list rest;
    va_start(rest, format);
    // The format of the library has `%zu` alone.
    vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    throw std::out_of_range(text);
}
INSTEAD(_ZSt21__throw_runtime_errorPKc)(const char *text) { throw std::runtime_error(text); }
INSTEAD(_ZSt19__throw_range_errorPKc)(const char *text) { throw std::range_error(text); }
INSTEAD(_ZSt22__throw_overflow_errorPKc)(const char *text) { throw std::overflow_error(text); }
INSTEAD(_ZSt23__throw_underflow_errorPKc)(const char *text) { throw std::underflow_error(text); }
INSTEAD(_ZSt20__throw_system_errori)(int code) {
    throw std::system_error(std::error_code(code, std::generic_category()));
}
INSTEAD(_ZSt19__throw_regex_errorNSt15regex_constants10error_typeE)(std::regex_constants::error_type code) {
    throw std::regex_error(code);
}
INSTEAD(_ZSt20__throw_future_errori)(int code) { throw std::future_error(static_cast<std::future_errc>(code)); }
INSTEAD(__cxa_bad_cast)() { throw std::bad_cast(); }
INSTEAD(__cxa_bad_typeid)() { throw std::bad_typeid(); }
INSTEAD(__cxa_throw_bad_array_new_length)() { throw std::bad_array_new_length(); }
INSTEAD(tp_throw_not_joinable)() {
    throw std::system_error(std::make_error_code(std::errc::invalid_argument));
}
