//! Atomic instructions and memory orders.
//!
//! `unordered` and `monotonic` are relaxed; `consume` does not reach LLVM.

use super::function::{FunctionLowering, one};
use super::layout::leaves;
use super::{Lowered, Scalars, unsupported, wide};
use crate::read::{AtomicOp, Ordering, Value};
use threadproof_ir::module::{InstKind, Operand, Type};
use threadproof_program::{FenceOrder, LoadOrder, RmwOp, RmwOrder, StoreOrder};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn atomic_load(
        &mut self,
        size: u8,
        pointer: Operand,
        ty: Type,
        order: LoadOrder,
    ) -> Operand {
        self.value(
            InstKind::Load {
                size,
                pointer,
                order,
            },
            ty,
        )
    }

    pub fn fence(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        if !instruction.is_single_thread() {
            let order = fence_order(instruction.ordering());
            self.effect(InstKind::Fence(order));
        }
        Ok(Scalars::new())
    }

    pub fn read_modify_write(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        if wide::is_wide(instruction.ty()) {
            return self.wide_read_modify_write(instruction);
        }
        let leaf = one(&leaves(instruction.ty())?)?;
        let size = access_size(leaf.ty)?;
        let kind = InstKind::Rmw {
            size,
            op: rmw_op(instruction.atomic_op())?,
            pointer: self.scalar(instruction.operand(0))?,
            operand: self.scalar(instruction.operand(1))?,
            order: rmw_order(instruction.ordering()),
        };
        Ok(self.push(kind, &[leaf.ty]))
    }

    pub fn compare_exchange(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        if wide::is_wide(instruction.operand(1).ty()) {
            let pointer = self.scalar(instruction.operand(0))?;
            let expected = self.pair(instruction.operand(1))?;
            let new = self.pair(instruction.operand(2))?;
            let (success, failure) = instruction.exchange_orderings();
            let orders = (rmw_order(success), load_order(failure));
            let (old, equal) = self.wide_compare_exchange(pointer, expected, new, orders);
            return Ok([old.0, old.1, equal].into_iter().collect());
        }
        let (success, failure) = instruction.exchange_orderings();
        let leaf = one(&leaves(instruction.operand(1).ty())?)?;
        let kind = InstKind::CompareExchange {
            size: access_size(leaf.ty)?,
            pointer: self.scalar(instruction.operand(0))?,
            expected: self.scalar(instruction.operand(1))?,
            new: self.scalar(instruction.operand(2))?,
            success: rmw_order(success),
            failure: load_order(failure),
        };
        Ok(self.push(kind, &[leaf.ty, Type::Int(1)]))
    }
}

/// Bytes of an atomic access.
pub fn access_size(ty: Type) -> Lowered<u8> {
    match ty.bits() {
        bits @ (8 | 16 | 32 | 64) => Ok(bits / 8),
        bits => unsupported(format!("atomic accesses of {bits} bits")),
    }
}

pub fn load_order(ordering: Ordering) -> LoadOrder {
    match ordering {
        Ordering::LLVMAtomicOrderingNotAtomic => LoadOrder::Plain,
        Ordering::LLVMAtomicOrderingUnordered | Ordering::LLVMAtomicOrderingMonotonic => {
            LoadOrder::Relaxed
        }
        Ordering::LLVMAtomicOrderingSequentiallyConsistent => LoadOrder::SeqCst,
        Ordering::LLVMAtomicOrderingAcquire
        | Ordering::LLVMAtomicOrderingRelease
        | Ordering::LLVMAtomicOrderingAcquireRelease => LoadOrder::Acquire,
    }
}

pub fn store_order(ordering: Ordering) -> StoreOrder {
    match ordering {
        Ordering::LLVMAtomicOrderingNotAtomic => StoreOrder::Plain,
        Ordering::LLVMAtomicOrderingUnordered | Ordering::LLVMAtomicOrderingMonotonic => {
            StoreOrder::Relaxed
        }
        Ordering::LLVMAtomicOrderingSequentiallyConsistent => StoreOrder::SeqCst,
        Ordering::LLVMAtomicOrderingAcquire
        | Ordering::LLVMAtomicOrderingRelease
        | Ordering::LLVMAtomicOrderingAcquireRelease => StoreOrder::Release,
    }
}

pub(super) fn rmw_order(ordering: Ordering) -> RmwOrder {
    match ordering {
        Ordering::LLVMAtomicOrderingNotAtomic
        | Ordering::LLVMAtomicOrderingUnordered
        | Ordering::LLVMAtomicOrderingMonotonic => RmwOrder::Relaxed,
        Ordering::LLVMAtomicOrderingAcquire => RmwOrder::Acquire,
        Ordering::LLVMAtomicOrderingRelease => RmwOrder::Release,
        Ordering::LLVMAtomicOrderingAcquireRelease => RmwOrder::AcqRel,
        Ordering::LLVMAtomicOrderingSequentiallyConsistent => RmwOrder::SeqCst,
    }
}

/// LLVM has no weaker fences than acquire and release ones.
fn fence_order(ordering: Ordering) -> FenceOrder {
    match ordering {
        Ordering::LLVMAtomicOrderingAcquire => FenceOrder::Acquire,
        Ordering::LLVMAtomicOrderingRelease => FenceOrder::Release,
        Ordering::LLVMAtomicOrderingAcquireRelease => FenceOrder::AcqRel,
        _ => FenceOrder::SeqCst,
    }
}

fn rmw_op(op: AtomicOp) -> Lowered<RmwOp> {
    Ok(match op {
        AtomicOp::LLVMAtomicRMWBinOpXchg => RmwOp::Exchange,
        AtomicOp::LLVMAtomicRMWBinOpAdd => RmwOp::Add,
        AtomicOp::LLVMAtomicRMWBinOpSub => RmwOp::Sub,
        AtomicOp::LLVMAtomicRMWBinOpAnd => RmwOp::And,
        AtomicOp::LLVMAtomicRMWBinOpNand => RmwOp::Nand,
        AtomicOp::LLVMAtomicRMWBinOpOr => RmwOp::Or,
        AtomicOp::LLVMAtomicRMWBinOpXor => RmwOp::Xor,
        AtomicOp::LLVMAtomicRMWBinOpMax => RmwOp::Max,
        AtomicOp::LLVMAtomicRMWBinOpMin => RmwOp::Min,
        AtomicOp::LLVMAtomicRMWBinOpUMax => RmwOp::UnsignedMax,
        AtomicOp::LLVMAtomicRMWBinOpUMin => RmwOp::UnsignedMin,
        AtomicOp::LLVMAtomicRMWBinOpFAdd => RmwOp::FloatAdd,
        AtomicOp::LLVMAtomicRMWBinOpFSub => RmwOp::FloatSub,
        AtomicOp::LLVMAtomicRMWBinOpFMax => RmwOp::FloatMax,
        AtomicOp::LLVMAtomicRMWBinOpFMin => RmwOp::FloatMin,
        AtomicOp::LLVMAtomicRMWBinOpUIncWrap => RmwOp::IncrementWrap,
        AtomicOp::LLVMAtomicRMWBinOpUDecWrap => RmwOp::DecrementWrap,
        AtomicOp::LLVMAtomicRMWBinOpUSubCond => RmwOp::SubIfEnough,
        AtomicOp::LLVMAtomicRMWBinOpUSubSat => RmwOp::SubSaturating,
        _ => return unsupported(format!("the atomic operation {op:?}")),
    })
}
