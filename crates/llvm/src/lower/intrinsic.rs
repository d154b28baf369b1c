//! Functions that LLVM itself defines: `llvm.…`.
//!
//! This file only finds out which one it is; families of them have files of their own.

use super::function::FunctionLowering;
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::intrinsic::Intrinsic;
use threadproof_ir::module::{BinaryOp, InstKind, Operand, Type};
use threadproof_program::{ErrorKind, FenceOrder};

/// Bytes of the x86-64 `va_list`.
const VA_LIST: u64 = 24;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn llvm_intrinsic(&mut self, call: Value<'m>, name: &str) -> Lowered<Scalars> {
        let arguments = call.arguments();
        // Types of arguments follow the name: `llvm.umax.i32`.
        let words: Vec<&str> = name.split('.').skip(1).collect();
        // Operations on single scalars do not know of halves.
        let is_wide = words.iter().skip(1).any(|word| has_wide(word));
        if is_wide && words[0] != "expect" {
            return self.wide_intrinsic(call, name, &words);
        }
        match words[..] {
            ["memcpy" | "memmove", "element", ..] | ["memset", "element", ..] => unknown(name),
            ["memcpy" | "memmove", ..] => self.copy(&arguments),
            ["memset", ..] => self.set(&arguments),
            ["vastart" | "va_start", ..] => {
                let list = self.scalar(arguments[0])?;
                self.effect(InstKind::VaStart { list });
                nothing()
            }
            ["vacopy" | "va_copy", ..] => self.copy_bytes(&arguments, Operand::Const(VA_LIST)),
            [
                "va_end" | "vaend" | "lifetime" | "dbg" | "assume" | "donothing" | "prefetch",
                ..,
            ]
            | [
                "sideeffect" | "pseudoprobe" | "stackrestore" | "clear_cache",
                ..,
            ]
            | ["var", "annotation", ..]
            | ["invariant", "end", ..]
            | ["experimental", "noalias", ..] => nothing(),
            ["stacksave", ..] => known(Operand::Const(0)),
            ["invariant", "start", ..] => known(Operand::Undefined),
            // Nobody can say; a null pointer is what is found above the first frame.
            [
                "returnaddress" | "frameaddress" | "addressofreturnaddress",
                ..,
            ] => known(Operand::Const(0)),
            [
                "expect" | "annotation" | "threadlocal" | "launder" | "strip",
                ..,
            ]
            | ["ptr", "annotation", ..]
            | ["ssa", "copy", ..]
            | ["arithmetic", "fence", ..] => self.operand(arguments[0]),
            ["eh", "typeid", "for", ..] => {
                let kind = self.module.exception_type(arguments[0]);
                known(Operand::Const(kind))
            }
            ["is", "constant", ..] => known(Operand::Const(0)),
            ["allow", ..] => known(Operand::Const(1)),
            ["objectsize", ..] => self.object_size(call),
            ["ptrmask", ..] => {
                let (a, b) = (self.scalar(arguments[0])?, self.scalar(arguments[1])?);
                known(self.binary_of(BinaryOp::And, Type::Ptr, a, b))
            }
            ["trap" | "ubsantrap" | "debugtrap", ..] => self.abort("trap"),
            [
                "readcyclecounter" | "readsteadycounter" | "thread" | "x86" | "aarch64",
                ..,
            ] => self.machine_intrinsic(call, name, &words),
            [
                "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul",
                "with",
                "overflow",
                ..,
            ] => self.with_overflow(words[0], &arguments),
            ["sadd" | "uadd" | "ssub" | "usub", "sat", ..] => self.saturating(words[0], call),
            ["vector", "reduce", operation, ..] => self.reduce(operation, name, &arguments),
            [word, ..] => match self.bit_intrinsic(word, call) {
                Some(done) => done,
                None => match self.float_intrinsic(&words, call) {
                    Some(done) => done,
                    None => unknown(name),
                },
            },
            [] => unknown(name),
        }
    }

    /// Questions to the machine itself.
    fn machine_intrinsic(
        &mut self,
        call: Value<'m>,
        name: &str,
        words: &[&str],
    ) -> Lowered<Scalars> {
        match *words {
            ["readcyclecounter" | "readsteadycounter", ..] => known(self.cycles()),
            ["thread", "pointer", ..] => known(self.thread_pointer()),
            ["x86", ref words @ ..] => self.x86_intrinsic(call, name, words),
            ["aarch64", "hint" | "isb", ..] => nothing(),
            ["aarch64", "dmb" | "dsb", ..] => {
                // The domain of the barrier is above these bits.
                let order = match call.arguments()[0].as_integer().map(|kind| kind & 3) {
                    Some(1) => FenceOrder::Acquire,
                    Some(2) => FenceOrder::Release,
                    _ => FenceOrder::SeqCst,
                };
                self.machine_fence(order)
            }
            _ => unknown(name),
        }
    }

    fn copy(&mut self, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let length = self.scalar(arguments[2])?;
        self.copy_bytes(arguments, length)
    }

    fn copy_bytes(&mut self, arguments: &[Value<'m>], length: Operand) -> Lowered<Scalars> {
        let destination = self.scalar(arguments[0])?;
        let source = self.scalar(arguments[1])?;
        self.effect(InstKind::MemoryCopy {
            destination,
            source,
            length,
        });
        nothing()
    }

    fn set(&mut self, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let kind = InstKind::MemorySet {
            destination: self.scalar(arguments[0])?,
            value: self.scalar(arguments[1])?,
            length: self.scalar(arguments[2])?,
        };
        self.effect(kind);
        nothing()
    }

    /// Not known at compile time: the largest or the smallest answer, as the caller asks.
    fn object_size(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let smallest = call.arguments()[1].as_integer() == Some(1);
        let largest = super::layout::mask(call.ty().width() as u8);
        known(Operand::Const(if smallest { 0 } else { largest }))
    }

    /// The program gives up.
    pub fn abort(&mut self, why: &str) -> Lowered<Scalars> {
        self.fail(ErrorKind::Abort, why);
        nothing()
    }

    pub fn fail(&mut self, kind: ErrorKind, why: &str) {
        let message = self.module.string(why);
        let number = ErrorKind::ALL.iter().position(|other| *other == kind);
        let number = number.expect("every kind is in the table") as u64;
        self.intrinsic(Intrinsic::Fail, vec![Operand::Const(number), message], &[]);
    }

    /// Where the data of the running thread are.
    pub fn thread_pointer(&mut self) -> Operand {
        self.call_named("__tp_lib_thread_pointer", &[], Type::Ptr)
    }

    pub fn machine_fence(&mut self, order: FenceOrder) -> Lowered<Scalars> {
        self.effect(InstKind::Fence(order));
        nothing()
    }
}

pub fn nothing() -> Lowered<Scalars> {
    Ok(Scalars::new())
}

pub fn known(scalar: Operand) -> Lowered<Scalars> {
    Ok(Scalars::from_elem(scalar, 1))
}

pub fn unknown<T>(name: &str) -> Lowered<T> {
    unsupported(format!("the LLVM intrinsic `{name}`"))
}

/// Does a type as LLVM writes it (`i128`, `v2i96`) have integers of more than 64 bits?
fn has_wide(word: &str) -> bool {
    let width = word.rsplit('i').next().and_then(|n| n.parse::<u32>().ok());
    width.is_some_and(|width| word.contains('i') && width > 64)
}
