//! Arithmetic on scalars of up to 64 bits.

use crate::module::{BinaryOp, Cast, Float, FloatOp, FloatPredicate};

/// The low `width` bits (1 to 64).
#[inline(always)]
pub fn mask(value: u64, width: u8) -> u64 {
    value & (u64::MAX >> (64 - u32::from(width)))
}

/// The low `width` bits as a signed number.
#[inline(always)]
pub fn signed(value: u64, width: u8) -> i64 {
    let shift = 64 - u32::from(width);
    ((value << shift) as i64) >> shift
}

/// `None`: division by zero.
#[inline(always)]
pub fn binary(op: BinaryOp, width: u8, a: u64, b: u64) -> Option<u64> {
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft if b < u64::from(width) => a << b,
        BinaryOp::ShiftRight if b < u64::from(width) => a >> b,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => 0,
        BinaryOp::ArithmeticShiftRight => (signed(a, width) >> b.min(u64::from(width) - 1)) as u64,
        BinaryOp::UnsignedDiv => a.checked_div(b)?,
        BinaryOp::UnsignedRem => a.checked_rem(b)?,
        BinaryOp::SignedDiv if divides(a, b, width) => (signed(a, width) / signed(b, width)) as u64,
        BinaryOp::SignedRem if divides(a, b, width) => (signed(a, width) % signed(b, width)) as u64,
        BinaryOp::SignedDiv | BinaryOp::SignedRem => return None,
    };
    Some(mask(value, width))
}

/// The processor traps on a division by zero, and on that of the smallest number by -1.
fn divides(a: u64, b: u64, width: u8) -> bool {
    let smallest = 1 << (width - 1);
    b != 0 && !(a == smallest && signed(b, width) == -1)
}

pub fn to_float(float: Float, bits: u64) -> f64 {
    match float {
        Float::F32 => f64::from(f32::from_bits(bits as u32)),
        Float::F64 => f64::from_bits(bits),
    }
}

pub fn from_float(float: Float, value: f64) -> u64 {
    match float {
        Float::F32 => u64::from((value as f32).to_bits()),
        Float::F64 => value.to_bits(),
    }
}

/// Computing in `f64` and rounding once more is exact for these operations on `f32`, except for
/// the remainder, which is exact by itself.
pub fn float_binary(op: FloatOp, float: Float, a: u64, b: u64) -> u64 {
    let (a, b) = (to_float(float, a), to_float(float, b));
    let value = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
    };
    from_float(float, value)
}

pub fn float_negate(float: Float, a: u64) -> u64 {
    match float {
        Float::F32 => a ^ 1 << 31,
        Float::F64 => a ^ 1 << 63,
    }
}

pub fn float_compare(predicate: FloatPredicate, float: Float, a: u64, b: u64) -> bool {
    let (a, b) = (to_float(float, a), to_float(float, b));
    let unordered = a.is_nan() || b.is_nan();
    match predicate {
        FloatPredicate::False => false,
        FloatPredicate::Oeq => a == b,
        FloatPredicate::Ogt => a > b,
        FloatPredicate::Oge => a >= b,
        FloatPredicate::Olt => a < b,
        FloatPredicate::Ole => a <= b,
        FloatPredicate::One => !unordered && a != b,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Uno => unordered,
        FloatPredicate::Ueq => unordered || a == b,
        FloatPredicate::Ugt => unordered || a > b,
        FloatPredicate::Uge => unordered || a >= b,
        FloatPredicate::Ult => unordered || a < b,
        FloatPredicate::Ule => unordered || a <= b,
        FloatPredicate::Une => a != b,
        FloatPredicate::True => true,
    }
}

#[inline(always)]
pub fn cast(cast: Cast, a: u64) -> u64 {
    match cast {
        Cast::Truncate { to } => mask(a, to),
        Cast::Copy => a,
        Cast::SignExtend { from, to } => mask(signed(a, from) as u64, to),
        _ => float_cast(cast, a),
    }
}

/// Kept out of the interpreter's loop, which is faster without floats.
#[inline(never)]
fn float_cast(cast: Cast, a: u64) -> u64 {
    match cast {
        Cast::FloatToUnsigned { float, to } => mask(to_float(float, a) as u64, to),
        Cast::FloatToSigned { float, to } => mask(to_float(float, a) as i64 as u64, to),
        Cast::UnsignedToFloat { float: Float::F32 } => u64::from((a as f32).to_bits()),
        Cast::UnsignedToFloat { float: Float::F64 } => (a as f64).to_bits(),
        Cast::SignedToFloat {
            from,
            float: Float::F32,
        } => u64::from((signed(a, from) as f32).to_bits()),
        Cast::SignedToFloat {
            from,
            float: Float::F64,
        } => (signed(a, from) as f64).to_bits(),
        Cast::FloatTruncate => from_float(Float::F32, f64::from_bits(a)),
        Cast::FloatExtend => to_float(Float::F32, a).to_bits(),
        Cast::Truncate { .. } | Cast::Copy | Cast::SignExtend { .. } => a,
    }
}
