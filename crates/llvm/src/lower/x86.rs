//! Intrinsics of x86 on scalars: fences, hints, clocks, bits, checksums. Those on vectors are in
//! [`super::x86_vector`].

use super::function::FunctionLowering;
use super::intrinsic::{known, nothing, unknown};
use super::{Lowered, Scalars};
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, InstKind, Operand, Type};
use threadproof_program::{FenceOrder, Predicate, StoreOrder};

/// The control register of floating-point operations as the system sets it.
const MXCSR: u64 = 0x1f80;

impl<'m> FunctionLowering<'_, 'm> {
    /// `words` follow `llvm.x86.` in the name.
    pub fn x86_intrinsic(
        &mut self,
        call: Value<'m>,
        name: &str,
        words: &[&str],
    ) -> Lowered<Scalars> {
        let arguments = call.arguments();
        match *words {
            ["sse2", "mfence"] | ["serialize"] => self.machine_fence(FenceOrder::SeqCst),
            ["sse2", "lfence"] => self.machine_fence(FenceOrder::Acquire),
            ["sse", "sfence"] => self.machine_fence(FenceOrder::Release),
            ["sse2", "pause" | "clflush"]
            | ["clflushopt" | "clwb" | "cldemote" | "xend" | "xabort"]
            | ["sse", "ldmxcsr"] => nothing(),
            // Hardware transactions may abort at any time, and here each does at once.
            ["xbegin" | "xtest" | "rdpid"] => known(Operand::Const(0)),
            ["sse", "stmxcsr"] => {
                let pointer = self.scalar(arguments[0])?;
                self.effect(InstKind::Store {
                    size: 4,
                    pointer,
                    value: Operand::Const(MXCSR),
                    order: StoreOrder::Plain,
                });
                nothing()
            }
            ["rdtsc"] => known(self.cycles()),
            ["rdtscp"] => Ok([self.cycles(), Operand::Const(0)].into_iter().collect()),
            ["rdrand" | "rdseed", bits] => {
                let number = self.call_named("__tp_lib_random", &[], Type::Int(64));
                let number = self.narrowed(number, width(bits));
                Ok([number, Operand::Const(1)].into_iter().collect())
            }
            ["bmi", word @ ("pext" | "pdep" | "bextr" | "bzhi"), bits] => {
                let a = self.scalar(arguments[0])?;
                let b = self.scalar(arguments[1])?;
                let (a, b) = (self.zero_extend(a, 64), self.zero_extend(b, 64));
                let result = self.call_named(&format!("__tp_lib_{word}"), &[a, b], Type::Int(64));
                known(self.narrowed(result, width(bits)))
            }
            ["sse42", "crc32", result, bits] => {
                let a = self.scalar(arguments[0])?;
                let b = self.scalar(arguments[1])?;
                let (a, b) = (self.zero_extend(a, 64), self.zero_extend(b, 64));
                let bits = Operand::Const(width(bits).into());
                let sum = self.call_named("__tp_lib_crc32", &[a, b, bits], Type::Int(64));
                known(self.narrowed(sum, width(result)))
            }
            ["addcarry" | "subborrow", bits] => {
                let adds = words[0] == "addcarry";
                self.with_carry(adds, width(bits), &arguments)
            }
            [_, operation, ..] => match self.vector_intrinsic(operation, &words[2..], call) {
                Some(done) => done,
                None => unknown(name),
            },
            _ => unknown(name),
        }
    }

    /// A counter of cycles that goes up at each look.
    pub fn cycles(&mut self) -> Operand {
        self.call_named("__tp_lib_cycles", &[], Type::Int(64))
    }

    fn narrowed(&mut self, value: Operand, width: u8) -> Operand {
        match width {
            64 => value,
            width => self.truncate(value, width),
        }
    }

    /// Results: the carry; the sum or difference.
    fn with_carry(&mut self, adds: bool, width: u8, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let carry = self.scalar(arguments[0])?;
        let carry = self.compare(Predicate::Ne, 8, carry, Operand::Const(0));
        let carry = self.zero_extend(carry, width);
        let (a, b) = (self.scalar(arguments[1])?, self.scalar(arguments[2])?);
        let (first, result) = match adds {
            true => {
                let sum = self.binary(BinaryOp::Add, width, a, b);
                let first = self.compare(Predicate::Ult, width, sum, a);
                (first, self.binary(BinaryOp::Add, width, sum, carry))
            }
            false => {
                let first = self.compare(Predicate::Ult, width, a, b);
                let difference = self.binary(BinaryOp::Sub, width, a, b);
                (first, self.binary(BinaryOp::Sub, width, difference, carry))
            }
        };
        // Only a carry that comes in can wrap the other half, to all zeros or all ones.
        let edge = match adds {
            true => Operand::Const(0),
            false => Operand::Const(super::layout::mask(width)),
        };
        let at_edge = self.compare(Predicate::Eq, width, result, edge);
        let came_in = self.compare(Predicate::Ne, width, carry, Operand::Const(0));
        let second = self.binary(BinaryOp::And, 1, at_edge, came_in);
        let out = self.binary(BinaryOp::Or, 1, first, second);
        let out = self.zero_extend(out, 8);
        Ok([out, result].into_iter().collect())
    }
}

/// Of a name's last word, such as `32`.
fn width(word: &str) -> u8 {
    word.parse().unwrap_or(64)
}
