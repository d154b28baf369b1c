//! Output for the counterexample.
//!
//! Printing is no access to memory, and nobody formats anything while the program runs. But `printf` reads the
//! strings among its arguments, which may not be there, so they are read before.

use super::call::result_types;
use super::function::FunctionLowering;
use super::{Lowered, Scalars, unsupported};
use crate::read::{Value, ValueKind};
use threadproof_ir::intrinsic::Intrinsic;
use threadproof_ir::module::{Callee, Operand};

/// Reads a string; `printf` for a format that is not known before the program runs. In `runtime/stdio.c`.
const LOOK: &str = "__tp_lib_look_at_string";
const PRINTF: &str = "__tp_lib_printf";

impl<'m> FunctionLowering<'_, 'm> {
    pub fn print(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let arguments = self.arguments(instruction)?;
        let types = result_types(instruction)?;
        Ok(self.intrinsic(Intrinsic::Print, arguments, &types))
    }

    /// A call of `printf`.
    pub fn printf(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let format = instruction.arguments().first().copied();
        let Some(format) = format.and_then(constant_text) else {
            let printf = Callee::Function(self.module.function_named(PRINTF));
            return self.ordinary_call(instruction, printf);
        };
        let arguments = self.arguments(instruction)?;
        for string in strings(format)? {
            let Some(&text) = arguments.get(string.argument) else {
                continue;
            };
            let precision = match string.precision {
                None => Operand::Const(u64::MAX),
                Some(Number::Written(number)) => Operand::Const(number),
                // It stands before the string, which is there.
                Some(Number::Argument(at)) => arguments[at],
            };
            self.call_for_effect(LOOK, vec![text, precision]);
        }
        let types = result_types(instruction)?;
        Ok(self.intrinsic(Intrinsic::Print, arguments, &types))
    }
}

/// A string that is printed.
#[derive(Debug, PartialEq, Eq)]
struct Printed {
    /// Its place among the arguments; the format is the first.
    argument: usize,
    precision: Option<Number>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Written(u64),
    Argument(usize),
}

/// The rest of a format, and the place of the next argument.
struct Format<'a> {
    rest: &'a [u8],
    argument: usize,
}

impl Format<'_> {
    fn skip(&mut self, bytes: &[u8]) {
        while self.rest.first().is_some_and(|byte| bytes.contains(byte)) {
            self.rest = &self.rest[1..];
        }
    }

    /// A width or precision.
    fn number(&mut self) -> Number {
        if let Some(rest) = self.rest.strip_prefix(b"*") {
            self.rest = rest;
            self.argument += 1;
            return Number::Argument(self.argument - 1);
        }
        let mut number: u64 = 0;
        while let Some((digit, rest)) = self.rest.split_first()
            && digit.is_ascii_digit()
        {
            number = number
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'));
            self.rest = rest;
        }
        // Longer than any string is as good as no precision.
        Number::Written(number.min(i32::MAX as u64))
    }
}

/// The strings that a format asks for.
fn strings(text: &[u8]) -> Lowered<Vec<Printed>> {
    let mut format = Format {
        rest: text,
        argument: 1,
    };
    let mut strings = Vec::new();
    while let Some((&byte, rest)) = format.rest.split_first() {
        format.rest = rest;
        if byte != b'%' {
            continue;
        }
        format.skip(b"-+ #0'");
        format.number();
        let precision = format.rest.strip_prefix(b".").map(|rest| {
            format.rest = rest;
            format.number()
        });
        format.skip(b"hlqjztL");
        let Some((conversion, rest)) = format.rest.split_first() else {
            break;
        };
        format.rest = rest;
        match conversion {
            b'%' => continue,
            b's' => strings.push(Printed {
                argument: format.argument,
                precision,
            }),
            b'n' => return unsupported("`printf` with `%n`"),
            _ => (),
        }
        format.argument += 1;
    }
    Ok(strings)
}

/// The bytes of a constant string before its end.
fn constant_text(value: Value<'_>) -> Option<&[u8]> {
    let is_variable = value.kind() == ValueKind::LLVMGlobalVariableValueKind;
    let contents = value
        .initializer()
        .filter(|_| is_variable && value.is_constant())?;
    let is_text = contents.kind() == ValueKind::LLVMConstantDataArrayValueKind;
    let bytes = is_text.then(|| contents.raw_data())?;
    bytes.split(|byte| *byte == 0).next()
}
