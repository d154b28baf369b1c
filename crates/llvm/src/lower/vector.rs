//! Elements of vectors.

use super::function::FunctionLowering;
use super::layout::{leaves, width};
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::module::{Operand, Type};
use threadproof_program::Predicate;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn extract_element(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        let ty = leaves(value.ty())?;
        let [leaf] = ty[..] else {
            return unsupported("vectors of structs");
        };
        let elements = self.operand(value.operand(0))?;
        let (index, index_type) = self.typed_scalar(value.operand(1))?;
        let mut chosen = Operand::Undefined;
        for (at, &element) in elements.iter().enumerate() {
            let here = self.is_index(index, index_type, at);
            chosen = self.select(leaf.ty, here, element, chosen);
        }
        Ok(Scalars::from_elem(chosen, 1))
    }

    pub fn insert_element(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        let leaves = leaves(value.ty())?;
        let elements = self.operand(value.operand(0))?;
        let new = self.scalar(value.operand(1))?;
        let (index, index_type) = self.typed_scalar(value.operand(2))?;
        let mut result = Scalars::new();
        for (at, (&element, leaf)) in elements.iter().zip(&leaves).enumerate() {
            let here = self.is_index(index, index_type, at);
            result.push(self.select(leaf.ty, here, new, element));
        }
        Ok(result)
    }

    fn is_index(&mut self, index: Operand, ty: Type, at: usize) -> Operand {
        self.compare(Predicate::Eq, width(ty), index, Operand::Const(at as u64))
    }

    pub fn shuffle(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        let mut elements = self.operand(value.operand(0))?;
        elements.extend(self.operand(value.operand(1))?);
        let pick = |at: Option<usize>| match at {
            Some(at) => elements.get(at).copied().unwrap_or(Operand::Undefined),
            None => Operand::Undefined,
        };
        Ok(value.shuffle_mask().into_iter().map(pick).collect())
    }
}
