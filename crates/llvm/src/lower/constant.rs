//! Constants and constant expressions.
//!
//! Addresses fold to a global and an offset; what does not fold (a thread-local address, the
//! difference of two addresses) becomes instructions at the place of use.

use super::control::label_address;
use super::function::FunctionLowering;
use super::layout::leaves;
use super::{Lowered, Scalars, unsupported, wide};
use crate::read::{Opcode, TypeKind, Value, ValueKind};
use threadproof_ir::module::{InstKind, Operand, Type};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn constant(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind if wide::is_wide(value.ty()) => {
                wide::constant(value)
            }
            ValueKind::LLVMConstantIntValueKind => match value.as_integer() {
                Some(integer) => Ok(Scalars::from_elem(Operand::Const(integer), 1)),
                None => unsupported(format!("values of type `{}`", value.ty().text())),
            },
            ValueKind::LLVMConstantFPValueKind => float(value),
            ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind => fill(value, Operand::Const(0)),
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                fill(value, Operand::Undefined)
            }
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => self.elements(value),
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalAliasValueKind => self.symbol(value),
            ValueKind::LLVMConstantExprValueKind => self.expression(value),
            ValueKind::LLVMGlobalIFuncValueKind => unsupported(format!(
                "`{}`, whose definition is chosen when the program is loaded",
                value.name()
            )),
            ValueKind::LLVMBlockAddressValueKind => {
                let address = label_address(value.labelled_function(), value.label())?;
                Ok(Scalars::from_elem(Operand::Const(address), 1))
            }
            _ => unsupported(format!("the LLVM constant `{}`", value.text())),
        }
    }

    fn elements(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        // Refuses values that are too large before they are built.
        leaves(value.ty())?;
        let mut scalars = Scalars::new();
        for at in 0..value.ty().element_count() {
            match value.element(at) {
                Some(element) => scalars.extend(self.constant(element)?),
                None => return unsupported("a constant without elements"),
            }
        }
        Ok(scalars)
    }

    fn symbol(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        let operand = match value.kind() {
            ValueKind::LLVMGlobalAliasValueKind => return self.operand(value.aliasee()),
            _ if value.is_weak_reference() => Operand::Const(0),
            ValueKind::LLVMFunctionValueKind => Operand::Function(self.module.function_id(value)),
            _ => {
                let id = self.module.global_id(value);
                if value.is_thread_local() {
                    self.value(InstKind::ThreadLocal(id), Type::Ptr)
                } else {
                    Operand::Global(id, 0)
                }
            }
        };
        Ok(Scalars::from_elem(operand, 1))
    }

    fn expression(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        let opcode = value.constant_opcode();
        match opcode {
            Opcode::LLVMGetElementPtr => self.address(value),
            Opcode::LLVMTrunc
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast => self.cast_value(opcode, value),
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMXor => self.arithmetic(opcode, value),
            Opcode::LLVMExtractElement => self.extract_element(value),
            Opcode::LLVMInsertElement => self.insert_element(value),
            Opcode::LLVMShuffleVector => self.shuffle(value),
            _ => unsupported(format!("the constant expression `{}`", value.text())),
        }
    }
}

fn float(value: Value<'_>) -> Lowered<Scalars> {
    let bits = match value.ty().kind() {
        TypeKind::LLVMDoubleTypeKind => value.float_bits(true),
        TypeKind::LLVMFloatTypeKind => value.float_bits(false),
        _ => None,
    };
    match bits {
        Some(bits) => Ok(Scalars::from_elem(Operand::Const(bits), 1)),
        None => unsupported(format!("values of type `{}`", value.ty().text())),
    }
}

/// Every scalar is the same.
fn fill(value: Value<'_>, scalar: Operand) -> Lowered<Scalars> {
    Ok(Scalars::from_elem(scalar, leaves(value.ty())?.len()))
}
