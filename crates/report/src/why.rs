//! Why an execution is wrong, in a sentence.
//!
//! The sentence names the fact that people look for first: the read that came before a store reached memory, the
//! lost update, the freed object, the holder of the lock that others wait for. If none of these fits, it is the
//! last value that the failing thread read. Stack overflows and nondeterminism have no sentence: no step
//! explains them.

use crate::Report;
use crate::accesses::{Accesses, overlap};
use crate::objects::Objects;
use crate::sc_cycle::Relations;
use crate::selection::failing_object;
use crate::unsynchronised::{self, Aim};
use crate::words::{Role, role, synchronises};
use threadproof_engine::{Found, Model, Source, Step, StepKind, Waiting};
use threadproof_program::{ErrorKind, Wait};

/// The sentence for an error of a report, if the trace has one to offer. Steps are numbered as in the table.
pub fn sentence(report: &Report, found: &Found) -> Option<String> {
    use ErrorKind::*;
    let why = match found.kind {
        Deadlock => deadlock(found),
        Livelock => livelock(found),
        DataRace => data_race(found),
        UseAfterFree | DoubleFree => freed(found),
        MutexMisuse => holder_of_failure(found),
        Leak => leaked(found),
        _ => None,
    };
    if matches!(found.kind, StackOverflow | Nondeterminism | Leak | Livelock) {
        return why;
    }
    why.or_else(|| stale_read(found, !needs_buffers(report, found)))
        .or_else(|| lost_update(found))
        .or_else(|| stale_read(found, false))
        .or_else(|| last_read(found))
}

fn is_read(step: &Step) -> bool {
    step.reads_from.is_some()
}

fn is_write(step: &Step) -> bool {
    matches!(step.kind, StepKind::Store | StepKind::Rmw)
}

/// The value that a write left: `flag[0] = 1`.
fn access(step: &Step) -> String {
    let variable = step.variable.as_deref().unwrap_or("memory");
    match &step.value {
        None => variable.into(),
        Some(value) => format!("{variable} = {}", value.newest()),
    }
}

/// The value that a read got: the old one for read-modify-writes.
fn got(step: &Step) -> String {
    let variable = step.variable.as_deref().unwrap_or("memory");
    match &step.value {
        None => variable.into(),
        Some(value) => format!("{variable} = {}", value.old()),
    }
}

/// An error that is there without store buffers, too, may have a better reason than a store in one of them.
fn needs_buffers(report: &Report, found: &Found) -> bool {
    let mut first = report.outcome.errors.first().into_iter();
    let is_compared = first.any(|first| std::ptr::eq(first, found));
    !is_compared || !report.shown_under.contains(&(Model::Sc, Some(true)))
}

/// A read that missed a store which another thread had made before; `visible` leaves out stores in buffers.
fn stale_read(found: &Found, visible: bool) -> Option<String> {
    let trace = &found.trace;
    let accesses = Accesses::of(trace);
    let (index, missed) = stale_reads(trace, &accesses).next()?;
    let store = &trace[missed];
    if store.buffered && visible {
        return None;
    }
    let missing = missing(trace, index, missed);
    if let Some(why) = missing.as_ref().filter(|_| !store.buffered) {
        return Some(why.clone());
    }
    let (what, whose) = miss(trace, index, missed);
    Some(match store.buffered {
        true => format!("{what} before {whose} reached memory"),
        false => match overwriting(trace, &accesses, index) {
            Some(last) => format!(
                "{what} and not {whose}, and then stored {} (step {}): one of the two stores is lost",
                access(&trace[last]),
                last + 1
            ),
            None => format!("{what} and not {whose}: nothing makes that visible to it"),
        },
    })
}

/// A read, and the store that it missed.
fn miss(trace: &[Step], index: usize, missed: usize) -> (String, String) {
    let (read, store) = (&trace[index], &trace[missed]);
    let what = format!("{} read {} (step {})", read.thread, got(read), index + 1);
    let whose = format!(
        "{}'s store of {} (step {})",
        store.thread,
        access(store),
        missed + 1
    );
    (what, whose)
}

/// The store by which a thread overwrites the place that it has read before.
fn overwriting(trace: &[Step], accesses: &Accesses<'_>, read: usize) -> Option<usize> {
    let stores = |at: &usize| {
        let step = &trace[*at];
        step.thread == trace[read].thread
            && step.kind == StepKind::Store
            && accesses.between(read, *at).contains(&read)
    };
    (read + 1..trace.len())
        .find(stores)
        .filter(|_| trace[read].kind == StepKind::Load)
}

/// The reads that missed a store, newest first, each with that store.
fn stale_reads<'a>(
    trace: &'a [Step],
    accesses: &'a Accesses<'_>,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let reads = (0..trace.len()).rev();
    let reads = reads.filter(|&index| !synchronises(&trace[index]));
    reads.filter_map(|index| Some((index, missed_write(trace, accesses, index)?)))
}

/// The memory orders that would have let a read see the store that it missed.
fn missing(trace: &[Step], index: usize, missed: usize) -> Option<String> {
    let (what, whose) = miss(trace, index, missed);
    let relations = Relations::of(trace);
    let seen = relations
        .as_ref()
        .is_some_and(|r| r.happens_before(missed, index));
    let cure = match seen {
        true => None,
        false => unsynchronised::cure(trace, missed, index, Aim::Visible),
    };
    let cure = cure.or_else(|| relations?.cure(missed, index))?;
    Some(format!("{what} and not {whose}: {cure}"))
}

/// The newest write of another thread before a read that the read could not see, or need not see.
fn missed_write(trace: &[Step], accesses: &Accesses<'_>, index: usize) -> Option<usize> {
    let read = &trace[index];
    let source = match read.reads_from? {
        Source::Initial => None,
        Source::Step(source) => Some(source),
    };
    let own = source.is_some_and(|source| trace[source].thread == read.thread);
    let reaches = |write: usize| accesses.reaches_memory(write);
    let is_newer = |at: usize| !own && source.is_none_or(|source| reaches(source) < reaches(at));
    let first = match (accesses.are_buffered(), own) {
        (true, _) => 0,
        (false, true) => return None,
        (false, false) => source.map_or(0, |source| source + 1),
    };
    let mut earlier = accesses.between(first, index).into_iter();
    earlier.find(|&at| {
        let step = &trace[at];
        is_write(step)
            && step.thread != read.thread
            && Some(at) != source
            && (is_newer(at) || reaches(at) > index)
    })
}

/// A thread read, another one wrote, and the first overwrote that with a value computed from the old one.
fn lost_update(found: &Found) -> Option<String> {
    let trace = &found.trace;
    let accesses = Accesses::of(trace);
    // A store that is still in a buffer comes after all others.
    let reaches = |at: usize| accesses.reaches_memory(at).min(trace.len());
    let is_plain = |at: &usize| trace[*at].kind == StepKind::Store && !synchronises(&trace[*at]);
    let mut stores: Vec<usize> = (0..trace.len()).filter(is_plain).collect();
    stores.sort_by_key(|at| std::cmp::Reverse((reaches(*at), *at)));
    for last in stores {
        let write = &trace[last];
        let own = |at: &&usize| trace[**at].thread == write.thread && is_read(&trace[**at]);
        let read = accesses.touching(last, 0..last).iter().find(own).copied();
        let Some(first) = read.filter(|at| trace[*at].kind == StepKind::Load) else {
            continue;
        };
        let read = &trace[first];
        let is_lost = |at: &&usize| {
            is_write(&trace[**at])
                && trace[**at].thread != write.thread
                && (first + 1..reaches(last)).contains(&reaches(**at))
        };
        let others = accesses.touching(last, 0..reaches(last));
        if let Some(at) = others.iter().find(is_lost).copied() {
            let lost = &trace[at];
            return Some(format!(
                "{} stored {} (step {}) after it had read {} (step {}); {}'s store of {} (step {}) \
                 came in between and is lost",
                write.thread,
                access(write),
                last + 1,
                got(read),
                first + 1,
                lost.thread,
                access(lost),
                at + 1
            ));
        }
    }
    None
}

/// The last value that the failing thread got from another one.
fn last_read(found: &Found) -> Option<String> {
    let trace = &found.trace;
    let reads = trace.iter().enumerate().rev();
    let mut reads = reads.filter(|(_, step)| step.thread == found.thread && is_read(step));
    let (index, read) = reads.find(|(_, step)| !step.is_library() && step.value.is_some())?;
    match read.reads_from? {
        Source::Step(from) => {
            let write = &trace[from];
            if write.thread == read.thread {
                return None;
            }
            Some(format!(
                "{} read {} (step {}), which {} wrote (step {})",
                read.thread,
                got(read),
                index + 1,
                write.thread,
                from + 1
            ))
        }
        Source::Initial => {
            let others = trace.iter().any(|step| step.kind == StepKind::Spawn);
            others.then(|| {
                format!(
                    "{} read {} (step {}), which no other thread had written yet",
                    read.thread,
                    got(read),
                    index + 1
                )
            })
        }
    }
}

/// The holder of a lock in the end: its last successful lock without a later unlock.
fn holder<'a>(trace: &'a [Step], object: &str) -> Option<(usize, &'a Step)> {
    let mut holder = None;
    for (index, step) in trace.iter().enumerate() {
        let Some(variable) = &step.variable else {
            continue;
        };
        if !same_object(variable, object) || !synchronises(step) {
            continue;
        }
        match role(step) {
            Role::Unlock => holder = None,
            Role::Lock => holder = Some((index, step)),
            Role::Join | Role::Other => (),
        }
    }
    holder
}

/// A mutex is several words, and either step may name another one.
fn same_object(one: &str, other: &str) -> bool {
    let base = |name: &str| -> String {
        let end = name.find(".__").unwrap_or(name.len());
        name[..end].into()
    };
    base(one) == base(other)
}

fn deadlock(found: &Found) -> Option<String> {
    let parts: Vec<String> = found
        .waiting
        .iter()
        .filter_map(|waiting| one_waiting(found, waiting))
        .collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn one_waiting(found: &Found, waiting: &Waiting) -> Option<String> {
    if waiting.why == Wait::Join {
        return None;
    }
    let (index, step) = holder(&found.trace, &waiting.object)?;
    let who = if step.thread == waiting.thread {
        "itself"
    } else {
        step.thread.as_str()
    };
    Some(format!(
        "{} waits for {}, which {who} locked (step {}) and still holds",
        waiting.thread,
        waiting.object,
        index + 1
    ))
}

fn livelock(found: &Found) -> Option<String> {
    let spins = found.waiting.iter().find(|waiting| waiting.why.is_loop())?;
    let writes = found.trace.iter().enumerate().rev();
    let mut writes = writes.filter(|(_, step)| {
        is_write(step) && step.variable.as_deref() == Some(spins.object.as_str())
    });
    Some(match writes.next() {
        Some((index, step)) => format!(
            "{} waits for another value of {}, and nobody writes it any more after {} did (step {})",
            spins.thread,
            spins.object,
            step.thread,
            index + 1
        ),
        None => format!(
            "{} waits for another value of {}, which nobody ever writes",
            spins.thread, spins.object
        ),
    })
}

fn data_race(found: &Found) -> Option<String> {
    let trace = &found.trace;
    let place = found.locations.first()?;
    let is_here =
        |step: &Step| step.thread == found.thread && step.location.as_ref() == Some(place);
    let seconds = (0..trace.len()).rev().filter(|at| is_here(&trace[*at]));
    let other = |second: usize| {
        let candidates = trace.iter().enumerate().rev();
        candidates
            .filter(|(_, step)| step.thread != found.thread && step.kind != StepKind::Flush)
            .find(|(_, step)| {
                overlap(step, &trace[second]) && (is_write(step) || is_write(&trace[second]))
            })
    };
    let mut pairs = seconds
        .filter(|second| trace[*second].kind != StepKind::Flush)
        .filter_map(|second| Some((second, other(second)?)));
    let (second, (first, other)) = pairs.next()?;
    let word = |step: &Step| if is_write(step) { "writes" } else { "reads" };
    let variable = other.variable.as_deref().unwrap_or("the same memory");
    let cure = match first < second {
        true => unsynchronised::cure(trace, first, second, Aim::Ordered),
        false => None,
    };
    let cure = cure.or_else(|| {
        let accesses = Accesses::of(trace);
        let mut stale = stale_reads(trace, &accesses).filter(|(read, _)| !is_here(&trace[*read]));
        stale.find_map(|(read, missed)| missing(trace, read, missed))
    });
    let cure = cure.map_or(String::new(), |cure| format!(": {cure}"));
    Some(format!(
        "{} {} {variable} (step {}) and {} {} it (step {}), and nothing orders the two{cure}",
        other.thread,
        word(other),
        first + 1,
        found.thread,
        word(&trace[second]),
        second + 1
    ))
}

fn freed(found: &Found) -> Option<String> {
    if found.kind == ErrorKind::UseAfterFree
        && let Some(why) = freed_too_early(found)
    {
        return Some(why);
    }
    let failing = found
        .trace
        .iter()
        .rposition(|step| step.thread == found.thread);
    let frees = found.trace.iter().enumerate().rev();
    let frees = frees.filter(|(at, step)| step.kind == StepKind::Free && Some(*at) != failing);
    let heap = Objects::of(&found.trace);
    let known = failing_object(found, &heap);
    let is_known = |(_, step): &(usize, &Step)| known.is_some() && heap.touched(step) == known;
    let (index, free) = frees.clone().find(is_known).or(frees.clone().next())?;
    let object = free.variable.as_deref().unwrap_or("the object");
    let verb = match found.kind {
        ErrorKind::DoubleFree => "freed it again",
        _ => "used it",
    };
    Some(format!(
        "{} freed {object} (step {}) before {} {verb}",
        free.thread,
        index + 1,
        found.thread
    ))
}

/// The failing thread frees an object, and an access of another thread is not ordered with that.
fn freed_too_early(found: &Found) -> Option<String> {
    let trace = &found.trace;
    let frees = |step: &Step| step.kind == StepKind::Free && step.thread == found.thread;
    let free = trace.iter().rposition(frees)?;
    let place = found.locations.first()?;
    trace[free].location.as_ref().filter(|own| *own == place)?;
    let object = trace[free].variable.as_deref()?;
    let heap = Objects::of(trace);
    let freed = heap.touched(&trace[free])?;
    let uses = |step: &Step| step.thread != found.thread && heap.touched(step) == Some(freed);
    let relations = Relations::of(trace)?;
    let unordered = |at: &usize| uses(&trace[*at]) && !relations.happens_before(*at, free);
    let access = (0..free).rev().find(unordered)?;
    let cure = unsynchronised::cure(trace, access, free, Aim::Ordered);
    let cure = cure.map_or(String::new(), |cure| format!(": {cure}"));
    Some(format!(
        "{} uses {object} (step {}) and {} frees it (step {}), and nothing orders the two{cure}",
        trace[access].thread,
        access + 1,
        found.thread,
        free + 1
    ))
}

fn holder_of_failure(found: &Found) -> Option<String> {
    let own = found.trace.iter().rposition(|step| {
        step.thread == found.thread && step.is_library() && step.variable.is_some()
    })?;
    let object = found.trace[own].variable.clone()?;
    let (index, step) = holder(&found.trace[..own], &object)?;
    if step.thread == found.thread {
        return None;
    }
    Some(format!(
        "{} had locked {object} (step {})",
        step.thread,
        index + 1
    ))
}

fn leaked(found: &Found) -> Option<String> {
    let address = |step: &Step| step.bytes.map(|(address, _)| address);
    let freed = |object: &Step| {
        let mut frees = found
            .trace
            .iter()
            .filter(|step| step.kind == StepKind::Free);
        frees.any(|free| address(free) == address(object))
    };
    let mut steps = found.trace.iter().enumerate();
    let (index, step) = steps.find(|(_, step)| step.kind == StepKind::Allocate && !freed(step))?;
    Some(format!(
        "{} allocated {} (step {}), and nobody freed it",
        step.thread,
        step.variable.as_deref().unwrap_or("an object"),
        index + 1
    ))
}
