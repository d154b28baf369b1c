//! Intrinsics on the bits of integers, minima and maxima, and sums over vectors.

use super::function::{FunctionLowering, one};
use super::layout::{leaves, mask};
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, Operand, Type};
use threadproof_program::Predicate;

impl<'m> FunctionLowering<'_, 'm> {
    /// `None`: no intrinsic of this family.
    pub fn bit_intrinsic(&mut self, word: &str, call: Value<'m>) -> Option<Lowered<Scalars>> {
        let known = matches!(
            word,
            "abs"
                | "smax"
                | "smin"
                | "umax"
                | "umin"
                | "ctpop"
                | "ctlz"
                | "cttz"
                | "bswap"
                | "bitreverse"
                | "fshl"
                | "fshr"
                | "scmp"
                | "ucmp"
        );
        known.then(|| self.each_element(word, call))
    }

    fn each_element(&mut self, word: &str, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let result = leaves(call.ty())?;
        let leaves = leaves(arguments[0].ty())?;
        let mut operands = Vec::new();
        for &argument in &arguments {
            operands.push(self.operand(argument)?);
        }
        let mut scalars = Scalars::new();
        for (at, leaf) in leaves.iter().enumerate() {
            // Flags such as "zero is poison" are single bits even for vectors.
            let arguments: Vec<Operand> = operands.iter().map(|o| o[at.min(o.len() - 1)]).collect();
            let result = match word {
                "scmp" | "ucmp" => {
                    let wide = one(&result)?.ty;
                    self.three_way(word, leaf.ty.bits(), wide.bits(), &arguments)
                }
                _ => self.bit_operation(word, leaf.ty.bits(), &arguments),
            };
            scalars.push(result);
        }
        Ok(scalars)
    }

    fn bit_operation(&mut self, word: &str, width: u8, arguments: &[Operand]) -> Operand {
        let a = arguments[0];
        match word {
            "abs" => {
                let negative = self.compare(Predicate::Slt, width, a, Operand::Const(0));
                let negated = self.binary(BinaryOp::Sub, width, Operand::Const(0), a);
                self.select(Type::Int(width), negative, negated, a)
            }
            "smax" => self.extremum(Predicate::Sgt, width, a, arguments[1]),
            "smin" => self.extremum(Predicate::Slt, width, a, arguments[1]),
            "umax" => self.extremum(Predicate::Ugt, width, a, arguments[1]),
            "umin" => self.extremum(Predicate::Ult, width, a, arguments[1]),
            "fshl" => self.funnel_shift(true, width, arguments),
            "fshr" => self.funnel_shift(false, width, arguments),
            _ => self.counted(word, width, a),
        }
    }

    fn extremum(&mut self, predicate: Predicate, width: u8, a: Operand, b: Operand) -> Operand {
        let first = self.compare(predicate, width, a, b);
        self.select(Type::Int(width), first, a, b)
    }

    /// -1, 0 or 1.
    fn three_way(&mut self, word: &str, width: u8, to: u8, arguments: &[Operand]) -> Operand {
        let (less, greater) = match word {
            "scmp" => (Predicate::Slt, Predicate::Sgt),
            _ => (Predicate::Ult, Predicate::Ugt),
        };
        let less = self.compare(less, width, arguments[0], arguments[1]);
        let greater = self.compare(greater, width, arguments[0], arguments[1]);
        let upper = self.zero_extend(greater, to);
        self.select(Type::Int(to), less, Operand::Const(mask(to)), upper)
    }

    /// Shifts the double word `high:low` and takes its upper (left) or lower (right) half.
    fn funnel_shift(&mut self, left: bool, width: u8, arguments: &[Operand]) -> Operand {
        let &[high, low, amount] = arguments else {
            return Operand::Undefined;
        };
        let bits = Operand::Const(width.into());
        let amount = self.binary(BinaryOp::UnsignedRem, width, amount, bits);
        // Zero stays zero here, so that no shift is as wide as the word.
        let rest = self.binary(BinaryOp::Sub, width, bits, amount);
        let rest = self.binary(BinaryOp::UnsignedRem, width, rest, bits);
        let (up, down, unmoved) = if left {
            (amount, rest, high)
        } else {
            (rest, amount, low)
        };
        let upper = self.binary(BinaryOp::ShiftLeft, width, high, up);
        let lower = self.binary(BinaryOp::ShiftRight, width, low, down);
        let moved = self.binary(BinaryOp::Or, width, upper, lower);
        let zero = self.compare(Predicate::Eq, width, amount, Operand::Const(0));
        self.select(Type::Int(width), zero, unmoved, moved)
    }

    /// By functions of the runtime on 64 bits.
    pub fn counted(&mut self, word: &str, width: u8, a: Operand) -> Operand {
        let mut wide = self.zero_extend(a, 64);
        if word == "cttz" && width < 64 {
            // A bit just above the word: no bit set counts as the whole width.
            wide = self.binary(BinaryOp::Or, 64, wide, Operand::Const(1 << width));
        }
        let name = format!("__tp_lib_{word}");
        let result = self.call_named(&name, &[wide], Type::Int(64));
        let excess = Operand::Const(u64::from(64 - width));
        let result = match word {
            "ctlz" => self.binary(BinaryOp::Sub, 64, result, excess),
            "bswap" | "bitreverse" => self.binary(BinaryOp::ShiftRight, 64, result, excess),
            _ => result,
        };
        if width == 64 {
            result
        } else {
            self.truncate(result, width)
        }
    }

    /// One operation over all elements of a vector of integers.
    pub fn reduce(
        &mut self,
        operation: &str,
        name: &str,
        arguments: &[Value<'m>],
    ) -> Lowered<Scalars> {
        let leaves = leaves(arguments[0].ty())?;
        let elements = self.operand(arguments[0])?;
        let (Some(leaf), Some((&first, rest))) = (leaves.first(), elements.split_first()) else {
            return unsupported("a sum over no elements");
        };
        let width = leaf.ty.bits();
        let mut sum = first;
        for &element in rest {
            sum = match operation {
                "add" => self.binary(BinaryOp::Add, width, sum, element),
                "mul" => self.binary(BinaryOp::Mul, width, sum, element),
                "and" => self.binary(BinaryOp::And, width, sum, element),
                "or" => self.binary(BinaryOp::Or, width, sum, element),
                "xor" => self.binary(BinaryOp::Xor, width, sum, element),
                "smax" => self.extremum(Predicate::Sgt, width, sum, element),
                "smin" => self.extremum(Predicate::Slt, width, sum, element),
                "umax" => self.extremum(Predicate::Ugt, width, sum, element),
                "umin" => self.extremum(Predicate::Ult, width, sum, element),
                _ => return unsupported(format!("the LLVM intrinsic `{name}`")),
            };
        }
        Ok(Scalars::from_elem(sum, 1))
    }
}
