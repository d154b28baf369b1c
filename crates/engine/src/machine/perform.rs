//! What each operation does to memory, objects and threads.

use super::{Halt, Machine, Record, Undo};
use crate::ReasonKind;
use crate::check;
use crate::host::memory::{GranuleIdx, extract};
use crate::host::memory_limit::{self, Lack};
use crate::host::names::Status;
use crate::host::objects::{Fault, Life};
use crate::machine::Deed;
use crate::machine::buffered::is_bookkeeping;
use crate::machine::buffers::Entry;
use crate::trace::guard_races::Guarded;
use crate::trace::{ActorId, Foot, StepIdx};
use threadproof_program::{
    Access, Block, ErrorKind, FenceOrder, Guard, Init, Op, Response, RmwOp, SiteId, Storage,
    ThreadId, Wait, address,
};

/// What ends a search at once.
pub const WAITS_WITHIN: &str = "a thread waits in the middle of an atomic section";

/// How many local operations a thread may perform in a row, a pause (a million instructions of the
/// front end) and a store, which may have to be kept in a buffer, counting as many.
pub const PATIENCE: i64 = 10_000_000;
pub const PAUSE: i64 = 50_000;
const STORE: i64 = 20;

impl Machine<'_> {
    /// Performs the operation that a step begins with.
    pub(super) fn visible(&mut self, t: ThreadId, op: &Op) {
        match *op {
            Op::Load { at, raw, guard, .. } => self.load(t, op, at, raw, guard),
            Op::Store {
                at, value, defined, ..
            } => self.store(t, op, at, value, defined),
            Op::Rmw {
                at,
                op: change,
                operand,
                unused,
                ..
            } => {
                let blind = self.config.commute && unused && self.threads.get(t).sections == 0;
                let blind = blind.then_some(change);
                let apply = |old, defined| {
                    let new = change.apply(old, operand, at.size);
                    Some((new, change.defines(defined)))
                };
                self.modify(t, op, at, blind, apply);
            }
            Op::CompareExchange {
                at, expected, new, ..
            } => self.modify(t, op, at, None, |old, _| {
                (old == expected).then_some((new, 0xff))
            }),
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
        self.note_outlook(t);
    }

    fn settle_down(&mut self, t: ThreadId, mut in_section: bool) {
        let mut patience = PATIENCE;
        while self.threads.get(t).status() == Status::Running {
            let op = self.run.pending(t);
            in_section = in_section && self.threads.get(t).sections > 0;
            if let Op::Block(block) = op {
                self.bound_hit |= block == Block::Bound;
                return;
            }
            if self.goes_alone(t, &op) {
                if !self.go_alone(t, &op) {
                    return;
                }
                patience = PATIENCE;
            } else if self.is_local(t, &op) {
                if self.threads.get(t).passed && !self.may_pass(&op) {
                    return;
                }
                self.local(t, &op);
            } else if !in_section {
                return;
            } else {
                self.trace.newest_mut().section = true;
                match self.halt(t) {
                    None => self.visible(t, &op),
                    Some(Halt::Waiting | Halt::Joining) => return self.wait_within(t, &op),
                    Some(_) => return,
                }
            }
            patience -= match op {
                Op::Pause => PAUSE,
                Op::Store { .. } => STORE,
                _ => 1,
            };
            if patience <= 0 {
                return self.give_up(t);
            }
            if op == Op::Pause && self.config.limits.is_late() {
                let message = format!(
                    "the time limit was reached while {} ran",
                    self.names.name(t)
                );
                return self.refuse(t, ReasonKind::Timeout, message);
            }
        }
    }

    /// A thread waits in the middle of an atomic section. Whoever lets it go on would have to run within
    /// the section, and where the step ends would depend on others. The search ends here, since what
    /// others see of half a section is no bug of the program.
    #[inline(never)]
    fn wait_within(&mut self, t: ThreadId, op: &Op) {
        self.obstruct(t, ReasonKind::Unsupported, WAITS_WITHIN.to_string());
        if let Op::Load { at, raw, .. } = *op {
            self.read(t, op, at, raw, None);
        }
        if self.threads.get(t).status() == Status::Running {
            self.stop(t, Status::Failed);
        }
    }

    #[inline(never)]
    fn give_up(&mut self, t: ThreadId) {
        let message = format!(
            "{} runs on and on without an operation that another thread could see; is this loop \
             endless? --unroll N cuts it after N iterations",
            self.names.name(t)
        );
        self.refuse(t, ReasonKind::ExecutionLimit, message);
    }

    pub(super) fn has_step(&self) -> bool {
        self.trace.len() > 0
    }

    /// Can anybody conflict with what is done now?
    fn is_seen(&self) -> bool {
        self.has_step() && !self.is_alone()
    }

    pub(super) fn local(&mut self, t: ThreadId, op: &Op) {
        match *op {
            Op::Store {
                at, value, defined, ..
            } if is_bookkeeping(at) => self.store(t, op, at, value, defined),
            Op::Load { at, raw, .. } => self.load(t, op, at, raw, None),
            Op::Store {
                at,
                value,
                defined,
                order,
            } => self.issue(t, op, at, (value, defined, order)),
            Op::Fence(order) => {
                self.note_fence(t, order);
                if self.threads.get(t).buffers && self.drains(t, op) {
                    self.drained_in_passing(t);
                }
                if order.releases() {
                    self.order_stores(t);
                }
                self.respond(t, op, Response::NONE);
            }
            Op::Pause | Op::Print => self.respond(t, op, Response::NONE),
            Op::Allocate {
                size,
                storage,
                init,
                site,
            } => self.allocate(t, op, size, storage, init, site),
            Op::Release { count } => self.release(t, op, count),
            Op::SizeOf { address } => match self.objects.to_free(address) {
                Ok(o) => {
                    let size = self.objects.get(o).size;
                    self.respond(t, op, Response::value(size));
                }
                Err(fault) => self.fault(t, op, *fault),
            },
            Op::AtomicBegin => {
                self.change_thread(t).sections += 1;
                self.respond(t, op, Response::NONE);
            }
            Op::AtomicEnd => {
                let thread = self.change_thread(t);
                thread.sections = thread.sections.saturating_sub(1);
                self.respond(t, op, Response::NONE);
            }
            Op::Exit => self.exit(t),
            Op::ExitProgram => {
                if !self.exited {
                    self.exited = true;
                    self.journal.push(Undo::ExitProgram);
                }
                // Nobody joins a thread that ended the program.
                self.note(t, op, Response::NONE, None);
                self.stop(t, Status::Exited);
            }
            Op::Fail(kind) => {
                self.note(t, op, Response::NONE, None);
                let message = self.message(t);
                self.fail(t, kind, message);
            }
            Op::Unsupported => {
                let message = self.message(t);
                self.refuse(t, ReasonKind::Unsupported, message);
            }
            Op::Incomplete => {
                let message = self.message(t);
                self.obstruct(t, ReasonKind::Unsupported, message);
                self.respond(t, op, Response::NONE);
            }
            Op::Note => {
                let message = self.message(t);
                self.remarks.add(message, &self.run.locations(t));
                self.respond(t, op, Response::NONE);
            }
            _ => unreachable!("{op:?} is a visible operation"),
        }
    }

    #[inline(never)]
    fn note_fence(&mut self, t: ThreadId, order: FenceOrder) {
        let acquire = if order.acquires() { check::ACQUIRE } else { 0 };
        let release = if order.releases() { check::RELEASE } else { 0 };
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

    pub(super) fn respond(&mut self, t: ThreadId, op: &Op, response: Response) {
        self.note(t, op, response, None);
        self.resume(t, response);
    }

    pub(super) fn resume(&mut self, t: ThreadId, response: Response) {
        self.versions += 1;
        self.threads.get_mut(t).version = self.versions;
        self.run.resume(t, response);
    }

    fn load(&mut self, t: ThreadId, op: &Op, at: Access, raw: bool, guard: Option<Guard>) {
        match guard.filter(|guard| self.looks_once(t, at, guard)) {
            None => self.read(t, op, at, raw, guard),
            Some(guard) => {
                let sees = self.glance(t, at);
                self.read(t, op, at, raw, None);
                if sees.is_some_and(|value| !guard.passes(value, at.size)) {
                    self.stop(t, Status::Failed);
                }
            }
        }
    }

    fn read(&mut self, t: ThreadId, op: &Op, at: Access, raw: bool, guard: Option<Guard>) {
        if self.forward(t, op, at) {
            return;
        }
        let granule = match self.objects.resolve(at, false) {
            Ok(granule) => granule,
            Err(fault) => return self.fault(t, op, *fault),
        };
        // Only a step that begins with it can have had to wait for it.
        let may_wait = self.is_seen() && !self.trace_newest_section();
        if let Some(guard) = guard.filter(|_| may_wait) {
            let read = Guarded { granule, guard, at };
            self.trace.guarded(&self.memory, read, &self.enabled_by);
        }
        if guard.is_none() {
            self.note_own(t, granule, at);
        }
        if guard.is_some_and(|guard| guard.why == Wait::Join) {
            self.change_thread(t).joins += 1;
        }
        if self.is_seen() {
            self.note_look_at_end(at, guard);
        }
        self.touch(granule, at, false);
        let value = self.memory.read(granule, at);
        if !raw && self.lacks_value(granule, at) {
            return self.fail_undefined(t, op, value);
        }
        let defined = match raw {
            true => self.memory.defined(granule, at),
            false => 0xff,
        };
        self.respond(t, op, Response { value, defined });
    }

    fn trace_newest_section(&self) -> bool {
        self.trace.steps().last().is_some_and(|s| s.section)
    }

    fn store(&mut self, t: ThreadId, op: &Op, at: Access, value: u64, defined: u8) {
        match self.objects.resolve(at, true) {
            Ok(granule) => {
                self.touch(granule, at, true);
                self.write(granule, at, value, defined);
                self.respond(t, op, Response::NONE);
            }
            Err(fault) => self.fault(t, op, *fault),
        }
    }

    fn modify(
        &mut self,
        t: ThreadId,
        op: &Op,
        at: Access,
        blind: Option<RmwOp>,
        change: impl FnOnce(u64, u8) -> Option<(u64, u8)>,
    ) {
        let granule = match self.objects.resolve(at, true) {
            Ok(granule) => granule,
            Err(fault) => return self.fault(t, op, *fault),
        };
        let old = self.memory.read(granule, at);
        let defined = self.memory.defined_as_a_whole(granule, at);
        let new = change(old, defined);
        if self.is_seen() {
            let foot = Foot {
                blind,
                ..Foot::read_modify_write(at, new.is_some())
            };
            self.trace.access(&mut self.memory, granule, foot);
        }
        if self.lacks_value(granule, at) {
            return self.fail_undefined(t, op, old);
        }
        if let Some((new, defined)) = new {
            self.write(granule, at, new, defined);
        }
        let value = old;
        self.respond(t, op, Response { value, defined });
    }

    pub(super) fn touch(&mut self, granule: GranuleIdx, at: Access, write: bool) {
        if !self.is_seen() {
            return;
        }
        let foot = Foot::new(at, write);
        self.trace.access(&mut self.memory, granule, foot);
    }

    pub(super) fn write(&mut self, granule: GranuleIdx, at: Access, value: u64, defined: u8) {
        let g = self.memory.get(granule);
        self.journal.push(Undo::Value {
            granule,
            value: g.value,
            defined: g.defined,
        });
        self.memory.write(granule, at, value, defined);
    }

    #[inline(never)]
    fn allocate(
        &mut self,
        t: ThreadId,
        op: &Op,
        size: u64,
        storage: Storage,
        init: Init,
        site: SiteId,
    ) {
        let (limits, wish) = (&self.config.limits, (t, size, storage));
        match memory_limit::look(&self.objects, limits, self.bytes, wish) {
            Ok(()) => (),
            Err(Lack::Stack(message)) => return self.fail(t, ErrorKind::StackOverflow, message),
            Err(Lack::Memory(message)) => return self.refuse(t, ReasonKind::Memory, message),
        }
        let wish = (size, storage, init, site);
        let (object, base) = self.objects.allocate(t, wish, &mut self.memory);
        self.bytes += size;
        self.journal.push(Undo::Allocate(object));
        self.respond(t, op, Response::value(base));
    }

    #[inline(never)]
    fn free(&mut self, t: ThreadId, op: &Op, at: u64) {
        let object = match self.objects.to_free(at) {
            Ok(object) => object,
            Err(fault) => return self.fault(t, op, *fault),
        };
        self.touch_all(object);
        self.objects.set_life(object, Life::Dead);
        self.journal.push(Undo::Free(object));
        self.respond(t, op, Response::NONE);
    }

    /// The end of an object conflicts with every access to it: also with those that are still to
    /// come, so it touches what nobody has touched yet.
    #[inline(never)]
    fn touch_all(&mut self, object: crate::host::objects::ObjectIdx) {
        let record = *self.objects.get(object);
        for (index, granule) in record.granules().enumerate() {
            if self.is_seen() {
                let foot = Foot::end(record.base / 8 + index as u64);
                self.trace.access(&mut self.memory, granule, foot);
            }
        }
    }

    #[inline(never)]
    fn release(&mut self, t: ThreadId, op: &Op, count: u32) {
        for _ in 0..count {
            if let Some(object) = self.objects.release(t) {
                self.journal.push(Undo::Release(object));
                self.touch_all(object);
            }
        }
        self.respond(t, op, Response::NONE);
    }

    #[inline(never)]
    pub(super) fn fault(&mut self, t: ThreadId, op: &Op, fault: Fault) {
        // An access to a dead object depends on the step that ended it.
        if let (Some(granule), Some(at)) = (fault.granule, op.access()) {
            self.touch(granule, at, !matches!(op, Op::Load { .. }));
        }
        self.note(t, op, Response::NONE, None);
        if let Some(deed) = self.record.as_mut().and_then(|r| r.deeds.last_mut()) {
            deed.failed = true;
        }
        self.fail(t, fault.kind, fault.message);
    }

    /// Adds to the record that the next store of a queue reached memory.
    #[inline]
    pub(super) fn note_update(&mut self, t: ThreadId, queue: ActorId) {
        if self.record.is_some() {
            let entry = *self.buffers.last(queue);
            self.note_update_deed(t, &entry);
        }
    }

    #[inline(never)]
    fn note_update_deed(&mut self, t: ThreadId, entry: &Entry) {
        let object = self.objects.find(entry.at.address).map(|o| {
            let object = self.objects.get(o);
            (object.name, entry.at.address - object.base)
        });
        let step = self.step_of_deed();
        if let Some(record) = &mut self.record {
            record.deeds.push(Deed {
                thread: t,
                op: entry.op(),
                response: Response::NONE,
                locations: Vec::new(),
                library: None,
                object,
                other: None,
                text: None,
                flush: true,
                buffered: false,
                failed: false,
                reads_from: None,
                item: (t, 0),
                step,
                overwrites: None,
            });
        }
    }

    /// Adds the operation to the record, if there is one; before the thread goes on.
    #[inline]
    pub(super) fn note(
        &mut self,
        t: ThreadId,
        op: &Op,
        response: Response,
        other: Option<ThreadId>,
    ) {
        if self.record.is_some() && !self.is_told_enough(t, op) {
            self.note_deed(t, op, response, other);
        }
    }

    #[inline(never)]
    fn note_deed(&mut self, t: ThreadId, op: &Op, response: Response, other: Option<ThreadId>) {
        let place = match *op {
            Op::Free { address } => Some(address),
            Op::Allocate { .. } => Some(response.value),
            _ => op.access().map(|at| at.address),
        };
        let found = place.and_then(|a| Some((a, self.objects.find(a)?)));
        let object = found.map(|(a, o)| {
            let object = self.objects.get(o);
            (object.name, a - object.base)
        });
        let text = matches!(op, Op::Print).then(|| {
            let peek = |a: u64| self.peek(a);
            self.run.printed(t, &peek)
        });
        let buffered = matches!(*op, Op::Store { order, .. } if self.is_buffered(t, order))
            && !self.goes_alone(t, op);
        let deed = Deed {
            thread: t,
            op: *op,
            response,
            locations: self.run.locations(t),
            library: self.run.library(t),
            object,
            other: other.or_else(|| {
                let owner = address::block_owner(place?)?;
                // A wild pointer can name a thread that never was.
                (owner.index() < self.names.threads()).then_some(owner)
            }),
            text,
            flush: false,
            buffered,
            failed: false,
            reads_from: None,
            item: (t, 0),
            overwrites: None,
            step: self.step_of_deed(),
        };
        let record: &mut Record = self.record.as_mut().expect("checked above");
        record.deeds.push(deed);
    }

    fn step_of_deed(&self) -> Option<StepIdx> {
        self.has_step().then(|| self.newest())
    }

    /// A byte of memory as it is now.
    /// The words of a thread that fails or stops.
    fn message(&self, t: ThreadId) -> String {
        self.run.message(t, &|address| self.peek(address))
    }

    pub fn peek(&self, address: u64) -> Option<u8> {
        let at = Access { address, size: 1 };
        let granule = self.objects.resolve(at, false).ok()?;
        Some(extract(self.memory.get(granule).value, at) as u8)
    }
}

/// Can no other thread tell whether the operation was performed?
pub fn is_local(op: &Op) -> bool {
    !matches!(
        op,
        Op::Load { .. }
            | Op::Store { .. }
            | Op::Rmw { .. }
            | Op::CompareExchange { .. }
            | Op::Free { .. }
            | Op::Spawn { .. }
            | Op::Choice { .. }
    )
}
