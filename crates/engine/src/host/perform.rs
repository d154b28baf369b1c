//! The operations that every execution performs in the same way.

use super::memory::GranuleIdx;
use super::memory_limit::{self, NoRoom};
use super::names::Status;
use super::objects::{Fault, Life, ObjectIdx};
use super::op_log::LoggedOp;
use super::patience::Impatience;
use super::privacy::Usage;
use super::{Change, Failure, Host};
use crate::outcome::{Cause, Detail, Feature, ReasonKind};
use threadproof_program::{
    Access, Block, ErrorKind, Init, Op, Response, SiteId, Storage, ThreadId, address,
};

/// An execution that is being built: a machine or a graph. The required methods are the points at which
/// these differ; the provided ones are the operations that are the same for all.
pub trait Execution<'p> {
    /// An entry of the journal.
    type Undo: From<Change>;

    fn host(&self) -> &Host<'p, Self::Undo>;
    fn host_mut(&mut self) -> &mut Host<'p, Self::Undo>;

    /// The threads that wait for something.
    fn waiting(&self) -> Vec<ThreadId>;
    /// Ends a thread, as it should or for a bug.
    fn stop(&mut self, t: ThreadId, status: Status);
    /// The nesting of atomic sections of a thread; the journal has the old one.
    fn change_sections(&mut self, t: ThreadId) -> &mut u32;
    /// The number of threads that a thread has created; the journal has the old one.
    fn change_children(&mut self, t: ThreadId) -> &mut u32;
    /// Gives a thread the response to its operation, and lets it run to the next one.
    fn resume(&mut self, t: ThreadId, response: Response);
    /// Adds a thread whose number is known; `parent` creates it now.
    fn add_thread(&mut self, parent: ThreadId, child: ThreadId);
    /// The thread has come to its end.
    fn exit(&mut self, t: ThreadId);
    /// `t` ends an object; that concerns everybody who accesses it.
    fn end_object(&mut self, t: ThreadId, object: ObjectIdx);
    /// Have all other threads ended, and does all that they did happen before what `t` does now?
    fn has_joined_all_others(&self, t: ThreadId) -> bool;
    /// Writes to memory without an access that others can see, so that it can be taken back.
    fn write_unseen(&mut self, granule: GranuleIdx, at: Access, value: u64, defined: u8);
    /// `t` has met a fault of the object in this granule.
    fn note_fault(&mut self, op: &Op, granule: GranuleIdx);
    /// A byte of memory as a thread sees it, or saw it last if its object has ended.
    fn remains(&self, t: ThreadId, granule: GranuleIdx, address: u64) -> u8;
    /// The byte that was written last, by whomever.
    fn left_behind(&self, granule: GranuleIdx, address: u64) -> u8 {
        self.remains(ThreadId::MAIN, granule, address)
    }
    /// A byte of an object that lives, as a thread sees it.
    fn peek(&self, t: ThreadId, address: u64) -> Option<u8> {
        let at = Access { address, size: 1 };
        let granule = self.host().objects.resolve(at, false).ok()?;
        Some(self.remains(t, granule, address))
    }
    /// Adds an operation to the log, completed with the facts that only this kind of execution knows.
    fn add_to_log(&mut self, logged: LoggedOp);
    /// Is the record long enough without this operation?
    fn is_told_enough(&self, _: ThreadId, _: &Op) -> bool {
        false
    }

    /// Performs an operation that no other thread can tell from the one before it, and that is not about
    /// memory.
    fn perform_local(&mut self, t: ThreadId, op: &Op) {
        match *op {
            Op::Pause | Op::Print | Op::Fence(_) => self.respond(t, op, Response::NONE),
            Op::Allocate {
                size,
                storage,
                init,
                site,
            } => self.allocate(t, op, (size, storage, init, site)),
            Op::Release { count } => self.release(t, op, count),
            Op::SizeOf { address } => self.size_of(t, op, address),
            Op::AtomicBegin | Op::AtomicEnd => {
                let sections = self.change_sections(t);
                *sections = match op {
                    Op::AtomicBegin => *sections + 1,
                    _ => sections.saturating_sub(1),
                };
                self.respond(t, op, Response::NONE);
            }
            Op::Exit => self.exit(t),
            Op::ExitProgram => self.exit_program(t, op),
            Op::Fail(kind) => {
                self.note(t, op, Response::NONE, None);
                let words = self.message(t);
                self.fail(t, kind, Detail::Words(words));
            }
            Op::Unsupported => {
                let cause = self.unsupported_words(t);
                self.refuse(t, cause);
            }
            Op::Incomplete => {
                let cause = self.unsupported_words(t);
                self.host_mut().obstruct(t, cause);
                self.respond(t, op, Response::NONE);
            }
            Op::Note => {
                let message = self.message(t);
                let host = self.host_mut();
                let locations = host.run.locations(t);
                host.findings.remarks.add(message, &locations);
                self.respond(t, op, Response::NONE);
            }
            _ => unreachable!("{op:?} is a visible operation"),
        }
    }

    fn respond(&mut self, t: ThreadId, op: &Op, response: Response) {
        self.note(t, op, response, None);
        self.resume(t, response);
    }

    #[inline(never)]
    fn allocate(
        &mut self,
        t: ThreadId,
        op: &Op,
        (size, storage, init, site): (u64, Storage, Init, SiteId),
    ) {
        let host = self.host_mut();
        let (limits, wish) = (&host.config.limits, (t, size, storage));
        match memory_limit::check(&host.objects, limits, host.bytes, wish) {
            Ok(()) => (),
            Err(NoRoom::Stack { bytes }) => {
                let detail = Detail::LocalVariables { bytes };
                return self.fail(t, ErrorKind::StackOverflow, detail);
            }
            Err(NoRoom::Memory { bytes, limit }) => {
                return self.refuse(t, Cause::Memory { bytes, limit });
            }
        }
        let wish = (size, storage, init, site);
        let (object, base) = host.objects.allocate(t, wish, &mut host.memory);
        host.note_new_object(object);
        host.bytes += size;
        host.journal.push(Change::Allocate(object).into());
        self.respond(t, op, Response::value(base));
    }

    #[inline(never)]
    fn free(&mut self, t: ThreadId, op: &Op, at: u64) {
        let object = match self.host().objects.to_free(at) {
            Ok(object) => object,
            Err(fault) => return self.fault(t, op, *fault),
        };
        self.end_object(t, object);
        let host = self.host_mut();
        host.objects.set_life(object, Life::Dead);
        host.journal.push(Change::Free(object).into());
        self.respond(t, op, Response::NONE);
    }

    /// The innermost functions of a thread return, and take their variables along.
    #[inline(never)]
    fn release(&mut self, t: ThreadId, op: &Op, count: u32) {
        for _ in 0..count {
            let host = self.host_mut();
            if let Some(object) = host.objects.release(t) {
                host.journal.push(Change::Release(object).into());
                self.end_object(t, object);
            }
        }
        self.respond(t, op, Response::NONE);
    }

    /// Is an operation an access to an object that only its thread uses? See [`super::privacy`]. `begins`: an atomic section
    /// begins with it, so that it has to be seen.
    #[inline(never)]
    fn is_private(&mut self, t: ThreadId, op: &Op, begins: bool) -> bool {
        let place = match *op {
            Op::Free { address } => Some((address, 0)),
            _ => op.access().map(|at| (at.address, at.size)),
        };
        let Some(place) = place else {
            return false;
        };
        let seen = begins || op.guard().is_some();
        match self.host_mut().use_object(t, place, seen) {
            Usage::Foreign(o) if seen => {
                self.host_mut().share_object(o);
                false
            }
            usage => self.is_unseen(t, usage),
        }
    }

    /// Does a usage of an object concern `t` alone?
    fn is_unseen(&mut self, t: ThreadId, usage: Usage) -> bool {
        match usage {
            Usage::Private => true,
            Usage::Seen => false,
            Usage::Foreign(o) if self.has_joined_all_others(t) => {
                self.host().usage_of_joined(o) == Usage::Private
            }
            Usage::Foreign(o) => {
                self.host_mut().share_object(o);
                false
            }
        }
    }

    /// Does the end of an object concern `t` alone?
    fn ends_unseen(&mut self, t: ThreadId, object: ObjectIdx) -> bool {
        if !self.host().privacy.looks() {
            return false;
        }
        let usage = self.host_mut().end_own_object(t, object);
        self.is_unseen(t, usage)
    }

    /// Accesses or frees a private object.
    #[inline(never)]
    fn access_private(&mut self, t: ThreadId, op: &Op) {
        let at = match *op {
            Op::Free { address } => return self.free(t, op, address),
            _ => op.access().expect("the caller has looked"),
        };
        let Some(granule) = self.accessible(t, op, at, !matches!(op, Op::Load { .. })) else {
            return;
        };
        let memory = &self.host().memory;
        let (old, defined) = (memory.read(granule, at), memory.defined(granule, at));
        if self.lacks_value(op, defined) {
            self.note(t, op, Response::value(old), None);
            return self.fail_undefined(t);
        }
        let effect = op.effect(old, defined);
        if let Some((value, defined)) = effect.write {
            self.write_unseen(granule, at, value, defined);
        }
        self.respond(t, op, effect.response);
    }

    fn size_of(&mut self, t: ThreadId, op: &Op, address: u64) {
        let objects = &self.host().objects;
        match objects.to_free(address).map(|o| objects.get(o).size) {
            Ok(size) => self.respond(t, op, Response::value(size)),
            Err(fault) => self.fault(t, op, *fault),
        }
    }

    /// Creates a thread, which has not run yet; `None` if there are too many.
    fn create(&mut self, t: ThreadId, op: &Op, (body, argument): (u64, u64)) -> Option<ThreadId> {
        let children = self.change_children(t);
        *children += 1;
        let nth = *children;
        if self.host().names.threads() >= address::MAX_THREADS {
            self.refuse(t, Feature::Threads(address::MAX_THREADS).into());
            return None;
        }
        let child = self.host_mut().names.child(t, nth);
        self.add_thread(t, child);
        let response = Response::value(u64::from(child.0));
        self.note(t, op, response, Some(child));
        self.resume(t, response);
        self.host_mut().run.create(child, body, argument);
        Some(child)
    }

    /// Ends the whole program. Nobody joins the thread that did it.
    fn exit_program(&mut self, t: ThreadId, op: &Op) {
        let host = self.host_mut();
        if !host.exited {
            host.exited = true;
            host.journal.push(Change::ExitProgram.into());
        }
        self.note(t, op, Response::NONE, None);
        self.stop(t, Status::Exited);
    }

    /// A thread stands before an assumption or a bound that does not let it go on.
    fn block(&mut self, block: Block) {
        self.host_mut().findings.bound_hit |= block == Block::Bound;
    }

    /// The memory of an access. `None` if it is not there: then the thread has failed.
    #[inline]
    fn accessible(&mut self, t: ThreadId, op: &Op, at: Access, writes: bool) -> Option<GranuleIdx> {
        match self.host().objects.resolve(at, writes) {
            Ok(granule) => Some(granule),
            Err(fault) => {
                self.fault(t, op, *fault);
                None
            }
        }
    }

    #[inline(never)]
    fn fault(&mut self, t: ThreadId, op: &Op, fault: Fault) {
        if let Some(granule) = fault.granule {
            self.note_fault(op, granule);
        }
        self.note(t, op, Response::NONE, None);
        let record = self.host_mut().record.as_mut();
        if let Some(logged) = record.and_then(|record| record.ops.last_mut()) {
            logged.failed = true;
        }
        self.fail(t, fault.kind, fault.detail);
    }

    #[inline(never)]
    fn fail(&mut self, thread: ThreadId, kind: ErrorKind, detail: Detail) {
        let locations = self.host().run.locations(thread);
        self.stop(thread, Status::Failed);
        // If the user does not want to hear of it, the thread cannot go on all the same.
        self.host_mut().report(Failure {
            kind,
            detail,
            thread,
            locations,
        });
    }

    /// Is it an error that the operation uses bytes which were never written?
    #[inline(always)]
    fn lacks_value(&self, op: &Op, defined: u8) -> bool {
        op.uses_undefined(defined) && self.host().looks_for(ErrorKind::Uninitialized)
    }

    /// A read uses bytes that were never written.
    fn fail_undefined(&mut self, t: ThreadId) {
        self.fail(t, ErrorKind::Uninitialized, Detail::NeverWritten);
    }

    /// Notes something that cannot be done; the thread does not go on.
    fn refuse(&mut self, t: ThreadId, cause: Cause) {
        self.host_mut().obstruct(t, cause);
        self.stop(t, Status::Failed);
    }

    /// Stops a thread that runs for too long without being seen.
    #[inline(never)]
    fn give_up(&mut self, t: ThreadId, why: Impatience) {
        let thread = self.host().names.name(t);
        let cause = match why {
            Impatience::Endless => Cause::Endless { thread },
            Impatience::Late => Cause::TimeLimit {
                thread: Some(thread),
            },
        };
        self.refuse(t, cause);
    }

    /// The front end's words for an operation that it does not support.
    fn unsupported_words(&self, t: ThreadId) -> Cause {
        Cause::Words {
            kind: ReasonKind::Unsupported,
            words: self.message(t),
        }
    }

    /// The words of a thread that fails or stops.
    fn message(&self, t: ThreadId) -> String {
        let peek = |address| self.peek(t, address);
        self.host().run.message(t, &peek)
    }

    /// Adds an operation to the record, if there is one; before the thread goes on. `other` is the thread
    /// that it creates.
    #[inline]
    fn note(&mut self, t: ThreadId, op: &Op, response: Response, other: Option<ThreadId>) {
        if self.host().record.is_some() && !self.is_told_enough(t, op) {
            let logged = self.logged(t, op, response, other);
            self.add_to_log(logged);
        }
    }

    #[inline(never)]
    fn logged(
        &self,
        t: ThreadId,
        op: &Op,
        response: Response,
        other: Option<ThreadId>,
    ) -> LoggedOp {
        let host = self.host();
        let place = match *op {
            Op::Free { address } => Some(address),
            Op::Allocate { .. } => Some(response.value),
            _ => op.access().map(|at| at.address),
        };
        let peek = |a: u64| self.peek(t, a);
        LoggedOp {
            locations: host.run.locations(t),
            library: host.run.library(t),
            object: place.and_then(|address| host.objects.name_of(address)),
            other: other.or_else(|| {
                let owner = address::block_owner(place?)?;
                // A wild pointer can name a thread that never was.
                (owner.index() < host.names.threads()).then_some(owner)
            }),
            text: matches!(op, Op::Print).then(|| host.run.printed(t, &peek)),
            ..LoggedOp::new(t, *op, response)
        }
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
