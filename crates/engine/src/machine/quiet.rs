//! Quiet threads move first: see [`crate::host::contention`].

use super::{Machine, MemoryModel};
use crate::host::contention::place;
use crate::host::names::Status;
use crate::trace::{ActorId, Race, StepIdx};
use threadproof_program::ThreadId;

impl<M: MemoryModel> Machine<'_, M> {
    /// The actor to move first because it is quiet, if one passes the test: the last one, or else the first of them.
    #[inline]
    pub fn first_quiet(&mut self, test: impl Fn(ActorId) -> bool) -> Option<ActorId> {
        match self.contention.is_used() {
            true => self.first_quiet_of_all(test),
            false => None,
        }
    }
    #[inline(never)]
    fn first_quiet_of_all(&mut self, test: impl Fn(ActorId) -> bool) -> Option<ActorId> {
        self.look_at_moved();
        let quiet = self.threads.quiet();
        let last = self.trace.steps().last().map(|s| s.thread);
        let last = last.filter(|t| quiet.has(*t));
        let threads = last.into_iter().chain(quiet.iter());
        let mut actors = threads.map(|t| self.quiet_actor(t));
        actors.find(|actor| test(*actor) && self.can_step(*actor))
    }

    /// The store buffer of a quiet thread moves before the thread itself.
    fn quiet_actor(&self, t: ThreadId) -> ActorId {
        let queue = self.oldest_queue(t);
        queue.unwrap_or_else(|| self.host.names.of_thread(t))
    }

    /// Finds out which threads are quiet, of those that have moved.
    fn look_at_moved(&mut self) {
        if M::BUFFERS {
            self.threads.watch();
        }
        for t in self.threads.take_moved().iter() {
            let running = self.threads.exists(t) && self.threads.get(t).status() == Status::Running;
            let quiet = running && self.is_quiet(t);
            self.threads.set_quiet(t, quiet);
        }
    }

    fn is_quiet(&self, t: ThreadId) -> bool {
        match self.oldest_queue(t).and_then(|q| self.buffers.next(q)) {
            Some(entry) => !self.contention.has(entry.at.address),
            None => self.contention.is_quiet(&self.host.run.pending(t)),
        }
    }

    /// Learns from the races of the first execution, which has ended. Is the search to begin with another one, since
    /// more is known now of the steps that should come first?
    pub fn learn_from_first(&mut self) -> bool {
        if self.contention.is_useless() {
            return false;
        }
        let mut new = false;
        for at in 0..self.trace.races().len() {
            new |= self.note_race(self.trace.races()[at]);
        }
        if self.contention.is_decided() {
            return new;
        }
        let gains = self.has_late_quiet_step();
        self.contention.decide(gains);
        if gains {
            self.threads.watch();
        }
        gains
    }

    /// Has a first execution shown whether it gains anything to let quiet threads move first?
    pub fn has_learned(&self) -> bool {
        self.contention.is_decided()
    }

    /// Do quiet threads move first, so that races are to be noted?
    #[inline]
    pub fn learns(&self) -> bool {
        self.contention.is_used()
    }

    /// Notes that the memory of the two steps of a race is contended; says whether that is new.
    #[inline(never)]
    pub fn note_race(&mut self, race: Race) -> bool {
        let mut new = false;
        for s in [race.first, race.second] {
            if let Some(address) = place(&self.trace.step(s).op) {
                new |= self.contention.add(address);
            }
        }
        if new && self.contention.is_used() {
            self.threads.watch();
        }
        new
    }

    /// Could a step that races with nothing have come before another one that does? Only the newest one that races is
    /// looked at; with that of its own thread in between it could not.
    fn has_late_quiet_step(&self) -> bool {
        let mut newest = None;
        let steps = self.trace.steps().iter().zip(0..);
        let mut late = steps.map(|(step, s)| {
            if !self.contention.is_quiet(&step.op) {
                newest = Some(StepIdx(s));
                return false;
            }
            newest.is_some_and(|racing| !self.trace.happens_before(racing, StepIdx(s)))
        });
        late.any(|late| late)
    }
}
