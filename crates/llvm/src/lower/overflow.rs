//! Arithmetic that tells of overflow or stops at the largest value.

use super::function::{FunctionLowering, one};
use super::layout::{leaves, mask};
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, Operand, Type};
use threadproof_program::Predicate;

impl<'m> FunctionLowering<'_, 'm> {
    /// Results: the wrapped value; whether it wrapped.
    pub fn with_overflow(&mut self, name: &str, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let width = one(&leaves(arguments[0].ty())?)?.ty.bits();
        let a = self.scalar(arguments[0])?;
        let b = self.scalar(arguments[1])?;
        let (value, wrapped) = self.checked(name, width, a, b)?;
        Ok([value, wrapped].into_iter().collect())
    }

    pub fn saturating(&mut self, name: &str, call: Value<'m>) -> Lowered<Scalars> {
        let leaves = leaves(call.ty())?;
        let arguments = call.arguments();
        let a = self.operand(arguments[0])?;
        let b = self.operand(arguments[1])?;
        let mut scalars = Scalars::new();
        for (leaf, (a, b)) in leaves.iter().zip(a.into_iter().zip(b)) {
            let width = leaf.ty.bits();
            let (value, wrapped) = self.checked(name, width, a, b)?;
            let limit = self.limit(name, width, a);
            scalars.push(self.select(leaf.ty, wrapped, limit, value));
        }
        Ok(scalars)
    }

    /// Where an operation on `a` that overflows stops.
    fn limit(&mut self, name: &str, width: u8, a: Operand) -> Operand {
        match name {
            "uadd" => Operand::Const(mask(width)),
            "usub" => Operand::Const(0),
            _ => {
                let negative = self.compare(Predicate::Slt, width, a, Operand::Const(0));
                let smallest = Operand::Const(1 << (width - 1));
                let largest = Operand::Const(mask(width) >> 1);
                self.select(Type::Int(width), negative, smallest, largest)
            }
        }
    }

    fn checked(
        &mut self,
        name: &str,
        width: u8,
        a: Operand,
        b: Operand,
    ) -> Lowered<(Operand, Operand)> {
        let op = match name {
            "sadd" | "uadd" => BinaryOp::Add,
            "ssub" | "usub" => BinaryOp::Sub,
            _ => BinaryOp::Mul,
        };
        let value = self.binary(op, width, a, b);
        let wrapped = match name {
            "uadd" => self.compare(Predicate::Ult, width, value, a),
            "usub" => self.compare(Predicate::Ult, width, a, b),
            // The sign of the result differs from that of both operands.
            "sadd" => self.differing_signs(width, (a, value), (b, value)),
            // The operands' signs differ, and the result's is not that of the first.
            "ssub" => self.differing_signs(width, (a, b), (a, value)),
            "umul" => self.unsigned_product_wraps(width, a, b),
            "smul" => self.signed_product_wraps(width, a, b),
            _ => return unsupported(format!("the checked operation `{name}`")),
        };
        Ok((value, wrapped))
    }

    pub fn differing_signs(
        &mut self,
        width: u8,
        x: (Operand, Operand),
        y: (Operand, Operand),
    ) -> Operand {
        let first = self.binary(BinaryOp::Xor, width, x.0, x.1);
        let second = self.binary(BinaryOp::Xor, width, y.0, y.1);
        let both = self.binary(BinaryOp::And, width, first, second);
        self.compare(Predicate::Slt, width, both, Operand::Const(0))
    }

    fn unsigned_product_wraps(&mut self, width: u8, a: Operand, b: Operand) -> Operand {
        let (a, b) = (self.zero_extend(a, 64), self.zero_extend(b, 64));
        let product = self.binary(BinaryOp::Mul, 64, a, b);
        let limit = Operand::Const(mask(width));
        let too_large = self.compare(Predicate::Ugt, 64, product, limit);
        if width <= 32 {
            return too_large;
        }
        let wraps = self.call_named("__tp_lib_umul_overflows", &[a, b], Type::Int(32));
        let wraps = self.truncate(wraps, 1);
        self.binary(BinaryOp::Or, 1, wraps, too_large)
    }

    fn signed_product_wraps(&mut self, width: u8, a: Operand, b: Operand) -> Operand {
        let (a, b) = (
            self.sign_extend(a, width, 64),
            self.sign_extend(b, width, 64),
        );
        let product = self.binary(BinaryOp::Mul, 64, a, b);
        let narrow = if width == 64 {
            product
        } else {
            self.truncate(product, width)
        };
        let again = self.sign_extend(narrow, width, 64);
        let unlike = self.compare(Predicate::Ne, 64, product, again);
        if width <= 32 {
            return unlike;
        }
        let wraps = self.call_named("__tp_lib_smul_overflows", &[a, b], Type::Int(32));
        let wraps = self.truncate(wraps, 1);
        self.binary(BinaryOp::Or, 1, wraps, unlike)
    }
}
