//! `__CPROVER_fence("WWfence", …)`: a fence that names the pairs of accesses that it orders, reads and
//! writes each with an R or a W.

use super::function::FunctionLowering;
use super::{Lowered, Scalars, unsupported};
use crate::read::{Value, ValueKind};
use threadproof_ir::module::InstKind;
use threadproof_program::FenceOrder;

impl<'m> FunctionLowering<'_, 'm> {
    /// The weakest fence of ours that orders all these pairs.
    pub fn named_fence(&mut self, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let mut names = Vec::new();
        for &argument in arguments {
            match text(argument) {
                Some(name) => names.push(name),
                None => return unsupported("a fence whose kind is known only at run time"),
            }
        }
        let has = |pair: &str| names.iter().any(|name| name.starts_with(pair));
        let order = match (has("WR"), has("WW")) {
            (true, _) => FenceOrder::SeqCst,
            (false, true) => FenceOrder::AcqRel,
            (false, false) => FenceOrder::Acquire,
        };
        self.effect(InstKind::Fence(order));
        Ok(Scalars::new())
    }
}

/// A string constant.
fn text(value: Value<'_>) -> Option<String> {
    if value.kind() != ValueKind::LLVMGlobalVariableValueKind {
        return None;
    }
    let contents = value.initializer()?;
    let is_data = contents.kind() == ValueKind::LLVMConstantDataArrayValueKind;
    is_data.then(|| String::from_utf8_lossy(contents.raw_data()).into_owned())
}
