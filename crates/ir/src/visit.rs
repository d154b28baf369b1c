//! The operands and targets of instructions, for passes that treat them all alike.

use crate::intrinsic::Intrinsic;
use crate::module::{Callee, Function, InstKind, Operand, Target, Terminator};

/// One list of the operands of an instruction, for shared and for mutable visits.
macro_rules! each_operand {
    ($kind:expr, $visit:expr) => {
        match $kind {
            InstKind::Binary { a, b, .. }
            | InstKind::Compare { a, b, .. }
            | InstKind::FloatBinary { a, b, .. }
            | InstKind::FloatCompare { a, b, .. } => {
                $visit(a);
                $visit(b);
            }
            InstKind::FloatNegate { a, .. } | InstKind::Cast { a, .. } => $visit(a),
            InstKind::Select { condition, a, b } => {
                $visit(condition);
                $visit(a);
                $visit(b);
            }
            InstKind::Load { pointer, .. } => $visit(pointer),
            InstKind::Store { pointer, value, .. } | InstKind::Await { pointer, value, .. } => {
                $visit(pointer);
                $visit(value);
            }
            InstKind::Rmw {
                pointer, operand, ..
            } => {
                $visit(pointer);
                $visit(operand);
            }
            InstKind::CompareExchange {
                pointer,
                expected,
                new,
                ..
            } => {
                $visit(pointer);
                $visit(expected);
                $visit(new);
            }
            InstKind::Alloca { size, .. } => $visit(size),
            InstKind::Call { callee, arguments } => {
                if let Callee::Pointer(pointer) = callee {
                    $visit(pointer);
                }
                for argument in arguments {
                    $visit(argument);
                }
            }
            InstKind::Intrinsic { arguments, .. } => {
                for argument in arguments {
                    $visit(argument);
                }
            }
            InstKind::MemoryCopy {
                destination,
                source,
                length,
            } => {
                $visit(destination);
                $visit(source);
                $visit(length);
            }
            InstKind::MemorySet {
                destination,
                value,
                length,
            } => {
                $visit(destination);
                $visit(value);
                $visit(length);
            }
            InstKind::VaStart { list } => $visit(list),
            InstKind::Fence(_)
            | InstKind::ThreadLocal(_)
            | InstKind::Unsupported(_)
            | InstKind::Bound => {}
        }
    };
}

impl InstKind {
    pub fn visit(&self, mut visit: impl FnMut(&Operand)) {
        each_operand!(self, visit);
    }

    pub fn visit_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        each_operand!(self, visit);
    }

    /// Nothing happens if the result is not used.
    pub fn is_pure(&self) -> bool {
        match self {
            InstKind::Binary { op, b, .. } => {
                !op.divides() || matches!(b, Operand::Const(divisor) if *divisor != 0)
            }
            InstKind::Compare { .. }
            | InstKind::FloatBinary { .. }
            | InstKind::FloatCompare { .. }
            | InstKind::FloatNegate { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::Alloca { .. }
            | InstKind::ThreadLocal(_) => true,
            InstKind::Intrinsic { intrinsic, .. } => {
                matches!(
                    intrinsic,
                    Intrinsic::SelfThread
                        | Intrinsic::ReleaseAcquire
                        | Intrinsic::ThreadBlock
                        | Intrinsic::Unwritten
                        | Intrinsic::NoValue
                )
            }
            _ => false,
        }
    }
}

impl Terminator {
    /// The operands of the terminator itself, without the arguments of its targets.
    pub fn visit(&self, mut visit: impl FnMut(&Operand)) {
        match self {
            Terminator::Branch { condition, .. } => visit(condition),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Return(values) => values.iter().for_each(visit),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }

    pub fn visit_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Branch { condition, .. } => visit(condition),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Return(values) => values.iter_mut().for_each(visit),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }

    pub fn targets(&self, mut visit: impl FnMut(&Target)) {
        match self {
            Terminator::Jump(target) => visit(target),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                visit(then);
                visit(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter().for_each(|(_, target)| visit(target));
                visit(default);
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }

    pub fn targets_mut(&mut self, mut visit: impl FnMut(&mut Target)) {
        match self {
            Terminator::Jump(target) => visit(target),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                visit(then);
                visit(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, target)| visit(target));
                visit(default);
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }
}

impl Function {
    /// Every operand of the function, those of block arguments included.
    pub fn visit(&self, mut visit: impl FnMut(&Operand)) {
        for block in &self.blocks {
            for inst in &block.instructions {
                inst.kind.visit(&mut visit);
            }
            block.terminator.visit(&mut visit);
            block
                .terminator
                .targets(|target| target.arguments.iter().for_each(&mut visit));
        }
    }
}
