//! Puts the atomics of Rust where they are called.
//!
//! `AtomicUsize::load` is a function that chooses an instruction by an argument, and that panics if the argument makes
//! no sense. The argument is nearly always a constant: then one instruction is left of it, and nothing that could panic.
//! The variables that a panic would have to clean up need not stay in memory, and loops around atomics can be seen to wait.

use super::inline::{simplify, splice};
use super::{promote, prune};
use crate::flow::Cfg;
use crate::module::{BlockId, Callee, Function, FunctionId, Inst, InstKind, Module, Operand};
use promote::Undefined;
use rustc_hash::FxHashSet;
use threadproof_program::LocationId;

const ATOMICS: &str = "core::sync::atomic::";
/// The methods of atomics have fewer.
const MAX_INSTRUCTIONS: usize = 200;

/// The functions must have been promoted.
pub fn atomics(
    module: &mut Module,
    functions: &[FunctionId],
    places_of_rust: &FxHashSet<LocationId>,
    undefined: Undefined,
) {
    let known: Vec<bool> = module.functions.iter().map(is_atomic).collect();
    if !known.contains(&true) {
        return;
    }
    let mut bodies: Vec<Function> = vec![Function::default(); known.len()];
    for (at, body) in bodies.iter_mut().enumerate() {
        if known[at] {
            body.clone_from(&module.functions[at]);
        }
    }
    for id in functions {
        let function = &mut module.functions[id.index()];
        let mut changed = false;
        while let Some((at, callee)) = next_call(function, *id, &known) {
            splice(function, at, &bodies[callee.index()], places_of_rust);
            simplify(function);
            changed = true;
        }
        if changed {
            promote::promote(function, undefined);
            prune::prune(function);
        }
    }
}

fn is_atomic(function: &Function) -> bool {
    let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
    let allowed = |inst: &Inst| {
        !matches!(
            inst.kind,
            InstKind::Alloca { .. } | InstKind::VaStart { .. } | InstKind::Intrinsic { .. }
        )
    };
    function.name.starts_with(ATOMICS)
        && function.is_defined()
        && !function.atomic
        && !function.variadic
        && instructions().count() <= MAX_INSTRUCTIONS
        && instructions().all(allowed)
}

/// The next call of such a function with a constant for an order.
fn next_call(
    function: &Function,
    id: FunctionId,
    known: &[bool],
) -> Option<((BlockId, usize), FunctionId)> {
    if known[id.index()] {
        return None;
    }
    let flow = Cfg::new(function);
    flow.order.iter().find_map(|block| {
        let instructions = function.blocks[block.index()].instructions.iter();
        instructions.enumerate().find_map(|(at, inst)| {
            let InstKind::Call {
                callee: Callee::Function(callee),
                arguments,
            } = &inst.kind
            else {
                return None;
            };
            let constant = matches!(arguments.last(), Some(Operand::Const(_)));
            (known[callee.index()] && constant).then_some(((*block, at), *callee))
        })
    })
}
