//! Executions that only sequential consistency forbids: threads that disagree on the order of independent writes.
//!
//! An execution is sequentially consistent if program order, reads-from, coherence and from-read have no cycle
//! together (Shasha and Snir). A cycle is forbidden if all its accesses are sequentially consistent, or if such a
//! fence is between the two accesses of each thread that has two. Of coherence only the forced part counts, so that
//! every edge of a cycle is certain.

use crate::accesses::overlap;
use crate::relations;
use crate::unsynchronised::{is_fenced, orders};
use crate::words::Language;
use std::collections::VecDeque;
use threadproof_engine::{Source, Step, StepKind};
use threadproof_program::MemoryOrder;

/// Longer executions are not searched.
const MOST_STEPS: usize = 500;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    ProgramOrder,
    ReadsFrom,
    Coherence,
    FromRead,
}

/// The relations of one execution.
pub struct Relations<'a> {
    trace: &'a [Step],
    accesses: Vec<usize>,
    /// By step, a bit for each step that happens before it.
    before: Vec<Vec<u64>>,
}

impl<'a> Relations<'a> {
    /// `None` if the execution is too long, or has store buffers.
    pub fn of(trace: &'a [Step]) -> Option<Relations<'a>> {
        if trace.len() > MOST_STEPS || trace.iter().any(|step| step.buffered) {
            return None;
        }
        let is_access = |step: &Step| {
            matches!(
                step.kind,
                StepKind::Load | StepKind::Store | StepKind::Rmw | StepKind::FailedCompareExchange
            ) && step.order.is_some()
                && !step.is_library()
        };
        Some(Relations {
            trace,
            accesses: (0..trace.len())
                .filter(|at| is_access(&trace[*at]))
                .collect(),
            before: happens_before(trace),
        })
    }

    pub fn happens_before(&self, earlier: usize, later: usize) -> bool {
        has(&self.before[later], earlier)
    }

    /// Why the read at `second` did not take the write at `first`, and how to forbid it. The write that it took is older,
    /// or it is newer although `first` is ordered behind it.
    pub fn cure(&self, first: usize, second: usize) -> Option<String> {
        let seen = self.happens_before(first, second);
        let source = match self.trace[second].reads_from? {
            Source::Step(source) => Some(source),
            Source::Initial => None,
        };
        let (from, to) = match seen {
            true => (source?, first),
            false if source.is_none_or(|source| self.is_older(source, first)) => (first, second),
            false => return None,
        };
        let path = self.path(from, to)?;
        let overwritten = seen.then(|| format!("the store of step {} overwrote it", from + 1));
        let facts = path.iter().filter_map(|edge| self.told(*edge));
        let facts: Vec<String> = overwritten.into_iter().chain(facts).collect();
        let forbids = only_seq_cst(self.trace, &parts(&path, from, to))?;
        (!facts.is_empty()).then(|| format!("{}; {forbids}", facts.join(", ")))
    }

    fn told(&self, (from, relation, to): (usize, Relation, usize)) -> Option<String> {
        let name = |at: usize| self.trace[at].variable.as_deref().unwrap_or("memory");
        let thread = |at: usize| &self.trace[at].thread;
        let (a, b) = (from + 1, to + 1);
        Some(match relation {
            Relation::ProgramOrder => return None,
            Relation::ReadsFrom => {
                format!("{} read {} from step {a} (step {b})", thread(to), name(to))
            }
            Relation::FromRead => format!(
                "{} read {} without the store of step {b} (step {a})",
                thread(from),
                name(from)
            ),
            Relation::Coherence => format!("the store of step {b} overwrote that of step {a}"),
        })
    }

    /// A path with as few changes of the thread as possible.
    fn path(&self, from: usize, to: usize) -> Option<Vec<(usize, Relation, usize)>> {
        let mut cost = vec![usize::MAX; self.trace.len()];
        let mut reached_by = vec![None; self.trace.len()];
        cost[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for (relation, next) in self.from(at) {
                let step = usize::from(relation != Relation::ProgramOrder);
                if cost[at] + step < cost[next] {
                    cost[next] = cost[at] + step;
                    reached_by[next] = Some((at, relation));
                    match step {
                        0 => queue.push_front(next),
                        _ => queue.push_back(next),
                    }
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let (before, relation) = reached_by[at]?;
            path.push((before, relation, at));
            at = before;
        }
        path.reverse();
        Some(path)
    }

    /// The edges from an access.
    fn from(&self, at: usize) -> Vec<(Relation, usize)> {
        let step = &self.trace[at];
        let mut found = Vec::new();
        for &next in &self.accesses {
            let other = &self.trace[next];
            let relation = if other.thread == step.thread {
                (next > at).then_some(Relation::ProgramOrder)
            } else if other.reads_from == Some(Source::Step(at)) {
                Some(Relation::ReadsFrom)
            } else if is_write(other) && overlap(step, other) {
                self.overwrites(at, next)
            } else {
                None
            };
            found.extend(relation.map(|relation| (relation, next)));
        }
        found
    }

    /// Is an access before a write of its place?
    fn overwrites(&self, at: usize, write: usize) -> Option<Relation> {
        if is_write(&self.trace[at]) && self.is_older(at, write) {
            return Some(Relation::Coherence);
        }
        let missed = match self.trace[at].reads_from? {
            Source::Initial => true,
            Source::Step(source) => source != write && self.is_older(source, write),
        };
        missed.then_some(Relation::FromRead)
    }

    /// Must one write come before another one of its place?
    fn is_older(&self, one: usize, other: usize) -> bool {
        let read = |source: usize| {
            let reads = self.accesses.iter().copied();
            reads.filter(move |r| self.trace[*r].reads_from == Some(Source::Step(source)))
        };
        self.happens_before(one, other)
            || read(other).any(|r| self.happens_before(one, r))
            || read(one).any(|a| read(other).any(|b| self.happens_before(a, b)))
    }
}

/// The first and the last access of each thread of a cycle.
fn parts(path: &[(usize, Relation, usize)], from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut entry = from;
    for (exit, relation, next) in path {
        if *relation != Relation::ProgramOrder {
            parts.push((entry, *exit));
            entry = *next;
        }
    }
    parts.push((entry, to));
    parts
}

/// The two ways to forbid a cycle: stronger accesses, or fences. `None` if they are there.
pub fn only_seq_cst(trace: &[Step], parts: &[(usize, usize)]) -> Option<String> {
    let seq_cst = |order| order == MemoryOrder::SeqCst;
    let weak = |at: &usize| !orders(&trace[*at], seq_cst);
    let open: Vec<(usize, usize)> = parts
        .iter()
        .copied()
        .filter(|(entry, exit)| !is_fenced(trace, *entry, *exit, seq_cst))
        .collect();
    let accesses: Vec<usize> = open
        .iter()
        .flat_map(|(entry, exit)| [*entry, *exit])
        .filter(weak)
        .collect();
    let gaps: Vec<String> = open
        .iter()
        .filter(|(entry, exit)| entry != exit && (weak(entry) || weak(exit)))
        .map(|(entry, exit)| gap(trace, *entry, *exit))
        .collect();
    let language = Language::of(&trace[parts.first()?.0]);
    (!gaps.is_empty()).then(|| {
        format!(
            "only {} {}, or {} {}, forbids that",
            language.order(MemoryOrder::SeqCst),
            places(trace, accesses),
            language.fence(MemoryOrder::SeqCst),
            gaps.join(" and ")
        )
    })
}

/// `between lines 3 and 4`; steps, if that says more.
fn gap(trace: &[Step], entry: usize, exit: usize) -> String {
    match (line(trace, entry), line(trace, exit)) {
        (Some(a), Some(b)) if a != b => format!("between lines {a} and {b}"),
        _ => format!("between steps {} and {}", entry + 1, exit + 1),
    }
}

/// `at lines 3, 4 and 7`; steps, if a line is not known.
fn places(trace: &[Step], mut accesses: Vec<usize>) -> String {
    let lines: Option<Vec<u32>> = accesses.iter().map(|at| line(trace, *at)).collect();
    let (one, many, mut numbers) = match lines {
        Some(lines) => ("line", "lines", lines),
        None => {
            let steps = accesses.drain(..).map(|at| at as u32 + 1);
            ("step", "steps", steps.collect())
        }
    };
    numbers.sort_unstable();
    numbers.dedup();
    let last = numbers.pop().map_or(String::new(), |last| last.to_string());
    match &numbers[..] {
        [] => format!("at {one} {last}"),
        others => {
            let others: Vec<String> = others.iter().map(u32::to_string).collect();
            format!("at {many} {} and {last}", others.join(", "))
        }
    }
}

fn line(trace: &[Step], at: usize) -> Option<u32> {
    trace[at].location.as_ref().map(|place| place.line)
}

fn is_write(step: &Step) -> bool {
    matches!(step.kind, StepKind::Store | StepKind::Rmw)
}

fn has(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// Steps are in an order that agrees with happens-before, so one walk is enough.
fn happens_before(trace: &[Step]) -> Vec<Vec<u64>> {
    let mut edges = relations::happens_before(trace);
    edges.extend(relations::program_order(
        trace,
        &(0..trace.len()).collect::<Vec<_>>(),
    ));
    edges.sort_unstable_by_key(|edge| edge.to);
    let mut before = vec![vec![0; trace.len().div_ceil(64)]; trace.len()];
    for edge in edges.iter().filter(|edge| edge.from < edge.to) {
        let mut more = before[edge.from].clone();
        more[edge.from / 64] |= 1 << (edge.from % 64);
        let known = before[edge.to].iter_mut();
        known.zip(more).for_each(|(known, more)| *known |= more);
    }
    before
}
