//! Passes over functions, each from a correct module to a correct one.

pub mod bound;
pub mod escape;
pub mod inline;
pub mod inputs;
pub mod promote;
pub mod prune;
pub mod purity;
pub mod trying;

use crate::compile::{Options, Uninitialized};
use crate::flow::{Flow, Loops};
use crate::module::{Function, FunctionId, Module};
use promote::Undefined;
use purity::Around;
use trying::Twins;

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
    inputs::Inputs::new(module).replace(module, functions);
    let plain = match options.purity {
        true => module.functions.clone(),
        false => Vec::new(),
    };
    let around = Around {
        globals: &module.globals.clone(),
        twins: &Twins::of(module),
        awaits: options.awaits,
    };
    for id in functions {
        let mut changed =
            options.purity && shorten_spinning(module, *id, &plain, &around, undefined);
        let function = &mut module.functions[id.index()];
        if let Some(limit) = options.unroll {
            bound::bound(function, limit);
            changed = true;
        }
        if changed {
            promote::promote(function, undefined);
            prune::prune(function);
        }
    }
}

/// Loop purity, with the calls in loops inlined from `plain`. Inlining is kept only if it has led to something.
fn shorten_spinning(
    module: &mut Module,
    id: FunctionId,
    plain: &[Function],
    around: &Around<'_>,
    undefined: Undefined,
) -> bool {
    let function = &mut module.functions[id.index()];
    let flow = Flow::new(function);
    if Loops::new(function, &flow).all.is_empty() {
        return false;
    }
    if inline::inline(function, id, plain) {
        promote::promote(function, undefined);
        prune::prune(function);
    }
    let changed = purity::purity(function, around);
    if !changed {
        function.clone_from(&plain[id.index()]);
    }
    changed
}
