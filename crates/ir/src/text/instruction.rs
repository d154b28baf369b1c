//! Reads instructions.

use super::Error;
use super::function::Body;
use super::names::{AWAIT, AWAIT_ONE_OF, Named};
use super::parse::Parser;
use crate::intrinsic::Intrinsic;
use crate::module::{BinaryOp, Callee, Cast, FloatOp, InstKind};
use threadproof_program::SiteId;

/// Reads an instruction after its first word.
pub fn parse(parser: &mut Parser, body: &mut Body, word: &str) -> Result<InstKind, Error> {
    if let Some(op) = BinaryOp::from_name(word) {
        return Ok(InstKind::Binary {
            op,
            width: parser.width()?,
            a: body.operand(parser)?,
            b: body.next_operand(parser)?,
        });
    }
    if let Some(op) = FloatOp::from_name(word) {
        return Ok(InstKind::FloatBinary {
            op,
            float: parser.named()?,
            a: body.operand(parser)?,
            b: body.next_operand(parser)?,
        });
    }
    if let Some(cast) = cast(parser, word)? {
        let a = body.operand(parser)?;
        return Ok(InstKind::Cast { cast, a });
    }
    match word {
        "compare" | "fcompare" | "fneg" | "select" => computation(parser, body, word),
        "load" | "store" | "rmw" | "compare_exchange" | AWAIT => access(parser, body, word),
        _ => other(parser, body, word),
    }
}

fn computation(parser: &mut Parser, body: &mut Body, word: &str) -> Result<InstKind, Error> {
    Ok(match word {
        "compare" => InstKind::Compare {
            predicate: parser.named()?,
            width: parser.width()?,
            a: body.operand(parser)?,
            b: body.next_operand(parser)?,
        },
        "fcompare" => InstKind::FloatCompare {
            predicate: parser.named()?,
            float: parser.named()?,
            a: body.operand(parser)?,
            b: body.next_operand(parser)?,
        },
        "fneg" => InstKind::FloatNegate {
            float: parser.named()?,
            a: body.operand(parser)?,
        },
        _ => InstKind::Select {
            condition: body.operand(parser)?,
            a: body.next_operand(parser)?,
            b: body.next_operand(parser)?,
        },
    })
}

fn access(parser: &mut Parser, body: &mut Body, word: &str) -> Result<InstKind, Error> {
    let size = parser.small()?;
    Ok(match word {
        "load" => InstKind::Load {
            size,
            order: parser.named()?,
            pointer: body.operand(parser)?,
        },
        AWAIT => InstKind::Await {
            size,
            order: parser.named()?,
            why: parser.named()?,
            mask: parser.number()?,
            predicate: parser.named()?,
            pointer: body.operand(parser)?,
            value: body.next_operand(parser)?,
        },
        "store" => InstKind::Store {
            size,
            order: parser.named()?,
            pointer: body.operand(parser)?,
            value: body.next_operand(parser)?,
        },
        "rmw" => InstKind::Rmw {
            size,
            op: parser.named()?,
            order: parser.named()?,
            pointer: body.operand(parser)?,
            operand: body.next_operand(parser)?,
        },
        _ => InstKind::CompareExchange {
            size,
            success: parser.named()?,
            failure: parser.named()?,
            pointer: body.operand(parser)?,
            expected: body.next_operand(parser)?,
            new: body.next_operand(parser)?,
        },
    })
}

fn other(parser: &mut Parser, body: &mut Body, word: &str) -> Result<InstKind, Error> {
    Ok(match word {
        "fence" => InstKind::Fence(parser.named()?),
        "alloca" => {
            let size = body.operand(parser)?;
            parser.keyword("site")?;
            let site = SiteId(parser.small()?);
            InstKind::Alloca { size, site }
        }
        "thread_local" => InstKind::ThreadLocal(parser.global_reference()?),
        "call" => InstKind::Call {
            callee: Callee::Function(parser.function_reference()?),
            arguments: body.arguments(parser)?,
        },
        "call_pointer" => InstKind::Call {
            callee: Callee::Pointer(body.operand(parser)?),
            arguments: body.arguments(parser)?,
        },
        "intrinsic" => InstKind::Intrinsic {
            intrinsic: intrinsic(parser)?,
            arguments: body.arguments(parser)?,
        },
        "memory_copy" => InstKind::MemoryCopy {
            destination: body.operand(parser)?,
            source: body.next_operand(parser)?,
            length: body.next_operand(parser)?,
        },
        "memory_set" => InstKind::MemorySet {
            destination: body.operand(parser)?,
            value: body.next_operand(parser)?,
            length: body.next_operand(parser)?,
        },
        "va_start" => InstKind::VaStart {
            list: body.operand(parser)?,
        },
        "unsupported" => InstKind::Unsupported(parser.string()?),
        "bound" => InstKind::Bound,
        _ => return parser.error(format!("`{word}` is not an instruction")),
    })
}

fn cast(parser: &mut Parser, word: &str) -> Result<Option<Cast>, Error> {
    Ok(Some(match word {
        "truncate" => Cast::Truncate {
            to: parser.width()?,
        },
        "copy" => Cast::Copy,
        "sign_extend" => Cast::SignExtend {
            from: parser.width()?,
            to: parser.width()?,
        },
        "float_to_unsigned" => Cast::FloatToUnsigned {
            float: parser.named()?,
            to: parser.width()?,
        },
        "float_to_signed" => Cast::FloatToSigned {
            float: parser.named()?,
            to: parser.width()?,
        },
        "unsigned_to_float" => Cast::UnsignedToFloat {
            float: parser.named()?,
        },
        "signed_to_float" => Cast::SignedToFloat {
            from: parser.width()?,
            float: parser.named()?,
        },
        "float_truncate" => Cast::FloatTruncate,
        "float_extend" => Cast::FloatExtend,
        _ => return Ok(None),
    }))
}

fn intrinsic(parser: &mut Parser) -> Result<Intrinsic, Error> {
    if parser.take_word(AWAIT)? {
        return Ok(Intrinsic::Await {
            size: parser.small()?,
            predicate: parser.named()?,
            why: parser.named()?,
        });
    }
    if parser.take_word(AWAIT_ONE_OF)? {
        return Ok(Intrinsic::AwaitOneOf {
            size: parser.small()?,
            why: parser.named()?,
        });
    }
    parser.named()
}
