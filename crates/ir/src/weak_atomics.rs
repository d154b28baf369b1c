//! Which atomic accesses of a program are weaker than sequentially consistent ones.
//!
//! Without any, and without data races, a program has only sequentially consistent executions under
//! C11, so nothing else has to be explored.
//!
//! The modelled library counts where it tries to get something in vain: a try-lock that fails has changed nothing and is
//! ordered with nobody, although it is no data race, so the theorem does not hold with it (Boehm, "Reordering Constraints for
//! Pthread-Style Locks", PPoPP 2007). Most other operations of the library change a word that the next one reads, so they are
//! ordered by happens-before. A signal for which nobody waits changes nothing, but POSIX says of it that it synchronises
//! memory, and C++ that all signals and waits have one order.

use crate::module::{BlockId, Callee, Function, Inst, InstKind, Module, Operand, Terminator};
use crate::passes::lock_twins::TWINS;
use crate::passes::promote::{self, Undefined};
use threadproof_program::{FenceOrder, LoadOrder, LocationId, RmwOrder, StoreOrder};

impl Module {
    /// Notes where the program's own functions use weak atomics, with no place for those of the library. To be called
    /// before any pass, while every instruction still stands in its own function.
    pub fn note_weak_atomics(&mut self, is_own: impl Fn(&str) -> bool) {
        let is_own = |f: &&Function| f.name == "main" || is_own(&f.name);
        let (own, library): (Vec<_>, Vec<_>) = self.functions.iter().partition(is_own);
        let own = own.into_iter();
        let mut found: Vec<LocationId> = own.flat_map(|f| of_function(self, f)).collect();
        if library.into_iter().any(may_get_nothing) {
            found.push(LocationId(0));
        }
        found.sort_unstable();
        found.dedup();
        self.weak_atomics = Some(found);
    }
}

impl Module {
    /// Are some atomics weaker than sequentially consistent ones, as far as is known?
    pub fn has_weak_atomics(&self) -> bool {
        let weak = self.weak_atomics.as_ref();
        weak.is_none_or(|weak| !weak.is_empty())
    }
}

/// Functions of the library that may return without what they try to get, beside those that have a twin which waits.
const TRIES: [&str; 11] = [
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_clockrdlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_clockwrlock",
    "pthread_timedjoin_np",
    "mtx_timedlock",
    "sem_timedwait",
    "sem_clockwait",
    "sem_getvalue",
];

/// Some functions of the library stand in for others, and have the other's name behind a prefix.
fn may_get_nothing(function: &Function) -> bool {
    let tries = TWINS.iter().map(|(tries, _)| tries).chain(&TRIES);
    function.is_defined() && tries.into_iter().any(|name| function.name.ends_with(name))
}

fn of_function(module: &Module, function: &Function) -> Vec<LocationId> {
    let weak = |inst: &&Inst| is_weak(&inst.kind) || is_weak_call(module, &inst.kind);
    if !function
        .blocks
        .iter()
        .any(|b| b.instructions.iter().any(|i| weak(&i)))
    {
        return Vec::new();
    }
    let function = with_known_orders(function);
    let found = live_instructions(&function).filter(weak);
    found.map(|inst| inst.location).collect()
}

/// The function with its local variables as values. The atomics of C++ choose between instructions by an order that
/// is passed in a variable; afterwards it is a constant.
pub(crate) fn with_known_orders(function: &Function) -> Function {
    let mut function = function.clone();
    promote::promote(&mut function, Undefined::Promote);
    function
}

/// The instructions that can be reached where constants decide.
pub(crate) fn live_instructions(function: &Function) -> impl Iterator<Item = &Inst> {
    let mut live = vec![false; function.blocks.len()];
    let mut work: Vec<BlockId> = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        let known = live.get_mut(block.index());
        if known.is_none_or(|live| std::mem::replace(live, true)) {
            continue;
        }
        match &function.blocks[block.index()].terminator {
            Terminator::Jump(target) => work.push(target.block),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match condition {
                Operand::Const(0) => work.push(otherwise.block),
                Operand::Const(_) => work.push(then.block),
                _ => work.extend([then.block, otherwise.block]),
            },
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let chosen = |value: u64| cases.iter().find(|(case, _)| *case == value);
                match value {
                    Operand::Const(value) => {
                        work.push(chosen(*value).map_or(default.block, |(_, to)| to.block));
                    }
                    _ => {
                        work.push(default.block);
                        work.extend(cases.iter().map(|(_, to)| to.block));
                    }
                }
            }
            Terminator::Return(_) | Terminator::Unreachable => (),
        }
    }
    let blocks = function.blocks.iter().zip(live);
    let blocks = blocks.filter(|(_, live)| *live);
    blocks.flat_map(|(block, _)| &block.instructions)
}

/// Is it a call of the atomic library, for objects of odd sizes, with another order than `memory_order_seq_cst` of C?
fn is_weak_call(module: &Module, kind: &InstKind) -> bool {
    const SEQ_CST: Operand = Operand::Const(5);
    let InstKind::Call {
        callee: Callee::Function(callee),
        arguments,
    } = kind
    else {
        return false;
    };
    let orders = match module.functions[callee.index()].name.as_str() {
        "__atomic_load" | "__atomic_store" | "__atomic_exchange" => 1,
        "__atomic_compare_exchange" => 2,
        _ => return false,
    };
    let mut orders = arguments.iter().rev().take(orders);
    orders.any(|order| *order != SEQ_CST)
}

fn is_weak(kind: &InstKind) -> bool {
    match kind {
        InstKind::Load { order, .. } | InstKind::Await { order, .. } => {
            matches!(order, LoadOrder::Relaxed | LoadOrder::Acquire)
        }
        InstKind::Store { order, .. } => {
            matches!(order, StoreOrder::Relaxed | StoreOrder::Release)
        }
        InstKind::Rmw { order, .. } => *order != RmwOrder::SeqCst,
        InstKind::CompareExchange {
            success, failure, ..
        } => *success != RmwOrder::SeqCst || *failure != LoadOrder::SeqCst,
        InstKind::Fence(order) => *order != FenceOrder::SeqCst,
        _ => false,
    }
}
