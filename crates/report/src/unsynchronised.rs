//! Which memory orders are missing where a thread did not see an earlier write of another one.
//!
//! Two shapes explain nearly all bugs of weak memory. In *message passing* a thread saw a flag that was set
//! behind the data, perhaps by way of other threads, but a store of a flag does not release, or its load does not
//! acquire. In *store buffering* each of two threads writes and then misses the other's write: only sequential
//! consistency orders that. [`super::sc_cycle`] has the other shapes that only sequential consistency forbids.

use crate::sc_cycle::only_seq_cst;
use crate::words::{self, Language, failed_try, synchronises};
use threadproof_engine::{Source, Step, StepKind};
use threadproof_program::MemoryOrder;

/// A store and the load by another thread that reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Link {
    store: usize,
    load: usize,
}

/// The purpose for which the second step has to be ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// To see the first one. Then it is enough to be ordered behind somebody who saw it.
    Visible,
    /// Not to race with it.
    Ordered,
}

/// The memory orders or fences that would have ordered two steps of two threads.
/// `None` if neither shape fits.
pub fn cure(trace: &[Step], first: usize, second: usize, aim: Aim) -> Option<String> {
    message_passing(trace, first, second, aim).or_else(|| store_buffering(trace, first, second))
}

fn message_passing(trace: &[Step], first: usize, second: usize, aim: Aim) -> Option<String> {
    let mut links = chain(trace, first, second).filter(|links| !links.is_empty())?;
    let mut start = (links[0].store != first).then_some(first);
    if aim == Aim::Visible && links.len() > 1 && start.is_none() {
        start = Some(links.remove(0).load);
    }
    let failed = links.iter().find(|link| failed_try(&trace[link.load]));
    if let Some(link) = failed {
        let load = &trace[link.load];
        let object = load.variable.as_deref().unwrap_or("the lock");
        return Some(format!(
            "{} had found {object} taken (step {}), but a try-lock that fails orders nothing",
            load.thread,
            link.load + 1
        ));
    }
    let weak = weak_ends(trace, &links, (start, second));
    if weak.is_empty() {
        return None;
    }
    let cures: Vec<String> = weak
        .iter()
        .map(|(at, order)| named(*order, &trace[*at]))
        .collect();
    let told = match &links[..] {
        [link] => {
            let fault = match &weak[..] {
                [one] => fault(trace, *one, part(trace, *link, one.0)),
                both if both.iter().all(|(at, _)| is_relaxed(&trace[*at])) => {
                    "both accesses are relaxed".into()
                }
                both => {
                    let faults = both
                        .iter()
                        .map(|one| fault(trace, *one, part(trace, *link, one.0)));
                    faults.collect::<Vec<_>>().join(" and ")
                }
            };
            return Some(format!(
                "{}, but {fault}; {} would order the two threads",
                told(trace, *link, "had read"),
                cures.join(" and ")
            ));
        }
        [first, rest @ ..] => {
            let rest = rest.iter().map(|link| told(trace, *link, "read"));
            let rest: Vec<String> = rest.collect();
            format!(
                "{}, then {}",
                told(trace, *first, "had read"),
                rest.join(", then ")
            )
        }
        [] => return None,
    };
    let weak = match &weak[..] {
        many @ [_, _, ..] if many.iter().all(|(at, _)| is_relaxed(&trace[*at])) => {
            let steps: Vec<String> = many.iter().map(|(at, _)| (at + 1).to_string()).collect();
            format!("steps {} are relaxed", steps.join(" and "))
        }
        weak => {
            let faults = weak
                .iter()
                .map(|one| fault(trace, *one, format!("step {}", one.0 + 1)));
            faults.collect::<Vec<_>>().join(" and ")
        }
    };
    Some(format!(
        "{told}, but {weak}; {} would order the threads",
        cures.join(" and ")
    ))
}

/// The word for one end of a link.
fn part(trace: &[Step], link: Link, at: usize) -> String {
    let word = match trace[at].kind {
        _ if at == link.store => "the store",
        StepKind::FailedCompareExchange => "the compare-exchange that fails",
        _ => "the load",
    };
    word.into()
}

/// `the store is relaxed`; of one that has another order `does not release`.
fn fault(trace: &[Step], (at, lacked): (usize, MemoryOrder), part: String) -> String {
    match is_relaxed(&trace[at]) {
        true => format!("{part} is relaxed"),
        false => format!("{part} does not {}", words::order(lacked)),
    }
}

fn is_relaxed(step: &Step) -> bool {
    step.order == Some(MemoryOrder::Relaxed)
}

/// `main.2 had read flag from step 4 (step 6)`.
fn told(trace: &[Step], link: Link, verb: &str) -> String {
    let load = &trace[link.load];
    let variable = load.variable.as_deref().unwrap_or("memory");
    format!(
        "{} {verb} {variable} from step {} (step {})",
        load.thread,
        link.store + 1,
        link.load + 1
    )
}

/// The shortest chain of atomic reads that leads from the first step, or the store that it is, to the second one. A
/// read-modify-write that passes a message on is no end of a link.
fn chain(trace: &[Step], first: usize, second: usize) -> Option<Vec<Link>> {
    // Each entry: known are the thread's steps up to this one, by way of this link and that entry.
    let mut known: Vec<(usize, Option<(Link, usize)>)> = vec![(second, None)];
    let mut next = 0;
    while let Some(&(bound, _)) = known.get(next) {
        let thread = &trace[bound].thread;
        if *thread == trace[first].thread && first <= bound {
            return Some(merged(&known, next));
        }
        for load in (0..=bound).rev() {
            if trace[load].thread != *thread || load == second {
                continue;
            }
            let Some(Source::Step(store)) = trace[load].reads_from else {
                continue;
            };
            let is_new = |(other, _): &(usize, _)| {
                trace[*other].thread != trace[store].thread || *other < store
            };
            let synchronising =
                |step: &Step| step.order.is_some() || step.is_library() && synchronises(step);
            let links = trace[store].thread != *thread
                && synchronising(&trace[load])
                && synchronising(&trace[store]);
            if links && known.iter().all(is_new) {
                known.push((store, Some((Link { store, load }, next))));
            }
        }
        next += 1;
    }
    None
}

fn merged(known: &[(usize, Option<(Link, usize)>)], mut at: usize) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    while let Some((link, parent)) = known[at].1 {
        match links.last_mut() {
            Some(last) if last.load == link.store => last.load = link.load,
            _ => links.push(link),
        }
        at = parent;
    }
    links
}

/// The accesses of a chain that would have to be stronger, each with the order that it lacks.
fn weak_ends(
    trace: &[Step],
    links: &[Link],
    (start, end): (Option<usize>, usize),
) -> Vec<(usize, MemoryOrder)> {
    let mut weak = Vec::new();
    let mut entry = start;
    for (at, link) in links.iter().enumerate() {
        let exit = links.get(at + 1).map_or(end, |next| next.store);
        let fenced =
            entry.is_some_and(|from| is_fenced(trace, from, link.store, MemoryOrder::releases));
        if !orders(&trace[link.store], MemoryOrder::releases) && !fenced {
            weak.push((link.store, MemoryOrder::Release));
        }
        if !orders(&trace[link.load], MemoryOrder::acquires)
            && !is_fenced(trace, link.load, exit, MemoryOrder::acquires)
        {
            weak.push((link.load, MemoryOrder::Acquire));
        }
        entry = Some(link.load);
    }
    weak
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
    let forbids = only_seq_cst(trace, &[(first, other_read), (other_write, second)])?;
    Some(format!(
        "{} missed the store of step {} in the same way (step {}); {forbids}",
        writer.thread,
        other_write + 1,
        other_read + 1
    ))
}

/// Is an access this strong? Those of the library's locks are.
pub fn orders(step: &Step, strong: impl Fn(MemoryOrder) -> bool) -> bool {
    match step.order {
        Some(order) => strong(order),
        None => step.is_library(),
    }
}

fn is_write(step: &Step) -> bool {
    matches!(step.kind, StepKind::Store | StepKind::Rmw)
}

/// Does the thread of both steps have such a fence between them?
pub fn is_fenced(
    trace: &[Step],
    from: usize,
    to: usize,
    strong: impl Fn(MemoryOrder) -> bool + Copy,
) -> bool {
    let between = trace.get(from + 1..to).unwrap_or_default().iter();
    let mut own = between.filter(|step| step.thread == trace[to].thread);
    own.any(|step| step.kind == StepKind::Fence && orders(step, strong))
}

/// `memory_order_release at line 6`; in Rust `Ordering::Release at line 6`. The order that is there stays a part of it.
fn named(lacked: MemoryOrder, step: &Step) -> String {
    let order = match (step.order, lacked) {
        (Some(MemoryOrder::Acquire), MemoryOrder::Release)
        | (Some(MemoryOrder::Release), MemoryOrder::Acquire) => MemoryOrder::AcqRel,
        _ => lacked,
    };
    let order = Language::of(step).order(order);
    let failure = match step.kind {
        StepKind::FailedCompareExchange => " for the failure",
        _ => "",
    };
    match &step.location {
        Some(place) => format!("{order}{failure} at line {}", place.line),
        None => format!("{order} for {}", words::operation(step)),
    }
}
