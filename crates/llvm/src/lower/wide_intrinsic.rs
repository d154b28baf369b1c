//! LLVM's intrinsics on integers of 128 bits: checked arithmetic, counts of bits, minima and rotations.

use super::function::FunctionLowering;
use super::intrinsic::unknown;
use super::layout::{leaves, mask};
use super::wide::{Pair, scalars};
use super::{Lowered, Scalars};
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, Operand, Type};
use threadproof_program::Predicate;

const WORD: Type = Type::Int(64);
const ZERO: Operand = Operand::Const(0);
const ONES: Operand = Operand::Const(u64::MAX);

impl<'m> FunctionLowering<'_, 'm> {
    /// `words` are the parts of the intrinsic's name behind `llvm`.
    pub fn wide_intrinsic(
        &mut self,
        call: Value<'m>,
        name: &str,
        words: &[&str],
    ) -> Lowered<Scalars> {
        if words.last() != Some(&"i128") {
            return unknown(name);
        }
        let arguments = call.arguments();
        let a = self.pair(arguments[0])?;
        let result = match *words {
            [operation, "with", "overflow", _] => {
                let b = self.pair(arguments[1])?;
                let Some((value, wrapped)) = self.wide_checked(operation, a, b) else {
                    return unknown(name);
                };
                return Ok([value.0, value.1, wrapped].into_iter().collect());
            }
            [operation, "sat", _] => {
                let b = self.pair(arguments[1])?;
                let Some((value, wrapped)) = self.wide_checked(operation, a, b) else {
                    return unknown(name);
                };
                let limit = self.wide_limit(operation, a);
                self.wide_select(wrapped, limit, value)
            }
            ["scmp" | "ucmp", _, _] => {
                let b = self.pair(arguments[1])?;
                let to = leaves(call.ty())?[0].ty.bits();
                let order = self.wide_three_way(words[0] == "scmp", to, a, b);
                return Ok(Scalars::from_elem(order, 1));
            }
            ["smax", _] => self.wide_extremum(Predicate::Sgt, a, arguments[1])?,
            ["smin", _] => self.wide_extremum(Predicate::Slt, a, arguments[1])?,
            ["umax", _] => self.wide_extremum(Predicate::Ugt, a, arguments[1])?,
            ["umin", _] => self.wide_extremum(Predicate::Ult, a, arguments[1])?,
            ["abs", _] => {
                let negative = self.compare(Predicate::Slt, 64, a.1, ZERO);
                let negated = self.wide_difference((ZERO, ZERO), a);
                self.wide_select(negative, negated, a)
            }
            ["bswap" | "bitreverse", _] => {
                let [low, high] = [a.1, a.0].map(|half| self.counted(words[0], 64, half));
                (low, high)
            }
            ["ctpop", _] => {
                let [low, high] = [a.0, a.1].map(|half| self.counted("ctpop", 64, half));
                (self.binary(BinaryOp::Add, 64, low, high), ZERO)
            }
            // Where the first half has no bit that is set, the other one goes on.
            ["ctlz", _] => (self.wide_zeros("ctlz", a.1, a.0), ZERO),
            ["cttz", _] => (self.wide_zeros("cttz", a.0, a.1), ZERO),
            ["fshl" | "fshr", _] => {
                let (b, amount) = (self.pair(arguments[1])?, self.pair(arguments[2])?);
                self.wide_funnel_shift(words[0] == "fshl", a, b, amount.0)
            }
            _ => return unknown(name),
        };
        Ok(scalars(result))
    }

    fn wide_select(&mut self, condition: Operand, a: Pair, b: Pair) -> Pair {
        (
            self.select(WORD, condition, a.0, b.0),
            self.select(WORD, condition, a.1, b.1),
        )
    }

    /// The result, and whether it wrapped. `None`: there is no such operation.
    fn wide_checked(&mut self, name: &str, a: Pair, b: Pair) -> Option<(Pair, Operand)> {
        let value = match name {
            "sadd" | "uadd" => self.wide_sum(a, b),
            "ssub" | "usub" => self.wide_difference(a, b),
            "smul" | "umul" => self.wide_product(a, b),
            _ => return None,
        };
        let wrapped = match name {
            "uadd" => self.wide_compare(Predicate::Ult, value, a),
            "usub" => self.wide_compare(Predicate::Ult, a, b),
            // Signs are in the upper halves.
            "sadd" => self.differing_signs(64, (a.1, value.1), (b.1, value.1)),
            "ssub" => self.differing_signs(64, (a.1, b.1), (a.1, value.1)),
            _ => {
                let function = format!("__tp_lib_{name}_overflows_128");
                let wrapped = self.call_named(&function, &[a.0, a.1, b.0, b.1], Type::Int(32));
                self.truncate(wrapped, 1)
            }
        };
        Some((value, wrapped))
    }

    /// Where an operation on `a` that overflows stops.
    fn wide_limit(&mut self, name: &str, a: Pair) -> Pair {
        match name {
            "uadd" => (ONES, ONES),
            "usub" => (ZERO, ZERO),
            _ => {
                let negative = self.compare(Predicate::Slt, 64, a.1, ZERO);
                let smallest = (ZERO, Operand::Const(1 << 63));
                let largest = (ONES, Operand::Const(u64::MAX >> 1));
                self.wide_select(negative, smallest, largest)
            }
        }
    }

    fn wide_extremum(&mut self, predicate: Predicate, a: Pair, other: Value<'m>) -> Lowered<Pair> {
        let b = self.pair(other)?;
        let first = self.wide_compare(predicate, a, b);
        Ok(self.wide_select(first, a, b))
    }

    /// -1, 0 or 1.
    fn wide_three_way(&mut self, signed: bool, to: u8, a: Pair, b: Pair) -> Operand {
        let (less, greater) = match signed {
            true => (Predicate::Slt, Predicate::Sgt),
            false => (Predicate::Ult, Predicate::Ugt),
        };
        let less = self.wide_compare(less, a, b);
        let greater = self.wide_compare(greater, a, b);
        let upper = self.zero_extend(greater, to);
        self.select(Type::Int(to), less, Operand::Const(mask(to)), upper)
    }

    fn wide_zeros(&mut self, name: &str, first: Operand, second: Operand) -> Operand {
        let here = self.counted(name, 64, first);
        let there = self.counted(name, 64, second);
        let further = self.binary(BinaryOp::Add, 64, there, Operand::Const(64));
        let none = self.compare(Predicate::Eq, 64, first, ZERO);
        self.select(WORD, none, further, here)
    }

    /// Shifts the double word `high:low` and takes its upper (left) or lower (right) half.
    fn wide_funnel_shift(&mut self, left: bool, high: Pair, low: Pair, amount: Operand) -> Pair {
        let amount = self.binary(BinaryOp::And, 64, amount, Operand::Const(127));
        let rest = self.binary(BinaryOp::Sub, 64, Operand::Const(128), amount);
        let (up, down, unmoved) = match left {
            true => (amount, rest, high),
            false => (rest, amount, low),
        };
        let upper = self.wide_shift_left(high, up);
        let lower = self.wide_shift_right(BinaryOp::ShiftRight, low, down);
        let moved = self.halves(BinaryOp::Or, upper, lower);
        let none = self.compare(Predicate::Eq, 64, amount, ZERO);
        self.wide_select(none, unmoved, moved)
    }
}
