//! Integer arithmetic, comparisons, `select`, and parts of structs.
//!
//! Everything works element by element on vectors too.

use super::function::FunctionLowering;
use super::layout::{leaf_range, leaves};
use super::{Lowered, Scalars, spinning, unsupported, wide};
use crate::read::{IntPredicate, Opcode, Value};
use threadproof_ir::module::BinaryOp;
use threadproof_program::Predicate;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn arithmetic(&mut self, opcode: Opcode, value: Value<'m>) -> Lowered<Scalars> {
        if wide::is_wide(value.ty()) {
            return self.wide_arithmetic(opcode, value);
        }
        let op = binary_op(opcode)?;
        let leaves = leaves(value.ty())?;
        let a = self.operand(value.operand(0))?;
        let b = self.operand(value.operand(1))?;
        let pairs = leaves.iter().zip(a.into_iter().zip(b));
        Ok(pairs
            .map(|(leaf, (a, b))| self.binary_of(op, leaf.ty, a, b))
            .collect())
    }

    pub fn integer_compare(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let predicate = predicate(instruction.int_predicate());
        let ty = instruction.operand(0).ty();
        if wide::is_wide(ty) {
            if ty.width() < 128 && wide::unsigned(predicate) != predicate {
                return unsupported(format!("arithmetic on values of type `{}`", ty.text()));
            }
            let a = self.pair(instruction.operand(0))?;
            let b = self.pair(instruction.operand(1))?;
            let result = self.wide_compare(predicate, a, b);
            return Ok(Scalars::from_elem(result, 1));
        }
        let leaves = leaves(instruction.operand(0).ty())?;
        let a = self.operand(instruction.operand(0))?;
        let mut b = self.operand(instruction.operand(1))?;
        if spinning::is_patient(&self.function.name) {
            b = spinning::one_round(b);
        }
        let pairs = leaves.iter().zip(a.into_iter().zip(b));
        Ok(pairs
            .map(|(leaf, (a, b))| self.compare(predicate, leaf.ty.bits(), a, b))
            .collect())
    }

    pub fn select_value(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let leaves = leaves(instruction.ty())?;
        let conditions = self.operand(instruction.operand(0))?;
        let a = self.operand(instruction.operand(1))?;
        let b = self.operand(instruction.operand(2))?;
        let mut scalars = Scalars::new();
        for (at, leaf) in leaves.iter().enumerate() {
            // One condition for all, or one for each element of a vector.
            let condition = conditions[at.min(conditions.len() - 1)];
            scalars.push(self.select(leaf.ty, condition, a[at], b[at]));
        }
        Ok(scalars)
    }

    pub fn extract_value(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let whole = instruction.operand(0);
        let range = leaf_range(whole.ty(), &instruction.indices())?;
        let scalars = self.operand(whole)?;
        Ok(scalars[range].iter().copied().collect())
    }

    pub fn insert_value(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let range = leaf_range(instruction.ty(), &instruction.indices())?;
        let mut scalars = self.operand(instruction.operand(0))?;
        let part = self.operand(instruction.operand(1))?;
        scalars[range].copy_from_slice(&part);
        Ok(scalars)
    }
}

fn binary_op(opcode: Opcode) -> Lowered<BinaryOp> {
    Ok(match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::UnsignedDiv,
        Opcode::LLVMSDiv => BinaryOp::SignedDiv,
        Opcode::LLVMURem => BinaryOp::UnsignedRem,
        Opcode::LLVMSRem => BinaryOp::SignedRem,
        Opcode::LLVMShl => BinaryOp::ShiftLeft,
        Opcode::LLVMLShr => BinaryOp::ShiftRight,
        Opcode::LLVMAShr => BinaryOp::ArithmeticShiftRight,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        Opcode::LLVMXor => BinaryOp::Xor,
        _ => return unsupported(format!("the arithmetic {opcode:?}")),
    })
}

fn predicate(predicate: IntPredicate) -> Predicate {
    match predicate {
        IntPredicate::LLVMIntEQ => Predicate::Eq,
        IntPredicate::LLVMIntNE => Predicate::Ne,
        IntPredicate::LLVMIntUGT => Predicate::Ugt,
        IntPredicate::LLVMIntUGE => Predicate::Uge,
        IntPredicate::LLVMIntULT => Predicate::Ult,
        IntPredicate::LLVMIntULE => Predicate::Ule,
        IntPredicate::LLVMIntSGT => Predicate::Sgt,
        IntPredicate::LLVMIntSGE => Predicate::Sge,
        IntPredicate::LLVMIntSLT => Predicate::Slt,
        IntPredicate::LLVMIntSLE => Predicate::Sle,
    }
}
