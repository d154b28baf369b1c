//! Which functions and calls may throw a C++ exception.
//!
//! Only those have a further result, so that a program that throws nothing pays nothing. What
//! LLVM's attributes promise is not asked: the modelled library is compiled without exceptions, and yet they
//! pass through it.

use super::call::resolve_alias;
use crate::read::{self, Opcode, Value, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The runtime's word for leaving a function with an exception.
const THROW: &str = "__tp_throw";

/// The answer for one program.
#[derive(Default)]
pub struct Throwing<'m> {
    functions: FxHashSet<Value<'m>>,
    /// The replacement of a function.
    bodies: FxHashMap<Value<'m>, Value<'m>>,
    /// Calls of pointers may throw.
    pointers: bool,
}

/// The callees of one function.
struct Calls<'m> {
    function: Value<'m>,
    /// Calls whose exceptions leave the function.
    leaving: Vec<Option<Value<'m>>>,
}

impl<'m> Throwing<'m> {
    /// `body` is the function that takes the place of another.
    pub fn new(
        source: &'m read::Module<'_>,
        body: impl Fn(Value<'m>) -> Value<'m>,
    ) -> Throwing<'m> {
        let mut throwing = Throwing::default();
        let functions = source.functions();
        for &function in &functions {
            let body = body(function);
            if body != function {
                throwing.bodies.insert(function, body);
            }
        }
        let all: Vec<Calls<'m>> = functions.into_iter().map(calls).collect();
        while throwing.grow(&all) {}
        throwing
    }

    /// Adds the functions that throw because of those that are known to; false if there are none.
    fn grow(&mut self, all: &[Calls<'m>]) -> bool {
        let before = (self.functions.len(), self.pointers);
        for calls in all {
            let throws = |callee: &Option<Value<'m>>| match callee {
                Some(callee) => callee.name() == THROW || self.function(*callee),
                None => self.pointers,
            };
            if calls.leaving.iter().any(throws) {
                self.functions.insert(calls.function);
            }
        }
        // Anybody may take the address of a function.
        self.pointers = !self.functions.is_empty();
        (self.functions.len(), self.pointers) != before
    }

    pub fn function(&self, function: Value<'m>) -> bool {
        let body = self.bodies.get(&function).unwrap_or(&function);
        self.functions.contains(body)
    }

    /// At a call or invoke.
    pub fn at(&self, instruction: Value<'m>) -> bool {
        match callee(instruction) {
            None => self.pointers && !is_assembly(instruction),
            Some(callee) => self.function(callee),
        }
    }

    pub fn anything(&self) -> bool {
        self.pointers
    }
}

fn calls(function: Value<'_>) -> Calls<'_> {
    let mut leaving = Vec::new();
    let mut invoked = Vec::new();
    let mut resumes = false;
    for block in function.blocks() {
        for instruction in block.instructions() {
            match instruction.opcode() {
                Opcode::LLVMCall if !is_assembly(instruction) => leaving.push(callee(instruction)),
                Opcode::LLVMInvoke if !is_assembly(instruction) => {
                    invoked.push(callee(instruction));
                }
                Opcode::LLVMResume => resumes = true,
                _ => {}
            }
        }
    }
    if resumes {
        leaving.extend(invoked);
    }
    Calls { function, leaving }
}

/// The function that is called; `None`: whatever a pointer points to.
fn callee(instruction: Value<'_>) -> Option<Value<'_>> {
    let callee = resolve_alias(instruction.callee());
    (callee.kind() == ValueKind::LLVMFunctionValueKind).then_some(callee)
}

fn is_assembly(instruction: Value<'_>) -> bool {
    instruction.callee().kind() == ValueKind::LLVMInlineAsmValueKind
}
