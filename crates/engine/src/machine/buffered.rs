//! TSO and PSO: stores go to memory by way of a buffer.
//!
//! Putting a store into the buffer is no step of its own: no other thread can tell when it happened.
//! Moving it to memory is a step of the buffer. Under TSO a thread has one queue; under PSO one per
//! address, and a release fence or release store only makes later stores wait for earlier ones. A
//! store also waits for earlier ones that have another address and some of its bytes.
//! Sequentially consistent stores and fences, read-modify-writes, locks, atomic sections, `free` and
//! the creation of threads wait until the buffer is empty.
//!
//! A fence that waits is passed without a step: see [`super::fences`].
//!
//! A thread may end while its buffer is not empty. Its exit flag is written together with its last buffered store, so a
//! join is ordered after all of them. A program that reads whether a thread has ended without waiting for it can observe
//! the difference. Then the search begins again, and the end is a step that waits for the buffer.

use super::{Machine, MemoryModel, Undo, buffer_rules};
use crate::host::memory::{GranuleIdx, byte_mask};
use crate::host::names::Status;
use crate::host::{Execution, Failure, is_local};
use crate::machine::buffers::{Entry, Found};
use crate::mutant::{self, Mutant};
use crate::outcome::Feature;
use crate::trace::{ActorId, Before, CellAccess, Forward, Issue, Label, StepIdx, StoreName};
use threadproof_program::{
    Access, ErrorKind, Guard, LocationId, Op, Response, StoreOrder, ThreadId, Wait, address,
};

/// More queues than this have no numbers.
const MAX_ACTORS: usize = 60_000;

impl<M: MemoryModel> Machine<'_, M> {
    /// Does the store go into the buffer?
    pub(super) fn is_buffered(&self, t: ThreadId, order: StoreOrder) -> bool {
        buffer_rules::is_buffered(M::MODEL.model(), order, self.threads.get(t).sections > 0)
    }

    /// Is it an operation that waits for an empty buffer?
    pub fn drains(&self, t: ThreadId, op: &Op) -> bool {
        let thread = self.threads.get(t);
        let part = |at| M::BUFFERS && thread.buffers && self.buffers.has_part(t, thread, at);
        match *op {
            Op::Fence(_) if mutant::is(Mutant::FencesDrainNothing) => false,
            // Else the joining threads wait for the buffer.
            Op::Exit if !self.host.config.joins => false,
            Op::Load { at, .. } if !is_bookkeeping(at) && part(at) => true,
            _ => buffer_rules::drains(M::MODEL.model(), op, thread.sections > 0),
        }
    }

    /// Is it a load in a loop that spins, of bytes that the thread itself has stored to since it last
    /// waited for an empty buffer? It does not wait: whether it reads its own store does not depend
    /// on others. So it reads once, and the thread is given up if the value does not pass.
    pub(super) fn spins_on_own_store(&self, t: ThreadId, at: Access, guard: &Guard) -> bool {
        let thread = self.threads.get(t);
        M::BUFFERS
            && thread.buffers
            && thread.sections == 0
            && guard.is_spinning_load()
            && self.buffers.has_touched(t, thread, at)
    }

    /// The value that a load reads; `None` if it fails.
    pub(super) fn visible_value(&self, t: ThreadId, at: Access) -> Option<u64> {
        match self.buffers.find(t, self.threads.get(t), at) {
            Found::Store(store) => Some(self.buffers.entry(store).part(at).value),
            Found::Nothing => {
                let granule = self.host.objects.resolve(at, false).ok()?;
                Some(self.host.memory.read(granule, at))
            }
        }
    }

    /// Does `t` have to wait for its buffer now?
    pub(super) fn must_drain(&self, t: ThreadId, op: &Op) -> bool {
        M::BUFFERS && self.threads.get(t).buffers && !self.buffers.is_empty(t) && self.drains(t, op)
    }

    /// The newest step joins a thread, if `op` does: it comes after all that the thread did, and after
    /// the way of all its stores to memory.
    #[inline(never)]
    pub(super) fn come_after_joined(&mut self, op: &Op) {
        let Op::Load { at, guard, .. } = op else {
            return;
        };
        if !guard.is_some_and(|guard| guard.why == Wait::Join) {
            return;
        }
        let joined = address::block_owner(at.address).filter(|t| self.threads.exists(*t));
        if let Some(joined) = joined {
            let thread = self.threads.get(joined);
            self.enabled_by.extend(thread.last.or(thread.created_by));
            self.enabled_by.extend(self.buffers.updates(joined, thread));
            if thread.passed {
                self.enabled_by.extend(self.buffers.passed(joined, thread));
            }
        }
    }

    /// The newest step waited for the buffer of `t`, which is empty now.
    #[inline(never)]
    pub(super) fn drained(&mut self, t: ThreadId) {
        if !mutant::is(Mutant::NoEdgeFromUpdateToFence) {
            let updates = self.buffers.updates(t, self.threads.get(t));
            self.enabled_by.extend(updates);
        }
        let (issued, drained) = (
            self.buffers.issued_so_far(t),
            self.buffers.updates_so_far(t),
        );
        let thread = self.change_thread(t);
        thread.begin_era(issued, drained);
        let era = thread.era;
        self.trace.newest_mut().drains = era;
    }

    /// Puts a store into the buffer of its thread.
    #[inline(never)]
    pub(super) fn issue(
        &mut self,
        t: ThreadId,
        op: &Op,
        at: Access,
        (value, defined, order): (u64, u8, StoreOrder),
    ) {
        if let Err(fault) = self.host.objects.resolve(at, true) {
            return self.fault(t, op, *fault);
        }
        let Some(queue) = self.queue(t, at) else {
            return;
        };
        if order.releases() {
            self.order_stores(t);
        }
        let thread = self.threads.get(t);
        let era = thread.era;
        let (epoch, before) = (thread.epoch, thread.issued);
        let behind = M::QUEUE_PER_ADDRESS && self.buffers.is_behind(t, thread, queue, at);
        let waits = match thread.passed {
            true => Some(thread.linked),
            false => (thread.first_epoch < epoch).then_some(thread.drained),
        };
        let chain = match self.buffers.chain(queue, era) {
            Some(chain) => chain,
            None => {
                let thread = self.change_thread(t);
                thread.buffers = true;
                thread.queues += 1;
                let nth = thread.queues - 1;
                self.host.names.queue_chain(t, nth)
            }
        };
        let (issued, after) = self.issuing_step(t);
        let entry = Entry {
            at,
            value,
            defined,
            order,
            location: match self.host.objects.is_lasting(at) {
                true => None,
                false => self.host.run.location(t),
            },
            issued,
            updated: None,
            epoch,
            era,
            after,
            waits: waits.filter(|_| M::QUEUE_PER_ADDRESS),
            behind,
            number: self.buffers.issued_so_far(t),
            chain,
        };
        let nth = self.buffers.issue(t, queue, entry, before);
        self.host.journal.push(Undo::Issue(t, queue));
        let fences = self.fences(t).map_or(0, std::mem::take);
        self.trace.issue(Issue {
            thread: t,
            store: StoreName { queue, nth },
            fences,
        });
        self.respond(t, op, Response::NONE);
    }

    /// The step that a store of `t` issued now comes after, and how many steps the thread had taken then.
    fn issuing_step(&mut self, t: ThreadId) -> (Option<StepIdx>, u32) {
        let Some(newest) = self.trace.steps().last() else {
            return (None, 0);
        };
        if newest.update.is_none() {
            let after = if newest.thread == t { newest.nth } else { 0 };
            return (Some(self.newest()), after);
        }
        let thread = self.threads.get(t);
        match thread.last {
            Some(last) => {
                self.trace.note_issue(last);
                (Some(last), self.trace.step(last).nth)
            }
            None => (thread.created_by, 0),
        }
    }

    /// The queue for a store; `None` if there cannot be one.
    fn queue(&mut self, t: ThreadId, at: Access) -> Option<ActorId> {
        if !M::QUEUE_PER_ADDRESS {
            return Some(self.host.names.buffer(t));
        }
        if self.host.names.actors() < MAX_ACTORS {
            return Some(self.host.names.queue(t, at.address));
        }
        self.refuse(t, Feature::StoreQueues(MAX_ACTORS).into());
        None
    }

    /// A store fence under PSO: later stores wait for earlier ones.
    pub(super) fn order_stores(&mut self, t: ThreadId) {
        let forgotten = mutant::is(Mutant::ReleaseOrdersNothing);
        if M::QUEUE_PER_ADDRESS && self.threads.get(t).buffers && !forgotten {
            self.change_thread(t).epoch += 1;
        }
    }

    /// Answers a load from the buffer of its own thread, if it has such a store.
    pub(super) fn forward(&mut self, t: ThreadId, op: &Op, at: Access) -> bool {
        M::BUFFERS
            && self.threads.get(t).buffers
            && !self.buffers.is_empty(t)
            && !mutant::is(Mutant::NoForwarding)
            && self.forward_buffered(t, op, at)
    }

    #[inline(never)]
    fn forward_buffered(&mut self, t: ThreadId, op: &Op, at: Access) -> bool {
        let Found::Store(store) = self.buffers.find(t, self.threads.get(t), at) else {
            return false;
        };
        // The thread's own functions take their variables along when they return. Objects that others end
        // are looked at when the store reaches memory.
        if address::stack_owner(at.address) == Some(t)
            && let Err(fault) = self.host.objects.resolve(at, false)
        {
            self.fault(t, op, *fault);
            return true;
        }
        let newest = self.newest();
        self.buffers.add_reader(store, newest);
        self.host.journal.push(Undo::Reader(store));
        let access = CellAccess::new(at, false);
        self.trace.newest_mut().forward = Some(Forward {
            access,
            store,
            updated: None,
        });
        let response = self.buffers.entry(store).part(at);
        self.respond(t, op, response);
        true
    }

    /// Notes that a load reads a store of its own thread that has reached memory: the load could as
    /// well have read it before.
    pub(super) fn note_own(&mut self, t: ThreadId, granule: GranuleIdx, at: Access) {
        if !M::BUFFERS {
            return;
        }
        let thread = self.threads.get(t);
        if thread.sections == 0 && thread.buffers && self.buffers.may_have_touched(t, thread, at) {
            self.note_own_update(t, granule, at);
        }
    }

    #[inline(never)]
    fn note_own_update(&mut self, t: ThreadId, granule: GranuleIdx, at: Access) {
        let mask = byte_mask(at);
        let own = self.trace.own_update(&self.host.memory, granule, mask, t);
        // Stores of older eras were in memory before in any case: the thread has waited for them.
        let era = self.threads.get(t).era;
        let own = own.filter(|(store, _)| self.buffers.entry(*store).era == era);
        if let Some((store, updated)) = own {
            let access = CellAccess::new(at, false);
            self.trace.newest_mut().forward = Some(Forward {
                access,
                store,
                updated: Some(updated),
            });
        }
    }

    /// The newest step.
    pub(super) fn newest(&self) -> StepIdx {
        StepIdx(self.trace.len() as u32 - 1)
    }

    /// A store reaches memory; says whether by the short way.
    #[inline(never)]
    pub(super) fn update_step(&mut self, label: Label, t: ThreadId) -> bool {
        if self.ordinary_update(label, t) {
            return true;
        }
        let queue = label.actor;
        // An entry is large, so only the needed parts are taken out.
        let entry = self.buffers.next(queue).expect("the queue is ready");
        let before = self.before_update(t, queue);
        self.trace.open(label, entry.chain, &entry.op(), before);
        self.trace.newest_mut().update = Some(entry.update());
        self.enabled_by.clear();
        if !mutant::is(Mutant::NoEdgeFromIssueToUpdate) {
            self.enabled_by.extend(entry.issued);
        }
        if let Some(since) = entry.waits {
            let earlier = self.buffers.earlier_epoch(t, since, entry.epoch);
            self.enabled_by.extend(earlier);
        }
        self.enabled_by.extend(self.buffers.ahead_of(t, entry));
        let (at, location) = (entry.at, entry.location);
        let (value, defined) = (entry.value, entry.defined);
        let newest = self.newest();
        self.buffers.advance(t, queue, newest);
        self.host.journal.push(Undo::Update(t, queue));
        self.reach_memory(t, queue, (at, location), (value, defined));
        if self.buffers.is_empty(t) {
            self.emptied(t);
        }
        self.close_step(t);
        false
    }

    /// The state before a step of a store buffer.
    pub(super) fn before_update(&self, t: ThreadId, queue: ActorId) -> Before {
        Before {
            thread: t,
            previous: self.buffers.last_update(queue),
            saved: None,
            version: 0,
            journal: self.host.journal.len() as u32,
        }
    }

    /// The buffer of `t` has become empty.
    pub(super) fn emptied(&mut self, t: ThreadId) {
        match self.threads.get(t).status() {
            Status::Exited => self.mark_end(t),
            Status::Running => self.pass(t),
            _ => (),
        }
    }

    fn reach_memory(
        &mut self,
        t: ThreadId,
        queue: ActorId,
        (at, location): (Access, Option<LocationId>),
        (value, defined): (u64, u8),
    ) {
        let granule = match self.host.objects.resolve(at, true) {
            Ok(granule) => granule,
            Err(fault) => {
                let Some(granule) = fault.granule else {
                    return;
                };
                // If the target is a stack frame of the thread itself that is gone, this is no error. The frame
                // of another thread or a freed heap object is another matter: had the store been
                // issued as late as this, it would have been an error, too.
                if address::stack_owner(at.address) != Some(t) {
                    let locations = location.into_iter().collect();
                    self.stop(t, Status::Failed);
                    self.host.report(Failure {
                        kind: ErrorKind::UseAfterFree,
                        detail: fault.detail.delayed(),
                        thread: t,
                        locations,
                    });
                }
                granule
            }
        };
        self.touch(granule, at, true);
        self.write(granule, at, value, defined);
        for &load in self.buffers.readers_of_last(queue) {
            let forward = self.trace.step(load).forward.expect("it read this store");
            let access = forward.access;
            self.trace
                .attach(&mut self.host.memory, granule, access, load);
        }
        self.note_update(t, queue);
    }

    /// Is the thread's next operation one that others could see, given the buffers?
    pub fn is_local(&self, t: ThreadId, op: &Op) -> bool {
        match *op {
            _ if self.host.config.fine && touches_memory(*op) => false,
            Op::Load { at, .. } => is_bookkeeping(at),
            Op::Store { at, order, .. } => is_bookkeeping(at) || self.is_buffered(t, order),
            Op::Fence(_) | Op::Exit | Op::ExitProgram => {
                let waits = self.threads.get(t).buffers && self.drains(t, op);
                !waits || matches!(op, Op::Fence(_)) && self.passes(t)
            }
            _ => is_local(op),
        }
    }
}

/// Does it read, write or end memory?
pub(super) fn touches_memory(op: Op) -> bool {
    let ends = matches!(op, Op::Exit | Op::ExitProgram | Op::Release { .. });
    ends || op.access().is_some()
}

/// Is it a part of a thread's block that only the library looks at (the thread's value, whether it
/// was joined)? Reading and writing those is part of the step before: of the thread's end, of the
/// join that saw it.
pub fn is_bookkeeping(at: Access) -> bool {
    let inside = address::block_owner(at.address).is_some();
    inside && at.address % address::THREAD_BLOCK_SIZE >= u64::from(address::THREAD_EXITED_SIZE)
}
