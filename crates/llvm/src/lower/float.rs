//! Floating-point arithmetic and the intrinsics on it.

use super::function::FunctionLowering;
use super::layout::{float, leaves, mask};
use super::{Lowered, Scalars};
use crate::read::{Opcode, RealPredicate, Value};
use threadproof_ir::module::{
    BinaryOp, Cast, Float, FloatOp, FloatPredicate, InstKind, Operand, Type,
};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn float_arithmetic(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let op = match instruction.opcode() {
            Opcode::LLVMFAdd => FloatOp::Add,
            Opcode::LLVMFSub => FloatOp::Sub,
            Opcode::LLVMFMul => FloatOp::Mul,
            Opcode::LLVMFDiv => FloatOp::Div,
            _ => FloatOp::Rem,
        };
        let leaves = leaves(instruction.ty())?;
        let a = self.operand(instruction.operand(0))?;
        let b = self.operand(instruction.operand(1))?;
        let pairs = leaves.iter().zip(a.into_iter().zip(b));
        pairs
            .map(|(leaf, (a, b))| self.float_binary(op, leaf.ty, a, b))
            .collect()
    }

    fn float_binary(&mut self, op: FloatOp, ty: Type, a: Operand, b: Operand) -> Lowered<Operand> {
        let float = float(ty)?;
        Ok(self.value(InstKind::FloatBinary { op, float, a, b }, ty))
    }

    pub fn float_negate(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let leaves = leaves(instruction.ty())?;
        let scalars = self.operand(instruction.operand(0))?;
        let mut results = Scalars::new();
        for (leaf, a) in leaves.iter().zip(scalars) {
            let float = float(leaf.ty)?;
            results.push(self.value(InstKind::FloatNegate { float, a }, leaf.ty));
        }
        Ok(results)
    }

    pub fn float_compare(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let predicate = predicate(instruction.real_predicate());
        let leaves = leaves(instruction.operand(0).ty())?;
        let a = self.operand(instruction.operand(0))?;
        let b = self.operand(instruction.operand(1))?;
        let mut results = Scalars::new();
        for (leaf, (a, b)) in leaves.iter().zip(a.into_iter().zip(b)) {
            let float = float(leaf.ty)?;
            results.push(self.ordered(predicate, float, a, b));
        }
        Ok(results)
    }

    fn ordered(
        &mut self,
        predicate: FloatPredicate,
        float: Float,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let kind = InstKind::FloatCompare {
            predicate,
            float,
            a,
            b,
        };
        self.value(kind, Type::Int(1))
    }

    /// `None`: no intrinsic of this family.
    pub fn float_intrinsic(&mut self, words: &[&str], call: Value<'m>) -> Option<Lowered<Scalars>> {
        let name = match *words {
            ["modf", ..] => return Some(self.parts_of_float(call)),
            ["is", "fpclass", ..] => "is_fpclass",
            [name, ..] => name,
            [] => return None,
        };
        let known = matches!(
            name,
            "fabs"
                | "copysign"
                | "fmuladd"
                | "minnum"
                | "maxnum"
                | "minimumnum"
                | "maximumnum"
                | "is_fpclass"
                | "sqrt"
                | "floor"
                | "ceil"
                | "trunc"
                | "rint"
                | "nearbyint"
                | "round"
                | "roundeven"
                | "fma"
                | "sin"
                | "cos"
                | "tan"
                | "exp"
                | "exp2"
                | "log"
                | "log2"
                | "log10"
                | "pow"
                | "powi"
        );
        known.then(|| self.each_float(name, call))
    }

    /// `modf`: what stands behind the point, and the whole number.
    fn parts_of_float(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let mut parts = self.each_float("modf", call)?;
        parts.extend(self.each_float("trunc", call)?);
        Ok(parts)
    }

    fn each_float(&mut self, name: &str, call: Value<'m>) -> Lowered<Scalars> {
        let arguments = call.arguments();
        let leaves = leaves(arguments[0].ty())?;
        let mut operands = Vec::new();
        for &argument in &arguments {
            operands.push(self.operand(argument)?);
        }
        let mut scalars = Scalars::new();
        for (at, leaf) in leaves.iter().enumerate() {
            let arguments: Vec<Operand> = operands.iter().map(|o| o[at.min(o.len() - 1)]).collect();
            scalars.push(self.float_operation(name, leaf.ty, &arguments)?);
        }
        Ok(scalars)
    }

    fn float_operation(&mut self, name: &str, ty: Type, arguments: &[Operand]) -> Lowered<Operand> {
        let float = float(ty)?;
        let a = arguments[0];
        let sign = Operand::Const(1 << (ty.bits() - 1));
        let rest = Operand::Const(mask(ty.bits()) >> 1);
        Ok(match name {
            "fabs" => self.binary_of(BinaryOp::And, ty, a, rest),
            "copysign" => {
                let magnitude = self.binary_of(BinaryOp::And, ty, a, rest);
                let sign = self.binary_of(BinaryOp::And, ty, arguments[1], sign);
                self.binary_of(BinaryOp::Or, ty, magnitude, sign)
            }
            "fmuladd" => {
                let product = self.float_binary(FloatOp::Mul, ty, a, arguments[1])?;
                self.float_binary(FloatOp::Add, ty, product, arguments[2])?
            }
            "minnum" | "minimumnum" => self.number(FloatPredicate::Olt, ty, a, arguments[1])?,
            "maxnum" | "maximumnum" => self.number(FloatPredicate::Ogt, ty, a, arguments[1])?,
            "is_fpclass" => {
                let suffix = if float == Float::F32 { "f32" } else { "f64" };
                let name = format!("__tp_lib_is_fpclass_{suffix}");
                let answer = self.call_named(&name, &[a, arguments[1]], Type::Int(32));
                self.truncate(answer, 1)
            }
            "sqrt" | "floor" | "ceil" | "trunc" | "rint" | "nearbyint" | "round" | "roundeven" => {
                self.rounded(name, float, a)
            }
            _ => self.mathematics(name, ty, arguments),
        })
    }

    /// The smaller or larger one; if one of them is not a number, the other.
    fn number(
        &mut self,
        predicate: FloatPredicate,
        ty: Type,
        a: Operand,
        b: Operand,
    ) -> Lowered<Operand> {
        let float = float(ty)?;
        let first = self.ordered(predicate, float, a, b);
        let chosen = self.select(ty, first, a, b);
        let not_a_number = self.ordered(FloatPredicate::Uno, float, b, b);
        Ok(self.select(ty, not_a_number, a, chosen))
    }

    /// By a function of the runtime on `double`, which is exact for `float` too.
    fn rounded(&mut self, name: &str, float: Float, a: Operand) -> Operand {
        let name = match name {
            "nearbyint" | "roundeven" => "rint",
            other => other,
        };
        let name = format!("__tp_lib_{name}");
        if float == Float::F64 {
            return self.call_named(&name, &[a], Type::F64);
        }
        let wide = self.cast(Cast::FloatExtend, a, Type::F64);
        let result = self.call_named(&name, &[wide], Type::F64);
        self.cast(Cast::FloatTruncate, result, Type::F32)
    }

    /// By a function of the runtime; for `fma` by that of C, if somebody defines it.
    fn mathematics(&mut self, name: &str, ty: Type, arguments: &[Operand]) -> Operand {
        let suffix = if ty == Type::F32 { "f" } else { "" };
        let begin = if name == "fma" { "" } else { "__tp_lib_" };
        self.call_named(&format!("{begin}{name}{suffix}"), arguments, ty)
    }
}

fn predicate(predicate: RealPredicate) -> FloatPredicate {
    match predicate {
        RealPredicate::LLVMRealPredicateFalse => FloatPredicate::False,
        RealPredicate::LLVMRealOEQ => FloatPredicate::Oeq,
        RealPredicate::LLVMRealOGT => FloatPredicate::Ogt,
        RealPredicate::LLVMRealOGE => FloatPredicate::Oge,
        RealPredicate::LLVMRealOLT => FloatPredicate::Olt,
        RealPredicate::LLVMRealOLE => FloatPredicate::Ole,
        RealPredicate::LLVMRealONE => FloatPredicate::One,
        RealPredicate::LLVMRealORD => FloatPredicate::Ord,
        RealPredicate::LLVMRealUNO => FloatPredicate::Uno,
        RealPredicate::LLVMRealUEQ => FloatPredicate::Ueq,
        RealPredicate::LLVMRealUGT => FloatPredicate::Ugt,
        RealPredicate::LLVMRealUGE => FloatPredicate::Uge,
        RealPredicate::LLVMRealULT => FloatPredicate::Ult,
        RealPredicate::LLVMRealULE => FloatPredicate::Ule,
        RealPredicate::LLVMRealUNE => FloatPredicate::Une,
        RealPredicate::LLVMRealPredicateTrue => FloatPredicate::True,
    }
}
