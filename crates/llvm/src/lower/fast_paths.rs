//! The locks of Rust's standard library as single steps, also where the compiler has inlined them.
//!
//! The runtime has the slow path of each lock as one step (`rust_locks.c`). What the compiler inlines is only the
//! attempt to do without: it fails here without a look at memory, so that the slow path is always taken. The debug
//! information says which access belongs to such an attempt.

use super::function::FunctionLowering;
use super::layout::leaves;
use super::{ModuleLowering, Scalars};
use crate::read::{Metadata, MetadataKind, Opcode, Ordering, Value, ValueKind};
use crate::rust::instead::FIRST;
use crate::rust::{Locks, Treatment, names};
use rustc_hash::FxHashMap;
use threadproof_ir::module::{Operand, Type};
use threadproof_program::Predicate;

/// The facts about a Rust program that its translation uses.
pub struct Rust<'m> {
    how: Treatment,
    /// By scope: is it a function of which an access is replaced?
    scopes: FxHashMap<Metadata<'m>, Option<Instead>>,
}

impl<'m> Rust<'m> {
    pub fn new(how: Treatment) -> Rust<'m> {
        Rust {
            how,
            scopes: FxHashMap::default(),
        }
    }

    /// The treatment of accesses in this scope.
    fn instead(&mut self, scope: Metadata<'m>) -> Option<Instead> {
        if let Some(&known) = self.scopes.get(&scope) {
            return known;
        }
        let found = function_of(scope).and_then(|function| self.instead_in(function));
        self.scopes.insert(scope, found);
        found
    }

    fn instead_in(&self, function: Metadata<'m>) -> Option<Instead> {
        let symbol = function.string(LINKAGE_NAME)?;
        let path = names::path(&symbol)?;
        if let Some((_, instead)) = ACCESSES.iter().find(|(name, _)| *name == path) {
            return Some(*instead);
        }
        let drops = path.ends_with("Arc::drop");
        if !(drops || path.ends_with("Arc::clone")) || self.how.leaks {
            return None;
        }
        // Of the two ways to write symbols the older one leaves out what the types are.
        let name = function.string(NAME).unwrap_or_default();
        let symbol = names::shown(&symbol).unwrap_or_default();
        if let Some(result) = result_of_thread(&name).or_else(|| result_of_thread(&symbol)) {
            return drops.then_some(match drops_unseen(result) {
                true => Instead::Calls("__tp_lib_rust_packet_drop"),
                false => Instead::Calls("__tp_lib_rust_packet_count"),
            });
        }
        let is_handle =
            |ty: &&str| name.contains(&format!("<{ty}")) || symbol.contains(&format!("Arc<{ty}"));
        HANDLES.iter().any(is_handle).then_some(Instead::Skips(2))
    }
}

/// Positions of operands in the debug information of a function.
const NAME: usize = 2;
const LINKAGE_NAME: usize = 3;

impl ModuleLowering<'_> {
    /// Are locks and channels single steps?
    pub fn has_lock_steps(&self) -> bool {
        let rust = self.rust.as_ref();
        rust.is_some_and(|rust| rust.how.locks == Locks::Steps)
    }

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

/// The treatment of the accesses to memory of a function, wherever it is inlined.
#[derive(Clone, Copy, Debug)]
enum Instead {
    /// Loads find this value, and no compare-exchange succeeds.
    Finds(u64),
    /// The same, but only in functions that initialise.
    FindsFirst(u64),
    /// Relaxed loads find this value: looks that could spare the thread what it does next.
    Looks(u64),
    /// A read-modify-write becomes a call of this function of the runtime with the address, and has its result.
    Calls(&'static str),
    /// The same, also where locks are taken as they are written: then this other function.
    Always(&'static str, &'static str),
    /// A load of 8 bytes becomes a call of the first function, one of a byte of the second.
    Waits(&'static str, &'static str),
    /// A read-modify-write does not take place, and finds this value.
    Skips(u64),
    /// Loads become calls of the first function, compare-exchanges of the second.
    Begins(&'static str, &'static str),
}

/// Objects of the library that only it can see. Who drops the last handle of one makes no difference, but each order
/// of drops would be an execution of its own; so they are not counted, and never freed.
const HANDLES: &[&str] = &[
    "std::thread::scoped::ScopeData",
    "std::thread::thread::Inner",
];

/// What a thread shares with its handle.
const PACKET: &str = "<std::thread::lifecycle::Packet<";
/// The parts of names of types without a destructor, or with one that only frees memory.
const PLAIN: &[&str] = &[
    "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize", "f32", "f64", "alloc", "core", "std", "string", "String", "vec", "Vec",
    "option", "Option", "result", "Result", "thread", "id", "ThreadId", "num", "error", "Global",
];

/// The rest of a name that begins with the type of a thread's result.
fn result_of_thread(name: &str) -> Option<&str> {
    name.split_once(PACKET).map(|(_, rest)| rest)
}

/// Can nobody see whether the destructor of the type that a name begins with is run?
fn drops_unseen(name: &str) -> bool {
    let mut depth = 1;
    let end = name.find(|c| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    });
    let ty = &name[..end.unwrap_or(0)];
    let mut parts = ty.split(|c: char| !c.is_alphanumeric() && c != '_');
    end.is_some() && parts.all(|part| part.is_empty() || PLAIN.contains(&part))
}

const USER_CODE: &str = "__rust_begin_short_backtrace";
const WRITE_LOCKED: u64 = 0x3fff_ffff;
const PARKING_WRITER: u64 = 8;
const DASHMAP_WRITER: u64 = !3;
const KANAL_LOCKED: u64 = 2;

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
    ("parking_lot::raw_mutex::RawMutex::lock", Instead::Finds(1)),
    (
        "parking_lot::raw_mutex::RawMutex::try_lock_for",
        Instead::Finds(1),
    ),
    (
        "parking_lot::raw_mutex::RawMutex::try_lock_until",
        Instead::Finds(1),
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::lock_exclusive",
        Instead::Finds(PARKING_WRITER),
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::try_lock_exclusive_for",
        Instead::Finds(PARKING_WRITER),
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::try_lock_exclusive_until",
        Instead::Finds(PARKING_WRITER),
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::try_lock_shared_fast",
        Instead::Finds(PARKING_WRITER),
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::try_lock_upgradable_fast",
        Instead::Finds(PARKING_WRITER),
    ),
    // The mutex of whoever waits: there seems to be somebody.
    (
        "parking_lot::condvar::Condvar::notify_one",
        Instead::Finds(1),
    ),
    (
        "parking_lot::condvar::Condvar::notify_all",
        Instead::Finds(1),
    ),
    (
        "parking_lot::raw_condvar::RawCondvar::notify_one",
        Instead::Finds(1),
    ),
    (
        "parking_lot::raw_condvar::RawCondvar::notify_all",
        Instead::Finds(1),
    ),
    (
        "parking_lot::once::Once::call_once_slow",
        Instead::Begins(
            "__tp_lib_rust_parking_once_begin",
            "__tp_lib_rust_parking_once_claim",
        ),
    ),
    (
        "dashmap::lock::RawRwLock::lock_exclusive",
        Instead::Finds(DASHMAP_WRITER),
    ),
    (
        "dashmap::lock::RawRwLock::try_lock_shared_fast",
        Instead::Finds(DASHMAP_WRITER),
    ),
    ("kanal::mutex::RawMutexLock::lock", Instead::Finds(1)),
    // With one processor there is one way to wait.
    ("kanal::backoff::get_parallelism", Instead::Finds(1)),
    // Not yet: the thread goes to sleep, which tells whether it is time.
    ("kanal::signal::Signal::wait", Instead::Looks(KANAL_LOCKED)),
    ("kanal::backoff::random_u7", Instead::Skips(0)),
    ("kanal::backoff::random_u32", Instead::Skips(0)),
    (
        "std::sys::sync::thread_parking::futex::Parker::park",
        Instead::Calls("__tp_lib_rust_park"),
    ),
    (
        "std::sys::sync::thread_parking::futex::Parker::park_timeout",
        Instead::Calls("__tp_lib_rust_park_timeout"),
    ),
    (
        "std::sys::sync::once::futex::Once::call",
        Instead::Begins("__tp_lib_rust_once_begin", "__tp_lib_rust_once_claim"),
    ),
    (
        "std::thread::scoped::ScopeData::increment_num_running_threads",
        Instead::Always(
            "__tp_lib_rust_scope_enter",
            "__tp_lib_rust_scope_enter_as_written",
        ),
    ),
    (
        "std::thread::scoped::ScopeData::decrement_num_running_threads",
        Instead::Calls("__tp_lib_rust_scope_leave"),
    ),
    (
        "std::sys::sync::once::futex::Once::is_completed",
        Instead::FindsFirst(ONCE_INCOMPLETE),
    ),
    (
        "std::sync::mpmc::context::Context::wait_until",
        Instead::Waits("__tp_lib_rust_channel_chosen", ""),
    ),
    (
        "crossbeam_channel::context::Context::wait_until",
        Instead::Waits("__tp_lib_rust_channel_chosen", ""),
    ),
    ("parking_lot::once::Once::call_once", Instead::Finds(0)),
    (
        "parking_lot::once::Once::call_once_force",
        Instead::Finds(0),
    ),
    (
        "std::thread::scoped::scope",
        Instead::Waits("__tp_lib_rust_scope_wait", "__tp_lib_rust_scope_panicked"),
    ),
];

/// Functions that initialise if need be. They ask first whether that has been done; here they learn that it has not,
/// since the initialisation itself finds out, and one look at the state has fewer outcomes than two.
const INITIALISES: &[&str] = &[
    "std::sync::poison::once::Once::call_once",
    "std::sync::poison::once::Once::call_once_force",
    "std::sync::once_lock::OnceLock::get_or_init",
    "std::sync::once_lock::OnceLock::get_or_try_init",
    "std::sync::once_lock::OnceLock::initialize",
];
const ONCE_INCOMPLETE: u64 = 3;

#[derive(Clone, Copy, PartialEq)]
enum Access {
    Load,
    Modify,
    CompareExchange,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// The result of an access that an inlined part of a lock makes; `None`: it is an ordinary instruction.
    pub fn fast_path(&mut self, instruction: Value<'m>) -> Option<Scalars> {
        self.module.rust.as_ref()?;
        let (access, called) = access(instruction)?;
        let instead = self.inlined_in(instruction)?;
        let steps = self.module.has_lock_steps();
        if !steps && !matches!(instead, Instead::Always(..)) {
            return None;
        }
        let ty = leaves(instruction.ty()).ok()?;
        let bits = ty.first()?.ty.bits();
        let values: Scalars = match (instead, access) {
            (Instead::Finds(found), Access::Load) => one(Operand::Const(found)),
            (Instead::Looks(found), Access::Load) if is_relaxed(instruction, called) => {
                one(Operand::Const(found))
            }
            (Instead::Finds(found), Access::CompareExchange) => self.exchanged(
                called,
                ty.first()?.ty,
                Operand::Const(found),
                Operand::Const(0),
            ),
            (Instead::Calls(name), Access::Modify) => one(self.replaced(name, instruction)?),
            (Instead::Always(name, _), Access::Modify) if steps => {
                one(self.replaced(name, instruction)?)
            }
            (Instead::Always(_, name), Access::Modify) => one(self.replaced(name, instruction)?),
            (Instead::Waits(name, _), Access::Load) if bits == 64 => {
                one(self.replaced(name, instruction)?)
            }
            (Instead::Waits(_, name), Access::Load) if !name.is_empty() => {
                one(self.replaced(name, instruction)?)
            }
            (Instead::Skips(found), Access::Modify) => one(Operand::Const(found)),
            (Instead::Begins(load, _), Access::Load) => one(self.replaced(load, instruction)?),
            (Instead::Begins(_, exchange), Access::CompareExchange) => {
                let [word, expected, new] =
                    [0, 1, 2].map(|at| self.scalar(instruction.operand(at)));
                let (word, expected, new) = (word.ok()?, expected.ok()?, new.ok()?);
                // Of a compare-exchange the value is first, and last in what Rust's own function returns.
                let value = if called {
                    ty.last()?.ty
                } else {
                    ty.first()?.ty
                };
                let found = self.call_named(exchange, &[word, expected, new], value);
                let same = self.compare(Predicate::Eq, value.bits(), found, expected);
                self.exchanged(called, ty.first()?.ty, found, same)
            }
            _ => return None,
        };
        (values.len() == ty.len()).then_some(values)
    }

    /// The result of a compare-exchange. That of Rust's own function is a `Result`: a tag, 1 for a failure, and the value.
    fn exchanged(
        &mut self,
        called: bool,
        first: Type,
        found: Operand,
        succeeds: Operand,
    ) -> Scalars {
        if !called {
            return [found, succeeds].into_iter().collect();
        }
        let (yes, no) = (Operand::Const(0), Operand::Const(1));
        let tag = match succeeds {
            Operand::Const(0) => no,
            succeeds => self.select(first, succeeds, yes, no),
        };
        [tag, found].into_iter().collect()
    }

    /// The result of a function of the runtime that is called with the address of an access.
    fn replaced(&mut self, name: &str, instruction: Value<'m>) -> Option<Operand> {
        let pointer = self.scalar(instruction.operand(0)).ok()?;
        let ty = leaves(instruction.ty()).ok()?.first()?.ty;
        Some(self.call_named(name, &[pointer], ty))
    }

    /// Code of the user begins in a function that Rust has to tell it from its own in backtraces. What
    /// catches panics outside of it is Rust's own, and so is what a scope catches.
    pub fn begin_user_code(&mut self, function: Value<'m>) {
        if self.module.rust.is_none() || !self.module.catches {
            return;
        }
        let name = function.name();
        if name.contains(USER_CODE) {
            self.call_for_effect("__tp_lib_rust_user_begin", Vec::new());
        }
        if self.module.has_lock_steps() && is_closure_of_scope(&name) {
            self.call_for_effect("__tp_lib_rust_scope_begin", Vec::new());
        }
    }

    /// Is this call left out? crossbeam collects garbage whenever a thread pins for the first time, and at each 128th time
    /// after that. No program can rely on it, and it looks at every other thread; whoever wants it says `flush`.
    pub fn is_left_out(&self, called: &str, call: Value<'m>) -> bool {
        if !self.module.has_lock_steps() || !called.contains("crossbeam_epoch") {
            return false;
        }
        let of_scope = |scope| function_of(scope)?.string(LINKAGE_NAME);
        let caller = || call.debug_location()?.scope().and_then(of_scope);
        let is = |symbol: &str, path| names::path(symbol).as_deref() == Some(path);
        is(called, "crossbeam_epoch::internal::Global::collect")
            && caller().is_some_and(|by| is(&by, "crossbeam_epoch::internal::Local::pin"))
    }

    /// Rust's library prints the error that `main` or a test returns, and nothing else in this way.
    pub fn notice_error_of_main(&mut self, called: &str) {
        if self.module.rust.is_some() && called.contains("attempt_print_to_stderr") {
            self.call_for_effect("__tp_lib_rust_returned_error", Vec::new());
        }
    }

    /// The innermost function around an instruction of which accesses are replaced.
    fn inlined_in(&mut self, instruction: Value<'m>) -> Option<Instead> {
        let mut at = instruction.debug_location();
        while let Some(location) = at {
            let rust = self.module.rust.as_mut()?;
            let scope = location.scope();
            match scope.and_then(|scope| rust.instead(scope)) {
                Some(Instead::FindsFirst(found)) => {
                    return initialises(location).then_some(Instead::Finds(found));
                }
                Some(instead) => return Some(instead),
                None => at = location.inlined_at(),
            }
        }
        None
    }
}

/// Is this inlined in a function that initialises?
fn initialises(location: Metadata<'_>) -> bool {
    let mut at = Some(location);
    while let Some(location) = at {
        let function = location.scope().and_then(function_of);
        let symbol = function.and_then(|function| function.string(LINKAGE_NAME));
        let path = symbol.and_then(|symbol| names::path(&symbol));
        if path.is_some_and(|path| INITIALISES.contains(&path.as_str())) {
            return true;
        }
        at = location.inlined_at();
    }
    false
}

/// Is this the closure in which a scope calls that of the user?
fn is_closure_of_scope(symbol: &str) -> bool {
    let path = || names::path(symbol).unwrap_or_default();
    symbol.contains("6scoped5scope") && path().starts_with("std::thread::scoped::scope::{")
}

fn one(value: Operand) -> Scalars {
    Scalars::from_elem(value, 1)
}

/// How an instruction accesses memory, and whether it does by a call of one of Rust's own functions.
fn access(instruction: Value<'_>) -> Option<(Access, bool)> {
    Some(match instruction.opcode() {
        Opcode::LLVMAtomicCmpXchg => (Access::CompareExchange, false),
        Opcode::LLVMAtomicRMW => (Access::Modify, false),
        Opcode::LLVMLoad if is_atomic(instruction) => (Access::Load, false),
        Opcode::LLVMCall | Opcode::LLVMInvoke => (called_access(instruction)?, true),
        _ => return None,
    })
}

fn is_atomic(load: Value<'_>) -> bool {
    !matches!(
        load.ordering(),
        Ordering::LLVMAtomicOrderingNotAtomic | Ordering::LLVMAtomicOrderingUnordered
    )
}

/// Is the load relaxed? That of Rust's own function has its order as an argument.
fn is_relaxed(load: Value<'_>, called: bool) -> bool {
    match called {
        true => load.operand(1).as_integer() == Some(0),
        false => load.ordering() == Ordering::LLVMAtomicOrderingMonotonic,
    }
}

fn called_access(call: Value<'_>) -> Option<Access> {
    let callee = call.callee();
    if callee.kind() != ValueKind::LLVMFunctionValueKind {
        return None;
    }
    let name = callee.name();
    // `core::sync::atomic` in both ways of writing symbols.
    if !name.contains("4core") || !name.contains("6atomic") {
        return None;
    }
    let path = names::path(&name)?;
    let rest = path.strip_prefix("core::sync::atomic::")?;
    // `atomic_load` and `AtomicU8::load` have the same arguments.
    let method = match (rest.strip_prefix("atomic_"), rest.split_once("::")) {
        (Some(function), _) => function,
        (None, Some((ty, method))) if ty.starts_with("Atomic") => {
            method.strip_prefix("fetch_").unwrap_or(method)
        }
        _ => return None,
    };
    Some(match method {
        "compare_exchange" | "compare_exchange_weak" => Access::CompareExchange,
        "load" => Access::Load,
        "swap" | "add" | "sub" | "and" | "or" | "xor" => Access::Modify,
        _ => return None,
    })
}

/// The function that a scope is in.
pub fn function_of(scope: Metadata<'_>) -> Option<Metadata<'_>> {
    let mut scope = scope;
    while !matches!(scope.kind(), MetadataKind::LLVMDISubprogramMetadataKind) {
        scope = scope.node(1)?;
    }
    Some(scope)
}

#[cfg(test)]
mod tests {
    use super::{drops_unseen, result_of_thread};

    #[test]
    fn results_are_told_apart() {
        for (name, unseen) in [
            (
                "drop<std::thread::lifecycle::Packet<()>, alloc::alloc::Global>",
                true,
            ),
            (
                "<alloc::sync::Arc<std::thread::lifecycle::Packet<u32>> as Drop>::drop",
                true,
            ),
            (
                "drop<std::thread::lifecycle::Packet<core::option::Option<alloc::string::String>>, A>",
                true,
            ),
            (
                "drop<std::thread::lifecycle::Packet<(u32, queue::Guard)>, A>",
                false,
            ),
            (
                "drop<std::thread::lifecycle::Packet<alloc::boxed::Box<dyn core::any::Any>>, A>",
                false,
            ),
        ] {
            assert_eq!(
                result_of_thread(name).map(drops_unseen),
                Some(unseen),
                "{name}"
            );
        }
        assert_eq!(result_of_thread("drop<queue::Packet<u32>>"), None);
    }
}
