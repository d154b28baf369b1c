//! Drives a run of the program step by step, forwards and backwards.
//!
//! The machine keeps memory, objects, threads and the trace in line with the run. After each step
//! every running thread stands before a visible operation: what follows it up to the next one
//! (allocations, output, the end of the thread) belongs to the step, because no other thread could
//! tell the difference. Rewinding undoes a journal and restores the threads that moved; nothing is
//! ever run again.

mod buffered;
mod dependency;
mod perform;
mod record;

pub use dependency::{Feet, Footprint, dependent};
pub use record::{Deed, Record};

use crate::execution::buffers::Buffers;
use crate::execution::memory::{GranuleIdx, Memory};
use crate::execution::objects::{Life, ObjectIdx, Objects};
use crate::execution::threads::{Actor, Names, Status, Thread, Threads};
use crate::execution::trace::{ActorId, Label, StepIdx, Trace};
use crate::options::{Checks, Limits, Model};
use threadproof_program::{Block, ErrorKind, LocationId, Op, Program, Run, SavedId, ThreadId};

/// Something that the front end or the machine cannot do.
#[derive(Clone, Debug)]
pub struct Obstacle {
    pub kind: crate::ReasonKind,
    pub message: String,
    pub location: Option<LocationId>,
}

/// A bug that the current execution shows.
#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: ErrorKind,
    pub message: String,
    pub thread: ThreadId,
    /// Innermost call first.
    pub locations: Vec<LocationId>,
}

/// What a step changed beyond the trace, to be taken back.
#[derive(Clone, Copy, Debug)]
enum Undo {
    Value {
        granule: GranuleIdx,
        value: u64,
        defined: u8,
    },
    Allocate(ObjectIdx),
    Free(ObjectIdx),
    Release(ObjectIdx),
    Thread(ThreadId, Thread),
    Create(ThreadId),
    Failure,
    ExitProgram,
    Issue(ActorId),
    Update(ActorId),
    Reader(ActorId, u32),
}

/// What the machine needs to know of the user's wishes.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub model: Model,
    pub checks: Checks,
    pub limits: Limits,
}

pub struct Machine<'p> {
    config: Config,
    run: Box<dyn Run + 'p>,
    memory: Memory,
    objects: Objects,
    buffers: Buffers,
    threads: Threads,
    names: Names,
    trace: Trace,
    journal: Vec<Undo>,
    /// Bytes of all objects.
    bytes: u64,
    failures: Vec<Failure>,
    exited: bool,
    /// Met at some time in the search: never taken back.
    obstacles: Vec<Obstacle>,
    bound_hit: bool,
    record: Option<Record>,
    /// Scratch space of `step`: what enabled it.
    enabled_by: Vec<StepIdx>,
    /// Scratch space of `rewind`: the oldest saved state of each thread that moved.
    moved: Vec<(ThreadId, SavedId)>,
}

/// Why a thread cannot take a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It has ended or failed.
    Over,
    /// At an assume or a bound.
    Block(Block),
    /// Its guard does not pass.
    Waiting,
    /// Stores of its own have to reach memory first.
    Draining,
}

impl<'p> Machine<'p> {
    /// `names`: those of an earlier search over the program, if its numbers are to be kept.
    pub fn new(program: &'p dyn Program, config: Config, names: Names) -> Machine<'p> {
        Machine::with_run(program, program.start(), config, names)
    }

    /// `run`: a run of the program that has just begun.
    pub fn with_run(
        program: &'p dyn Program,
        run: Box<dyn Run + 'p>,
        config: Config,
        names: Names,
    ) -> Machine<'p> {
        let mut memory = Memory::default();
        let objects = Objects::new(program.objects(), &mut memory);
        let mut machine = Machine {
            config,
            run,
            memory,
            objects,
            buffers: Buffers::default(),
            threads: Threads::default(),
            names,
            trace: Trace::default(),
            journal: Vec::new(),
            bytes: 0,
            failures: Vec::new(),
            exited: false,
            obstacles: Vec::new(),
            bound_hit: false,
            record: None,
            enabled_by: Vec::new(),
            moved: Vec::new(),
        };
        machine.threads.add(ThreadId::MAIN, Thread::new(None));
        machine
            .objects
            .add_block(ThreadId::MAIN, &mut machine.memory);
        machine
    }

    /// Brings the main thread to its first visible operation. Apart from `new`, so that a record
    /// can be begun before.
    pub fn begin(&mut self) {
        self.settle(ThreadId::MAIN, false);
    }

    pub fn trace(&self) -> &Trace {
        &self.trace
    }
    pub fn settle_race(&mut self, race: usize) {
        self.trace.settle_race(race);
    }
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
    pub fn objects(&self) -> &Objects {
        &self.objects
    }
    pub fn threads(&self) -> &Threads {
        &self.threads
    }
    pub fn names(&self) -> &Names {
        &self.names
    }
    pub fn run(&self) -> &dyn Run {
        &*self.run
    }
    /// The bugs of the current execution.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }
    pub fn bound_hit(&self) -> bool {
        self.bound_hit
    }
    /// Has the program called `exit`?
    pub fn has_exited(&self) -> bool {
        self.exited
    }
    pub fn start_record(&mut self) {
        self.record = Some(Record::default());
    }
    pub fn take_record(&mut self) -> Option<Record> {
        self.record.take()
    }

    /// The actors that can take a step, in a fixed order: threads, then store buffers.
    pub fn enabled(&self) -> impl Iterator<Item = ActorId> + '_ {
        let threads = self.threads.present().filter(|t| self.halt(*t).is_none());
        let threads = threads.map(|t| self.names.of_thread(t));
        threads.chain(self.buffers.ready())
    }

    pub fn is_enabled(&self, actor: ActorId) -> bool {
        match self.names.actor(actor) {
            Actor {
                thread,
                queue: None,
            } => self.halt(thread).is_none(),
            _ => self.buffers.is_ready(actor),
        }
    }

    /// Why `t` cannot take a step; `None` if it can.
    pub fn halt(&self, t: ThreadId) -> Option<Halt> {
        if self.threads.get(t).status != Status::Running {
            return Some(Halt::Over);
        }
        let op = self.run.pending(t);
        if self.must_drain(t, op) {
            return Some(Halt::Draining);
        }
        match op {
            Op::Block(block) => Some(Halt::Block(block)),
            Op::Load {
                guard: Some(guard),
                at,
                ..
            } => {
                // An access to memory that is not there can go on: to its failure.
                let granule = self.objects.resolve(at, false).ok()?;
                let passes = guard.passes(self.memory.read(granule, at), at.size);
                (!passes).then_some(Halt::Waiting)
            }
            _ => None,
        }
    }

    pub fn pending(&self, t: ThreadId) -> Op {
        self.run.pending(t)
    }

    /// The steps after which a guarded step of `t` comes in any case.
    pub fn before_waiting(&self, t: ThreadId) -> impl Iterator<Item = StepIdx> + '_ {
        let thread = self.threads.get(t);
        let updates = self.buffers.updates(t).filter(|_| thread.buffers);
        updates.chain(thread.last.or(thread.created_by))
    }

    pub fn thread_of(&self, actor: ActorId) -> ThreadId {
        self.names.actor(actor).thread
    }

    /// Takes one step; its actor must be enabled.
    pub fn step(&mut self, label: Label) {
        match self.names.actor(label.actor) {
            Actor {
                thread,
                queue: None,
            } => self.thread_step(label, thread),
            Actor { thread, .. } => self.update_step(label, thread),
        }
    }

    fn thread_step(&mut self, label: Label, t: ThreadId) {
        let saved = Some(self.run.save(t));
        let thread = *self.threads.get(t);
        let op = self.run.pending(t);
        self.trace
            .open(label, t, thread.last, op, (saved, self.journal.len()));
        self.enabled_by.clear();
        if thread.last.is_none() {
            self.enabled_by.extend(thread.created_by);
        }
        if thread.buffers && self.drains(t, op) {
            self.drained(t);
        }
        self.visible(t, op);
        self.settle(t, thread.sections > 0);
        self.close_step(t);
    }

    fn close_step(&mut self, t: ThreadId) {
        let newest = StepIdx(self.trace.len() as u32 - 1);
        self.trace.close(&self.enabled_by, self.names.actors());
        let step = self.trace.step(newest);
        if step.update.is_none() {
            self.threads.get_mut(t).last = Some(newest);
        }
    }

    /// Takes back all steps but the first `len`.
    pub fn rewind(&mut self, len: usize) {
        debug_assert!(self.moved.is_empty());
        while len < self.trace.len() {
            let step = self.trace.pop(&mut self.memory);
            self.undo(step.journal as usize);
            let Some(saved) = step.saved else {
                continue;
            };
            self.threads.get_mut(step.thread).last = step.previous;
            match self.moved.iter_mut().find(|(t, _)| *t == step.thread) {
                Some((_, oldest)) => {
                    let newer = std::mem::replace(oldest, saved);
                    self.run.forget(newer);
                }
                None => self.moved.push((step.thread, saved)),
            }
        }
        while let Some((t, saved)) = self.moved.pop() {
            if self.threads.get(t).status != Status::Absent {
                self.run.restore(t, saved);
            }
            self.run.forget(saved);
        }
    }

    /// A name for the class of the execution, the same for all equivalent ones: every step by its
    /// actor and place there, with what happened before it. It does not depend on the numbers that
    /// actors have in this search.
    pub fn class(&self) -> Vec<u32> {
        let mut order: Vec<StepIdx> = (0..self.trace.len() as u32).map(StepIdx).collect();
        let key = |a: ActorId| (self.names.path(a), self.names.actor(a).queue);
        order.sort_by_cached_key(|s| {
            let step = self.trace.step(*s);
            (key(step.label.actor), step.nth)
        });
        let mut actors: Vec<ActorId> = Vec::new();
        for s in &order {
            let actor = self.trace.step(*s).label.actor;
            if actors.last() != Some(&actor) {
                actors.push(actor);
            }
        }
        let mut class = Vec::new();
        for s in order {
            let step = self.trace.step(s);
            let clock = self.trace.clock(s);
            class.extend(self.names.path(step.label.actor));
            class.push(self.names.actor(step.label.actor).queue.unwrap_or(1) as u32);
            class.push(step.label.choice);
            class.extend(actors.iter().map(|a| clock[a.index()]));
        }
        class
    }

    fn undo(&mut self, len: usize) {
        while len < self.journal.len() {
            match self.journal.pop().expect("checked by the loop") {
                Undo::Value {
                    granule,
                    value,
                    defined,
                } => {
                    let g = self.memory.get_mut(granule);
                    g.value = value;
                    g.defined = defined;
                }
                Undo::Allocate(o) => {
                    self.bytes -= self.objects.get(o).size;
                    self.objects.undo_allocate(o, &mut self.memory);
                }
                Undo::Free(o) => self.objects.set_life(o, Life::Live),
                Undo::Release(o) => self.objects.undo_release(o),
                Undo::Thread(t, thread) => *self.threads.get_mut(t) = thread,
                Undo::Create(t) => {
                    self.threads.remove(t);
                    self.objects.remove_block(t, &mut self.memory);
                }
                Undo::Failure => drop(self.failures.pop()),
                Undo::ExitProgram => self.exited = false,
                Undo::Issue(queue) => self.buffers.undo_issue(queue),
                Undo::Update(queue) => self.buffers.undo_advance(queue),
                Undo::Reader(queue, nth) => self.buffers.undo_add_reader(queue, nth),
            }
        }
    }

    fn fail(&mut self, t: ThreadId, kind: ErrorKind, message: String) {
        self.stop(t, Status::Failed);
        if !self.config.checks.has(kind) {
            // The user does not want to hear of it, yet the thread cannot go on.
            return;
        }
        self.journal.push(Undo::Failure);
        self.failures.push(Failure {
            kind,
            message,
            thread: t,
            locations: self.run.locations(t),
        });
    }

    fn obstruct(&mut self, t: ThreadId, kind: crate::ReasonKind, message: String) {
        let location = self.run.locations(t).first().copied();
        self.note_obstacle(kind, message, location);
    }

    /// Notes something that cannot be done.
    pub fn note_obstacle(
        &mut self,
        kind: crate::ReasonKind,
        message: String,
        location: Option<LocationId>,
    ) {
        let known = |o: &Obstacle| o.message == message && o.location == location;
        if !self.obstacles.iter().any(known) {
            self.obstacles.push(Obstacle {
                kind,
                message,
                location,
            });
        }
    }

    fn stop(&mut self, t: ThreadId, status: Status) {
        self.change_thread(t).status = status;
    }

    fn change_thread(&mut self, t: ThreadId) -> &mut Thread {
        let thread = self.threads.get_mut(t);
        self.journal.push(Undo::Thread(t, *thread));
        thread
    }
}
