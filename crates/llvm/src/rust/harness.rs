//! Tests that return something.
//!
//! The harness calls such a test in a closure that turns the result into that of every test, `Result<(), String>`. This
//! closure becomes the entry, with a function of the runtime that looks at the result.

use super::{ENTRY, names};
use crate::read::{Module, Opcode, TypeKind, Value};

/// Looks at the result of the closure: `runtime/rust_panic.c`.
const ENDED: &str = "__tp_rust_test_ended";

/// May this be the closure in which the harness calls the test with this path? The closures of the test itself have the
/// same path.
pub fn may_call(symbol: &str, test: &str) -> bool {
    let path = names::path(symbol).unwrap_or_default();
    let closure = path
        .strip_prefix(test)
        .and_then(|rest| rest.strip_prefix("::{"));
    closure.is_some_and(|closure| !closure.contains("::"))
}

/// Does the entry return something, or want something?
pub fn returns(module: &Module<'_>) -> bool {
    let entry = module.function(ENTRY);
    entry.is_some_and(|entry| {
        let returned = entry.value_type().return_type();
        !entry.parameters().is_empty() || returned.kind() != TypeKind::LLVMVoidTypeKind
    })
}

/// Lets the program begin with the harness's call of the entry. `false`: nobody calls it like that.
pub fn begin_with_call(module: &mut Module<'_>, test: &str) -> bool {
    let functions = module.functions().into_iter();
    let mut closures = functions.filter(|f| may_call(&f.name(), test) && calls_entry(*f));
    match closures.next().map(|closure| closure.name()) {
        Some(closure) => module.begin_with(ENTRY, &closure, ENDED),
        None => false,
    }
}

fn calls_entry(function: Value<'_>) -> bool {
    let instructions = function.blocks().into_iter().flat_map(|b| b.instructions());
    let mut calls =
        instructions.filter(|i| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke));
    // The first one: others are made with its result.
    function.parameters().len() == 2
        && calls
            .next()
            .is_some_and(|call| call.callee().name() == ENTRY)
}
