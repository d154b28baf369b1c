//! Which events an execution performs.

use super::{Encoding, News};
use crate::explore::sat::graph::{BranchId, EventId, Item, LevelId, Operand};
use crate::explore::sat::objects::ObjectIndex;
use crate::explore::sat::solver::Lit;
use threadproof_program::{Access, Op};

/// A level that is being walked through.
struct Frame {
    level: LevelId,
    next: usize,
    /// Whether the thread comes to the next item.
    here: Lit,
    open: Option<Open>,
}

/// A branch whose directions are being walked through.
struct Open {
    todo: Vec<(LevelId, Lit)>,
    /// For each direction that is done: whether the thread comes in, and out again.
    done: Vec<(Lit, Lit)>,
}

impl Encoding<'_> {
    /// Says which levels of the threads take place.
    pub(super) fn control(&mut self) {
        // A thread has a smaller number than those that it creates.
        for t in 0..self.graph.threads.len() {
            let Some(first) = self.graph.threads[t] else {
                continue;
            };
            let spawns = self.order.spawned_by[t].iter();
            let spawns: Vec<Lit> = spawns.map(|spawn| self.exec(*spawn)).collect();
            let start = match t {
                0 => Lit::TRUE,
                _ => self.formula.or(&spawns),
            };
            self.walk(first, start);
        }
        self.relate_objects();
    }

    /// Whether one of these objects exists when the event takes place.
    fn one_is_there(&mut self, e: EventId, mut objects: Vec<ObjectIndex>) -> Lit {
        let certain = |index: &ObjectIndex| {
            let created_by = &self.domains.objects.get(*index).created_by;
            let always = |creator: &EventId| {
                matches!(self.graph.event(*creator).base, Some(Operand::Constant(_)))
                    && self.order.implied(self.graph, *creator, e)
            };
            created_by.is_empty() || created_by.iter().any(always)
        };
        if objects.is_empty() {
            return Lit::FALSE;
        }
        if objects.iter().any(certain) {
            return Lit::TRUE;
        }
        objects.sort_unstable();
        if let Some(&known) = self.existing.get(&objects) {
            return known;
        }
        // Which events take place is known when all threads have been walked through.
        let there = self.formula.variable();
        self.existing.insert(objects, there);
        there
    }

    fn relate_objects(&mut self) {
        let mut all: Vec<(Vec<ObjectIndex>, Lit)> =
            std::mem::take(&mut self.existing).into_iter().collect();
        all.sort_unstable();
        for (objects, there) in all {
            let each: Vec<Lit> = objects.into_iter().map(|o| self.exists(o)).collect();
            let any = self.formula.or(&each);
            self.formula.add(&[!there, any]);
            self.formula.add(&[there, !any]);
        }
    }

    /// Whether the object is created at some time.
    pub(super) fn exists(&mut self, object: ObjectIndex) -> Lit {
        let object = self.domains.objects.get(object);
        let mut created = Vec::new();
        for &e in &object.created_by {
            let base = self.graph.event(e).base.expect("it creates an object");
            let there = self.is(base, object.base);
            created.push(self.formula.and(&[self.exec(e), there]));
        }
        match created.is_empty() {
            true => Lit::TRUE,
            false => self.formula.or(&created),
        }
    }

    fn walk(&mut self, first: LevelId, start: Lit) {
        let frame = |level, here| Frame {
            level,
            next: 0,
            here,
            open: None,
        };
        self.entered[first.index()] = start;
        let mut stack = vec![frame(first, start)];
        while let Some(top) = stack.last_mut() {
            if let Some(open) = &mut top.open {
                if let Some((level, here)) = open.todo.pop() {
                    self.entered[level.index()] = here;
                    stack.push(frame(level, here));
                } else {
                    let open = top.open.take().expect("checked above");
                    top.here = self.leave(top.here, &open.done);
                }
                continue;
            }
            match self.graph.level(top.level).items.get(top.next).copied() {
                Some(item) => {
                    top.next += 1;
                    match item {
                        Item::Value(v) => self.computed[v.index()] = top.here,
                        Item::Event(e) => top.here = self.event(e, top.here),
                        Item::Branch(b) => top.open = Some(self.enter(b, top.here)),
                    }
                }
                None => {
                    let done = stack.pop().expect("it is the last one");
                    let merges = self.graph.level(done.level).merges;
                    let out = if merges { done.here } else { Lit::FALSE };
                    let outer = stack.last_mut().and_then(|outer| outer.open.as_mut());
                    if let Some(open) = outer {
                        open.done.push((self.entered[done.level.index()], out));
                    }
                }
            }
        }
    }

    /// Whether the thread goes on after a branch.
    fn leave(&mut self, before: Lit, done: &[(Lit, Lit)]) -> Lit {
        if done.iter().all(|(enters, leaves)| enters == leaves) {
            return before;
        }
        let outs: Vec<Lit> = done.iter().map(|(_, leaves)| *leaves).collect();
        self.formula.or(&outs)
    }

    fn enter(&mut self, b: BranchId, here: Lit) -> Open {
        let branch = self.graph.branch(b);
        let mut directions: Vec<(u64, Vec<Lit>)> = Vec::new();
        for value in self.domains.operand(branch.on) {
            let direction = self.domains.select(branch.selector, value);
            let lit = self.is(branch.on, value);
            match directions.iter_mut().find(|(d, _)| *d == direction) {
                Some((_, lits)) => lits.push(lit),
                None => directions.push((direction, vec![lit])),
            }
        }
        let only = directions.len() == 1;
        let (mut todo, mut done) = (Vec::new(), Vec::new());
        for (&direction, &level) in branch.directions.iter().rev() {
            let taken = directions.iter().position(|(d, _)| *d == direction);
            let enters = match taken.map(|at| directions.swap_remove(at).1) {
                Some(_) if only => here,
                Some(lits) => {
                    let taken = self.formula.or(&lits);
                    self.formula.and(&[here, taken])
                }
                None => Lit::FALSE,
            };
            todo.push((level, enters));
        }
        directions.sort();
        for (direction, lits) in directions {
            let taken = self.formula.or(&lits);
            let enters = self.formula.and(&[here, taken]);
            self.goal(News::Direction(b, direction), &[enters]);
            done.push((enters, enters));
        }
        Open { todo, done }
    }

    /// Whether the thread goes on after an event.
    fn event(&mut self, e: EventId, here: Lit) -> Lit {
        let event = self.graph.event(e);
        self.reached[e.index()] = here;
        self.computed[event.response.index()] = here;
        if let (Op::Rmw { .. }, Some(Operand::Value(written))) = (event.op, event.written) {
            self.computed[written.index()] = here;
        }
        let mut here = self.without_faults(e, here);
        if event.op.guard().is_some() && here != Lit::FALSE {
            // It may wait for ever: for what follows, that is as good as not being run any more.
            let passes = self.formula.variable();
            self.formula.add(&[!passes, here]);
            here = passes;
        }
        self.exec[e.index()] = here;
        match event.op {
            Op::Exit | Op::ExitProgram | Op::Block(_) | Op::Fail(_) | Op::Unsupported => Lit::FALSE,
            _ if event.performed => here,
            _ => {
                self.goal(News::First(e), &[here]);
                Lit::FALSE
            }
        }
    }

    /// Whether the access does not fail. An address at which no run has seen it fail is news.
    fn without_faults(&mut self, e: EventId, here: Lit) -> Lit {
        let event = self.graph.event(e);
        let writes = event.written.is_some();
        let objects = &self.domains.objects;
        let admitting = |address: u64| -> Vec<ObjectIndex> {
            match (event.op, event.size) {
                (Op::Free { .. }, _) => objects.freeable(address).collect(),
                (_, Some(size)) if address % 8 + u64::from(size) <= 8 => objects
                    .admitting(Access { address, size }, writes)
                    .collect(),
                _ => Vec::new(),
            }
        };
        if event.size.is_none() && !matches!(event.op, Op::Free { .. }) {
            return here;
        }
        let mut conditions = vec![here];
        for address in self.domains.operand(event.inputs[0]) {
            if event.size.is_some() && objects.is_block(address) {
                continue;
            }
            let there = self.one_is_there(e, admitting(address));
            if there == Lit::TRUE {
                continue;
            }
            let here_then = self.is(self.graph.event(e).inputs[0], address);
            let fails = self.formula.and(&[here_then, !there]);
            if !self.graph.faults.contains(&(e, address)) {
                self.goal(News::Fault(e, address), &[here, fails]);
            }
            conditions.push(!fails);
        }
        self.formula.and(&conditions)
    }
}
