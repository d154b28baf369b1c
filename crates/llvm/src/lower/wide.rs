//! Integers of 128 bits, as pairs of 64: the lower half first, as in memory.
//! Integers of 65 to 127 bits have a shorter upper half. Rust compares arrays as such integers; there is no arithmetic on them.
//!
//! Loads, stores, calls and choices between values need nothing special, since a pair is just two
//! scalars; `wide_intrinsic` has LLVM's intrinsics on them. Not expressed: vectors of such integers, and conversions from
//! floating-point numbers.

use super::function::FunctionLowering;
use super::layout::leaves;
use super::{Lowered, Scalars, unsupported};
use crate::read::{self, Opcode, TypeKind, Value};
use threadproof_ir::module::{BinaryOp, Operand, Type};
use threadproof_program::Predicate;

/// Lower and upper half.
pub type Pair = (Operand, Operand);

const WORD: Type = Type::Int(64);
const ZERO: Operand = Operand::Const(0);

pub fn is_wide(ty: read::Type<'_>) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind && (65..=128).contains(&ty.width())
}

/// The bits of the upper half.
pub fn upper_bits(ty: read::Type<'_>) -> u8 {
    ty.width().saturating_sub(64).clamp(1, 64) as u8
}

/// The halves of a constant, from LLVM's words for it (`i128 -5`): its interface has none for more than 64 bits.
pub fn constant(value: Value<'_>) -> Lowered<Scalars> {
    let text = value.text();
    let digits = text.rsplit(' ').next().unwrap_or_default();
    let number = digits.parse::<i128>().map(|n| n as u128);
    match number.or_else(|_| digits.parse::<u128>()) {
        Ok(number) => Ok(scalars((
            Operand::Const(number as u64),
            Operand::Const((number >> 64) as u64 & (u64::MAX >> (64 - upper_bits(value.ty())))),
        ))),
        Err(_) => unsupported(format!("the LLVM constant `{text}`")),
    }
}

pub fn scalars((low, high): Pair) -> Scalars {
    [low, high].into_iter().collect()
}

impl<'m> FunctionLowering<'_, 'm> {
    pub fn pair(&mut self, value: Value<'m>) -> Lowered<Pair> {
        match self.operand(value)?[..] {
            [low, high] => Ok((low, high)),
            _ => unsupported(format!("values of type `{}` here", value.ty().text())),
        }
    }

    pub fn wide_arithmetic(&mut self, opcode: Opcode, value: Value<'m>) -> Lowered<Scalars> {
        let a = self.pair(value.operand(0))?;
        let b = self.pair(value.operand(1))?;
        let bitwise = matches!(opcode, Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor);
        if !bitwise && value.ty().width() < 128 {
            return unsupported(format!(
                "arithmetic on values of type `{}`",
                value.ty().text()
            ));
        }
        Ok(scalars(match opcode {
            Opcode::LLVMAdd => self.wide_sum(a, b),
            Opcode::LLVMSub => self.wide_difference(a, b),
            Opcode::LLVMMul => self.wide_product(a, b),
            Opcode::LLVMAnd => self.halves(BinaryOp::And, a, b),
            Opcode::LLVMOr => self.halves(BinaryOp::Or, a, b),
            Opcode::LLVMXor => self.halves(BinaryOp::Xor, a, b),
            Opcode::LLVMShl => self.wide_shift_left(a, b.0),
            Opcode::LLVMLShr => self.wide_shift_right(BinaryOp::ShiftRight, a, b.0),
            Opcode::LLVMAShr => self.wide_shift_right(BinaryOp::ArithmeticShiftRight, a, b.0),
            Opcode::LLVMUDiv => self.wide_quotient("udiv", a, b),
            Opcode::LLVMURem => self.wide_quotient("urem", a, b),
            Opcode::LLVMSDiv => self.wide_quotient("sdiv", a, b),
            Opcode::LLVMSRem => self.wide_quotient("srem", a, b),
            _ => return unsupported(format!("the arithmetic {opcode:?} on 128 bits")),
        }))
    }

    pub fn halves(&mut self, op: BinaryOp, a: Pair, b: Pair) -> Pair {
        let high = match (op, a.1, b.1) {
            // Of a number that was made longer nothing is left above.
            (BinaryOp::And, ZERO, _) | (BinaryOp::And, _, ZERO) => ZERO,
            _ => self.binary(op, 64, a.1, b.1),
        };
        (self.binary(op, 64, a.0, b.0), high)
    }

    pub fn wide_sum(&mut self, a: Pair, b: Pair) -> Pair {
        let (low, high) = self.halves(BinaryOp::Add, a, b);
        let carry = self.compare(Predicate::Ult, 64, low, a.0);
        let carry = self.zero_extend(carry, 64);
        (low, self.binary(BinaryOp::Add, 64, high, carry))
    }

    pub fn wide_difference(&mut self, a: Pair, b: Pair) -> Pair {
        let (low, high) = self.halves(BinaryOp::Sub, a, b);
        let borrow = self.compare(Predicate::Ult, 64, a.0, b.0);
        let borrow = self.zero_extend(borrow, 64);
        (low, self.binary(BinaryOp::Sub, 64, high, borrow))
    }

    pub fn wide_product(&mut self, a: Pair, b: Pair) -> Pair {
        let low = self.binary(BinaryOp::Mul, 64, a.0, b.0);
        let high = self.call_named("__tp_lib_mul_high", &[a.0, b.0], WORD);
        let first = self.binary(BinaryOp::Mul, 64, a.0, b.1);
        let second = self.binary(BinaryOp::Mul, 64, a.1, b.0);
        let sum = self.binary(BinaryOp::Add, 64, first, second);
        (low, self.binary(BinaryOp::Add, 64, high, sum))
    }

    /// By a function of the runtime for each half.
    fn wide_quotient(&mut self, name: &str, a: Pair, b: Pair) -> Pair {
        // Divides by zero where the pair is zero, which is an error with this place.
        let any = self.binary(BinaryOp::Or, 64, b.0, b.1);
        self.binary(BinaryOp::UnsignedDiv, 64, Operand::Const(1), any);
        let mut half = |upper| {
            let name = format!("__tp_lib_{name}_128");
            self.call_named(&name, &[a.0, a.1, b.0, b.1, Operand::Const(upper)], WORD)
        };
        (half(0), half(1))
    }

    /// The distance, its part below 64, what is missing to 64 of that (0 if all is), whether it is at least 64, and
    /// whether nothing crosses between the halves.
    fn distance(&mut self, amount: Operand) -> (Operand, Operand, Operand, Operand) {
        let small = self.binary(BinaryOp::And, 64, amount, Operand::Const(63));
        let rest = self.binary(BinaryOp::Sub, 64, Operand::Const(64), small);
        let rest = self.binary(BinaryOp::And, 64, rest, Operand::Const(63));
        let far = self.compare(Predicate::Uge, 64, amount, Operand::Const(64));
        let none = self.compare(Predicate::Eq, 64, small, ZERO);
        (small, rest, far, none)
    }

    pub fn wide_shift_left(&mut self, a: Pair, amount: Operand) -> Pair {
        let (small, rest, far, none) = self.distance(amount);
        let low = self.binary(BinaryOp::ShiftLeft, 64, a.0, small);
        let crossing = self.binary(BinaryOp::ShiftRight, 64, a.0, rest);
        let crossing = self.select(WORD, none, ZERO, crossing);
        let high = self.binary(BinaryOp::ShiftLeft, 64, a.1, small);
        let high = self.binary(BinaryOp::Or, 64, high, crossing);
        (
            self.select(WORD, far, ZERO, low),
            self.select(WORD, far, low, high),
        )
    }

    pub fn wide_shift_right(&mut self, op: BinaryOp, a: Pair, amount: Operand) -> Pair {
        let (small, rest, far, none) = self.distance(amount);
        let high = self.binary(op, 64, a.1, small);
        let crossing = self.binary(BinaryOp::ShiftLeft, 64, a.1, rest);
        let crossing = self.select(WORD, none, ZERO, crossing);
        let low = self.binary(BinaryOp::ShiftRight, 64, a.0, small);
        let low = self.binary(BinaryOp::Or, 64, low, crossing);
        let filling = match op {
            BinaryOp::ArithmeticShiftRight => self.binary(op, 64, a.1, Operand::Const(63)),
            _ => ZERO,
        };
        (
            self.select(WORD, far, high, low),
            self.select(WORD, far, filling, high),
        )
    }

    pub fn wide_compare(&mut self, predicate: Predicate, a: Pair, b: Pair) -> Operand {
        if matches!(predicate, Predicate::Eq | Predicate::Ne) {
            let (low, high) = self.halves(BinaryOp::Xor, a, b);
            let any = self.binary(BinaryOp::Or, 64, low, high);
            return self.compare(predicate, 64, any, ZERO);
        }
        let same = self.compare(Predicate::Eq, 64, a.1, b.1);
        let high = self.compare(predicate, 64, a.1, b.1);
        let low = self.compare(unsigned(predicate), 64, a.0, b.0);
        self.select(Type::Int(1), same, low, high)
    }

    /// From or to 128 bits.
    pub fn wide_cast(&mut self, opcode: Opcode, value: Value<'m>) -> Lowered<Scalars> {
        let source = value.operand(0);
        let short = [source.ty(), value.ty()]
            .into_iter()
            .any(|ty| is_wide(ty) && ty.width() < 128);
        if short && !matches!(opcode, Opcode::LLVMTrunc | Opcode::LLVMZExt) {
            return unsupported(format!("the conversion {opcode:?} of more than 64 bits"));
        }
        if is_wide(source.ty()) {
            let pair = self.pair(source)?;
            return self.narrow(opcode, pair, value);
        }
        let (scalar, ty) = self.typed_scalar(source)?;
        let pair = match opcode {
            Opcode::LLVMZExt | Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr => {
                (self.zero_extend(scalar, 64), ZERO)
            }
            Opcode::LLVMSExt => {
                let low = self.sign_extend(scalar, ty.bits(), 64);
                let sign = Operand::Const(63);
                (
                    low,
                    self.binary(BinaryOp::ArithmeticShiftRight, 64, low, sign),
                )
            }
            _ => return unsupported(format!("the conversion {opcode:?} to 128 bits")),
        };
        Ok(scalars(pair))
    }

    fn narrow(&mut self, opcode: Opcode, pair: Pair, value: Value<'m>) -> Lowered<Scalars> {
        let to = match leaves(value.ty())?[..] {
            [leaf] => leaf.ty,
            _ => return unsupported(format!("the conversion {opcode:?} of 128 bits")),
        };
        let scalar = match (opcode, to) {
            (Opcode::LLVMTrunc, Type::Int(64)) | (Opcode::LLVMIntToPtr, _) => pair.0,
            (Opcode::LLVMTrunc, _) => self.truncate(pair.0, to.bits()),
            (Opcode::LLVMUIToFP | Opcode::LLVMSIToFP, Type::F32 | Type::F64) => {
                let name = match to {
                    Type::F32 => "__tp_lib_float_128",
                    _ => "__tp_lib_double_128",
                };
                let signed = Operand::Const((opcode == Opcode::LLVMSIToFP).into());
                self.call_named(name, &[pair.0, pair.1, signed], to)
            }
            _ => return unsupported(format!("the conversion {opcode:?} of 128 bits")),
        };
        Ok(Scalars::from_elem(scalar, 1))
    }
}

/// The same question about numbers without a sign.
pub fn unsigned(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Slt => Predicate::Ult,
        Predicate::Sle => Predicate::Ule,
        Predicate::Sgt => Predicate::Ugt,
        Predicate::Sge => Predicate::Uge,
        other => other,
    }
}
