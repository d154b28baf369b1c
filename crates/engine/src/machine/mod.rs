//! Drives a run of the program step by step, forwards and backwards.
//!
//! The machine keeps memory, objects, threads and the trace in line with the run. After each step
//! every running thread stands before a visible operation: what follows it up to the next one
//! (allocations, output, the end of the thread) belongs to the step, because no other thread could
//! tell the difference. Rewinding undoes a journal and restores the threads that moved; nothing is
//! ever run again.

mod alone;
pub mod buffer_rules;
mod buffered;
pub mod buffers;
mod choices;
mod class;
mod dependency;
mod dry_run;
mod enabled;
mod fences;
mod joins;
mod merge;
mod perform;
mod plain;
mod plain_buffered;
mod replayed_section;
mod thread_life;
pub mod threads;
mod undefined;
mod undo;

pub use crate::host::record::{Deed, Record};
pub use buffered::is_bookkeeping;
pub use dependency::{Feet, Footprint, conflict, dependent};
pub use perform::{PATIENCE, PAUSE, WAITS_WITHIN, is_local};
pub use replayed_section::{Play, Rehearsed};
pub use undefined::NEVER_WRITTEN;

use self::joins::{Join, Memo};
use self::undo::Undo;
use crate::host::memory::Memory;
use crate::host::names::{Actor, Names, Status};
use crate::host::objects::Objects;
use crate::host::remarks::Remarks;
use crate::machine::buffers::{Buffers, Entry};
use crate::machine::threads::{Outlook, Thread, Threads};
use crate::options::{Checks, Limits, Model};
use crate::trace::guard_races::{Guarded, Way};
use crate::trace::{ActorId, Before, Label, StepIdx, StoreName, Trace};
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

/// What the machine needs to know of the user's wishes.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub model: Model,
    pub checks: Checks,
    pub limits: Limits,
    /// Read-modify-writes without a result need not be ordered.
    pub commute: bool,
    /// Every operation that touches memory is a step of its own, so that a step outside an atomic
    /// section depends on nothing but the value that it reads. For algorithms that change that.
    pub fine: bool,
    /// Joins, fences and the ends of threads are steps of their own, also where they could be done in
    /// passing: people want to see them.
    pub joins: bool,
    /// The end of a thread and the joins in passing that wait for it touch no memory: they are in order
    /// by themselves. Not for those who look at what steps touch.
    pub silent_ends: bool,
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
    /// Done in passing, in this order.
    joins: Vec<Join>,
    /// By thread.
    memos: Vec<Option<Memo>>,
    /// How many versions of thread states there have been.
    versions: u64,
    /// Bytes of all objects.
    bytes: u64,
    failures: Vec<Failure>,
    exited: bool,
    /// Met at some time in the search: never taken back.
    obstacles: Vec<Obstacle>,
    /// What the front end took for granted, in the whole search.
    remarks: Remarks,
    bound_hit: bool,
    /// See [`Machine::looked_at_end`].
    looked_at_end: bool,
    record: Option<Record>,
    /// Ordinary steps are taken by a shorter way; see [`plain`].
    plain: bool,
    /// See [`Machine::step_alone`].
    steps_alone: bool,
    operations_alone: u32,
    /// Scratch space of `step`: what enabled it.
    enabled_by: Vec<StepIdx>,
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
    /// Before its next step it has to catch up with a thread that has ended: see
    /// [`Machine::catch_up`].
    Joining,
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
            joins: Vec::new(),
            memos: Vec::new(),
            versions: 0,
            bytes: 0,
            failures: Vec::new(),
            exited: false,
            obstacles: Vec::new(),
            remarks: Remarks::default(),
            bound_hit: false,
            looked_at_end: false,
            record: None,
            // The short way does not ask whether a read-modify-write reads what was never written.
            plain: !config.fine && !config.checks.has(ErrorKind::Uninitialized),
            enabled_by: Vec::new(),
            steps_alone: false,
            operations_alone: 0,
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

    pub fn config(&self) -> &Config {
        &self.config
    }
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
    /// Steps are taken without looking for what happens before them: see [`Trace::make_lean`].
    pub fn make_lean(&mut self) {
        self.trace.make_lean();
    }
    pub fn trace_mut(&mut self) -> &mut Trace {
        &mut self.trace
    }
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
    pub fn objects(&self) -> &Objects {
        &self.objects
    }
    pub fn buffers(&self) -> &Buffers {
        &self.buffers
    }
    pub fn threads(&self) -> &Threads {
        &self.threads
    }
    pub fn names(&self) -> &Names {
        &self.names
    }
    /// A store that was put into a buffer.
    pub fn buffered(&self, store: StoreName) -> &Entry {
        self.buffers.entry(store)
    }
    /// The queue with the oldest store of a thread that is not in memory yet; it is always ready.
    #[inline]
    pub fn oldest_queue(&self, t: ThreadId) -> Option<ActorId> {
        self.buffers.oldest(t, self.threads.get(t))
    }
    /// Moves all stores to memory.
    pub fn empty_buffers(&mut self) {
        while let Some(actor) = { self.buffers.ready().next() } {
            self.step(Label { actor, choice: 0 });
        }
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

    pub fn remarks(&self) -> &Remarks {
        &self.remarks
    }
    pub fn bound_hit(&self) -> bool {
        self.bound_hit
    }
    /// Has a thread ever looked whether another one has ended, where ends are no steps but should be?
    pub fn looked_at_end(&self) -> bool {
        self.looked_at_end
    }
    /// Has the program called `exit`?
    pub fn has_exited(&self) -> bool {
        self.exited
    }
    pub fn start_record(&mut self) {
        self.plain = false;
        self.record = Some(Record::default());
    }
    pub fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }
    pub fn take_record(&mut self) -> Option<Record> {
        self.record.take()
    }

    /// The first actor that can take a step and passes the test.
    #[inline]
    pub fn first_enabled(&self, test: impl Fn(ActorId) -> bool) -> Option<ActorId> {
        debug_assert!(self.threads.ids().all(|t| self.is_outlook_right(t)));
        let mut left = self.threads.hopeful();
        while left != 0 {
            let t = ThreadId(left.trailing_zeros() as u16);
            left &= left - 1;
            let actor = self.names.of_thread(t);
            if test(actor) && self.can_go_on(t) {
                return Some(actor);
            }
        }
        match self.threads.has_late() || !self.buffers.are_empty() {
            true => self.first_enabled_otherwise(test),
            false => None,
        }
    }
    /// The same for threads that have no bits and for store buffers.
    #[inline(never)]
    fn first_enabled_otherwise(&self, test: impl Fn(ActorId) -> bool) -> Option<ActorId> {
        for t in self.threads.late() {
            let actor = self.names.of_thread(t);
            if test(actor) && self.can_go_on(t) {
                return Some(actor);
            }
        }
        self.buffers.ready().find(|actor| test(*actor))
    }

    /// The actors that can take a step, in a fixed order: threads, then store buffers. Threads that
    /// have joins to catch up with are not among them.
    pub fn enabled(&self) -> impl Iterator<Item = ActorId> + '_ {
        let threads = self.threads.running().filter(|t| self.halt(*t).is_none());
        let threads = threads.map(|t| self.names.of_thread(t));
        threads.chain(self.buffers.ready())
    }

    /// Lets the thread of the actor catch up with joins; can the actor take a step then?
    #[inline]
    pub fn prepare(&mut self, actor: ActorId) -> bool {
        let Actor { thread, queue } = self.names.actor(actor);
        let able = queue.is_none() && self.threads.outlook(thread) == Outlook::Able;
        able || self.prepare_otherwise(actor)
    }
    #[inline(never)]
    fn prepare_otherwise(&mut self, actor: ActorId) -> bool {
        let Actor { thread, queue } = self.names.actor(actor);
        if queue.is_some() {
            return self.buffers.is_ready(thread, actor);
        }
        match self.halt(thread) {
            Some(Halt::Joining) => {
                self.catch_up_thread(thread);
                self.halt(thread).is_none()
            }
            halt => halt.is_none(),
        }
    }
    /// Can the actor take a step as things are?
    #[inline]
    pub fn can_step(&self, actor: ActorId) -> bool {
        match self.names.actor(actor) {
            Actor {
                thread,
                queue: None,
            } => self.can_go_on(thread),
            Actor { thread, .. } => self.buffers.is_ready(thread, actor),
        }
    }

    /// The same for an actor that another execution had, and that this one need not have.
    pub fn may_step(&self, actor: ActorId) -> bool {
        self.threads.exists(self.thread_of(actor)) && self.can_step(actor)
    }

    /// Why `t` cannot take a step; `None` if it can.
    pub fn halt(&self, t: ThreadId) -> Option<Halt> {
        if self.threads.get(t).status() != Status::Running {
            return Some(Halt::Over);
        }
        let op = self.run.pending(t);
        if self.must_drain(t, &op) {
            return Some(Halt::Draining);
        }
        match op {
            Op::Block(block) => Some(Halt::Block(block)),
            Op::Load {
                guard: Some(guard),
                at,
                ..
            } if !self.looks_once(t, at, &guard) => {
                // An access to memory that is not there can go on: to its failure.
                let granule = self.objects.resolve(at, false).ok()?;
                if !guard.passes(self.memory.read(granule, at), at.size) {
                    return Some(Halt::Waiting);
                }
                self.is_join(t, at, &guard).then_some(Halt::Joining)
            }
            _ => None,
        }
    }

    pub fn pending(&self, t: ThreadId) -> Op {
        self.run.pending(t)
    }

    /// The read that keeps `t` from going on.
    pub fn waits_for(&self, t: ThreadId) -> Option<Guarded> {
        if self.halt(t) != Some(Halt::Waiting) {
            return None;
        }
        let op = self.run.pending(t);
        let (at, guard) = (op.access()?, op.guard()?);
        let granule = self.objects.resolve(at, false).ok()?;
        Some(Guarded { granule, guard, at })
    }

    /// Where `t`, which waits for such a read, could have gone on earlier.
    pub fn ways_to_go_on(&self, t: ThreadId, read: Guarded) -> Vec<Way> {
        let thread = self.threads.get(t);
        let drains = self.drains(t, &self.run.pending(t));
        let updates = self.buffers.updates(t, thread).filter(|_| drains);
        let passed = self.buffers.passed(t, thread).filter(|_| thread.passed);
        let before = updates.chain(passed);
        let before = before.chain(thread.last.or(thread.created_by));
        let mut past = Vec::new();
        self.trace.clock_after(before, &mut past);
        self.trace.ways_to_pass(&self.memory, read, &past)
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
        if self.plain_step(label, t) {
            return;
        }
        let saved = self.run.save(t);
        let thread = self.threads.get(t);
        let (in_section, joined, buffers) =
            (thread.sections > 0, thread.joined > 0, thread.buffers);
        let passed = thread.passed;
        let depth = thread.sections;
        let op = self.run.pending(t);
        self.open_step(label, t, &op, saved);
        self.trace.newest_mut().depth = depth;
        if joined {
            self.begin_with_joins(t);
        }
        if passed {
            self.come_after_passed(t);
        }
        if buffers && self.drains(t, &op) {
            self.drained(t);
        }
        if self.has_buffers() {
            self.come_after_joined(&op);
        }
        // A join or a fence in passing may have brought the thread to a store for its buffer.
        if (joined || passed) && self.is_local(t, &op) {
            self.local(t, &op);
        } else {
            self.visible(t, &op);
        }
        self.settle(t, in_section);
        self.close_step(t);
    }

    /// What is before a step of a thread, whose state has been saved.
    #[inline(always)]
    fn before(&self, t: ThreadId, saved: SavedId) -> Before {
        let thread = self.threads.get(t);
        Before {
            thread: t,
            previous: thread.last,
            saved: Some(saved),
            version: thread.version,
            journal: self.journal.len() as u32,
        }
    }

    /// Begins a step of a thread.
    fn open_step(&mut self, label: Label, t: ThreadId, op: &Op, saved: SavedId) {
        let before = self.before(t, saved);
        self.trace
            .open(label, self.names.thread_chain(t), op, before);
        self.enable_by_creation(t);
    }
    /// If the newest step is the first one of its thread, it comes after the one that created that.
    fn enable_by_creation(&mut self, t: ThreadId) {
        let thread = self.threads.get(t);
        self.enabled_by.clear();
        if thread.last.is_none() {
            self.enabled_by.extend(thread.created_by);
        }
    }

    #[inline]
    fn close_step(&mut self, t: ThreadId) {
        let newest = StepIdx(self.trace.len() as u32 - 1);
        self.trace.close(&self.enabled_by, self.names.chains());
        let step = self.trace.step(newest);
        if step.update.is_none() {
            self.threads.get_mut(t).last = Some(newest);
        }
    }

    #[inline(never)]
    fn fail(&mut self, t: ThreadId, kind: ErrorKind, message: String) {
        let locations = self.run.locations(t);
        self.fail_at(t, kind, message, locations);
    }

    /// Fails for something that the thread did elsewhere.
    fn fail_at(
        &mut self,
        t: ThreadId,
        kind: ErrorKind,
        message: String,
        locations: Vec<LocationId>,
    ) {
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
            locations,
        });
    }

    /// Notes that the search cannot be complete, for something at which `t` stands.
    pub fn unsupported(&mut self, t: ThreadId, message: String) {
        self.obstruct(t, crate::ReasonKind::Unsupported, message);
    }

    #[inline(never)]
    fn obstruct(&mut self, t: ThreadId, kind: crate::ReasonKind, message: String) {
        let location = self.run.locations(t).first().copied();
        self.note_obstacle(kind, message, location);
    }

    /// The same, and the thread does not go on.
    fn refuse(&mut self, t: ThreadId, kind: crate::ReasonKind, message: String) {
        self.obstruct(t, kind, message);
        self.stop(t, Status::Failed);
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
        let before = self.threads.get(t).status();
        self.journal.push(Undo::Status(t, before));
        self.threads.set_status(t, status);
        self.threads.set_outlook(t, Outlook::Idle);
    }

    fn change_thread(&mut self, t: ThreadId) -> &mut Thread {
        let thread = self.threads.get_mut(t);
        self.journal.push(Undo::Thread(t, *thread));
        thread
    }
}
