//! Debug builds take each ordinary step both ways, and compare.
//!
//! Ordinary steps have a short way ([`super::ordinary`], [`Trace::record`]) that must come to the
//! same as the long one. Both are taken here: the short way, the long one, and the short one again, so
//! that the search goes on as it would in a release build.
//!
//! [`Trace::record`]: crate::trace::Trace::record

use super::{Machine, MemoryModel};
use crate::host::names::Status;
use crate::trace::summary::StepSummary;
use crate::trace::{CellAccess, Label, StepIdx};
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
    /// The eight bytes around its access, and which of them are defined.
    memory: Option<(u64, u8)>,
    summary: StepSummary,
    status: Status,
    next: Option<Op>,
}

impl<M: MemoryModel> Machine<'_, M> {
    /// Takes a step, and asserts that the short way has the effects of the long one.
    pub(super) fn step_both_ways(&mut self, label: Label) {
        let before = self.trace.len();
        self.take_step(label);
        // Going back runs a traced run again from its beginning: `sat`, which steps alone, never goes back.
        if self.steps_alone || !self.trace.is_newest_ordinary() {
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
        let granule = step
            .op
            .access()
            .map(|at| self.host.objects.resolve(at, false));
        let granule = granule.and_then(Result::ok);
        let memory = granule.map(|granule| {
            let granule = self.host.memory.get(granule);
            (granule.value, granule.defined)
        });
        // How wide a clock is depends on the chains that the search has met.
        let mut clock = self.trace.clock(newest).to_vec();
        clock.truncate(clock.iter().rposition(|n| *n > 0).map_or(0, |at| at + 1));
        let status = self.threads.get(step.thread).status();
        let runs = status == Status::Running;
        Portrait {
            op: step.op,
            thread: step.thread,
            nth: step.nth,
            clock,
            races: races
                .filter(|race| race.second == newest)
                .map(|race| (race.first, race.second))
                .collect(),
            memory,
            accesses,
            summary: step.summary,
            status,
            next: runs.then(|| self.host.run.pending(step.thread)),
        }
    }
}
