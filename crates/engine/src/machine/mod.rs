//! Drives a run of the program step by step, forwards and backwards.
//!
//! The machine keeps memory, objects, threads and the trace in line with the run. After each step
//! every running thread stands before a visible operation. The invisible work up to there
//! (allocations, output, the end of the thread) belongs to the step, because no other thread could
//! tell the difference. Rewinding takes back accesses, undoes a journal and restores the threads that moved; nothing is
//! ever run again.

mod alone;
#[cfg(debug_assertions)]
mod both_ways;
pub mod buffer_rules;
mod buffered;
pub mod buffers;
mod choices;
mod class;
mod dependency;
mod dry_run;
mod enabled;
mod execution;
mod fences;
mod joins;
mod model;
mod ordinary;
mod perform;
mod quiet;
mod thread_life;
pub mod threads;
mod undo;

pub use buffered::is_bookkeeping;
pub use dependency::{AccessSet, Footprint, conflict, dependent};
pub(crate) use model::with_model;
pub use model::{MemoryModel, Pso, Sc, Tso};

use self::joins::{Join, Memo};
use self::undo::Undo;
use crate::host::contention::Contention;
use crate::host::names::{Actor, Names, Status};
use crate::host::op_log::OpLog;
use crate::host::privacy::Privacy;
use crate::host::{Config, Failure, Findings, Halt, Host};
use crate::machine::buffers::{Buffers, Entry};
use crate::machine::threads::{Readiness, Thread, Threads};
use crate::outcome::Cause;
use crate::trace::guard_races::{GuardReversal, Guarded};
use crate::trace::{ActorId, Before, Label, StepIdx, StoreName, Trace};
use std::marker::PhantomData;
use threadproof_program::{ErrorKind, LocationId, Op, Program, Run, SavedId, ThreadId};

/// A run of a program under the memory model `M`.
pub struct Machine<'p, M: MemoryModel> {
    host: Host<'p, Undo>,
    buffers: Buffers,
    threads: Threads,
    trace: Trace,
    /// Done without a step, in this order.
    joins: Vec<Join>,
    /// By thread.
    memos: Vec<Option<Memo>>,
    /// How many versions of thread states there have been.
    versions: u64,
    /// See [`Machine::exit_flag_was_read`].
    exit_flag_was_read: bool,
    /// Ordinary steps are taken by a shorter way; see [`ordinary`].
    short_way: bool,
    /// See [`Machine::step_alone`].
    steps_alone: bool,
    /// See [`Machine::step_after_joins`].
    steps_after_joins: bool,
    operations_alone: u32,
    contention: Contention,
    /// Scratch space of `step`: the steps that enabled it.
    enabled_by: Vec<StepIdx>,
    model: PhantomData<M>,
}

impl<'p, M: MemoryModel> Machine<'p, M> {
    /// `names`: those of an earlier search over the program, if its numbers are to be kept.
    pub fn new(program: &'p dyn Program, config: Config, names: Names) -> Machine<'p, M> {
        Machine::with_run(program, program.start(), config, names)
    }

    /// `run`: a run of the program that has just begun.
    pub fn with_run(
        program: &'p dyn Program,
        run: Box<dyn Run + 'p>,
        config: Config,
        names: Names,
    ) -> Machine<'p, M> {
        let mut machine = Machine {
            host: Host::new(program, run, config, names),
            buffers: Buffers::default(),
            threads: Threads::default(),
            trace: Trace::default(),
            joins: Vec::new(),
            memos: Vec::new(),
            versions: 0,
            exit_flag_was_read: false,
            short_way: !config.fine,
            enabled_by: Vec::new(),
            steps_alone: false,
            steps_after_joins: false,
            operations_alone: 0,
            contention: Contention::default(),
            model: PhantomData,
        };
        machine.threads.add(ThreadId::MAIN, Thread::new(None));
        machine
    }

    /// Brings the main thread to its first visible operation. Apart from `new`, so that a record
    /// can be begun before.
    pub fn begin(&mut self) {
        self.settle(ThreadId::MAIN, false);
    }

    /// The grain of the steps, and the user's wishes.
    pub fn config(&self) -> &Config {
        &self.host.config
    }
    /// What is known of private objects.
    pub fn privacy(&self) -> &Privacy {
        &self.host.privacy
    }
    /// The same, to be changed. Before [`Machine::begin`], or when an execution has ended.
    pub fn privacy_mut(&mut self) -> &mut Privacy {
        &mut self.host.privacy
    }
    /// The steps so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
    /// The steps so far, to be compared.
    pub fn trace_mut(&mut self) -> &mut Trace {
        &mut self.trace
    }
    /// The store buffers; empty under SC.
    pub fn buffers(&self) -> &Buffers {
        &self.buffers
    }
    /// The threads of the current execution.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }
    /// See [`Host::share_names`].
    pub fn share_names(&mut self) -> Names {
        self.host.share_names()
    }
    /// See [`Host::set_names`].
    pub fn set_names(&mut self, names: Names) {
        self.host.set_names(names);
    }
    /// Bugs, obstacles and remarks.
    pub fn findings(&self) -> &Findings {
        &self.host.findings
    }
    /// See [`Host::merge`].
    pub fn merge(&mut self, others: Findings) {
        self.host.merge(others);
    }
    /// The stable names of threads and actors.
    pub fn names(&self) -> &Names {
        &self.host.names
    }
    /// A store that was put into a buffer.
    pub fn buffered(&self, store: StoreName) -> &Entry {
        self.buffers.entry(store)
    }
    /// The queue with the oldest store of a thread that is not in memory yet; it is always ready.
    #[inline]
    pub fn oldest_queue(&self, t: ThreadId) -> Option<ActorId> {
        match M::BUFFERS {
            true => self.buffers.oldest(t, self.threads.get(t)),
            false => None,
        }
    }
    /// Moves all stores to memory.
    pub fn empty_buffers(&mut self) {
        while let Some(actor) = { self.buffers.ready().next() } {
            self.step(Label { actor, choice: 0 });
        }
    }
    /// The local states of the threads.
    pub fn run(&self) -> &dyn Run {
        &*self.host.run
    }
    /// The bugs of the current execution.
    pub fn failures(&self) -> &[Failure] {
        &self.host.findings.failures
    }
    /// Has a thread ever read whether another one has ended, although ends are no steps?
    pub fn exit_flag_was_read(&self) -> bool {
        self.exit_flag_was_read
    }
    /// Has the program called `exit`?
    pub fn has_exited(&self) -> bool {
        self.host.exited
    }
    /// Begins to log all operations, for people.
    pub fn start_record(&mut self) {
        self.short_way = false;
        self.host.record = Some(OpLog::default());
    }
    /// The log, if one was begun.
    pub fn record(&self) -> Option<&OpLog> {
        self.host.record.as_ref()
    }
    /// The log, which ends here.
    pub fn take_record(&mut self) -> Option<OpLog> {
        self.host.record.take()
    }

    /// The first actor that can take a step and passes the test.
    #[inline]
    pub fn first_enabled(&self, test: impl Fn(ActorId) -> bool) -> Option<ActorId> {
        debug_assert!(self.threads.ids().all(|t| self.is_readiness_right(t)));
        let mut left = self.threads.hopeful();
        while left != 0 {
            let t = ThreadId(left.trailing_zeros() as u16);
            left &= left - 1;
            let actor = self.host.names.of_thread(t);
            if test(actor) && self.can_go_on(t) {
                return Some(actor);
            }
        }
        match self.threads.has_late() || M::BUFFERS && !self.buffers.are_empty() {
            true => self.first_enabled_otherwise(test),
            false => None,
        }
    }
    /// The same for threads that have no bits and for store buffers.
    #[inline(never)]
    fn first_enabled_otherwise(&self, test: impl Fn(ActorId) -> bool) -> Option<ActorId> {
        for t in self.threads.late() {
            let actor = self.host.names.of_thread(t);
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
        let threads = threads.map(|t| self.host.names.of_thread(t));
        threads.chain(self.buffers.ready())
    }

    /// Lets the thread of the actor catch up with joins; can the actor take a step then?
    #[inline]
    pub fn prepare(&mut self, actor: ActorId) -> bool {
        let Actor { thread, queue } = self.host.names.actor(actor);
        let able =
            (!M::BUFFERS || queue.is_none()) && self.threads.readiness(thread) == Readiness::Ready;
        able || self.prepare_otherwise(actor)
    }
    #[inline(never)]
    fn prepare_otherwise(&mut self, actor: ActorId) -> bool {
        let Actor { thread, queue } = self.host.names.actor(actor);
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
        let Actor { thread, queue } = self.host.names.actor(actor);
        match M::BUFFERS && queue.is_some() {
            true => self.buffers.is_ready(thread, actor),
            false => self.can_go_on(thread),
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
        let op = self.host.run.pending(t);
        if self.must_drain(t, &op) {
            return Some(Halt::Draining);
        }
        match op {
            Op::Block(block) => Some(Halt::Block(block)),
            Op::Load {
                guard: Some(guard),
                at,
                ..
            } if !self.spins_on_own_store(t, at, &guard) => {
                // An access to memory that is not there can go on: to its failure.
                let granule = self.host.objects.resolve(at, false).ok()?;
                if !guard.passes(self.host.memory.read(granule, at), at.size) {
                    return Some(Halt::Waiting);
                }
                self.is_join(t, at, &guard).then_some(Halt::Joining)
            }
            _ => None,
        }
    }

    /// The next operation of a thread.
    pub fn pending(&self, t: ThreadId) -> Op {
        self.host.run.pending(t)
    }

    /// The read that keeps `t` from going on.
    pub fn waits_for(&self, t: ThreadId) -> Option<Guarded> {
        if self.halt(t) != Some(Halt::Waiting) {
            return None;
        }
        let op = self.host.run.pending(t);
        let (at, guard) = (op.access()?, op.guard()?);
        let granule = self.host.objects.resolve(at, false).ok()?;
        Some(Guarded { granule, guard, at })
    }

    /// Where `t`, which waits for such a read, could have gone on earlier.
    pub fn ways_to_go_on(&self, t: ThreadId, read: Guarded) -> Vec<GuardReversal> {
        let thread = self.threads.get(t);
        let drains = self.drains(t, &self.host.run.pending(t));
        let updates = self.buffers.updates(t, thread).filter(|_| drains);
        let passed = self.buffers.passed(t, thread).filter(|_| thread.passed);
        let before = updates.chain(passed);
        let before = before.chain(thread.last.or(thread.created_by));
        let mut past = Vec::new();
        self.trace.clock_after(before, &mut past);
        self.trace.ways_to_pass(&self.host.memory, read, &past)
    }

    /// The thread of an actor.
    pub fn thread_of(&self, actor: ActorId) -> ThreadId {
        self.host.names.actor(actor).thread
    }

    /// Takes one step; its actor must be enabled.
    #[inline]
    pub fn step(&mut self, label: Label) {
        #[cfg(debug_assertions)]
        self.step_both_ways(label);
        #[cfg(not(debug_assertions))]
        self.take_step(label);
    }

    /// Says whether it took the step by the short way, or began it so.
    fn take_step(&mut self, label: Label) -> bool {
        let Actor { thread, queue } = self.host.names.actor(label.actor);
        match M::BUFFERS && queue.is_some() {
            true => self.update_step(label, thread),
            false => self.thread_step(label, thread),
        }
    }

    fn thread_step(&mut self, label: Label, t: ThreadId) -> bool {
        if self.ordinary_step(label, t) {
            return true;
        }
        let saved = self.host.run.save(t);
        let thread = self.threads.get(t);
        let (in_section, joined, buffers) = (
            thread.sections > 0,
            thread.joined > 0,
            M::BUFFERS && thread.buffers,
        );
        let passed = M::BUFFERS && thread.passed;
        let depth = thread.sections;
        let op = self.host.run.pending(t);
        if joined {
            // Joins have brought the thread here, and nobody has looked yet at the object that it uses now.
            self.goes_unseen(t, &op, false);
        }
        self.open_step(label, t, &op, saved);
        self.trace.newest_mut().depth = depth;
        if in_section && self.host.looks_for(ErrorKind::DataRace) {
            self.trace.newest_mut().own_section = !self.host.run.in_library(t);
        }
        if joined {
            self.begin_with_joins(t);
        }
        if passed {
            self.come_after_passed(t);
        }
        if buffers && self.drains(t, &op) {
            self.drained(t);
        }
        if M::BUFFERS {
            self.come_after_joined(&op);
        }
        // A join or a fence without a step may have brought the thread to a store for its buffer.
        if (joined || passed) && self.is_local(t, &op) {
            self.local(t, &op);
        } else {
            self.visible(t, &op);
        }
        self.settle(t, in_section);
        self.close_step(t);
        false
    }

    /// The state before a step of a thread, which has been saved.
    #[inline(always)]
    fn before(&self, t: ThreadId, saved: SavedId) -> Before {
        let thread = self.threads.get(t);
        Before {
            thread: t,
            previous: thread.last,
            saved: Some(saved),
            version: thread.version,
            journal: self.host.journal.len() as u32,
        }
    }

    /// Begins a step of a thread.
    fn open_step(&mut self, label: Label, t: ThreadId, op: &Op, saved: SavedId) {
        let before = self.before(t, saved);
        self.trace
            .open(label, self.host.names.thread_chain(t), op, before);
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
        self.trace.close(&self.enabled_by, self.host.names.chains());
        let step = self.trace.step(newest);
        if step.update.is_none() {
            self.threads.get_mut(t).last = Some(newest);
        }
    }

    /// Notes something that cannot be done.
    pub fn note_obstacle(&mut self, cause: impl Into<Cause>, location: Option<LocationId>) {
        self.host.findings.note_obstacle(cause.into(), location);
    }

    /// Notes that the search cannot be complete, for something at which `t` stands.
    pub fn unsupported(&mut self, t: ThreadId, cause: impl Into<Cause>) {
        self.host.obstruct(t, cause);
    }

    fn change_thread(&mut self, t: ThreadId) -> &mut Thread {
        let thread = self.threads.get_mut(t);
        self.host.journal.push(Undo::Thread(t, *thread));
        thread
    }
}
