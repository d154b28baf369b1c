//! Uses that hand an input on, as far as the code shows.
//!
//! The interpreter sees whether the input decides something later, so this need not be certain. If it does decide
//! something, the verdict is inconclusive, and a few values would have found more errors than one. So variables whose
//! loads are looked at do not count.

use super::callers::Callers;
use super::uses::Other;
use crate::intrinsic::Intrinsic;
use crate::module::{Function, Inst, InstKind, Operand, Terminator, ValueId};
use threadproof_program::Predicate;

pub fn is(callers: &Callers<'_>, other: &Other) -> bool {
    let function = callers.function(other.name.function);
    let (block, index) = other.place;
    let block = &function.blocks[block.index()];
    match block.instructions.get(index) {
        Some(inst) => hands_on(inst, other.name.value) && !is_looked_at(callers, &inst.kind),
        None => matches!(block.terminator, Terminator::Return(_)),
    }
}

/// Does the instruction store, pass on or print the value, or compare it with another one for being the same?
fn hands_on(inst: &Inst, value: ValueId) -> bool {
    let own = Operand::Value(value);
    match &inst.kind {
        InstKind::Store { pointer, .. } => *pointer != own,
        InstKind::Call { .. } => true,
        InstKind::Intrinsic { intrinsic, .. } => *intrinsic == Intrinsic::Print,
        InstKind::Compare {
            predicate: Predicate::Eq | Predicate::Ne,
            a,
            b,
            ..
        } => ![a, b].into_iter().any(|o| matches!(o, Operand::Const(_))),
        InstKind::Cast { .. } => true,
        _ => false,
    }
}

/// Is a static variable that is stored to read for more than handing its value on?
fn is_looked_at(callers: &Callers<'_>, store: &InstKind) -> bool {
    let InstKind::Store {
        pointer: at @ Operand::Global(..),
        ..
    } = store
    else {
        return false;
    };
    callers.functions().any(|function| {
        let all = || function.blocks.iter().flat_map(|b| &b.instructions);
        all().any(|inst| match &inst.kind {
            InstKind::Load { pointer, .. } if pointer == at => inst
                .results
                .first()
                .is_some_and(|value| decides(function, *value)),
            InstKind::Rmw { pointer, .. }
            | InstKind::CompareExchange { pointer, .. }
            | InstKind::Await { pointer, .. } => pointer == at,
            _ => false,
        })
    })
}

fn decides(function: &Function, value: ValueId) -> bool {
    let own = Operand::Value(value);
    function.blocks.iter().any(|block| {
        let uses = |inst: &&Inst| {
            let mut used = false;
            inst.kind.visit(|operand| used |= *operand == own);
            used
        };
        let mut found = false;
        if !matches!(block.terminator, Terminator::Return(_)) {
            block.terminator.visit(|operand| found |= *operand == own);
        }
        let mut used = block.instructions.iter().filter(uses);
        found || used.any(|inst| !hands_on(inst, value))
    })
}
