//! Debug builds take each step that has a short way both ways, and compare.
//!
//! The short way ([`super::ordinary`], [`Trace::record`]) must come to the same as the long one, also if it turns out that the
//! step does more and the rest is left to the long way. Both are taken here: the short way, the long one, and the
//! short one again, so that the search goes on as it would in a release build.
//!
//! [`Trace::record`]: crate::trace::Trace::record

use super::{Machine, MemoryModel};
use crate::host::names::Status;
use crate::machine::threads::Thread;
use crate::trace::summary::StepSummary;
use crate::trace::{CellAccess, Issue, Label, StepIdx};
use threadproof_program::{Op, ThreadId};

/// All effects of a step that the search can observe.
#[derive(PartialEq, Debug)]
struct Portrait {
    op: Op,
    thread: ThreadId,
    nth: u32,
    clock: Vec<u32>,
    races: Vec<(StepIdx, StepIdx)>,
    accesses: Vec<CellAccess>,
    /// The eight bytes around each access, and which of them are defined.
    memory: Vec<(u64, u8)>,
    issues: Vec<Issue>,
    summary: StepSummary,
    /// The thread after the step, but for the name of its local state.
    state: Thread,
    next: Option<Op>,
    failures: usize,
}

impl<M: MemoryModel> Machine<'_, M> {
    /// Takes a step, and asserts that the short way has the effects of the long one.
    pub(super) fn step_both_ways(&mut self, label: Label) {
        let before = self.trace.len();
        let failures = self.failures().len();
        if !self.take_step(label) {
            return;
        }
        // A step that shows an object to be shared knows that only from then on, and the search begins again.
        if self.host.privacy.is_outdated() {
            return;
        }
        // How far a thread comes that stops at a limit is another matter than its effects, and it has done a lot.
        let thread = self.trace.step(self.newest()).thread;
        let stopped = self.threads.get(thread).status() == Status::Failed;
        if stopped && self.failures().len() == failures {
            return;
        }
        let short = self.portrait();
        self.rewind(before);
        self.short_way = false;
        self.take_step(label);
        self.short_way = true;
        let long = self.portrait();
        assert_eq!(short, long, "the two ways to take a step differ");
        self.rewind(before);
        self.take_step(label);
    }

    fn portrait(&self) -> Portrait {
        let newest = self.newest();
        let step = self.trace.step(newest);
        let races = self.trace.races().iter();
        let accesses = self.trace.accesses(newest).to_vec();
        let memory = self.trace.granules(newest).map(|granule| {
            let granule = self.host.memory.get(granule);
            (granule.value, granule.defined)
        });
        // How wide a clock is depends on the chains that the search has met.
        let mut clock = self.trace.clock(newest).to_vec();
        clock.truncate(clock.iter().rposition(|n| *n > 0).map_or(0, |at| at + 1));
        let mut state = *self.threads.get(step.thread);
        state.version = 0;
        let runs = state.status() == Status::Running;
        Portrait {
            op: step.op,
            thread: step.thread,
            nth: step.nth,
            clock,
            races: races
                .filter(|race| race.second == newest)
                .map(|race| (race.first, race.second))
                .collect(),
            memory: memory.collect(),
            accesses,
            issues: self.trace.issues(newest).to_vec(),
            summary: step.summary,
            state,
            failures: self.failures().len(),
            next: runs.then(|| self.host.run.pending(step.thread)),
        }
    }
}
