//! Graphs of events, run from the start.

use super::node::{self, Node};
use super::{Given, c11, order};
use std::collections::BTreeMap;
use threadproof_engine::{Class, Model};
use threadproof_program::{Access, FenceOrder, Op, Response, Run, ThreadId, Wait, address};

/// Numbers of spawn paths, kept for all graphs of a program.
pub struct Names {
    paths: Vec<Vec<u32>>,
    numbers: BTreeMap<Vec<u32>, ThreadId>,
}

impl Default for Names {
    fn default() -> Names {
        Names {
            paths: vec![Vec::new()],
            numbers: BTreeMap::from([(Vec::new(), ThreadId::MAIN)]),
        }
    }
}

impl Names {
    fn child(&mut self, parent: ThreadId, nth: u32) -> ThreadId {
        let mut path = self.paths[parent.index()].clone();
        path.push(nth);
        let next = ThreadId(self.paths.len() as u16);
        *self.numbers.entry(path.clone()).or_insert_with(|| {
            self.paths.push(path);
            next
        })
    }
}

/// A way to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Initial,
    From(ThreadId, u32),
    Option(u32),
}

/// A step of a thread, with its choice.
#[derive(Clone, Debug)]
pub struct Move {
    pub thread: ThreadId,
    pub choices: Vec<Choice>,
}

/// The end of a step.
pub enum Stepped {
    Done,
    /// The next choice, one of these.
    Needs(Vec<Choice>),
}

/// A variable, and the event that writes it last; `None` if nobody writes it.
pub type Last = (u64, Option<usize>);

/// The access of an event to a variable.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub variable: u64,
    /// `None` for no read, `Some(None)` for the initial value, else the event.
    pub read: Option<Option<usize>>,
    pub written: Option<u64>,
}

/// A node of a graph.
pub struct Event {
    pub thread: ThreadId,
    nth: u32,
    /// The event before it in its thread, or the one that created the thread.
    pub before: Option<usize>,
    pub touches: Vec<Touch>,
    pub is_section: bool,
    choices: Vec<Choice>,
}

impl Event {
    fn joins(&self) -> bool {
        let mut reads = self.touches.iter().filter(|touch| touch.read.is_some());
        reads.any(|touch| address::block_owner(touch.variable).is_some())
    }
}

struct Thread {
    last: usize,
    events: u32,
    spawned: u32,
    sections: u32,
    running: bool,
    /// The newest node, or that of the creating thread.
    node: Option<usize>,
}

/// A graph that grows event by event.
pub struct Graph<'p> {
    given: Given<'p>,
    run: Box<dyn Run + 'p>,
    threads: BTreeMap<ThreadId, Thread>,
    pub events: Vec<Event>,
    /// The nodes of the events, with their orders.
    nodes: Vec<Node>,
    choices: Vec<Choice>,
    needs: Option<Vec<Choice>>,
}

const FENCES: u64 = 8;
const SECTIONS: u64 = 16;

impl<'p> Graph<'p> {
    pub fn run(given: Given<'p>, names: &mut Names, moves: &[Move]) -> Graph<'p> {
        let mut graph = Graph {
            given,
            run: given.program.start(),
            threads: BTreeMap::new(),
            events: Vec::new(),
            nodes: Vec::new(),
            choices: Vec::new(),
            needs: None,
        };
        graph.open(ThreadId::MAIN, None);
        graph.begin(ThreadId::MAIN, None);
        graph.settle(names, ThreadId::MAIN, false);
        for step in moves {
            graph.step(names, step.thread, &step.choices);
        }
        graph
    }

    fn begin(&mut self, t: ThreadId, node: Option<usize>) {
        let thread = Thread {
            last: self.events.len() - 1,
            events: u32::from(t == ThreadId::MAIN),
            spawned: 0,
            sections: 0,
            running: true,
            node,
        };
        self.threads.insert(t, thread);
    }

    fn open(&mut self, thread: ThreadId, before: Option<usize>) {
        let nth = self.threads.get(&thread).map_or(1, |t| t.events + 1);
        self.events.push(Event {
            thread,
            nth,
            before,
            touches: Vec::new(),
            is_section: self.threads.get(&thread).is_some_and(|t| t.sections > 0),
            choices: Vec::new(),
        });
    }

    pub fn runnable(&self) -> Vec<ThreadId> {
        let running = self.threads.iter().filter(|(_, thread)| thread.running);
        running.map(|(t, _)| *t).collect()
    }

    /// Has the thread stopped at an await that did not pass?
    pub fn spins(&self, t: ThreadId) -> bool {
        let waits = |why| matches!(why, Wait::Await | Wait::AwaitExchange);
        let guard = self.run.pending(t).guard();
        !self.threads[&t].running && guard.is_some_and(|guard| waits(guard.why))
    }

    pub fn step(&mut self, names: &mut Names, t: ThreadId, choices: &[Choice]) -> Stepped {
        self.choices = choices.to_vec();
        let last = self.threads[&t].last;
        self.open(t, Some(last));
        let newest = self.events.len() - 1;
        let thread = self.threads.get_mut(&t).expect("it is there");
        thread.events += 1;
        thread.last = newest;
        let in_section = thread.sections > 0;
        let op = self.run.pending(t);
        if matches!(op, Op::Block(_)) {
            return Stepped::Needs(Vec::new());
        }
        // The sections of a program take turns, but for those that begin with a wait.
        if in_section && op.guard().is_none() {
            self.begin_node(t, op);
            if self.read(SECTIONS, &|_| true).is_some() {
                self.write(SECTIONS, 0);
            }
        }
        if self.needs.is_none() {
            self.perform(names, t, op);
        }
        self.settle(names, t, in_section);
        match self.needs.take() {
            Some(options) => Stepped::Needs(options),
            None => Stepped::Done,
        }
    }

    fn settle(&mut self, names: &mut Names, t: ThreadId, mut in_section: bool) {
        while self.needs.is_none() && self.threads[&t].running {
            let op = self.run.pending(t);
            in_section = in_section && self.threads[&t].sections > 0;
            let local = match op {
                Op::Fence(order) => order != FenceOrder::SeqCst,
                Op::Exit | Op::AtomicBegin | Op::AtomicEnd | Op::Fail(_) => true,
                _ => false,
            };
            if matches!(op, Op::Block(_)) {
                // Never moves again.
                self.threads.get_mut(&t).expect("it is there").running = false;
            } else if local || in_section {
                self.perform(names, t, op);
            } else {
                return;
            }
        }
    }

    /// Begins the node of an operation; all operations of a section are one.
    fn begin_node(&mut self, t: ThreadId, op: Op) {
        let event = self.events.len() - 1;
        let thread = self.threads.get_mut(&t).expect("it is there");
        let section = thread.sections > 0;
        let goes_on = |node: &Node| section && node.event == event && node.thread == t;
        let of_memory = op.access().is_some() || matches!(op, Op::Fence(_) | Op::Exit);
        if self.nodes.last().is_some_and(goes_on) || !(of_memory || section) {
            return;
        }
        self.nodes.push(Node {
            thread: t,
            event,
            before: thread.node,
            is_fence: matches!(op, Op::Fence(_)) && !section,
            is_section: section,
            order: if section {
                node::STRONG
            } else {
                node::order(op)
            },
            touches: Vec::new(),
        });
        thread.node = Some(self.nodes.len() - 1);
    }

    fn perform(&mut self, names: &mut Names, t: ThreadId, op: Op) {
        self.begin_node(t, op);
        let thread = self.threads.get_mut(&t).expect("it is there");
        let response = match op {
            Op::AtomicBegin => {
                thread.sections += 1;
                0
            }
            Op::AtomicEnd => {
                thread.sections -= 1;
                0
            }
            Op::Exit => {
                thread.running = false;
                return self.write(address::thread_block(t), address::THREAD_EXITED);
            }
            Op::Fail(_) => {
                thread.running = false;
                return;
            }
            Op::Spawn { body, argument } => return self.spawn(names, t, body, argument),
            Op::Choice { options } => match self.choice((0..options).map(Choice::Option).collect())
            {
                Some(Choice::Option(option)) => u64::from(option),
                _ => return,
            },
            Op::Fence(FenceOrder::SeqCst) if self.given.model == Model::Ra => {
                if self.read(FENCES, &|_| true).is_none() {
                    return;
                }
                self.write(FENCES, 0);
                0
            }
            Op::Load { at, guard, .. } => {
                let waits = guard.filter(|g| !matches!(g.why, Wait::Await | Wait::AwaitExchange));
                let passes = |value: u64| waits.is_none_or(|g| g.passes(value, at.size));
                let Some(value) = self.read_all(at, &passes) else {
                    return;
                };
                if guard.is_some_and(|g| !g.passes(value, at.size)) {
                    self.threads.get_mut(&t).expect("it is there").running = false;
                    return;
                }
                value
            }
            Op::Store { at, value, .. } => {
                self.write_all(at, value);
                0
            }
            Op::Rmw {
                at, op, operand, ..
            } => {
                let Some(old) = self.read_all(at, &|_| true) else {
                    return;
                };
                self.write_all(at, op.apply(old, operand, at.size));
                old
            }
            Op::CompareExchange {
                at, expected, new, ..
            } => {
                let Some(old) = self.read_all(at, &|_| true) else {
                    return;
                };
                match old == expected {
                    true => self.write_all(at, new),
                    false => self.fails(t, op),
                }
                old
            }
            _ => 0,
        };
        self.run.resume(t, Response::value(response));
    }

    fn spawn(&mut self, names: &mut Names, t: ThreadId, body: u64, argument: u64) {
        let thread = self.threads.get_mut(&t).expect("it is there");
        thread.spawned += 1;
        let child = names.child(t, thread.spawned);
        let node = thread.node;
        self.begin(child, node);
        self.run.resume(t, Response::value(u64::from(child.0)));
        self.run.create(child, body, argument);
        self.settle(names, child, false);
    }

    /// A compare-exchange that fails is a load with another order.
    fn fails(&mut self, t: ThreadId, op: Op) {
        let in_section = self.threads[&t].sections > 0;
        if let (Op::CompareExchange { failure, .. }, false) = (op, in_section) {
            let node = self.nodes.last_mut().expect("it has begun");
            node.order = failure.into();
        }
    }

    /// The next given choice, else asks for one.
    fn choice(&mut self, options: Vec<Choice>) -> Option<Choice> {
        let event = self.events.last_mut().expect("there is one");
        match self.choices.get(event.choices.len()) {
            Some(choice) => {
                event.choices.push(*choice);
                Some(*choice)
            }
            None => {
                self.needs = Some(options);
                None
            }
        }
    }

    /// Reads all pieces of an access.
    fn read_all(&mut self, at: Access, passes: &dyn Fn(u64) -> bool) -> Option<u64> {
        let pieces = self.given.pieces.of_access(at);
        if let [piece] = pieces[..] {
            return self.read(piece.address, passes);
        }
        let mut value = 0;
        for piece in pieces {
            let part = self.read(piece.address, &|_| true)?;
            value |= part << (8 * (piece.address - at.address));
        }
        if !passes(value) {
            // Nothing to choose from: it cannot move in this way.
            self.needs = Some(Vec::new());
            return None;
        }
        Some(value)
    }

    fn write_all(&mut self, at: Access, value: u64) {
        for piece in self.given.pieces.of_access(at) {
            let bits = u64::MAX >> (64 - 8 * u32::from(piece.size));
            let part = value >> (8 * (piece.address - at.address)) & bits;
            self.write(piece.address, part);
        }
    }

    fn written(&self, event: usize, variable: u64) -> Option<u64> {
        let touches = self.events[event].touches.iter();
        let mut here = touches.filter(|touch| touch.variable == variable);
        here.find_map(|touch| touch.written)
    }

    /// The initial value of a variable.
    fn initial(&self, variable: u64) -> u64 {
        let mut objects = self.given.program.objects().iter();
        let object = objects.find(|object| object.address == variable);
        let bytes = object.map_or(&[][..], |object| &object.bytes);
        bytes
            .iter()
            .rev()
            .fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    fn read(&mut self, variable: u64, passes: &dyn Fn(u64) -> bool) -> Option<u64> {
        let newest = self.events.len() - 1;
        let initial = self.initial(variable);
        // An event sees one value of a variable, unless it changes it itself.
        let touches = self.events[newest].touches.iter();
        if let Some(touch) = touches.copied().find(|touch| touch.variable == variable) {
            let source = touch.read.flatten();
            let read = source.map_or(Some(initial), |event| self.written(event, variable));
            return touch.written.or(read);
        }
        let mut options = Vec::new();
        if passes(initial) {
            options.push(Choice::Initial);
        }
        for event in 0..newest {
            let name = Choice::From(self.events[event].thread, self.events[event].nth);
            if self.written(event, variable).is_some_and(passes) {
                options.push(name);
            }
        }
        let source = match self.choice(options)? {
            Choice::Initial => None,
            Choice::From(thread, nth) => {
                let named = |e: &Event| (e.thread, e.nth) == (thread, nth);
                self.events.iter().position(named)
            }
            Choice::Option(_) => None,
        };
        let touch = Touch {
            variable,
            read: Some(source),
            written: None,
        };
        self.events[newest].touches.push(touch);
        let node = self.nodes.last_mut().expect("it has begun");
        node.touches.push(touch);
        let value = source.map_or(Some(initial), |event| self.written(event, variable));
        Some(value.expect("the source wrote"))
    }

    fn write(&mut self, variable: u64, value: u64) {
        let event = self.events.last_mut().expect("there is one");
        let node = self.nodes.last_mut().expect("it has begun");
        for touches in [&mut event.touches, &mut node.touches] {
            let mut here = touches.iter_mut();
            match here.find(|touch| touch.variable == variable) {
                Some(touch) => touch.written = Some(value),
                None => touches.push(Touch {
                    variable,
                    read: None,
                    written: Some(value),
                }),
            }
        }
    }

    /// Is it too large for the axioms?
    pub fn is_too_large(&self) -> bool {
        self.nodes.len() > 64
    }

    /// With these writes as the last ones of their variables.
    pub fn is_consistent(&self, lasts: &[Last]) -> bool {
        match self.given.model {
            Model::C11 => c11::is_consistent(&self.nodes, self.given.pieces, lasts),
            _ => order::is_consistent(&self.events, self.given.pieces, lasts),
        }
    }

    /// Can the threads that wait in loops see what they see for ever?
    pub fn can_end(&self) -> bool {
        let spinning = self.events.iter().filter(|event| self.is_in_vain(event));
        let touches = spinning.flat_map(|event| &event.touches);
        let lasts: Vec<Last> = touches
            .filter_map(|touch| Some((touch.variable, touch.read?)))
            .collect();
        self.is_consistent(&lasts)
    }

    /// Is it the last event of a thread that spins?
    fn is_in_vain(&self, event: &Event) -> bool {
        self.spins(event.thread) && self.threads[&event.thread].events == event.nth
    }

    /// Without what threads that spin see.
    pub fn observed_class(&self, names: &Names) -> Class {
        self.class_of(names, |event| !self.is_in_vain(event))
    }

    /// As the engine writes classes down.
    pub fn class(&self, names: &Names) -> Class {
        self.class_of(names, |_| true)
    }

    fn class_of(&self, names: &Names, counts: impl Fn(&Event) -> bool) -> Class {
        let mut threads: Vec<(&Vec<u32>, ThreadId)> = self
            .threads
            .keys()
            .map(|t| (&names.paths[t.index()], *t))
            .collect();
        threads.sort();
        let mut class = Vec::new();
        for (path, t) in threads {
            class.extend(path);
            class.push(u32::MAX);
            for event in self.events.iter().filter(|e| e.thread == t && counts(e)) {
                // A join has no choice.
                let choices = event.choices.iter().filter(|_| !event.joins());
                for choice in choices {
                    match choice {
                        Choice::Initial => class.push(0),
                        Choice::From(thread, nth) => {
                            class.extend(&names.paths[thread.index()]);
                            class.extend([u32::MAX - 1, *nth]);
                        }
                        Choice::Option(option) => class.extend([u32::MAX - 2, *option]),
                    }
                }
                class.push(u32::MAX - 3);
            }
        }
        Class(class)
    }
}
