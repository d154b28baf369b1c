//! Follows the threads of a run through the graph, and adds all that is new.

use super::graph::{
    Branch, BranchId, Event, EventId, Graph, Item, LevelId, Operand, SlotId, ValueId, ValueKind,
};
use crate::outcome::{Feature, SatFeature};
use std::collections::BTreeMap;
use threadproof_program::{Access, FlowEntry, Input, Op, Origin, RmwOp, Run, ThreadId, address};

/// Where a thread of the run stands in the graph.
struct Cursor {
    level: LevelId,
    /// The next item of the level.
    next: usize,
    /// The levels around it and the items to go on with there.
    outer: Vec<(LevelId, usize)>,
    /// For each entry of the thread's log the value that it makes.
    made: Vec<Option<ValueId>>,
    /// The branch that was left last and its direction.
    left: Option<(BranchId, u64)>,
    /// The operation that the thread stands before, as it is in this run.
    pending: Option<(EventId, Op)>,
    sections: u32,
    /// Of the atomic section that the thread is in.
    slot: Option<SlotId>,
    /// No access of the section yet.
    fresh: bool,
    /// The stores outside of atomic sections that nobody has asked for yet.
    stores: Vec<EventId>,
}

/// Follows one run.
#[derive(Default)]
pub struct Walk {
    cursors: Vec<Option<Cursor>>,
    /// Bases and sizes of the objects that the run has created.
    created: Vec<(u64, u64)>,
}

impl Walk {
    /// The event that a thread stands before, if it is known.
    pub fn pending(&self, t: ThreadId) -> Option<EventId> {
        self.cursors.get(t.index())?.as_ref()?.pending.map(|p| p.0)
    }

    /// The stores outside of atomic sections that `t` has performed since it was asked.
    pub fn take_stores(&mut self, t: ThreadId) -> Vec<EventId> {
        let cursor = self.cursors[t.index()].as_mut();
        cursor.map_or_else(Vec::new, |cursor| std::mem::take(&mut cursor.stores))
    }

    /// Follows `t` to the operation that it stands before.
    pub fn advance(&mut self, graph: &mut Graph, run: &dyn Run, t: ThreadId) {
        if self.cursors.len() <= t.index() {
            self.cursors.resize_with(t.index() + 1, || None);
        }
        let cursor = self.cursors[t.index()].get_or_insert_with(|| Cursor::new(graph, t));
        let flow = run.flow(t);
        while cursor.made.len() < flow.len() && graph.obstacle.is_none() {
            let entry = &flow[cursor.made.len()];
            if let (Some((_, Op::Allocate { size, .. })), FlowEntry::Response { value }) =
                (cursor.pending, entry)
            {
                self.created.push((*value, size));
            }
            let made = cursor.follow(graph, run, t, entry);
            cursor.made.push(made);
        }
    }

    /// `t` failed at the operation that it stands before.
    pub fn failed(&self, graph: &mut Graph, t: ThreadId, op: Op) {
        let Some(event) = self.pending(t) else {
            return;
        };
        let writes = graph.event(event).written.is_some();
        let new = match (op, op.access()) {
            (Op::Free { address }, _) if !self.created.iter().any(|(base, _)| *base == address) => {
                graph.faults.insert((event, address))
            }
            (_, Some(at)) if !self.may_access(graph, at, writes) => {
                graph.faults.insert((event, at.address))
            }
            (Op::Free { .. }, _) | (_, Some(_)) => graph.dangling.insert(event),
            _ => false,
        };
        graph.news += u64::from(new);
    }
}

impl Walk {
    /// Is such an access one to an object of this run, dead or alive?
    fn may_access(&self, graph: &Graph, at: Access, writes: bool) -> bool {
        let inside = |(base, size): &(u64, u64)| {
            *base <= at.address && at.address + u64::from(at.size) <= base + size
        };
        graph.objects.may_access(at, writes) || self.created.iter().any(inside)
    }
}

impl Cursor {
    fn new(graph: &mut Graph, t: ThreadId) -> Cursor {
        if graph.threads.len() <= t.index() {
            graph.threads.resize(t.index() + 1, None);
        }
        let level = match graph.threads[t.index()] {
            Some(level) => level,
            None => {
                let level = graph.add_level(None);
                graph.threads[t.index()] = Some(level);
                level
            }
        };
        Cursor {
            level,
            next: 0,
            outer: Vec::new(),
            made: Vec::new(),
            left: None,
            pending: None,
            sections: 0,
            slot: None,
            fresh: false,
            stores: Vec::new(),
        }
    }

    fn follow(
        &mut self,
        graph: &mut Graph,
        run: &dyn Run,
        t: ThreadId,
        flow: &FlowEntry,
    ) -> Option<ValueId> {
        match flow {
            FlowEntry::Compute {
                function,
                inputs,
                output,
                grows,
            } => {
                if *grows {
                    let key = (*function, inputs.iter().map(|i| i.value).collect());
                    if graph.results.insert(key, *output).is_none() {
                        graph.news += 1;
                    }
                }
                let kind = ValueKind::Function {
                    function: *function,
                    inputs: inputs.iter().map(|i| self.operand(i)).collect(),
                    grows: *grows,
                };
                self.value(graph, kind)
            }
            FlowEntry::Branch {
                on,
                selector,
                direction,
                fails,
            } => {
                let branch = Branch {
                    level: self.level,
                    on: self.operand(on),
                    selector: *selector,
                    fails: *fails,
                    directions: BTreeMap::new(),
                };
                self.branch(graph, branch, *direction);
                None
            }
            FlowEntry::Merge => {
                let (branch, direction) = graph.level(self.level).parent?;
                graph.levels[self.level.index()].merges = true;
                self.left = Some((branch, direction));
                (self.level, self.next) = self.outer.pop()?;
                None
            }
            FlowEntry::Phi { incoming } => self.phi(graph, incoming),
            FlowEntry::Operation { op, inputs } => {
                let event = self.operation(graph, run, t, *op, inputs)?;
                self.pending = Some((event, *op));
                Some(graph.event(event).response)
            }
            FlowEntry::Response { value } => {
                if let Some((event, op)) = self.pending.take() {
                    self.respond(graph, event, op, *value);
                }
                None
            }
        }
    }

    fn operand(&self, input: &Input) -> Operand {
        let made = match input.origin {
            Origin::Constant => None,
            Origin::Entry(at) => self.made[at as usize],
        };
        made.map_or(Operand::Constant(input.value), Operand::Value)
    }

    /// The item that the thread has come to, if an earlier run has been here.
    fn here(&self, graph: &Graph) -> Option<Item> {
        graph.level(self.level).items.get(self.next).copied()
    }

    fn add(&mut self, graph: &mut Graph, item: Item) {
        graph.news += 1;
        graph.levels[self.level.index()].items.push(item);
    }

    fn differs<T>(&self, graph: &mut Graph) -> Option<T> {
        graph.obstruct(SatFeature::UnsteadyThread, None);
        None
    }

    fn value(&mut self, graph: &mut Graph, kind: ValueKind) -> Option<ValueId> {
        let value = match self.here(graph) {
            None => {
                let value = graph.add_value(kind);
                self.add(graph, Item::Value(value));
                value
            }
            Some(Item::Value(value)) if *graph.value(value) == kind => value,
            Some(_) => return self.differs(graph),
        };
        self.next += 1;
        Some(value)
    }

    fn branch(&mut self, graph: &mut Graph, branch: Branch, direction: u64) -> Option<()> {
        let b = match self.here(graph) {
            None => {
                graph.branches.push(branch);
                let b = BranchId(graph.branches.len() as u32 - 1);
                self.add(graph, Item::Branch(b));
                b
            }
            Some(Item::Branch(b)) => {
                let known = graph.branch(b);
                if known.on != branch.on || known.selector != branch.selector {
                    return self.differs(graph);
                }
                b
            }
            Some(_) => return self.differs(graph),
        };
        self.outer.push((self.level, self.next + 1));
        self.level = match graph.branch(b).directions.get(&direction) {
            Some(&level) => level,
            None => {
                let level = graph.add_level(Some((b, direction)));
                graph.branches[b.index()]
                    .directions
                    .insert(direction, level);
                level
            }
        };
        self.next = 0;
        Some(())
    }

    fn phi(&mut self, graph: &mut Graph, incoming: &Input) -> Option<ValueId> {
        let (branch, direction) = self.left?;
        let operand = self.operand(incoming);
        let value = match self.here(graph) {
            None => {
                let incoming = BTreeMap::new();
                let value = graph.add_value(ValueKind::Phi { branch, incoming });
                self.add(graph, Item::Value(value));
                value
            }
            Some(Item::Value(value)) => value,
            Some(_) => return self.differs(graph),
        };
        let ValueKind::Phi {
            branch: known,
            incoming,
        } = &mut graph.values[value.index()]
        else {
            return self.differs(graph);
        };
        let same = *known == branch;
        match incoming.insert(direction, operand) {
            None => graph.news += 1,
            Some(before) if before == operand && same => (),
            Some(_) => return self.differs(graph),
        }
        self.next += 1;
        Some(value)
    }

    fn operation(
        &mut self,
        graph: &mut Graph,
        run: &dyn Run,
        t: ThreadId,
        op: Op,
        inputs: &[Input],
    ) -> Option<EventId> {
        let mut inputs: Vec<Operand> = inputs.iter().map(|i| self.operand(i)).collect();
        let mut size = op.access().map(|at| at.size);
        // Nobody runs after the program's end, so that is no write: it comes last.
        if matches!(op, Op::Exit) {
            inputs = vec![Operand::Constant(address::thread_block(t))];
            size = Some(address::THREAD_EXITED_SIZE);
        }
        let event = match self.here(graph) {
            None => {
                let id = EventId(graph.events.len() as u32);
                let response = graph.add_value(ValueKind::Response(id));
                let written = match op {
                    Op::Store { .. } => Some(inputs[1]),
                    Op::CompareExchange { .. } => Some(inputs[2]),
                    Op::Exit => Some(Operand::Constant(address::THREAD_EXITED)),
                    Op::Rmw { .. } => {
                        let value = graph.add_value(ValueKind::Modified(id));
                        Some(Operand::Value(value))
                    }
                    _ => None,
                };
                let base = match op {
                    Op::Allocate { .. } => inputs.first().copied(),
                    _ => None,
                };
                let begins = matches!(op, Op::AtomicBegin) && self.sections == 0;
                let slot = match self.slot {
                    Some(slot) if !begins => slot,
                    _ => graph.add_slot(),
                };
                graph.events.push(Event {
                    thread: t,
                    level: self.level,
                    op,
                    inputs,
                    size,
                    response,
                    written,
                    slot,
                    section: self.sections > 0,
                    performed: false,
                    base,
                    child: None,
                    location: run.locations(t).first().copied(),
                });
                self.add(graph, Item::Event(id));
                id
            }
            Some(Item::Event(id)) => {
                let known = graph.event(id);
                if known.inputs != inputs || shape(known.op) != shape(op) {
                    return self.differs(graph);
                }
                id
            }
            Some(_) => return self.differs(graph),
        };
        self.next += 1;
        if op.access().is_some() {
            if op.guard().is_some() && self.sections > 0 && !self.fresh {
                graph.obstruct(Feature::WaitInSection, graph.event(event).location);
            }
            self.fresh = false;
        }
        Some(event)
    }

    fn respond(&mut self, graph: &mut Graph, event: EventId, op: Op, value: u64) {
        graph.events[event.index()].performed = true;
        match op {
            Op::AtomicBegin => {
                if self.sections == 0 {
                    self.slot = Some(graph.event(event).slot);
                    self.fresh = true;
                }
                self.sections += 1;
            }
            Op::AtomicEnd => {
                self.sections = self.sections.saturating_sub(1);
                if self.sections == 0 {
                    self.slot = None;
                }
            }
            Op::Store { .. } if self.sections == 0 => self.stores.push(event),
            Op::Rmw {
                at, op, operand, ..
            } if grows(op) => {
                let new = graph.modified.insert((op, at.size, value, operand));
                graph.news += u64::from(new);
            }
            Op::Allocate { .. } => {
                // A front end that does not say where objects go splits its threads by all responses.
                let base = &mut graph.events[event.index()].base;
                graph.news += u64::from(base.is_none());
                let known = *base.get_or_insert(Operand::Constant(value));
                if matches!(known, Operand::Constant(known) if known != value) {
                    graph.obstruct(SatFeature::ObjectPlace, graph.event(event).location);
                }
            }
            Op::Spawn { .. } => {
                let child = ThreadId(value as u16);
                let known = graph.events[event.index()].child.replace(child);
                if known.is_some_and(|known| known != child) {
                    graph.obstruct(SatFeature::CreatedThread, graph.event(event).location);
                }
            }
            _ => (),
        }
    }
}

/// Does it make ever new values when it is applied again and again?
pub fn grows(op: RmwOp) -> bool {
    use RmwOp::*;
    let by_ones = matches!(op, IncrementWrap | DecrementWrap);
    let down = matches!(op, SubIfEnough | SubSaturating);
    by_ones || down || matches!(op, Add | Sub | FloatAdd | FloatSub)
}

/// The operation without the parts that may differ from run to run.
fn shape(op: Op) -> Op {
    let somewhere = |at: Access| Access { address: 0, ..at };
    match op {
        Op::Load {
            at,
            order,
            raw,
            guard,
        } => Op::Load {
            at: somewhere(at),
            order,
            raw,
            guard,
        },
        Op::Store { at, order, .. } => Op::Store {
            at: somewhere(at),
            order,
            value: 0,
            defined: 0,
        },
        Op::Rmw {
            at,
            order,
            op,
            unused,
            ..
        } => Op::Rmw {
            at: somewhere(at),
            order,
            op,
            operand: 0,
            unused,
        },
        Op::CompareExchange {
            at,
            success,
            failure,
            ..
        } => Op::CompareExchange {
            at: somewhere(at),
            success,
            failure,
            expected: 0,
            new: 0,
        },
        Op::Free { .. } => Op::Free { address: 0 },
        other => other,
    }
}
