//! Potential values (the paper's potential value sets): the values that each node of the graph can have as long as
//! nothing new happens.
//!
//! A fixed point over the graph. Functions and read-modify-writes that grow make only values that some run has shown
//! (or an address in a known object), so the sets stay finite.

use super::cells::{Cells, part, whole};
use super::graph::{EventId, Graph, Operand, ValueId, ValueKind};
use super::learn::grows;
use super::objects::{KnownObject, KnownObjects};
use super::order::StaticOrder;
use crate::options::Model;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use threadproof_program::{Access, FunctionId, Op, Program};

/// More values than this of one read are too many.
const MOST: usize = 20_000;

/// The values that each event may read, and the writes that they come from.
pub struct Domains<'a> {
    pub(super) graph: &'a Graph,
    program: &'a dyn Program,
    pub(super) order: &'a StaticOrder,
    model: Model,
    /// Ascending.
    values: Vec<Vec<u64>>,
    /// The values that some event or branch depends on.
    pub needed: Vec<bool>,
    pub cells: Cells,
    pub objects: KnownObjects,
    /// The events that may write a cell, by thread and position.
    writers: FxHashMap<Access, Vec<EventId>>,
    /// The values that a read finds in a cell, where they are known better than from its sources.
    counted: FxHashMap<(EventId, Access), Vec<u64>>,
    /// No set grows any more, but for those that depend on unknown values.
    pub(super) settled: bool,
    /// An event with too many values.
    pub overflow: Option<EventId>,
}

/// Where a read may get a cell from.
pub struct Sources {
    pub writes: Vec<EventId>,
    /// The cell's first value.
    pub initial: bool,
}

impl<'a> Domains<'a> {
    /// The values that a fixed point gives.
    pub fn new(
        graph: &'a Graph,
        program: &'a dyn Program,
        order: &'a StaticOrder,
        model: Model,
    ) -> Domains<'a> {
        let mut domains = Domains {
            graph,
            program,
            order,
            model,
            values: vec![Vec::new(); graph.values.len()],
            needed: needed(graph),
            cells: Cells::default(),
            objects: KnownObjects::default(),
            writers: FxHashMap::default(),
            counted: FxHashMap::default(),
            settled: false,
            overflow: None,
        };
        domains.settle();
        // Now an empty set is one that stays empty.
        domains.settled = true;
        if !domains.counted.is_empty() {
            domains.settle();
        }
        domains
    }

    /// Adds values until none is missing.
    fn settle(&mut self) {
        let mut changed = vec![true; self.graph.values.len()];
        while changed.contains(&true) && self.overflow.is_none() {
            self.collect_writers();
            self.count();
            let before = std::mem::replace(&mut changed, vec![false; self.graph.values.len()]);
            for v in self.graph.value_ids() {
                if !self.needed[v.index()] || !self.is_stale(v, &before, &changed) {
                    continue;
                }
                let mut new = self.compute(v);
                new.extend(self.of(v));
                let new = tidy(new);
                if new.len() != self.of(v).len() {
                    self.values[v.index()] = new;
                    changed[v.index()] = true;
                }
            }
        }
    }

    /// Can its set have changed since it was computed?
    fn is_stale(&self, v: ValueId, before: &[bool], now: &[bool]) -> bool {
        let moved = |o: &Operand| match *o {
            Operand::Constant(_) => false,
            Operand::Value(v) => before[v.index()] || now[v.index()],
        };
        match self.graph.value(v) {
            ValueKind::Response(_) | ValueKind::Modified(_) => true,
            ValueKind::Function { inputs, .. } => {
                inputs.iter().any(moved) || inputs.iter().all(|i| matches!(i, Operand::Constant(_)))
            }
            ValueKind::Phi { incoming, .. } => incoming.values().any(moved) || before[v.index()],
        }
    }

    fn collect_writers(&mut self) {
        self.collect_objects();
        let mut cells = Cells::default();
        for e in self.graph.event_ids() {
            for at in self.accesses(e) {
                cells.add(at);
            }
        }
        self.cells = cells;
        self.writers.clear();
        for events in &self.order.threads {
            for &e in events {
                if self.graph.event(e).written.is_none() {
                    continue;
                }
                for at in self.accesses(e) {
                    for cell in self.cells.of(at) {
                        let writers = self.writers.entry(cell).or_default();
                        if writers.last() != Some(&e) {
                            writers.push(e);
                        }
                    }
                }
            }
        }
    }

    fn collect_objects(&mut self) {
        let mut created = Vec::new();
        for e in self.graph.event_ids() {
            let event = self.graph.event(e);
            if let (Op::Allocate { size, init, .. }, Some(base)) = (event.op, event.base) {
                created.extend(self.operand(base).into_iter().map(|base| KnownObject {
                    base,
                    size,
                    init,
                    constant: false,
                    created_by: vec![e],
                }));
            }
        }
        self.objects = self.graph.objects.with(created, self.graph.threads.len());
    }

    /// Looks at the cells that two threads count in.
    fn count(&mut self) {
        let mut counted = FxHashMap::default();
        for &cell in self.writers.keys() {
            if let Some(pair) = self.counting_pair(cell, self.model) {
                self.follow(cell, &pair, &mut |e, values| {
                    counted.insert((e, cell), values);
                });
            }
        }
        self.counted = counted;
    }

    /// The values that a node can have.
    pub fn of(&self, v: ValueId) -> &[u64] {
        &self.values[v.index()]
    }

    /// The values that an operand can have.
    pub fn operand(&self, operand: Operand) -> SmallVec<[u64; 4]> {
        match operand {
            Operand::Constant(value) => smallvec![value],
            Operand::Value(v) => SmallVec::from_slice(&self.values[v.index()]),
        }
    }

    /// The value of an operand that can have no other.
    pub fn only(&self, operand: Operand) -> Option<u64> {
        match self.operand(operand)[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    /// All accesses that an event may be, without those that are errors.
    pub fn accesses(&self, e: EventId) -> SmallVec<[Access; 4]> {
        let event = self.graph.event(e);
        let Some(size) = event.size else {
            return SmallVec::new();
        };
        let writes = event.written.is_some();
        self.operand(event.inputs[0])
            .iter()
            .map(|&address| Access { address, size })
            .filter(|at| at.address % 8 + u64::from(size) <= 8)
            .filter(|at| self.objects.may_access(*at, writes))
            .collect()
    }

    /// The events that may write a cell.
    pub fn writers(&self, cell: Access) -> &[EventId] {
        self.writers.get(&cell).map_or(&[], |writers| writers)
    }

    /// The writes that `read` may get `cell` from.
    pub fn sources(&self, read: EventId, cell: Access) -> Sources {
        let (graph, order) = (self.graph, self.order);
        // Writes that every such execution performs before the read, the newest ones.
        let mut certain: SmallVec<[EventId; 4]> = SmallVec::new();
        for &w in self.writers(cell) {
            if w != read
                && self.is_certain(w)
                && order.before(graph, w, read)
                && order.implied(graph, w, read)
            {
                certain.retain(|c| !order.before(graph, *c, w));
                certain.push(w);
            }
        }
        let overwritten = |w: EventId| {
            certain
                .iter()
                .any(|c| *c != w && order.before(graph, w, *c))
        };
        let writes = self.writers(cell).iter().copied();
        Sources {
            writes: writes
                .filter(|&w| w != read && !order.before(graph, read, w) && !overwritten(w))
                .collect(),
            initial: certain.is_empty(),
        }
    }

    /// Does the event write the same bytes whenever it is performed?
    fn is_certain(&self, e: EventId) -> bool {
        let event = self.graph.event(e);
        let always = event.written.is_some() && !matches!(event.op, Op::CompareExchange { .. });
        always && matches!(event.inputs[0], Operand::Constant(_))
    }

    /// The values that a write may leave in a cell.
    pub fn written(&self, write: EventId, cell: Access) -> Vec<u64> {
        let operand = self.graph.event(write).written.expect("it is a write");
        let mut values = Vec::new();
        for at in self.accesses(write) {
            if self.cells.of(at).contains(&cell) {
                let parts = self.operand(operand).into_iter();
                values.extend(parts.map(|value| part(value, at, cell)));
            }
        }
        tidy(values)
    }

    /// The values that a read may find in a cell.
    pub fn found(&self, read: EventId, cell: Access) -> Vec<u64> {
        if let Some(values) = self.counted.get(&(read, cell)) {
            return values.clone();
        }
        let sources = self.sources(read, cell);
        let mut values = Vec::new();
        for w in sources.writes {
            values.extend(self.written(w, cell));
        }
        if sources.initial {
            values.push(self.objects.initial(cell));
        }
        tidy(values)
    }

    fn compute(&mut self, v: ValueId) -> Vec<u64> {
        match self.graph.value(v) {
            ValueKind::Response(e) => self.response(*e),
            ValueKind::Modified(e) => {
                let mut values = Vec::new();
                for old in self.of(self.graph.event(*e).response) {
                    for operand in self.operand(self.graph.event(*e).inputs[1]) {
                        values.extend(self.modify(*e, *old, operand));
                    }
                }
                tidy(values)
            }
            ValueKind::Function {
                function,
                inputs,
                grows,
            } => {
                let mut values = Vec::new();
                self.combinations(inputs, &mut |inputs| {
                    values.extend(self.apply(*function, *grows, inputs));
                });
                tidy(values)
            }
            ValueKind::Phi { incoming, .. } => {
                let all = incoming.values().flat_map(|o| self.operand(*o));
                tidy(all.collect())
            }
        }
    }

    fn response(&mut self, e: EventId) -> Vec<u64> {
        let event = self.graph.event(e);
        if let Op::Choice { options } = event.op {
            return (0..u64::from(options)).collect();
        }
        let mut values = Vec::new();
        for at in self.accesses(e) {
            let mut combined = vec![0];
            for cell in self.cells.of(at) {
                let found = self.found(e, cell);
                let with = |old: &u64| {
                    let old = *old;
                    let parts = found.iter();
                    parts.map(move |value| old | whole(*value, at, cell))
                };
                combined = combined.iter().flat_map(with).collect();
                if combined.len() > MOST {
                    self.overflow = Some(e);
                    return Vec::new();
                }
            }
            values.extend(combined);
        }
        if let (Some(guard), Some(at)) = (event.op.guard(), event.op.access()) {
            values.retain(|value| guard.passes(*value, at.size));
        }
        tidy(values)
    }

    /// Calls `visit` with every combination of the operands' values.
    pub fn combinations(&self, operands: &[Operand], visit: &mut dyn FnMut(&[u64])) {
        let sets: Vec<SmallVec<[u64; 4]>> = operands.iter().map(|o| self.operand(*o)).collect();
        if sets.iter().any(|set| set.is_empty()) {
            return;
        }
        let mut at = vec![0; sets.len()];
        let mut values: Vec<u64> = sets.iter().map(|set| set[0]).collect();
        loop {
            visit(&values);
            let mut digit = 0;
            loop {
                if digit == sets.len() {
                    return;
                }
                at[digit] += 1;
                if at[digit] < sets[digit].len() {
                    values[digit] = sets[digit][at[digit]];
                    break;
                }
                at[digit] = 0;
                values[digit] = sets[digit][0];
                digit += 1;
            }
        }
    }

    /// The result of a function, if it is known.
    pub fn apply(&self, function: FunctionId, grows: bool, inputs: &[u64]) -> Option<u64> {
        let evaluate = || self.program.evaluate(function, inputs);
        if !grows {
            return evaluate();
        }
        let seen = self.graph.results.get(&(function, inputs.to_vec()));
        let points = |value: &u64| self.objects.is_inside(*value);
        seen.copied().or_else(|| evaluate().filter(points))
    }

    /// The value that a read-modify-write makes of another, if it is known.
    pub fn modify(&self, e: EventId, old: u64, operand: u64) -> Option<u64> {
        let Op::Rmw { at, op, .. } = self.graph.event(e).op else {
            return None;
        };
        let key = (op, at.size, old, operand);
        let known = !grows(op) || self.graph.modified.contains(&key);
        known.then(|| op.apply(old, operand, at.size))
    }

    /// The direction in which a branch goes for a value.
    pub fn select(&self, selector: FunctionId, value: u64) -> u64 {
        if selector == FunctionId::IDENTITY {
            return value;
        }
        let direction = self.program.evaluate(selector, &[value]);
        direction.expect("a selector has a direction for every value")
    }
}

fn tidy(mut values: Vec<u64>) -> Vec<u64> {
    values.sort_unstable();
    values.dedup();
    values
}

/// The values that some event or branch depends on.
fn needed(graph: &Graph) -> Vec<bool> {
    let mut needed = vec![false; graph.values.len()];
    let mut todo: Vec<Operand> = graph.branches.iter().map(|b| b.on).collect();
    for event in &graph.events {
        todo.extend(&event.inputs);
        todo.extend(event.written);
    }
    while let Some(operand) = todo.pop() {
        let Operand::Value(v) = operand else {
            continue;
        };
        if std::mem::replace(&mut needed[v.index()], true) {
            continue;
        }
        match graph.value(v) {
            ValueKind::Response(e) => todo.extend(&graph.event(*e).inputs),
            ValueKind::Modified(e) => {
                todo.extend(&graph.event(*e).inputs);
                todo.push(Operand::Value(graph.event(*e).response));
            }
            ValueKind::Function { inputs, .. } => todo.extend(inputs),
            ValueKind::Phi { incoming, .. } => todo.extend(incoming.values()),
        }
    }
    // Whether a guard lets its thread pass, or an exchange succeeds, depends on the value read.
    for event in &graph.events {
        let tests = event.op.guard().is_some() || matches!(event.op, Op::CompareExchange { .. });
        needed[event.response.index()] |= tests;
    }
    needed
}
