//! Intrinsics of SSE and AVX2 that clang does not write as operations on vectors of any machine: those that
//! hash tables and parsers use.

use super::function::FunctionLowering;
use super::intrinsic::known;
use super::layout::{leaves, mask};
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, Operand, Type};
use threadproof_program::Predicate;

/// Operations that take elements of two registers work on pieces of this many bits.
const LANE: usize = 128;

/// The elements of a vector and their width.
struct Elements {
    all: Vec<Operand>,
    width: u8,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// `None`: no intrinsic of this family. `kind` follows the operation in the name.
    pub fn vector_intrinsic(
        &mut self,
        operation: &str,
        kind: &[&str],
        call: Value<'m>,
    ) -> Option<Lowered<Scalars>> {
        let kind = kind.first().copied().unwrap_or("");
        Some(match (operation, kind) {
            ("pmovmskb" | "movmsk", _) => self.sign_mask(call),
            ("pshuf", "b") => self.shuffle_bytes(call),
            ("pslli" | "psrli" | "psrai", _) | ("psll" | "psrl" | "psra", "w" | "d" | "q") => {
                self.shift_elements(operation, call)
            }
            ("packsswb" | "packssdw" | "packuswb" | "packusdw", _) => {
                self.pack_elements(operation.starts_with("packu"), call)
            }
            ("psad", "bw") => self.sum_of_differences(call),
            ("pmadd", "wd") => self.sums_of_products(call),
            ("pavg", _) => self.averages(call),
            ("pmulh" | "pmulhu", "w") => self.upper_products(operation == "pmulh", call),
            ("ptestz" | "ptestc" | "ptestnzc", _) => self.test_bits(operation, call),
            ("pblendvb", _) => self.blend_bytes(call),
            _ => return None,
        })
    }

    fn vector_of(&mut self, value: Value<'m>) -> Lowered<Elements> {
        let leaves = leaves(value.ty())?;
        let Some(leaf) = leaves.first() else {
            return unsupported("a vector without elements");
        };
        let all = self.operand(value)?.into_iter().collect();
        let width = leaf.ty.bits();
        Ok(Elements { all, width })
    }

    /// All bits, in words of 64.
    fn words(&mut self, vector: &Elements) -> Lowered<Vec<Operand>> {
        let widths = vec![vector.width; vector.all.len()];
        Ok(self.pack(&widths, &vector.all)?.into_iter().collect())
    }

    fn sign(&mut self, width: u8, element: Operand) -> Operand {
        let shift = Operand::Const(u64::from(width - 1));
        self.binary(BinaryOp::ShiftRight, width, element, shift)
    }

    /// The signs of all elements, the first in the lowest bit.
    fn sign_mask(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let vector = self.vector_of(call.arguments()[0])?;
        let mut result = Operand::Const(0);
        for (at, &element) in vector.all.iter().enumerate() {
            let sign = self.sign(vector.width, element);
            let sign = match vector.width {
                64 => self.truncate(sign, 32),
                _ => self.zero_extend(sign, 32),
            };
            let placed = self.binary(BinaryOp::ShiftLeft, 32, sign, Operand::Const(at as u64));
            result = self.binary(BinaryOp::Or, 32, result, placed);
        }
        known(result)
    }

    /// Each byte chooses one of its own lane by its lowest four bits, or zero by its sign.
    fn shuffle_bytes(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let source = self.vector_of(arguments[0])?;
        let choices = self.vector_of(arguments[1])?;
        let words = self.words(&source)?;
        let mut result = Scalars::new();
        for (at, &choice) in choices.all.iter().enumerate() {
            let lane = at / (LANE / 8) * 2;
            let wide = self.zero_extend(choice, 64);
            let upper = self.binary(BinaryOp::And, 64, wide, Operand::Const(8));
            let is_upper = self.compare(Predicate::Ne, 64, upper, Operand::Const(0));
            let word = self.select(Type::Int(64), is_upper, words[lane + 1], words[lane]);
            let byte = self.binary(BinaryOp::And, 64, wide, Operand::Const(7));
            let shift = self.binary(BinaryOp::ShiftLeft, 64, byte, Operand::Const(3));
            let moved = self.binary(BinaryOp::ShiftRight, 64, word, shift);
            let found = self.truncate(moved, 8);
            let cleared = self.compare(Predicate::Slt, 8, choice, Operand::Const(0));
            result.push(self.select(Type::Int(8), cleared, Operand::Const(0), found));
        }
        Ok(result)
    }

    /// All elements by one distance: a number, or the lower half of a vector.
    fn shift_elements(&mut self, operation: &str, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let vector = self.vector_of(arguments[0])?;
        let amount = self.vector_of(arguments[1])?;
        let amount = match amount.all.len() {
            1 => self.zero_extend(amount.all[0], 64),
            _ => self.words(&amount)?[0],
        };
        let (width, ty) = (vector.width, Type::Int(vector.width));
        let limit = Operand::Const(width.into());
        let is_far = self.compare(Predicate::Uge, 64, amount, limit);
        let farthest = Operand::Const(u64::from(width - 1));
        let near = self.select(Type::Int(64), is_far, farthest, amount);
        let near = match width {
            64 => near,
            _ => self.truncate(near, width),
        };
        let op = match &operation[..4] {
            "psll" => BinaryOp::ShiftLeft,
            "psrl" => BinaryOp::ShiftRight,
            _ => BinaryOp::ArithmeticShiftRight,
        };
        let mut result = Scalars::new();
        for element in vector.all {
            let shifted = self.binary(op, width, element, near);
            result.push(match op {
                BinaryOp::ArithmeticShiftRight => shifted,
                _ => self.select(ty, is_far, Operand::Const(0), shifted),
            });
        }
        Ok(result)
    }

    /// Signed numbers as ones of half the width, cut to the range of these; lane by lane.
    fn pack_elements(&mut self, unsigned: bool, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let (a, b) = (self.vector_of(arguments[0])?, self.vector_of(arguments[1])?);
        let (width, half) = (a.width, a.width / 2);
        let (lowest, highest) = match unsigned {
            true => (0, mask(half)),
            false => (
                (1_u64 << (half - 1)).wrapping_neg() & mask(width),
                mask(half) >> 1,
            ),
        };
        let (lowest, highest) = (Operand::Const(lowest), Operand::Const(highest));
        let mut result = Scalars::new();
        let lane = LANE / usize::from(width);
        for (a, b) in a.all.chunks(lane).zip(b.all.chunks(lane)) {
            for &element in a.iter().chain(b) {
                let low = self.compare(Predicate::Slt, width, element, lowest);
                let high = self.compare(Predicate::Sgt, width, element, highest);
                let cut = self.select(Type::Int(width), low, lowest, element);
                let cut = self.select(Type::Int(width), high, highest, cut);
                result.push(self.truncate(cut, half));
            }
        }
        Ok(result)
    }

    /// The differences of eight bytes each, without their signs, added up.
    fn sum_of_differences(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let (a, b) = (self.vector_of(arguments[0])?, self.vector_of(arguments[1])?);
        let mut result = Scalars::new();
        for (a, b) in a.all.chunks(8).zip(b.all.chunks(8)) {
            let mut sum = Operand::Const(0);
            for (&a, &b) in a.iter().zip(b) {
                let less = self.compare(Predicate::Ult, 8, a, b);
                let down = self.binary(BinaryOp::Sub, 8, a, b);
                let up = self.binary(BinaryOp::Sub, 8, b, a);
                let difference = self.select(Type::Int(8), less, up, down);
                let difference = self.zero_extend(difference, 64);
                sum = self.binary(BinaryOp::Add, 64, sum, difference);
            }
            result.push(sum);
        }
        Ok(result)
    }

    /// Products of neighbours, added in pairs.
    fn sums_of_products(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let (a, b) = (self.vector_of(arguments[0])?, self.vector_of(arguments[1])?);
        let mut result = Scalars::new();
        for (a, b) in a.all.chunks(2).zip(b.all.chunks(2)) {
            let mut sum = Operand::Const(0);
            for (&a, &b) in a.iter().zip(b) {
                let (a, b) = (self.sign_extend(a, 16, 32), self.sign_extend(b, 16, 32));
                let product = self.binary(BinaryOp::Mul, 32, a, b);
                sum = self.binary(BinaryOp::Add, 32, sum, product);
            }
            result.push(sum);
        }
        Ok(result)
    }

    /// Rounded up.
    fn averages(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let (a, b) = (self.vector_of(arguments[0])?, self.vector_of(arguments[1])?);
        let width = a.width;
        let mut result = Scalars::new();
        for (a, b) in a.all.into_iter().zip(b.all) {
            let (a, b) = (self.zero_extend(a, 32), self.zero_extend(b, 32));
            let sum = self.binary(BinaryOp::Add, 32, a, b);
            let sum = self.binary(BinaryOp::Add, 32, sum, Operand::Const(1));
            let half = self.binary(BinaryOp::ShiftRight, 32, sum, Operand::Const(1));
            result.push(self.truncate(half, width));
        }
        Ok(result)
    }

    fn upper_products(&mut self, signed: bool, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let (a, b) = (self.vector_of(arguments[0])?, self.vector_of(arguments[1])?);
        let mut result = Scalars::new();
        for (a, b) in a.all.into_iter().zip(b.all) {
            let (a, b) = match signed {
                true => (self.sign_extend(a, 16, 32), self.sign_extend(b, 16, 32)),
                false => (self.zero_extend(a, 32), self.zero_extend(b, 32)),
            };
            let product = self.binary(BinaryOp::Mul, 32, a, b);
            let upper = self.binary(BinaryOp::ShiftRight, 32, product, Operand::Const(16));
            result.push(self.truncate(upper, 16));
        }
        Ok(result)
    }

    /// Are all bits of the second that the first has (`z`) or lacks (`c`) zero?
    fn test_bits(&mut self, operation: &str, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let (a, b) = (self.vector_of(arguments[0])?, self.vector_of(arguments[1])?);
        let (a, b) = (self.words(&a)?, self.words(&b)?);
        let (mut both, mut second) = (Operand::Const(0), Operand::Const(0));
        for (a, b) in a.into_iter().zip(b) {
            let common = self.binary(BinaryOp::And, 64, a, b);
            both = self.binary(BinaryOp::Or, 64, both, common);
            let others = self.binary(BinaryOp::Xor, 64, common, b);
            second = self.binary(BinaryOp::Or, 64, second, others);
        }
        let zero = self.compare(Predicate::Eq, 64, both, Operand::Const(0));
        let carry = self.compare(Predicate::Eq, 64, second, Operand::Const(0));
        let answer = match operation {
            "ptestz" => zero,
            "ptestc" => carry,
            _ => {
                let any = self.binary(BinaryOp::Or, 1, zero, carry);
                self.binary(BinaryOp::Xor, 1, any, Operand::Const(1))
            }
        };
        known(self.zero_extend(answer, 32))
    }

    /// The byte of the second where the sign of the third is set.
    fn blend_bytes(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let (a, b) = (self.vector_of(arguments[0])?, self.vector_of(arguments[1])?);
        let choices = self.vector_of(arguments[2])?;
        let mut result = Scalars::new();
        for (choice, (a, b)) in choices.all.into_iter().zip(a.all.into_iter().zip(b.all)) {
            let second = self.compare(Predicate::Slt, 8, choice, Operand::Const(0));
            result.push(self.select(Type::Int(8), second, b, a));
        }
        Ok(result)
    }
}
