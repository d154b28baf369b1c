//! Which memory orders are missing where a thread did not see an earlier write of another one.
//!
//! Two shapes explain nearly all bugs of weak memory. In *message passing* a thread saw a flag that was set
//! behind the data, but the store of the flag does not release, or its load does not acquire. In *store
//! buffering* each of two threads writes and then misses the other's write: only sequential consistency
//! orders that.

use crate::words;
use threadproof_engine::{Source, Step, StepKind};
use threadproof_program::MemoryOrder;

/// The memory orders or fences that would have ordered two racing steps of two threads.
/// `None` if neither shape fits.
pub fn cure(trace: &[Step], first: usize, second: usize) -> Option<String> {
    message_passing(trace, first, second).or_else(|| store_buffering(trace, first, second))
}

/// A store of the first thread, behind its step, that the second thread read before its own.
fn message_passing(trace: &[Step], first: usize, second: usize) -> Option<String> {
    let between = (0..second).rev();
    let (store, load) = between
        .filter(|load| trace[*load].thread == trace[second].thread)
        .find_map(|load| {
            let Some(Source::Step(store)) = trace[load].reads_from else {
                return None;
            };
            let behind = trace[store].thread == trace[first].thread && store > first;
            let atomic = trace[load].order.is_some() && trace[store].order.is_some();
            (behind && atomic).then_some((store, load))
        })?;
    let (releases, acquires) = (MemoryOrder::releases, MemoryOrder::acquires);
    let does_release = orders(&trace[store], releases) || is_fenced(trace, first, store, releases);
    let does_acquire = orders(&trace[load], acquires) || is_fenced(trace, load, second, acquires);
    let (weak, missing) = match (does_release, does_acquire) {
        (true, true) => return None,
        (false, true) => ("the store", vec![named(Missing::Release, &trace[store])]),
        (true, false) => ("the load", vec![named(Missing::Acquire, &trace[load])]),
        (false, false) => (
            "both accesses",
            vec![
                named(Missing::Release, &trace[store]),
                named(Missing::Acquire, &trace[load]),
            ],
        ),
    };
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let variable = trace[load].variable.as_deref().unwrap_or("memory");
    Some(format!(
        "{} had read {variable} from step {} (step {}), but {weak} {verb} relaxed; {} would order the \
         two threads",
        trace[load].thread,
        store + 1,
        load + 1,
        missing.join(" and ")
    ))
}

/// Before its read, the second thread wrote a variable that the first one reads after its write, and misses as well.
fn store_buffering(trace: &[Step], first: usize, second: usize) -> Option<String> {
    let (writer, reader) = (&trace[first], &trace[second]);
    let of = |thread: &str, step: &Step| step.thread == thread && !step.is_library();
    let (other_read, other_write) = (0..trace.len())
        .filter(|at| *at > first && of(&writer.thread, &trace[*at]))
        .find_map(|read| {
            let source = trace[read].reads_from?;
            let earlier = (0..second).rev();
            let missed = earlier
                .filter(|at| of(&reader.thread, &trace[*at]))
                .find(|at| {
                    is_write(&trace[*at])
                        && trace[*at].bytes == trace[read].bytes
                        && source != Source::Step(*at)
                })?;
            (trace[missed].bytes != writer.bytes).then_some((read, missed))
        })?;
    let seq_cst = |order| order == MemoryOrder::SeqCst;
    let strong = |step: &Step| orders(step, seq_cst);
    let fenced = |from, to| is_fenced(trace, from, to, seq_cst);
    let ordered = |write: usize, read: usize| {
        strong(&trace[write]) && strong(&trace[read]) || fenced(write, read)
    };
    if ordered(first, other_read) && ordered(other_write, second) {
        return None;
    }
    let (order, fence) = match is_rust(reader) {
        true => ("Ordering::SeqCst", "fence(Ordering::SeqCst)"),
        false => (
            "memory_order_seq_cst",
            "atomic_thread_fence(memory_order_seq_cst)",
        ),
    };
    Some(format!(
        "{} missed the store of step {} in the same way (step {}); only {order} for all \
         four accesses, or {fence} between the two of each thread, forbids that",
        writer.thread,
        other_write + 1,
        other_read + 1
    ))
}

/// The order that an access lacks.
#[derive(Clone, Copy)]
enum Missing {
    Release,
    Acquire,
}

fn orders(step: &Step, strong: impl Fn(MemoryOrder) -> bool) -> bool {
    step.order.is_some_and(strong)
}

fn is_write(step: &Step) -> bool {
    matches!(step.kind, StepKind::Store | StepKind::Rmw)
}

/// Does the thread of both steps have such a fence between them?
fn is_fenced(
    trace: &[Step],
    from: usize,
    to: usize,
    strong: impl Fn(MemoryOrder) -> bool + Copy,
) -> bool {
    let between = trace.get(from + 1..to).unwrap_or_default().iter();
    let mut own = between.filter(|step| step.thread == trace[to].thread);
    own.any(|step| step.kind == StepKind::Fence && orders(step, strong))
}

/// `memory_order_release at line 6`; in Rust `Ordering::Release at line 6`.
fn named(order: Missing, step: &Step) -> String {
    let order = match (is_rust(step), order) {
        (true, Missing::Release) => "Ordering::Release",
        (true, Missing::Acquire) => "Ordering::Acquire",
        (false, Missing::Release) => "memory_order_release",
        (false, Missing::Acquire) => "memory_order_acquire",
    };
    match &step.location {
        Some(place) => format!("{order} at line {}", place.line),
        None => format!("{order} for {}", words::operation(step)),
    }
}

fn is_rust(step: &Step) -> bool {
    let place = step.location.as_ref();
    place.is_some_and(|place| place.file.ends_with(".rs"))
}
