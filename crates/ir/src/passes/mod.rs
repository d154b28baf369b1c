//! Passes over functions, each from a correct module to a correct one.

pub mod atomics;
pub mod bound;
pub mod diamonds;
pub mod early;
pub mod escape;
pub mod forward;
pub mod idle;
pub mod inline;
pub mod inputs;
pub mod lock_twins;
pub mod promote;
pub mod prune;
pub mod purity;

use crate::compile::{Options, Uninitialized};
use crate::flow::{Cfg, Loops};
use crate::intrinsic::Intrinsic;
use crate::module::{Function, FunctionId, InstKind, Module, ValueId};
use lock_twins::Twins;
use promote::Undefined;
use purity::Around;
use threadproof_program::Restless;

/// All passes that the options ask for, over these functions.
pub fn run(module: &mut Module, functions: &[FunctionId], options: &Options) {
    let undefined = match options.uninitialized {
        Uninitialized::Zero | Uninitialized::NotedAtLoad => Undefined::Promote,
        Uninitialized::Any => Undefined::Choose,
        _ => Undefined::KeepInMemory,
    };
    for id in functions {
        let function = &mut module.functions[id.index()];
        promote::promote(function, undefined);
        prune::prune(function);
    }
    let places_of_rust = module.debug.places_of_rust();
    atomics::atomics(module, functions, &places_of_rust, undefined);
    let followed = inputs::Inputs::new(module, options.follow_inputs).replace(module, functions);
    module.follows_inputs = followed;
    let plain = match options.purity {
        true => module.functions.clone(),
        false => Vec::new(),
    };
    let around = Around {
        globals: &module.globals.clone(),
        functions: &plain,
        twins: &Twins::of(module),
        places_of_rust: &places_of_rust,
        // A thread that waits inside the engine would not see that an input decides whether it goes on.
        awaits: options.awaits && !followed,
        races_are_errors: options.races_are_errors,
        weak_atomics: module.has_weak_atomics(),
        frees: functions
            .iter()
            .any(|id| frees(&module.functions[id.index()])),
    };
    let mut left_alone = Vec::new();
    let mut marked = 0;
    for id in functions {
        let mut changed =
            options.purity && shorten_spinning(module, *id, &around, undefined, &mut left_alone);
        let function = &mut module.functions[id.index()];
        if let Some(limit) = options.unroll {
            bound::bound(function, limit);
            changed = true;
        }
        if changed {
            promote::promote(function, undefined);
            prune::prune(function);
        }
        if options.purity && options.unroll.is_none() {
            purity::mark_rounds(function, &around, &mut marked);
        }
    }
    left_alone.sort();
    left_alone.dedup_by_key(|found| found.place);
    module.restless = left_alone;
}

fn frees(function: &Function) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    instructions.any(|inst| {
        matches!(&inst.kind, InstKind::Intrinsic { intrinsic, .. } if *intrinsic == Intrinsic::Free)
    })
}

/// The functions whose local variables are still in the memory of another one.
fn still_there(function: &Function, moved: &[(ValueId, FunctionId)]) -> Vec<FunctionId> {
    let instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    let allocas = instructions.filter(|inst| matches!(inst.kind, InstKind::Alloca { .. }));
    let there: Vec<ValueId> = allocas.flat_map(|inst| inst.results.clone()).collect();
    let moved = moved.iter().filter(|(local, _)| there.contains(local));
    moved.map(|(_, owner)| *owner).collect()
}

/// Loop purity, with the calls in loops inlined from `plain`. Inlining is kept only if it has led to something.
fn shorten_spinning(
    module: &mut Module,
    id: FunctionId,
    around: &Around<'_>,
    undefined: Undefined,
    left_alone: &mut Vec<Restless>,
) -> bool {
    let plain = around.functions;
    let function = &mut module.functions[id.index()];
    let flow = Cfg::new(function);
    let has_loops = !Loops::new(function, &flow).all.is_empty();
    if !has_loops && !inline::gives_callee(function, plain) {
        return false;
    }
    let mut left_out: Vec<FunctionId> = Vec::new();
    loop {
        let begin_anew = undefined == Undefined::KeepInMemory;
        let inlined = inline::inline(
            function,
            id,
            plain,
            (&left_out, begin_anew),
            around.places_of_rust,
        );
        if inlined.calls > 0 {
            promote::promote(function, undefined);
            prune::prune(function);
            // Ways on which nothing is left to do choose between values only.
            inline::simplify(function);
            prune::prune(function);
        }
        let kept = still_there(function, &inlined.moved);
        if kept.is_empty() {
            break;
        }
        left_out.extend(kept);
        function.clone_from(&plain[id.index()]);
    }
    if idle::idle(function) {
        promote::promote(function, undefined);
        prune::prune(function);
    }
    early::early(function);
    if around.races_are_errors {
        forward::forward(function);
    }
    let changed = purity::purity(function, around, left_alone);
    if !changed {
        function.clone_from(&plain[id.index()]);
    }
    changed
}
