//! Words for the steps of an execution.

use threadproof_engine::{Relation, Step, StepKind, Value};
use threadproof_program::{MemoryOrder, Wait};

/// Words in the names of library functions that order threads, even when only one thread came
/// to use the object in this execution.
const SYNCHRONISATION: [&str; 23] = [
    "lock",
    "unlock",
    "trylock",
    "timedlock",
    "rdlock",
    "wrlock",
    "tryrdlock",
    "trywrlock",
    "wait",
    "trywait",
    "timedwait",
    "wake",
    "signal",
    "broadcast",
    "post",
    "once",
    "join",
    "barrier",
    "await",
    "yield",
    "RwLock",
    "park",
    "notify",
];

/// The part of a library function in the order of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Lock,
    Unlock,
    /// A wait for the end of a thread.
    Join,
    Other,
}

/// The role of a step; that of a try that has failed is `Other`.
pub fn role(step: &Step) -> Role {
    match plain_operation(step) {
        _ if failed_try(step) => Role::Other,
        "join" => Role::Join,
        word if word.contains("unlock") => Role::Unlock,
        word if word.contains("lock") => Role::Lock,
        _ => Role::Other,
    }
}

/// Is the step an operation of the library that orders threads?
pub fn synchronises(step: &Step) -> bool {
    let mut words = plain_operation(step).split(|c: char| !c.is_alphanumeric());
    words.any(|word| SYNCHRONISATION.contains(&word))
}

/// Did a library function not get the lock that it tried to take?
pub fn failed_try(step: &Step) -> bool {
    step.is_library() && !step.wrote && plain_operation(step).starts_with("try")
}

/// The word for a step: `load`, `lock`, `failed trylock`.
pub fn operation(step: &Step) -> String {
    let word = plain_operation(step);
    match failed_try(step) {
        true => format!("failed {word}"),
        false => word.into(),
    }
}

/// `store x`, and `memory` for a variable without a name.
pub fn with_variable(step: &Step) -> String {
    let variable = step.variable.as_deref().unwrap_or("memory");
    format!("{} {variable}", operation(step))
}

/// That of the library function, without its family name, else that of the kind.
fn plain_operation(step: &Step) -> &str {
    let function = step.function.as_deref();
    match (step.kind, function) {
        (StepKind::Spawn, _) => "spawn",
        (StepKind::Exit, _) => "exit",
        (StepKind::Print, _) => "print",
        (StepKind::Fail, _) => "fail",
        (StepKind::Flush, _) => "flush",
        (StepKind::Free, _) => "free",
        (StepKind::Wait(_), None) => "await",
        (StepKind::Wait(Wait::Join), Some(_)) => "join",
        (_, Some(function)) => short(function),
        (StepKind::Load, None) => "load",
        (StepKind::Store, None) => "store",
        (StepKind::Rmw, None) => "rmw",
        (StepKind::FailedCompareExchange, None) => "cas-fail",
        (StepKind::Fence, None) => "fence",
        (StepKind::Allocate, None) => "allocate",
        (StepKind::Choice, None) => "choice",
    }
}

/// A library function without its family name.
fn short(function: &str) -> &str {
    // Functions as they are in programs that cancel threads.
    let function = function.strip_prefix("__tp_cancel_").unwrap_or(function);
    match function {
        "pthread_mutex_lock" | "mtx_lock" => "lock",
        "pthread_mutex_unlock" | "mtx_unlock" => "unlock",
        "pthread_mutex_trylock" | "mtx_trylock" => "trylock",
        "pthread_cond_wait" | "cnd_wait" => "wait",
        "pthread_cond_signal" | "cnd_signal" => "signal",
        "pthread_cond_broadcast" | "cnd_broadcast" => "broadcast",
        // `operator new(unsigned long)`
        other => match other.strip_prefix("operator ") {
            Some(operator) => operator.split('(').next().unwrap_or(operator),
            None => other.strip_prefix("pthread_").unwrap_or(other),
        },
    }
}

/// `1`, `0 -> 1`, or the text that was printed.
pub fn value(step: &Step) -> Option<String> {
    match (&step.output, &step.value) {
        (Some(text), _) => Some(format!("{text:?}")),
        (None, Some(Value::One(value))) => Some(value.clone()),
        (None, Some(Value::Change { old, new })) => Some(format!("{old} -> {new}")),
        (None, None) => None,
    }
}

/// A memory order as C names it.
pub fn order(order: MemoryOrder) -> &'static str {
    match order {
        MemoryOrder::Relaxed => "relaxed",
        MemoryOrder::Acquire => "acquire",
        MemoryOrder::Release => "release",
        MemoryOrder::AcqRel => "acq_rel",
        MemoryOrder::SeqCst => "seq_cst",
    }
}

/// The literature's name of a relation between two events of a cycle.
pub fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::ProgramOrder => "po",
        Relation::Spawn => "spawn",
        Relation::ReadsFrom => "rf",
        Relation::Coherence => "co",
        Relation::FromRead => "fr",
    }
}
