//! Which other writes a read could have taken under C11, with all before it as it is.
//!
//! A write is out of the question if it is in the future of the read (program order and reads-from), or if coherence puts it before
//! a write that the read knows of: one that happens before it, or that was read before it. The order that coherence
//! forces follows from happens-before between the accesses of a place; a read-modify-write stands right behind
//! the write that it reads. For programs without sequentially consistent accesses that is exact. Others may forbid
//! one of the writes that are left.

use crate::relations::{Edge, Relation, edges};
use std::collections::BTreeMap;
use threadproof_engine::{Found, Source, Step, StepKind};

/// More accesses of one place are too many to look at.
const MOST: usize = 200;
/// Steps times threads: more are too many to remember for each step what is before it.
const MOST_CLOCKS: usize = 50_000_000;

/// For each step the other writes that it could have read; empty for all that is no read.
pub fn alternatives(found: &Found) -> Vec<Vec<Source>> {
    let all: Vec<usize> = (0..found.trace.len()).collect();
    of_trace(&found.trace, &edges(found, &all))
}

fn of_trace(trace: &[Step], edges: &[Edge]) -> Vec<Vec<Source>> {
    let steps = places(trace);
    let mut found = vec![Vec::new(); trace.len()];
    if trace.len() * threads(&steps) > MOST_CLOCKS {
        return found;
    }
    let after = |relations: &[Relation]| {
        let kept = edges
            .iter()
            .filter(|edge| relations.contains(&edge.relation));
        Order::new(&steps, kept)
    };
    use Relation::{HappensBefore, ProgramOrder, ReadsFrom, SynchronisesWith};
    let happens_before = after(&[ProgramOrder, HappensBefore, SynchronisesWith]);
    let past = after(&[ProgramOrder, HappensBefore, SynchronisesWith, ReadsFrom]);
    // Accesses, and all steps there: the library's may know of writes, too.
    let mut there: BTreeMap<(u64, u8), [Vec<usize>; 2]> = BTreeMap::new();
    for (at, step) in trace.iter().enumerate() {
        if let Some(bytes) = step.bytes {
            let [accesses, all] = there.entry(bytes).or_default();
            accesses.extend(is_access(step).then_some(at));
            all.push(at);
        }
    }
    for [accesses, all] in there.values() {
        if accesses.len() > MOST {
            continue;
        }
        let place = Place::new(trace, accesses, &happens_before);
        for &read in accesses.iter().filter(|at| is_read(&trace[**at])) {
            found[read] = place.alternatives((trace, all), read, (&happens_before, &past));
        }
    }
    found
}

fn is_read(step: &Step) -> bool {
    step.reads_from.is_some() && is_access(step)
}
fn is_write(step: &Step) -> bool {
    matches!(step.kind, StepKind::Store | StepKind::Rmw)
}
fn is_access(step: &Step) -> bool {
    let reads = matches!(step.kind, StepKind::Load | StepKind::FailedCompareExchange);
    !step.is_library() && (reads || is_write(step))
}

/// An order of the steps, transitively closed. It contains the order of each thread, so of every thread the number of
/// steps that are before a step says which ones.
struct Order {
    /// By step: its thread, and its number there.
    places: Vec<(usize, u32)>,
    /// By step: how many steps of each thread are before it.
    before: Vec<Vec<u32>>,
    /// The steps right before each, but for those that it synchronises with: it would not have done so with another write.
    into: Vec<Vec<usize>>,
}

impl Order {
    /// Edges lead from earlier to later steps of the trace.
    fn new<'a>(places: &[(usize, u32)], edges: impl Iterator<Item = &'a Edge>) -> Order {
        let count = places.len();
        let threads = threads(places);
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut synchronised: Vec<Vec<usize>> = vec![Vec::new(); count];
        for edge in edges.filter(|edge| edge.from < edge.to) {
            into[edge.to].push(edge.from);
            if edge.relation == Relation::SynchronisesWith {
                synchronised[edge.to].push(edge.from);
            }
        }
        let mut before: Vec<Vec<u32>> = Vec::with_capacity(count);
        for sources in &into {
            let mut clock = vec![0; threads];
            for &from in sources {
                let (thread, nth) = places[from];
                for (own, other) in clock.iter_mut().zip(&before[from]) {
                    *own = (*own).max(*other);
                }
                clock[thread] = clock[thread].max(nth + 1);
            }
            before.push(clock);
        }
        for (into, synchronised) in into.iter_mut().zip(synchronised) {
            into.retain(|from| !synchronised.contains(from));
        }
        Order {
            places: places.to_vec(),
            before,
            into,
        }
    }
    fn has(&self, first: usize, second: usize) -> bool {
        let (thread, nth) = self.places[first];
        self.before[second][thread] > nth
    }
}

/// The thread of each step, and the number of the step there.
fn places(trace: &[Step]) -> Vec<(usize, u32)> {
    let mut threads: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    let mut found = Vec::with_capacity(trace.len());
    for step in trace {
        let new = threads.len();
        let (thread, count) = threads.entry(&step.thread).or_insert((new, 0));
        found.push((*thread, *count));
        *count += 1;
    }
    found
}

fn threads(places: &[(usize, u32)]) -> usize {
    places
        .iter()
        .map(|(thread, _)| thread + 1)
        .max()
        .unwrap_or(0)
}

/// The writes of a place, the initial value first, in the order that coherence forces.
struct Place {
    writes: Vec<Source>,
    /// `before[b][a]`: write a is before write b.
    before: Vec<Vec<bool>>,
    /// The update that reads a write, if there is one.
    taken: Vec<Option<usize>>,
}

impl Place {
    fn new(trace: &[Step], accesses: &[usize], happens_before: &Order) -> Place {
        let mut writes = vec![Source::Initial];
        let stores = accesses.iter().filter(|at| is_write(&trace[**at]));
        writes.extend(stores.map(|at| Source::Step(*at)));
        let count = writes.len();
        let mut place = Place {
            taken: vec![None; count],
            before: vec![vec![false; count]; count],
            writes,
        };
        for at in 1..count {
            place.before[at][0] = true;
        }
        for &second in accesses {
            for &first in accesses {
                if happens_before.has(first, second) {
                    place.add_coherence(trace, first, second);
                }
            }
        }
        for &update in accesses
            .iter()
            .filter(|at| trace[**at].kind == StepKind::Rmw)
        {
            let (source, own) = (trace[update].reads_from, Source::Step(update));
            if let (Some(source), Some(own)) =
                (source.and_then(|s| place.number(s)), place.number(own))
            {
                place.taken[source] = Some(own);
                place.before[own][source] = true;
            }
        }
        place.complete();
        place
    }

    fn number(&self, write: Source) -> Option<usize> {
        self.writes.iter().position(|known| *known == write)
    }

    /// The writes that an access stands at: the one that it reads and the one that it makes.
    fn stands_at(&self, trace: &[Step], access: usize) -> (Option<usize>, Option<usize>) {
        let read = trace[access]
            .reads_from
            .and_then(|source| self.number(source));
        let written = match is_write(&trace[access]) {
            true => self.number(Source::Step(access)),
            false => None,
        };
        (read, written)
    }

    /// The write of an earlier access is not behind that of a later one.
    fn add_coherence(&mut self, trace: &[Step], first: usize, second: usize) {
        let (read, written) = self.stands_at(trace, first);
        let (later_read, later_written) = self.stands_at(trace, second);
        if let (Some(a), Some(b)) = (written.or(read), later_read.or(later_written))
            && a != b
        {
            self.before[b][a] = true;
        }
    }

    /// Closes the order; updates stay right behind the writes that they read.
    fn complete(&mut self) {
        let count = self.writes.len();
        let mut changed = true;
        while changed {
            changed = false;
            for a in 0..count {
                for b in 0..count {
                    if !self.before[b][a] {
                        continue;
                    }
                    // Behind a write is behind the update that follows it, and in front of that is in front of the write.
                    let behind = self.taken[a].filter(|update| *update != b);
                    let front = (0..count).find(|w| self.taken[*w] == Some(b) && *w != a);
                    let mut new: Vec<(usize, usize)> = Vec::new();
                    new.extend(behind.map(|update| (update, b)));
                    new.extend(front.map(|write| (a, write)));
                    new.extend((0..count).filter(|c| self.before[*c][b]).map(|c| (a, c)));
                    for (first, second) in new {
                        changed |= !self.before[second][first];
                        self.before[second][first] = true;
                    }
                }
            }
        }
    }

    fn alternatives(
        &self,
        (trace, all): (&[Step], &[usize]),
        read: usize,
        (happens_before, past): (&Order, &Order),
    ) -> Vec<Source> {
        let updates = trace[read].kind == StepKind::Rmw;
        let own = self.number(Source::Step(read));
        let known = |at: &usize| {
            let known = |last: &usize| at == last || happens_before.has(*at, *last);
            *at < read && happens_before.into[read].iter().any(known)
        };
        let visible: Vec<usize> = (all.iter().copied())
            .filter(known)
            .flat_map(|at| {
                let (read, written) = self.stands_at(trace, at);
                written.or(read)
            })
            .collect();
        let can_be_read = |&number: &usize| {
            let write = self.writes[number];
            let future = match write {
                Source::Initial => false,
                Source::Step(at) => at == read || past.has(read, at),
            };
            let hidden = visible.iter().any(|newer| self.before[*newer][number]);
            let taken = updates && self.taken[number].is_some_and(|by| Some(by) != own);
            Some(write) != trace[read].reads_from && !future && !hidden && !taken
        };
        let numbers = (0..self.writes.len()).filter(can_be_read);
        numbers.map(|number| self.writes[number]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(thread: &str, kind: StepKind, address: u64, reads_from: Option<Source>) -> Step {
        Step {
            thread: thread.into(),
            kind,
            function: None,
            wrote: false,
            variable: None,
            value: None,
            reads_from,
            location: None,
            bytes: Some((address, 4)),
            order: Some(threadproof_program::MemoryOrder::Relaxed),
            buffered: false,
            flushes: None,
            overwrites: None,
            output: None,
            moved: None,
        }
    }

    fn edge(relation: Relation, from: usize, to: usize) -> Edge {
        Edge { relation, from, to }
    }

    const X: u64 = 8;
    const Y: u64 = 16;

    /// `x = 1; y = 1` beside `r = y; s = x`, where the first read sees 1.
    fn message_passing(last: Source) -> (Vec<Step>, Vec<Edge>) {
        let trace = vec![
            step("a", StepKind::Store, X, None),
            step("a", StepKind::Store, Y, None),
            step("b", StepKind::Load, Y, Some(Source::Step(1))),
            step("b", StepKind::Load, X, Some(last)),
        ];
        let edges = vec![
            edge(Relation::ProgramOrder, 0, 1),
            edge(Relation::ProgramOrder, 2, 3),
            edge(Relation::ReadsFrom, 1, 2),
        ];
        (trace, edges)
    }

    #[test]
    fn relaxed_reads_have_a_choice() {
        let (trace, edges) = message_passing(Source::Initial);
        let found = of_trace(&trace, &edges);
        let expected = [vec![], vec![], vec![Source::Initial], vec![Source::Step(0)]];
        assert_eq!(found, expected);
    }

    #[test]
    fn synchronisation_hides_old_writes() {
        let (trace, mut edges) = message_passing(Source::Step(0));
        edges.push(edge(Relation::SynchronisesWith, 1, 2));
        let found = of_trace(&trace, &edges);
        assert_eq!(found, [vec![], vec![], vec![Source::Initial], vec![]]);
    }

    #[test]
    fn a_second_read_is_not_older_and_the_future_is_not_read() {
        let trace = vec![
            step("a", StepKind::Store, X, None),
            step("b", StepKind::Load, X, Some(Source::Step(0))),
            step("b", StepKind::Load, X, Some(Source::Step(0))),
            step("b", StepKind::Store, X, None),
        ];
        let edges = [(1, 2), (2, 3)].map(|(from, to)| edge(Relation::ProgramOrder, from, to));
        let found = of_trace(&trace, &edges);
        assert_eq!(found, [vec![], vec![Source::Initial], vec![], vec![]]);
    }

    /// A table of all pairs would have gigabytes.
    #[test]
    fn long_executions_take_little_memory() {
        let mut trace = vec![step("a", StepKind::Print, X, None); 200_000];
        trace.iter_mut().for_each(|step| step.bytes = None);
        trace.push(step("a", StepKind::Store, X, None));
        trace.push(step("b", StepKind::Load, X, Some(Source::Initial)));
        let edges: Vec<Edge> = (1..200_001)
            .map(|to| edge(Relation::ProgramOrder, to - 1, to))
            .collect();
        let found = of_trace(&trace, &edges);
        assert_eq!(found[200_001], [Source::Step(200_000)]);
    }

    /// Of two updates that read one write the second cannot be had.
    #[test]
    fn an_update_does_not_read_a_write_that_another_took() {
        let trace = vec![
            step("a", StepKind::Rmw, X, Some(Source::Initial)),
            step("b", StepKind::Rmw, X, Some(Source::Step(0))),
            step("c", StepKind::Load, X, Some(Source::Step(1))),
        ];
        let edges = [
            edge(Relation::ReadsFrom, 0, 1),
            edge(Relation::ReadsFrom, 1, 2),
        ];
        let found = of_trace(&trace, &edges);
        let both = vec![Source::Initial, Source::Step(0)];
        assert_eq!(found, [vec![], vec![], both]);
    }
}
