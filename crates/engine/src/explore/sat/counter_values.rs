//! The values that two threads can find in a cell in which both of them count.
//!
//! A read-modify-write makes a new value of the old one, so the possible values of a cell depend on how far each thread
//! has come. A solver that knows only which values are written somewhere has to count, which it does badly. Here the
//! values are followed through all pairs of places of the two threads. That is exact but for the branches: every
//! direction is taken with every value.
//!
//! Only for two threads. The writes of a thread after its first news are not known, so they count as every value.

use super::cells::part;
use super::domains::Domains;
use super::graph::{BranchId, EventId, Graph, Item, LevelId, Operand};
use crate::options::Model;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use threadproof_program::{Access, Op};

/// More pairs of places than this are too many.
const MOST_PAIRS: usize = 4_000_000;

/// A place of a thread, as far as one cell is concerned.
enum PathPoint {
    /// Before an access to the cell.
    Access(EventId, Vec<usize>),
    /// Before a branch. It can be passed by if a direction is not known yet.
    Branch(BranchId, Vec<usize>, usize),
    /// After a branch, or at the end.
    Plain(Vec<usize>),
}

/// The places of a thread; a successor has a greater number, and the last is the end.
struct ThreadPath(Vec<PathPoint>);

/// A set of values, by their numbers.
type Set = u64;

/// The pair of threads, and the values of the cell before them.
pub struct Pair {
    threads: [usize; 2],
    base: Vec<u64>,
    /// No thread writes after them.
    last: bool,
}

impl Domains<'_> {
    /// The two threads that count in the cell, if no other thread disturbs them.
    pub(super) fn counting_pair(&self, cell: Access, model: Model) -> Option<Pair> {
        let (graph, order) = (self.graph, self.order);
        let thread = |e: &EventId| graph.event(*e).thread.index();
        let counts = |e: &&EventId| matches!(graph.event(**e).op, Op::Rmw { .. });
        let writers = self.writers(cell);
        let mut counting: Vec<usize> = writers.iter().filter(counts).map(thread).collect();
        counting.dedup();
        let &[t, u] = &counting[..] else {
            return None;
        };
        let inside: Vec<EventId> = (order.threads[t].iter().chain(&order.threads[u]))
            .copied()
            .filter(|e| self.touches(*e, cell))
            .collect();
        let before = |a: EventId, b: EventId| order.before(graph, a, b);
        let (mut earlier, mut last) = (FxHashSet::default(), true);
        for &w in writers.iter().filter(|w| ![t, u].contains(&thread(w))) {
            if inside.iter().all(|e| before(w, *e)) {
                earlier.insert(w);
            } else if inside.iter().all(|e| before(*e, w)) {
                last = false;
            } else {
                return None;
            }
        }
        if model != Model::Sc && [t, u].iter().any(|t| self.overtakes(&inside, *t)) {
            return None;
        }
        let sources = self.sources(*inside.first()?, cell);
        let mut base = Vec::new();
        for w in sources.writes.into_iter().filter(|w| earlier.contains(w)) {
            base.extend(self.written(w, cell));
        }
        if sources.initial {
            base.push(self.objects.initial(cell));
        }
        Some(Pair {
            threads: [t, u],
            base,
            last,
        })
    }

    fn touches(&self, e: EventId, cell: Access) -> bool {
        let mut accesses = self.accesses(e).into_iter();
        accesses.any(|at| self.cells.of(at).contains(&cell))
    }

    /// May loads of the thread overtake its own stores?
    fn overtakes(&self, accesses: &[EventId], thread: usize) -> bool {
        let own = |e: &&EventId| self.graph.event(**e).thread.index() == thread;
        let mut stores = accesses.iter().filter(own);
        let mut loads = accesses.iter().filter(own);
        stores.any(|e| matches!(self.graph.event(*e).op, Op::Store { .. }))
            && loads.any(|e| matches!(self.graph.event(*e).op, Op::Load { .. }))
    }

    /// Follows the values of the cell; calls `found` with the values that each access of the two threads, and each
    /// access after both, may find.
    pub(super) fn follow(
        &self,
        cell: Access,
        pair: &Pair,
        found: &mut dyn FnMut(EventId, Vec<u64>),
    ) {
        let Some(values) = self.all_values(cell, pair) else {
            return;
        };
        let paths = pair.threads.map(|t| self.path(t, cell));
        let (rows, columns) = (paths[0].0.len(), paths[1].0.len());
        if rows * columns > MOST_PAIRS {
            return;
        }
        let next = [0, 1].map(|side: usize| {
            let places = 0..paths[side].0.len();
            let next = |place| paths[side].next(self, place);
            places.map(next).collect::<Vec<Vec<usize>>>()
        });
        let steps = [0, 1].map(|side: usize| {
            let places = paths[side].0.iter();
            let step = |place: &PathPoint| self.step(place, cell, &values);
            places.map(step).collect::<Vec<Vec<Set>>>()
        });
        let mut sets: Vec<Set> = vec![0; rows * columns];
        for value in &pair.base {
            sets[0] |= 1
                << values
                    .binary_search(value)
                    .expect("it is one of the values");
        }
        for row in 0..rows {
            for column in 0..columns {
                let here = sets[row * columns + column];
                let moved = image(here, &steps[0][row]);
                for to in &next[0][row] {
                    sets[to * columns + column] |= moved;
                }
                let moved = image(here, &steps[1][column]);
                for to in &next[1][column] {
                    sets[row * columns + to] |= moved;
                }
            }
        }
        let named = |set: Set| {
            let all = values.iter().enumerate();
            all.filter(|(at, _)| set >> at & 1 == 1)
                .map(|(_, value)| *value)
                .collect::<Vec<u64>>()
        };
        for (row, place) in paths[0].0.iter().enumerate() {
            if let PathPoint::Access(e, _) = place {
                let line = &sets[row * columns..][..columns];
                found(*e, named(line.iter().fold(0, |all, set| all | set)));
            }
        }
        for (column, place) in paths[1].0.iter().enumerate() {
            if let PathPoint::Access(e, _) = place {
                let line = sets[column..].iter().step_by(columns);
                found(*e, named(line.fold(0, |all, set| all | set)));
            }
        }
        if pair.last {
            let end = named(sets[rows * columns - 1]);
            self.after_both(cell, pair, &mut |e| found(e, end.clone()));
        }
    }

    /// Everything that the cell may contain, ascending; `None` if it is too much.
    fn all_values(&self, cell: Access, pair: &Pair) -> Option<Vec<u64>> {
        let mut known: BTreeSet<u64> = pair.base.iter().copied().collect();
        let mut todo = pair.base.clone();
        let writers = self.writers(cell);
        todo.extend(writers.iter().flat_map(|w| self.written(*w, cell)));
        let counting: Vec<EventId> = (writers.iter().copied())
            .filter(|w| matches!(self.graph.event(*w).op, Op::Rmw { .. }))
            .filter(|w| self.graph.event(*w).size == Some(cell.size))
            .collect();
        known.extend(&todo);
        while let Some(old) = todo.pop() {
            for &e in &counting {
                for operand in self.operand(self.graph.event(e).inputs[1]) {
                    let made = self.modify(e, old, operand);
                    todo.extend(made.filter(|made| known.insert(*made)));
                }
            }
            if known.len() > Set::BITS as usize {
                return None;
            }
        }
        Some(known.into_iter().collect())
    }

    /// The accesses of other threads that come after all of the two threads.
    fn after_both(&self, cell: Access, pair: &Pair, visit: &mut dyn FnMut(EventId)) {
        let inside: Vec<EventId> = (pair.threads.iter())
            .flat_map(|t| &self.order.threads[*t])
            .copied()
            .filter(|e| self.touches(*e, cell))
            .collect();
        for (t, events) in self.order.threads.iter().enumerate() {
            for &e in events {
                let after = |x: &EventId| self.order.before(self.graph, *x, e);
                let other = !pair.threads.contains(&t) && self.graph.is_read(e);
                if other && self.touches(e, cell) && inside.iter().all(after) {
                    visit(e);
                }
            }
        }
    }

    /// The successors of each value.
    fn step(&self, place: &PathPoint, cell: Access, values: &[u64]) -> Vec<Set> {
        let PathPoint::Access(e, _) = *place else {
            return (0..values.len()).map(|at| 1 << at).collect();
        };
        let all = Set::MAX >> (Set::BITS as usize - values.len());
        // The values to be written are not known as long as the operands are not.
        let unknown = if self.settled { all } else { 0 };
        let number = |value: u64| match values.binary_search(&value) {
            Ok(at) => 1 << at,
            Err(_) => unknown,
        };
        let event = self.graph.event(e);
        let accesses = self.accesses(e);
        let whole = accesses.len() == 1 && event.size == Some(cell.size);
        let certain = matches!(event.inputs[0], Operand::Constant(_));
        let written = |operand| {
            let mut set = 0;
            for value in self.operand(operand) {
                let parts = accesses
                    .iter()
                    .filter(|at| self.cells.of(**at).contains(&cell));
                set |= parts.fold(0, |set, at| set | number(part(value, *at, cell)));
            }
            if set == 0 { unknown } else { set }
        };
        let becomes = |(at, &old): (usize, &u64)| -> Set {
            let same = 1 << at;
            let stays = if certain { 0 } else { same };
            match event.op {
                Op::Load { guard, at, .. } => match guard {
                    Some(guard) if whole && certain && !guard.passes(old, at.size) => 0,
                    _ => same,
                },
                Op::Rmw { .. } if whole => {
                    let operands = self.operand(event.inputs[1]);
                    let made = operands
                        .iter()
                        .map(|operand| self.modify(e, old, *operand).map_or(all, number));
                    let made = made.fold(0, |set, one| set | one);
                    stays | if made == 0 { unknown } else { made }
                }
                Op::CompareExchange { .. } if whole => {
                    let expected = self.operand(event.inputs[1]);
                    let fails = expected.iter().any(|value| *value != old);
                    let succeeds = expected.is_empty() || expected.contains(&old);
                    let made = if succeeds {
                        written(event.inputs[2])
                    } else {
                        0
                    };
                    let kept = if fails || expected.is_empty() {
                        same
                    } else {
                        stays
                    };
                    made | kept
                }
                Op::CompareExchange { .. } => same | written(event.inputs[2]),
                _ => match event.written {
                    Some(operand) => stays | written(operand),
                    None => same,
                },
            }
        };
        values.iter().enumerate().map(becomes).collect()
    }

    /// The places of a thread.
    fn path(&self, t: usize, cell: Access) -> ThreadPath {
        let mut relevant: FxHashSet<LevelId> = FxHashSet::default();
        for &e in &self.order.threads[t] {
            if self.touches(e, cell) {
                let mut level = self.graph.event(e).level;
                while relevant.insert(level)
                    && let Some((branch, _)) = self.graph.level(level).parent
                {
                    level = self.graph.branch(branch).level;
                }
            }
        }
        let touches = |e: EventId| self.touches(e, cell);
        let mut path = ThreadPath(vec![PathPoint::Plain(Vec::new())]);
        if let Some(first) = self.graph.threads[t] {
            path.walk(self.graph, first, &relevant, &touches);
        }
        path.end();
        path
    }

    fn has_unknown_direction(&self, b: BranchId) -> bool {
        let branch = self.graph.branch(b);
        let values = self.operand(branch.on);
        values.into_iter().any(|value| {
            let direction = self.select(branch.selector, value);
            !branch.directions.contains_key(&direction)
        })
    }
}

/// The successors of a set of values.
fn image(set: Set, step: &[Set]) -> Set {
    let mut left = set;
    let mut moved = 0;
    while left != 0 {
        moved |= step[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    moved
}

/// A level that is being walked through.
struct Frame {
    level: LevelId,
    item: usize,
    /// The place that the next one follows.
    after: usize,
    /// Of the branch that is being walked through: its place, the directions left, and their ends.
    open: Option<(usize, Vec<LevelId>, Vec<usize>)>,
}

impl ThreadPath {
    fn add(&mut self, place: PathPoint, after: usize) -> usize {
        self.0.push(place);
        let added = self.0.len() - 1;
        self.link(after, added);
        added
    }

    fn link(&mut self, from: usize, to: usize) {
        match &mut self.0[from] {
            PathPoint::Access(_, next) | PathPoint::Branch(_, next, _) | PathPoint::Plain(next) => {
                next.push(to)
            }
        }
    }

    fn walk(
        &mut self,
        graph: &Graph,
        first: LevelId,
        relevant: &FxHashSet<LevelId>,
        touches: &dyn Fn(EventId) -> bool,
    ) {
        let frame = |level, after| Frame {
            level,
            item: 0,
            after,
            open: None,
        };
        let mut stack = vec![frame(first, 0)];
        while let Some(top) = stack.last_mut() {
            if let Some((branch, todo, ends)) = &mut top.open {
                if let Some(level) = todo.pop() {
                    let after = *branch;
                    stack.push(frame(level, after));
                    continue;
                }
                let joined = self.0.len();
                self.0.push(PathPoint::Plain(Vec::new()));
                ends.iter().for_each(|end| self.link(*end, joined));
                if let PathPoint::Branch(_, _, by) = &mut self.0[*branch] {
                    *by = joined;
                }
                top.after = joined;
                top.open = None;
                continue;
            }
            match graph.level(top.level).items.get(top.item).copied() {
                Some(item) => {
                    top.item += 1;
                    match item {
                        Item::Event(e) if touches(e) => {
                            top.after = self.add(PathPoint::Access(e, Vec::new()), top.after);
                        }
                        Item::Branch(b) => {
                            let inner = graph.branch(b).directions.values().copied();
                            let inner: Vec<LevelId> = inner.collect();
                            if inner.iter().any(|level| relevant.contains(level)) {
                                let place = PathPoint::Branch(b, Vec::new(), 0);
                                let branch = self.add(place, top.after);
                                top.open = Some((branch, inner, Vec::new()));
                            }
                        }
                        _ => (),
                    }
                }
                None => {
                    let done = stack.pop().expect("it is the last one");
                    let outer = stack.last_mut().and_then(|outer| outer.open.as_mut());
                    if let Some((_, _, ends)) = outer
                        && graph.level(done.level).merges
                    {
                        ends.push(done.after);
                    }
                }
            }
        }
    }

    /// Adds the end, which follows whatever nothing else follows.
    fn end(&mut self) {
        let end = self.0.len();
        for place in &mut self.0 {
            match place {
                PathPoint::Access(_, next)
                | PathPoint::Branch(_, next, _)
                | PathPoint::Plain(next) => {
                    if next.is_empty() {
                        next.push(end);
                    }
                }
            }
        }
        self.0.push(PathPoint::Plain(Vec::new()));
    }

    /// The places that may follow.
    fn next(&self, domains: &Domains<'_>, at: usize) -> Vec<usize> {
        let (next, by) = match &self.0[at] {
            PathPoint::Access(_, next) | PathPoint::Plain(next) => (next, None),
            PathPoint::Branch(b, next, by) => {
                let passed_by = domains.has_unknown_direction(*b);
                (next, passed_by.then_some(*by))
            }
        };
        next.iter().copied().chain(by).collect()
    }
}
