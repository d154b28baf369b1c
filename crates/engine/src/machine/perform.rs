//! The effects of operations on memory, objects and threads.

use super::buffered::is_bookkeeping;
use super::buffers::Entry;
use super::{Machine, MemoryModel};
use crate::host::memory::GranuleIdx;
use crate::host::names::Status;
use crate::host::op_log::LoggedOp;
use crate::host::{Execution, Halt, Patience};
use crate::outcome::Feature;
use crate::trace::{ACQUIRE, RELEASE, guard_races::Guarded};
use crate::trace::{ActorId, CellAccess, StepIdx};
use threadproof_program::{Access, FenceOrder, Guard, Op, Response, RmwOp, ThreadId, Wait};

impl<M: MemoryModel> Machine<'_, M> {
    /// Performs the operation that a step begins with.
    pub(super) fn visible(&mut self, t: ThreadId, op: &Op) {
        match *op {
            Op::Load { at, guard, .. } => self.load(t, op, at, guard),
            Op::Store {
                at, value, defined, ..
            } => self.store(t, op, at, value, defined),
            Op::Rmw {
                op: change, unused, ..
            } => {
                let blind = self.host.config.commute && unused && self.threads.get(t).sections == 0;
                self.modify(t, op, blind.then_some(change));
            }
            Op::CompareExchange { .. } => self.modify(t, op, None),
            Op::Free { address } => self.free(t, op, address),
            Op::Spawn { body, argument } => self.spawn(t, op, body, argument),
            Op::Choice { options } => self.choose(t, op, options),
            _ => self.local(t, op),
        }
    }

    /// Performs all that other threads cannot tell from the step before: up to the next visible
    /// operation of `t`. While the atomic section that the step began in is open, visible operations
    /// belong to the step as well.
    pub(super) fn settle(&mut self, t: ThreadId, in_section: bool) {
        self.settle_down(t, in_section);
        self.note_readiness(t);
    }

    fn settle_down(&mut self, t: ThreadId, mut in_section: bool) {
        let mut patience = Patience::new();
        while self.threads.get(t).status() == Status::Running {
            let op = self.host.run.pending(t);
            in_section = in_section && self.threads.get(t).sections > 0;
            if let Op::Block(block) = op {
                return self.block(block);
            }
            if self.goes_alone(t, &op) {
                if !self.go_alone(t, &op) {
                    return;
                }
                patience.renew();
            } else if self.is_local(t, &op) {
                if M::BUFFERS && self.threads.get(t).passed && !self.may_pass(&op) {
                    return;
                }
                self.local(t, &op);
            } else if self.goes_unseen(t, &op, in_section) {
                self.access_private(t, &op);
            } else if !in_section {
                return;
            } else {
                self.trace.newest_mut().go_on(&op);
                match self.halt(t) {
                    None => self.visible(t, &op),
                    Some(Halt::Waiting | Halt::Joining) => return self.wait_within(t, &op),
                    Some(_) => return,
                }
            }
            if let Some(why) = patience.spend(&op, &self.host.config.limits) {
                return self.give_up(t, why);
            }
        }
    }

    /// Is the pending operation of `t` an access to an object that only `t` uses? `in_section`: the newest step is the
    /// atomic section around it.
    #[inline(always)]
    pub(super) fn goes_unseen(&mut self, t: ThreadId, op: &Op, in_section: bool) -> bool {
        !M::BUFFERS && self.host.privacy.looks() && {
            let begins = !in_section && self.threads.get(t).sections > 0;
            self.is_private(t, op, begins)
        }
    }

    /// A thread waits in the middle of an atomic section. The thread that lets it go on would have to run within
    /// the section, and the end of the step would depend on others. The search ends here, since half a section that others
    /// see is no bug of the program.
    #[inline(never)]
    fn wait_within(&mut self, t: ThreadId, op: &Op) {
        self.host.obstruct(t, Feature::WaitInSection);
        if let Op::Load { at, .. } = *op {
            self.read(t, op, at, None);
        }
        if self.threads.get(t).status() == Status::Running {
            self.stop(t, Status::Failed);
        }
    }

    /// Has the execution any step?
    pub(super) fn has_step(&self) -> bool {
        self.trace.len() > 0
    }

    /// Can another thread conflict with the current operation?
    pub(super) fn is_seen(&self) -> bool {
        self.has_step() && !self.is_alone()
    }

    /// Performs an operation that no other thread can observe.
    pub(super) fn local(&mut self, t: ThreadId, op: &Op) {
        match *op {
            Op::Store {
                at, value, defined, ..
            } if is_bookkeeping(at) => self.store(t, op, at, value, defined),
            Op::Load { at, .. } => self.load(t, op, at, None),
            Op::Store {
                at,
                value,
                defined,
                order,
            } => self.issue(t, op, at, (value, defined, order)),
            Op::Fence(order) => {
                self.note_fence(t, order);
                if M::BUFFERS && self.threads.get(t).buffers && self.drains(t, op) {
                    self.drained_without_step(t);
                }
                if order.releases() {
                    self.order_stores(t);
                }
                self.respond(t, op, Response::NONE);
            }
            _ => self.perform_local(t, op),
        }
    }

    #[inline(never)]
    fn note_fence(&mut self, t: ThreadId, order: FenceOrder) {
        let acquire = if order.acquires() { ACQUIRE } else { 0 };
        let release = if order.releases() { RELEASE } else { 0 };
        if let Some(fences) = self.fences(t) {
            *fences |= acquire | release;
        }
    }

    /// The fences that `t` has passed since the newest step, which is one of its own or created it, and
    /// since the stores that it has put into its buffer after that. `None` before the first step, where
    /// there is nobody else.
    pub(super) fn fences(&mut self, t: ThreadId) -> Option<&mut u8> {
        if !self.has_step() {
            return None;
        }
        let step = self.trace.newest_mut();
        Some(match step.thread == t {
            true => &mut step.fences,
            false => &mut step.child_fences,
        })
    }

    fn load(&mut self, t: ThreadId, op: &Op, at: Access, guard: Option<Guard>) {
        match guard.filter(|guard| self.spins_on_own_store(t, at, guard)) {
            None => self.read(t, op, at, guard),
            Some(guard) => {
                let sees = self.visible_value(t, at);
                self.read(t, op, at, None);
                if sees.is_some_and(|value| !guard.passes(value, at.size)) {
                    self.stop(t, Status::Failed);
                }
            }
        }
    }

    fn read(&mut self, t: ThreadId, op: &Op, at: Access, guard: Option<Guard>) {
        if self.forward(t, op, at) {
            return;
        }
        let Some(granule) = self.accessible(t, op, at, false) else {
            return;
        };
        // Only a step that begins with it can have had to wait for it.
        let may_wait = self.is_seen() && !self.trace_newest_section();
        if let Some(guard) = guard.filter(|_| may_wait) {
            let read = Guarded { granule, guard, at };
            self.trace
                .guarded(&self.host.memory, read, &self.enabled_by);
        }
        if guard.is_none() {
            self.note_own(t, granule, at);
        }
        if guard.is_some_and(|guard| guard.why == Wait::Join) {
            self.change_thread(t).joins += 1;
        }
        if self.is_seen() {
            self.note_read_of_exit_flag(at, guard);
        }
        self.touch(granule, at, false);
        self.answer_load(t, op, granule, at);
    }

    /// Answers a load with the value of memory, or fails if that is undefined.
    pub(super) fn answer_load(&mut self, t: ThreadId, op: &Op, granule: GranuleIdx, at: Access) {
        let value = self.host.memory.read(granule, at);
        let defined = self.host.memory.defined(granule, at);
        if self.lacks_value(op, defined) {
            self.note(t, op, Response::value(value), None);
            return self.fail_undefined(t);
        }
        self.respond(t, op, op.effect(value, defined).response);
    }

    fn trace_newest_section(&self) -> bool {
        self.trace.steps().last().is_some_and(|s| s.section)
    }

    fn store(&mut self, t: ThreadId, op: &Op, at: Access, value: u64, defined: u8) {
        let Some(granule) = self.accessible(t, op, at, true) else {
            return;
        };
        self.touch(granule, at, true);
        self.write(granule, at, value, defined);
        self.respond(t, op, Response::NONE);
    }

    fn modify(&mut self, t: ThreadId, op: &Op, blind: Option<RmwOp>) {
        let at = op.access().expect("a read-modify-write is an access");
        let Some(granule) = self.accessible(t, op, at, true) else {
            return;
        };
        let old = self.host.memory.read(granule, at);
        let defined = self.host.memory.defined(granule, at);
        let effect = op.effect(old, defined);
        if self.is_seen() {
            let access = CellAccess {
                blind,
                ..CellAccess::read_modify_write(at, effect.write.is_some())
            };
            self.trace.access(&mut self.host.memory, granule, access);
        }
        if self.lacks_value(op, defined) {
            self.note(t, op, Response::value(old), None);
            return self.fail_undefined(t);
        }
        if let Some((new, defined)) = effect.write {
            self.write(granule, at, new, defined);
        }
        self.respond(t, op, effect.response);
    }

    /// Notes an access of the newest step, if another thread can conflict with it.
    pub(super) fn touch(&mut self, granule: GranuleIdx, at: Access, write: bool) {
        if !self.is_seen() {
            return;
        }
        let access = CellAccess::new(at, write);
        self.trace.access(&mut self.host.memory, granule, access);
    }

    /// Adds to the record that the next store of a queue reached memory.
    #[inline]
    pub(super) fn note_update(&mut self, t: ThreadId, queue: ActorId) {
        if self.host.record.is_some() {
            let entry = *self.buffers.last(queue);
            self.log_update(t, &entry);
        }
    }

    #[inline(never)]
    fn log_update(&mut self, t: ThreadId, entry: &Entry) {
        let logged = LoggedOp {
            object: self.host.objects.name_of(entry.at.address),
            flush: true,
            step: self.step_of_logged(),
            ..LoggedOp::new(t, entry.op(), Response::NONE)
        };
        if let Some(record) = &mut self.host.record {
            record.ops.push(logged);
        }
    }

    /// The step that a recorded operation belongs to.
    pub(super) fn step_of_logged(&self) -> Option<StepIdx> {
        self.has_step().then(|| self.newest())
    }
}
