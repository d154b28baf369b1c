//! Writes instructions.

use super::lex::quote;
use super::names::{AWAIT, AWAIT_ONE_OF, Named};
use super::print::Symbols;
use crate::intrinsic::Intrinsic;
use crate::module::{Callee, Cast, InstKind, Operand};

pub fn print(kind: &InstKind, symbols: &Symbols, operand: &dyn Fn(&Operand) -> String) -> String {
    let head = head(kind, symbols, operand);
    let list = |operands: &[Operand]| operands.iter().map(operand).collect::<Vec<_>>().join(", ");
    match kind {
        InstKind::Call { arguments, .. } | InstKind::Intrinsic { arguments, .. } => {
            format!("{head}({})", list(arguments))
        }
        InstKind::Alloca { size, site } => format!("{head} {} site {}", operand(size), site.0),
        _ => {
            let mut operands = Vec::new();
            kind.visit(|operand| operands.push(*operand));
            format!("{head} {}", list(&operands)).trim_end().into()
        }
    }
}

/// All that comes before the operands.
fn head(kind: &InstKind, symbols: &Symbols, operand: &dyn Fn(&Operand) -> String) -> String {
    match kind {
        InstKind::Binary { op, width, .. } => format!("{} {width}", op.name()),
        InstKind::Compare {
            predicate, width, ..
        } => format!("compare {} {width}", predicate.name()),
        InstKind::FloatBinary { op, float, .. } => format!("{} {}", op.name(), float.name()),
        InstKind::FloatNegate { float, .. } => format!("fneg {}", float.name()),
        InstKind::FloatCompare {
            predicate, float, ..
        } => format!("fcompare {} {}", predicate.name(), float.name()),
        InstKind::Cast { cast, .. } => cast_head(*cast),
        InstKind::Select { .. } => "select".into(),
        InstKind::Load { size, order, .. } => format!("load {size} {}", order.name()),
        InstKind::Await {
            size,
            order,
            predicate,
            mask,
            why,
            ..
        } => format!(
            "{AWAIT} {size} {} {} {mask:#x} {}",
            order.name(),
            why.name(),
            predicate.name()
        ),
        InstKind::Store { size, order, .. } => format!("store {size} {}", order.name()),
        InstKind::Rmw {
            size, op, order, ..
        } => format!("rmw {size} {} {}", op.name(), order.name()),
        InstKind::CompareExchange {
            size,
            success,
            failure,
            ..
        } => format!(
            "compare_exchange {size} {} {}",
            success.name(),
            failure.name()
        ),
        InstKind::Fence(order) => format!("fence {}", order.name()),
        InstKind::Alloca { .. } => "alloca".into(),
        InstKind::ThreadLocal(global) => format!("thread_local {}", symbols.global(*global)),
        InstKind::Call { callee, .. } => match callee {
            Callee::Function(id) => format!("call {}", symbols.function(*id)),
            Callee::Pointer(pointer) => format!("call_pointer {}", operand(pointer)),
        },
        InstKind::Intrinsic { intrinsic, .. } => {
            format!("intrinsic {}", intrinsic_name(*intrinsic))
        }
        InstKind::MemoryCopy { .. } => "memory_copy".into(),
        InstKind::MemorySet { .. } => "memory_set".into(),
        InstKind::VaStart { .. } => "va_start".into(),
        InstKind::Unsupported(words) => format!("unsupported {}", quote(words.as_bytes())),
        InstKind::Bound => "bound".into(),
    }
}

fn cast_head(cast: Cast) -> String {
    match cast {
        Cast::Truncate { to } => format!("truncate {to}"),
        Cast::Copy => "copy".into(),
        Cast::SignExtend { from, to } => format!("sign_extend {from} {to}"),
        Cast::FloatToUnsigned { float, to } => format!("float_to_unsigned {} {to}", float.name()),
        Cast::FloatToSigned { float, to } => format!("float_to_signed {} {to}", float.name()),
        Cast::UnsignedToFloat { float } => format!("unsigned_to_float {}", float.name()),
        Cast::SignedToFloat { from, float } => format!("signed_to_float {from} {}", float.name()),
        Cast::FloatTruncate => "float_truncate".into(),
        Cast::FloatExtend => "float_extend".into(),
    }
}

fn intrinsic_name(intrinsic: Intrinsic) -> String {
    match intrinsic {
        Intrinsic::Await {
            size,
            predicate,
            why,
        } => format!("{AWAIT} {size} {} {}", predicate.name(), why.name()),
        Intrinsic::AwaitOneOf { size, why } => format!("{AWAIT_ONE_OF} {size} {}", why.name()),
        plain => plain.name().into(),
    }
}
