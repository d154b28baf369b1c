//! The locks of Rust's standard library as single steps, also where the compiler has inlined them.
//!
//! The runtime has the slow path of each lock as one step (`rust_locks.c`). What the compiler inlines is only the
//! attempt to do without: it fails here without a look at memory, so that the slow path is always taken. The debug
//! information says which access belongs to such an attempt.

use super::function::FunctionLowering;
use super::layout::leaves;
use super::{ModuleLowering, Scalars};
use crate::read::{Metadata, MetadataKind, Opcode, Value, ValueKind};
use crate::rust::instead::FIRST;
use crate::rust::{Locks, names};
use rustc_hash::FxHashMap;
use threadproof_ir::module::{Operand, Type};

/// What the translation of a Rust program knows.
pub struct Rust<'m> {
    locks: Locks,
    /// By scope: is it a function of which an access is replaced?
    scopes: FxHashMap<Metadata<'m>, Option<Instead>>,
}

impl<'m> Rust<'m> {
    pub fn new(locks: Locks) -> Rust<'m> {
        Rust {
            locks,
            scopes: FxHashMap::default(),
        }
    }

    /// What becomes of accesses in this scope.
    fn instead(&mut self, scope: Metadata<'m>) -> Option<Instead> {
        if let Some(&known) = self.scopes.get(&scope) {
            return known;
        }
        let path = function_of(scope).and_then(|function| path_of(function));
        let found = path.and_then(|path| ACCESSES.iter().find(|(name, _)| *name == path));
        let found = found.map(|(_, instead)| *instead);
        self.scopes.insert(scope, found);
        found
    }
}

impl ModuleLowering<'_> {
    /// What threads would do in a race, once for all, is done before there are any.
    pub fn run_before_threads(&mut self) {
        let functions = self.source.functions().into_iter();
        let is_first =
            |name: &str| name.contains("enable") && names::path(name).as_deref() == Some(FIRST);
        for function in functions.filter(|function| is_first(&function.name())) {
            let id = self.function_id(function);
            self.output.constructors.push(id);
        }
    }
}

/// What becomes of the accesses to memory of a function, wherever it is inlined.
#[derive(Clone, Copy, Debug)]
enum Instead {
    /// Loads find this value, and no compare-exchange succeeds.
    Finds(u64),
    /// A read-modify-write becomes a call of this function of the runtime with the address, and has its result.
    Calls(&'static str),
}

const USER_CODE: &str = "__rust_begin_short_backtrace";
const WRITE_LOCKED: u64 = 0x3fff_ffff;

const ACCESSES: &[(&str, Instead)] = &[
    (
        "std::sys::sync::mutex::futex::Mutex::lock",
        Instead::Finds(1),
    ),
    (
        "std::sys::sync::rwlock::futex::RwLock::read",
        Instead::Finds(WRITE_LOCKED),
    ),
    (
        "std::sys::sync::rwlock::futex::RwLock::write",
        Instead::Finds(WRITE_LOCKED),
    ),
    (
        "std::sys::sync::thread_parking::futex::Parker::park",
        Instead::Calls("__tp_lib_rust_park"),
    ),
    (
        "std::sys::sync::thread_parking::futex::Parker::park_timeout",
        Instead::Calls("__tp_lib_rust_park_timeout"),
    ),
];

#[derive(Clone, Copy, PartialEq)]
enum Access {
    Load,
    Modify,
    CompareExchange,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// The result of an access that an inlined part of a lock makes; `None`: it is an ordinary instruction.
    pub fn fast_path(&mut self, instruction: Value<'m>) -> Option<Scalars> {
        match &self.module.rust {
            Some(rust) if rust.locks == Locks::Steps => {}
            _ => return None,
        }
        let (access, called) = access(instruction)?;
        let instead = self.inlined_in(instruction)?;
        let values: Scalars = match (instead, access) {
            (Instead::Finds(found), Access::Load) => [Operand::Const(found)].into_iter().collect(),
            // Rust's own function returns a `Result`: a tag and the value.
            (Instead::Finds(found), Access::CompareExchange) if called => {
                let failed = Operand::Const(1);
                [failed, Operand::Const(found)].into_iter().collect()
            }
            (Instead::Finds(found), Access::CompareExchange) => {
                let failed = Operand::Const(0);
                [Operand::Const(found), failed].into_iter().collect()
            }
            (Instead::Calls(name), Access::Modify) => {
                let pointer = self.scalar(instruction.operand(0)).ok()?;
                let value = self.call_named(name, &[pointer], Type::Int(32));
                [value].into_iter().collect()
            }
            _ => return None,
        };
        let expected = leaves(instruction.ty()).ok()?.len();
        (values.len() == expected).then_some(values)
    }

    /// Code of the user begins in a function that Rust has to tell it from its own in backtraces. What
    /// catches panics outside of it is Rust's own.
    pub fn begin_user_code(&mut self, function: Value<'m>) {
        let name = function.name();
        if self.module.rust.is_some() && name.contains(USER_CODE) && self.module.catches {
            self.call_for_effect("__tp_lib_rust_user_begin", Vec::new());
        }
    }

    /// The innermost function around an instruction of which accesses are replaced.
    fn inlined_in(&mut self, instruction: Value<'m>) -> Option<Instead> {
        let mut at = instruction.debug_location();
        while let Some(location) = at {
            let rust = self.module.rust.as_mut()?;
            let scope = location.scope();
            if let Some(instead) = scope.and_then(|scope| rust.instead(scope)) {
                return Some(instead);
            }
            at = location.inlined_at();
        }
        None
    }
}

/// How an instruction accesses memory, and whether it does by a call of one of Rust's own functions.
fn access(instruction: Value<'_>) -> Option<(Access, bool)> {
    Some(match instruction.opcode() {
        Opcode::LLVMAtomicCmpXchg => (Access::CompareExchange, false),
        Opcode::LLVMAtomicRMW => (Access::Modify, false),
        Opcode::LLVMLoad => (Access::Load, false),
        Opcode::LLVMCall | Opcode::LLVMInvoke => (called_access(instruction)?, true),
        _ => return None,
    })
}

fn called_access(call: Value<'_>) -> Option<Access> {
    let callee = call.callee();
    if callee.kind() != ValueKind::LLVMFunctionValueKind {
        return None;
    }
    let name = callee.name();
    if !name.contains("atomic_") {
        return None;
    }
    let path = names::path(&name)?;
    Some(match path.strip_prefix("core::sync::atomic::atomic_")? {
        "compare_exchange" | "compare_exchange_weak" => Access::CompareExchange,
        "load" => Access::Load,
        "store" => return None,
        _ => Access::Modify,
    })
}

/// The function that a scope is in.
fn function_of(scope: Metadata<'_>) -> Option<Metadata<'_>> {
    let mut scope = scope;
    while !matches!(scope.kind(), MetadataKind::LLVMDISubprogramMetadataKind) {
        scope = scope.node(1)?;
    }
    Some(scope)
}

fn path_of(function: Metadata<'_>) -> Option<String> {
    const LINKAGE_NAME: usize = 3;
    names::path(&function.string(LINKAGE_NAME)?)
}
