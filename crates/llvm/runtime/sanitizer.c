// What code calls that was compiled with `-fsanitize=undefined`, or parts of it. Each report is an
// error here, also where the sanitizer would only print it and go on.
#include "tp.h"

#pragma clang diagnostic ignored "-Wunused-parameter"

#define REPORT(name, parameters, kind, message)                                                   \
    WEAK void __ubsan_handle_##name parameters { __tp_fail(kind, message); }                      \
    WEAK void __ubsan_handle_##name##_abort parameters { __tp_fail(kind, message); }

REPORT(add_overflow, (void *data, uint64_t a, uint64_t b), TP_ABORT, "overflow of an addition")
REPORT(sub_overflow, (void *data, uint64_t a, uint64_t b), TP_ABORT, "overflow of a subtraction")
REPORT(mul_overflow, (void *data, uint64_t a, uint64_t b), TP_ABORT, "overflow of a multiplication")
REPORT(negate_overflow, (void *data, uint64_t a), TP_ABORT, "overflow of a negation")
REPORT(divrem_overflow, (void *data, uint64_t a, uint64_t b), TP_DIVISION_BY_ZERO, "division by zero, or its overflow")
REPORT(shift_out_of_bounds, (void *data, uint64_t a, uint64_t b), TP_ABORT, "shift by too much, or of a bit that is lost")
REPORT(out_of_bounds, (void *data, uint64_t index), TP_OUT_OF_BOUNDS, "index beyond the bounds of an array")
REPORT(builtin_unreachable, (void *data), TP_UNREACHABLE, "__builtin_unreachable was reached")
REPORT(missing_return, (void *data), TP_UNREACHABLE, "the end of a function that must return a value was reached")
REPORT(vla_bound_not_positive, (void *data, uint64_t bound), TP_ABORT, "array of variable length without elements")
REPORT(float_cast_overflow, (void *data, uint64_t from), TP_ABORT, "number that does not fit its new type")
REPORT(load_invalid_value, (void *data, uint64_t value), TP_ABORT, "value that its type does not have")
REPORT(implicit_conversion, (void *data, uint64_t from, uint64_t to), TP_ABORT, "conversion that changes the value")
REPORT(pointer_overflow, (void *data, uint64_t base, uint64_t result), TP_ABORT, "overflow of a pointer")
REPORT(nonnull_arg, (void *data), TP_NULL_DEREF, "null where an argument must not be null")
REPORT(nonnull_return_v1, (void *data, void *place), TP_NULL_DEREF, "null where a result must not be null")
REPORT(invalid_builtin, (void *data), TP_ABORT, "argument for which a builtin function has no value")
REPORT(alignment_assumption, (void *data, uint64_t pointer, uint64_t alignment, uint64_t offset), TP_ABORT,
       "pointer without the alignment that was promised")
REPORT(function_type_mismatch, (void *data, uint64_t function), TP_ABORT, "call of a function of another type")

static void mismatch(uint64_t pointer) {
    if (pointer)
        __tp_fail(TP_ABORT, "pointer without the alignment of its type");
    __tp_fail(TP_NULL_DEREF, "use of a null pointer");
}
WEAK void __ubsan_handle_type_mismatch_v1(void *data, uint64_t pointer) { mismatch(pointer); }
WEAK void __ubsan_handle_type_mismatch_v1_abort(void *data, uint64_t pointer) { mismatch(pointer); }
