//! Tests that return something, and those that should panic.
//!
//! The harness calls a test that returns something in a closure that turns the result into that of every test,
//! `Result<(), String>`. This closure becomes the entry, with a function of the runtime that looks at the result.
//!
//! A test that should panic is called by a function of the runtime that catches its panic, as the harness does: whether
//! a destructor on the way panics, too, or a function ends the program because it must not unwind, matters then.

use super::names;
use crate::read::{Module, Opcode, TypeKind, Value};

/// Looks at the result of the closure: `runtime/rust_panic.c`.
const ENDED: &str = "__tp_rust_test_ended";

/// Calls a test that should panic: `runtime/rust_panic.c`.
const CATCHES: &str = "__tp_rust_should_panic";

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
pub fn returns(entry: Value<'_>) -> bool {
    let returned = entry.value_type().return_type();
    !entry.parameters().is_empty() || returned.kind() != TypeKind::LLVMVoidTypeKind
}

/// Adds an entry that makes the harness's call of a test, named by its path and its symbol. `None`: nobody calls it like
/// that.
pub fn begin_with_call(module: &mut Module<'_>, test: &str, symbol: &str) -> Option<String> {
    let functions = module.functions().into_iter();
    let mut closures = functions.filter(|f| may_call(&f.name(), test) && calls(*f, symbol));
    let closure = closures.next()?.name();
    let entry = format!("{test}, called by the harness");
    module.begin_with(&entry, &closure, ENDED).then_some(entry)
}

/// Adds an entry that calls a test, named by its path and its symbol, and catches its panic.
pub fn begin_with_catch(module: &mut Module<'_>, test: &str, symbol: &str) -> Option<String> {
    let entry = format!("{test}, which should panic");
    module
        .begin_with_caller(&entry, CATCHES, symbol)
        .then_some(entry)
}

fn calls(function: Value<'_>, test: &str) -> bool {
    let instructions = function.blocks().into_iter().flat_map(|b| b.instructions());
    let mut calls =
        instructions.filter(|i| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke));
    // The first one: others are made with its result.
    function.parameters().len() == 2
        && calls
            .next()
            .is_some_and(|call| call.callee().name() == test)
}
