//! All executions with at most so many preemptions: `--preemptions`.
//!
//! A preemption is a switch away from a thread whose next operation could be executed; leaving a thread that waits or has
//! ended is none. A store that leaves a buffer is a step of the thread that issued it. Most bugs need
//! few preemptions (Musuvathi, Qadeer: Iterative Context Bounding, PLDI 2007), and the number of such executions is a polynomial
//! in the number of steps.
//!
//! Reductions that plan the reversal of races are not complete within the bound: the reversal that they plan may need a
//! preemption more than another execution of its class has (Coons, Musuvathi, McKinley: Bounded Partial-Order Reduction, OOPSLA 2013,
//! add further plans, and lose sleep sets). Instead every switch that the bound allows is tried, and executions are merged: two
//! beginnings of the same class lead to the same state. If the same thread ran last in both, they have the same
//! continuations, and only the one with fewer preemptions is followed. So every class with an execution
//! within the bound is seen, and counted once. The price is memory: a name for each beginning.
//!
//! `explore/rf/preemptions.rs` does the same for the graphs of Release-Acquire and C11.

use super::prefix::Prefix;
use crate::explore::monitor::{Monitor, Stop};
use crate::machine::{Machine, MemoryModel};
use crate::options::Preemptions;
use crate::outcome::{Cause, ReasonKind};
use crate::trace::Label;
use rustc_hash::{FxHashMap, FxHashSet};
use threadproof_program::ThreadId;

/// Beginnings that are remembered: about two gigabytes.
const MOST: usize = 40_000_000;

/// How few preemptions led to a beginning, by its class and the thread that ran last.
#[derive(Default)]
struct Beginnings(FxHashMap<u128, u32>);

impl Beginnings {
    /// Has this beginning not been met with as few preemptions?
    fn is_new(&mut self, prefix: Prefix, last: ThreadId, used: u32) -> Result<bool, Stop> {
        let mut new = false;
        let fewest = self.0.entry(prefix.at(u64::from(last.0)));
        let fewest = fewest.or_insert_with(|| {
            new = true;
            used
        });
        if used < *fewest {
            (*fewest, new) = (used, true);
        }
        if MOST <= self.0.len() {
            return Err(Stop::Limit(Cause::TooManyBeginnings));
        }
        Ok(new)
    }
}

/// Explores the executions with few preemptions, for one bound after the other.
pub fn explore<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    wanted: Preemptions,
) -> Result<(), Stop> {
    rounds(search, wanted, |search, bound| {
        machine.rewind(0);
        run(&mut Round::new(bound), search, machine)
    })
}

/// Searches with one bound after the other; `round` says whether a bound has left something out.
pub fn rounds(
    search: &mut Monitor<'_>,
    wanted: Preemptions,
    mut round: impl FnMut(&mut Monitor<'_>, u32) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let (first, last) = match wanted {
        Preemptions::AtMost(bound) => (bound, bound),
        Preemptions::Increasing => (0, u32::MAX),
    };
    search.set_preemptions(None);
    for bound in first..=last {
        let before = search.tally();
        if bound > first {
            search.begin_again();
        }
        match round(search, bound) {
            Ok(false) => {
                search.set_preemptions(None);
                return Ok(());
            }
            Ok(true) => search.set_preemptions(Some(bound)),
            // The last complete round is the answer.
            Err(Stop::Limit(cause)) if bound > first && cause.kind() == ReasonKind::Timeout => {
                search.set_tally(before);
                return Ok(());
            }
            Err(Stop::Limit(cause)) if bound > first => {
                return Err(Stop::Limit(Cause::AfterPreemptions {
                    cause: Box::new(cause),
                    bound: bound - 1,
                }));
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(())
}

/// The search with one bound.
pub struct Round {
    bound: u32,
    seen: Beginnings,
    ended: FxHashSet<Prefix>,
    /// The bound has kept a switch from being tried.
    cut: bool,
}

impl Round {
    /// Nothing has been seen yet.
    pub fn new(bound: u32) -> Round {
        Round {
            bound,
            seen: Beginnings::default(),
            ended: FxHashSet::default(),
            cut: false,
        }
    }
    /// May a step be tried with which there are so many preemptions?
    pub fn allows(&mut self, used: u32) -> bool {
        let allowed = used <= self.bound;
        self.cut |= !allowed;
        allowed
    }
    /// Has this beginning not been met with as few preemptions?
    pub fn is_new(&mut self, prefix: Prefix, last: ThreadId, used: u32) -> Result<bool, Stop> {
        self.seen.is_new(prefix, last, used)
    }
    /// Is it the first execution of its class that ends?
    pub fn is_first_end(&mut self, class: Prefix) -> bool {
        self.ended.insert(class)
    }
    /// Was something left out because of the bound?
    pub fn has_cut(&self) -> bool {
        self.cut
    }
}

/// A node on the way to the current one.
struct Node {
    /// The steps that are left to try, last first, with the preemptions up to then.
    todo: Vec<(Label, u32)>,
    prefix: Prefix,
}

/// Was something left out because of the bound?
fn run<M: MemoryModel>(
    round: &mut Round,
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
) -> Result<bool, Stop> {
    let mut way = Vec::new();
    enter(
        round,
        search,
        machine,
        &mut way,
        Prefix::default(),
        (None, 0),
    )?;
    while let Some(node) = way.last_mut() {
        let Some((label, used)) = node.todo.pop() else {
            way.pop();
            continue;
        };
        let depth = way.len() - 1;
        machine.rewind(depth);
        machine.step(label);
        search.stepped(machine)?;
        let others = machine.other_choices().into_iter().rev();
        let node = way.last_mut().expect("it was there above");
        node.todo.extend(others.map(|label| (label, used)));
        let prefix = node.prefix.with_newest(machine);
        let thread = machine.thread_of(label.actor);
        if round.is_new(prefix, thread, used)? {
            let from = (Some(thread), used);
            enter(round, search, machine, &mut way, prefix, from)?;
        }
    }
    Ok(round.has_cut())
}

/// Goes on from the machine's state, or ends the execution.
fn enter<M: MemoryModel>(
    round: &mut Round,
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    way: &mut Vec<Node>,
    prefix: Prefix,
    (last, used): (Option<ThreadId>, u32),
) -> Result<(), Stop> {
    machine.catch_up();
    let able = |t: &ThreadId| {
        machine
            .enabled()
            .any(|a| a == machine.names().of_thread(*t))
    };
    let able = last.filter(able);
    let mut todo = Vec::new();
    let mut over = true;
    for actor in machine.enabled() {
        over = false;
        let preempts = able.is_some_and(|last| machine.thread_of(actor) != last);
        let used = used + u32::from(preempts);
        if round.allows(used) {
            todo.push((Label { actor, choice: 0 }, used));
        }
    }
    todo.reverse();
    if over && round.is_first_end(prefix) {
        search.ended(machine, false)?;
    }
    way.push(Node { todo, prefix });
    Ok(())
}
