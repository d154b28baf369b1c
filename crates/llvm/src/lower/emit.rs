//! Adding instructions to the function in work, folding what is constant already.

use super::function::FunctionLowering;
use super::layout::mask;
use super::{Scalars, Unsupported};
use smallvec::SmallVec;
use threadproof_ir::intrinsic::Intrinsic;
use threadproof_ir::module::{
    BinaryOp, Block, BlockId, Callee, Cast, Inst, InstKind, Operand, Target, Terminator, Type,
};
use threadproof_program::{LocationId, Predicate};

impl FunctionLowering<'_, '_> {
    /// Adds an instruction with results of these types.
    pub fn push(&mut self, kind: InstKind, types: &[Type]) -> Scalars {
        let results: SmallVec<[_; 2]> = types
            .iter()
            .map(|&ty| self.function.new_value(ty))
            .collect();
        let scalars = results.iter().map(|&id| Operand::Value(id)).collect();
        let location = self.location;
        self.block().instructions.push(Inst {
            kind,
            results,
            location,
        });
        scalars
    }

    /// Adds an instruction with one result.
    pub fn value(&mut self, kind: InstKind, ty: Type) -> Operand {
        self.push(kind, &[ty])[0]
    }

    /// Adds an instruction without a result.
    pub fn effect(&mut self, kind: InstKind) {
        self.push(kind, &[]);
    }

    fn block(&mut self) -> &mut Block {
        &mut self.function.blocks[self.at.index()]
    }

    /// Adds an empty block, to be entered by a jump of our own.
    pub fn new_block(&mut self) -> BlockId {
        self.function.blocks.push(empty_block());
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    /// Ends the current block.
    pub fn terminate(&mut self, terminator: Terminator) {
        let location = self.location;
        let block = self.block();
        block.terminator = terminator;
        block.terminator_location = location;
    }

    /// Runs `body` only if `condition` holds; goes on in a new block in any case.
    pub fn when(&mut self, condition: Operand, body: impl FnOnce(&mut Self)) {
        let (then, after) = (self.new_block(), self.new_block());
        self.terminate(Terminator::Branch {
            condition,
            then: target(then),
            otherwise: target(after),
        });
        self.at = then;
        body(self);
        self.terminate(Terminator::Jump(target(after)));
        self.at = after;
    }

    pub fn binary(&mut self, op: BinaryOp, width: u8, a: Operand, b: Operand) -> Operand {
        self.binary_of(op, Type::Int(width), a, b)
    }

    /// The result is of this type, for arithmetic on pointers and on bit patterns of floats.
    pub fn binary_of(&mut self, op: BinaryOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let width = ty.bits();
        fold_binary(op, width, a, b)
            .unwrap_or_else(|| self.value(InstKind::Binary { op, width, a, b }, ty))
    }

    /// The address `offset` bytes after `pointer`.
    pub fn offset(&mut self, pointer: Operand, offset: u64) -> Operand {
        self.binary_of(BinaryOp::Add, Type::Ptr, pointer, Operand::Const(offset))
    }

    pub fn compare(&mut self, predicate: Predicate, width: u8, a: Operand, b: Operand) -> Operand {
        if let (Operand::Const(a), Operand::Const(b)) = (a, b) {
            return Operand::Const(predicate.holds(a, b, width).into());
        }
        let kind = InstKind::Compare {
            predicate,
            width,
            a,
            b,
        };
        self.value(kind, Type::Int(1))
    }

    pub fn select(&mut self, ty: Type, condition: Operand, a: Operand, b: Operand) -> Operand {
        match condition {
            Operand::Const(0) => b,
            Operand::Const(_) => a,
            _ if a == b => a,
            _ => self.value(InstKind::Select { condition, a, b }, ty),
        }
    }

    pub fn truncate(&mut self, a: Operand, to: u8) -> Operand {
        match a {
            Operand::Const(value) => Operand::Const(value & mask(to)),
            _ => self.cast(Cast::Truncate { to }, a, Type::Int(to)),
        }
    }

    pub fn zero_extend(&mut self, a: Operand, to: u8) -> Operand {
        match a {
            Operand::Const(_) => a,
            _ => self.cast(Cast::Copy, a, Type::Int(to)),
        }
    }

    pub fn sign_extend(&mut self, a: Operand, from: u8, to: u8) -> Operand {
        match a {
            _ if from == to => a,
            Operand::Const(value) => {
                let shift = 64 - u32::from(from);
                let value = ((value << shift) as i64 >> shift) as u64;
                Operand::Const(value & mask(to))
            }
            _ => self.cast(Cast::SignExtend { from, to }, a, Type::Int(to)),
        }
    }

    pub fn cast(&mut self, cast: Cast, a: Operand, ty: Type) -> Operand {
        self.value(InstKind::Cast { cast, a }, ty)
    }

    /// Calls a function of the runtime or of the user by name.
    pub fn call_named(&mut self, name: &str, arguments: &[Operand], result: Type) -> Operand {
        let callee = Callee::Function(self.module.function_named(name));
        let arguments = arguments.to_vec();
        self.value(InstKind::Call { callee, arguments }, result)
    }

    /// The same for one without a result.
    pub fn call_for_effect(&mut self, name: &str, arguments: Vec<Operand>) {
        let callee = Callee::Function(self.module.function_named(name));
        self.effect(InstKind::Call { callee, arguments });
    }

    pub fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        arguments: Vec<Operand>,
        ty: &[Type],
    ) -> Scalars {
        self.push(
            InstKind::Intrinsic {
                intrinsic,
                arguments,
            },
            ty,
        )
    }

    pub fn stop(&mut self, Unsupported(words): Unsupported) {
        self.effect(InstKind::Unsupported(words));
    }
}

pub fn empty_block() -> Block {
    Block {
        parameters: Vec::new(),
        instructions: Vec::new(),
        terminator: Terminator::Unreachable,
        terminator_location: LocationId(0),
    }
}

fn target(block: BlockId) -> Target {
    Target {
        block,
        arguments: Vec::new(),
    }
}

/// The result, if it is known without running anything.
fn fold_binary(op: BinaryOp, width: u8, a: Operand, b: Operand) -> Option<Operand> {
    use BinaryOp::{Add, And, Mul, Or, ShiftLeft, ShiftRight, Sub, Xor};
    let shift = |b: u64| (b < width.into()).then_some(b as u32);
    match (op, a, b) {
        (_, Operand::Const(a), Operand::Const(b)) => {
            let value = match op {
                Add => a.wrapping_add(b),
                Sub => a.wrapping_sub(b),
                Mul => a.wrapping_mul(b),
                And => a & b,
                Or => a | b,
                Xor => a ^ b,
                ShiftLeft => a << shift(b)?,
                ShiftRight => a >> shift(b)?,
                _ => return None,
            };
            Some(Operand::Const(value & mask(width)))
        }
        (Add, Operand::Global(id, offset), Operand::Const(b))
        | (Add, Operand::Const(b), Operand::Global(id, offset))
            if width == 64 =>
        {
            Some(Operand::Global(id, offset.wrapping_add(b as i64)))
        }
        (Sub, Operand::Global(id, offset), Operand::Const(b)) if width == 64 => {
            Some(Operand::Global(id, offset.wrapping_sub(b as i64)))
        }
        (Add | Sub | Or | Xor | ShiftLeft | ShiftRight, a, Operand::Const(0)) => Some(a),
        (Add, Operand::Const(0), b) => Some(b),
        (Mul, a, Operand::Const(1)) => Some(a),
        _ => None,
    }
}
