//! Chooses the steps of an execution that people want to see.
//!
//! Shown are accesses to memory that two threads touch and one writes, synchronisation, threads'
//! beginnings and joins, choices, output and the failure. The rest is one thread's own business, or that of Rust's
//! library ([`machinery`]).

use crate::machinery::Machinery;
use crate::objects::{Base, Objects};
use crate::words::synchronises;
use std::collections::BTreeMap;
use std::ops::Range;
use threadproof_engine::{Found, Model, Step, StepKind};
use threadproof_program::ErrorKind;

/// The indices of the steps to show, ascending.
pub fn steps(found: &Found, model: Model, verbose: bool) -> Vec<usize> {
    let all = 0..found.trace.len();
    if verbose {
        return all.collect();
    }
    let shared = Shared::of(&found.trace);
    let last_read = last_read(found);
    let objects = concerns_objects(found.kind);
    let machinery = Machinery::of(&found.trace);
    let heap = Objects::of(&found.trace);
    let failing = failing_object(found, &heap);
    let hides = |step: &Step| {
        let other = failing.is_none() || heap.touched(step) != failing;
        let library = machinery.contains(step) || machinery.keeps_house(step);
        library && other || is_announcement(found, step)
    };
    all.filter(|&index| {
        let hidden = hides(&found.trace[index]);
        let wanted = Some(index) == last_read
            || is_interesting(&found.trace[index], objects, model, &shared)
            || is_failing_access(found, index);
        wanted && !hidden
    })
    .collect()
}

/// The same for an execution without an error.
pub fn steps_without_error(trace: &[Step], model: Model, verbose: bool) -> Vec<usize> {
    let shared = Shared::of(trace);
    let machinery = Machinery::of(trace);
    (0..trace.len())
        .filter(|&index| {
            let step = &trace[index];
            let wanted = is_interesting(step, false, model, &shared);
            verbose || wanted && !machinery.contains(step)
        })
        .collect()
}

/// The object of the heap that an error is about, if it is about one.
pub fn failing_object(found: &Found, heap: &Objects<'_>) -> Option<Base> {
    let mut steps = found.trace.iter().rev();
    let last = steps.find(|step| step.thread == found.thread && step.variable.is_some())?;
    let concerned = concerns_objects(found.kind) && found.kind != ErrorKind::Leak;
    heap.touched(last).filter(|_| concerned)
}

/// A panic is printed before it is found to be an error, and the report has its words already.
fn is_announcement(found: &Found, step: &Step) -> bool {
    let printed = step.output.as_deref().unwrap_or_default();
    found.kind == ErrorKind::Panic
        && step.thread == found.thread
        && printed.starts_with("\nthread ")
}

/// The last value that the failing thread read before it failed, from any thread. A panic reads a lot on its way.
fn last_read(found: &Found) -> Option<usize> {
    if found.kind == ErrorKind::Panic {
        return None;
    }
    let told =
        |step: &Step| !step.is_library() && step.value.is_some() && step.reads_from.is_some();
    let failed_by_itself = found.trace.iter().any(|step| step.kind == StepKind::Fail);
    let failed_by_itself = failed_by_itself || concerns_access(found.kind);
    let mut steps = found.trace.iter();
    let last = steps.rposition(|step| step.thread == found.thread && told(step));
    last.filter(|_| failed_by_itself)
}

/// An access that fails is the last step of its thread.
fn is_failing_access(found: &Found, index: usize) -> bool {
    let is_last = index + 1 == found.trace.len();
    let step = &found.trace[index];
    is_last && concerns_access(found.kind) && step.thread == found.thread && !is_internal(step)
}

/// Does the error happen at an access to memory?
fn concerns_access(error: ErrorKind) -> bool {
    use ErrorKind::*;
    matches!(
        error,
        NullDeref
            | OutOfBounds
            | UseAfterFree
            | DoubleFree
            | InvalidFree
            | Uninitialized
            | MutexMisuse
    )
}

/// `objects`: it matters when they begin and end.
fn is_interesting(step: &Step, objects: bool, model: Model, shared: &Shared) -> bool {
    match step.kind {
        StepKind::Load
        | StepKind::Store
        | StepKind::Flush
        | StepKind::Rmw
        | StepKind::FailedCompareExchange => {
            let is_shared = || step.bytes.is_some_and(|bytes| shared.contains(bytes));
            !is_internal(step) && (synchronises(step) || is_shared())
        }
        StepKind::Fence => model != Model::Sc,
        StepKind::Allocate | StepKind::Free => objects,
        StepKind::Exit => false,
        StepKind::Spawn
        | StepKind::Wait(_)
        | StepKind::Print
        | StepKind::Choice
        | StepKind::Fail => true,
    }
}

/// An access to the record of a thread, which no variable of the program holds.
fn is_internal(step: &Step) -> bool {
    let access = matches!(step.kind, StepKind::Load | StepKind::Store | StepKind::Rmw);
    access && !step.is_library() && step.value.is_none()
        || step.variable.as_ref() == Some(&step.thread)
}

/// Is the error about the life of an object?
fn concerns_objects(error: ErrorKind) -> bool {
    matches!(
        error,
        ErrorKind::OutOfBounds
            | ErrorKind::UseAfterFree
            | ErrorKind::DoubleFree
            | ErrorKind::InvalidFree
            | ErrorKind::Leak
    )
}

/// The bytes that two threads touch and at least one writes.
struct Shared<'a>(BTreeMap<u64, Touched<'a>>);

struct Touched<'a> {
    first: &'a str,
    second: bool,
    written: bool,
}

impl Shared<'_> {
    fn of(trace: &[Step]) -> Shared<'_> {
        let mut bytes = BTreeMap::new();
        for step in trace {
            let writes = matches!(step.kind, StepKind::Store | StepKind::Rmw);
            for byte in range(step.bytes.unwrap_or((0, 0))) {
                let touched = bytes.entry(byte).or_insert(Touched {
                    first: &step.thread,
                    second: false,
                    written: false,
                });
                touched.second |= touched.first != step.thread;
                touched.written |= writes;
            }
        }
        Shared(bytes)
    }

    fn contains(&self, bytes: (u64, u8)) -> bool {
        range(bytes).any(|byte| {
            let touched = self.0.get(&byte);
            touched.is_some_and(|t| t.second && t.written)
        })
    }
}

fn range((address, size): (u64, u8)) -> Range<u64> {
    address..address.saturating_add(u64::from(size))
}
