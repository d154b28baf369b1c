//! The pure functions that a traced run names: instructions, by their place in the code, and a few
//! that are parts of instructions.

use crate::code::{Code, Image};
use crate::interp::arithmetic::{binary, cast, float_binary, float_compare, float_negate};
use crate::module::BinaryOp;
use threadproof_program::FunctionId;
use threadproof_program::address::{THREAD_BLOCK_SIZE, THREAD_BLOCKS, next_object};

/// Whether the value is not zero.
pub const NONZERO: FunctionId = FunctionId(u32::MAX - 1);
/// Whether two values are equal.
pub const EQUAL: FunctionId = FunctionId(u32::MAX - 2);
/// Where the next object goes after one of this address and size.
pub const NEXT_OBJECT: FunctionId = FunctionId(u32::MAX - 3);
/// Added to a place: whether the division there fails.
const SHAPE: u32 = 1 << 30;
/// Added to a size: the function number of an access of so many bytes to an address.
const ACCESS: u32 = SHAPE << 1;

/// The function that the instruction at a place applies to its operands.
pub fn at(place: usize) -> FunctionId {
    FunctionId(place as u32)
}

/// Whether the division at a place fails.
pub fn fails(place: usize) -> FunctionId {
    FunctionId(place as u32 | SHAPE)
}

/// Whether an access of `size` bytes to an address is one ordinary operation (0) or not (1).
pub fn shape(size: u8) -> FunctionId {
    FunctionId(ACCESS | u32::from(size))
}

/// Can the instruction make ever new values when it is applied to its own results?
pub fn grows(code: &Code) -> bool {
    match code {
        Code::Binary { op, .. } => matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::ShiftLeft
        ),
        Code::FloatBinary { .. } => true,
        _ => false,
    }
}

pub fn evaluate(image: &Image, function: FunctionId, inputs: &[u64]) -> Option<u64> {
    match function {
        FunctionId::IDENTITY => Some(inputs[0]),
        NONZERO => Some(u64::from(inputs[0] != 0)),
        EQUAL => Some(u64::from(inputs[0] == inputs[1])),
        NEXT_OBJECT => Some(next_object(inputs[0], inputs[1])),
        FunctionId(id) if id & ACCESS != 0 => {
            let size = (id & 0xff) as u8;
            let crosses = inputs[0] % 8 + u64::from(size) > 8;
            Some(u64::from(crosses || image.layout.is_special(inputs[0])))
        }
        FunctionId(id) if id & SHAPE != 0 => {
            let result = instruction(image, &image.code[(id & !SHAPE) as usize], inputs);
            Some(u64::from(result.is_none()))
        }
        FunctionId(place) => instruction(image, &image.code[place as usize], inputs),
    }
}

fn instruction(image: &Image, code: &Code, inputs: &[u64]) -> Option<u64> {
    match *code {
        Code::Binary { op, width, .. } => binary(op, width, inputs[0], inputs[1]),
        Code::Compare {
            predicate, width, ..
        }
        | Code::CompareBranch {
            predicate, width, ..
        } => Some(u64::from(predicate.holds(inputs[0], inputs[1], width))),
        Code::FloatBinary { op, float, .. } => Some(float_binary(op, float, inputs[0], inputs[1])),
        Code::FloatNegate { float, .. } => Some(float_negate(float, inputs[0])),
        Code::FloatCompare {
            predicate, float, ..
        } => {
            let holds = float_compare(predicate, float, inputs[0], inputs[1]);
            Some(u64::from(holds))
        }
        Code::Cast { cast: kind, .. } => Some(cast(kind, inputs[0])),
        Code::Select { .. } => Some(if inputs[0] != 0 { inputs[1] } else { inputs[2] }),
        Code::Switch { cases, default, .. } => {
            let cases = &image.cases[cases.range()];
            let found = cases.binary_search_by_key(&inputs[0], |(case, _)| *case);
            Some(u64::from(found.map_or(default, |at| cases[at].1)))
        }
        Code::ThreadBlock { .. } => {
            let offset = inputs[0].wrapping_mul(THREAD_BLOCK_SIZE);
            Some(THREAD_BLOCKS.wrapping_add(offset))
        }
        _ => None,
    }
}
