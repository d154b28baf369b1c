//! The graph asks its witness, under models with one memory.

use super::coherence::{ItemIdx, PlaceIdx, WriteIdx, knows};
use super::event_graph::{Choice, Graph};
use super::happens_before::Strength;
use super::witness::Kind;
use crate::host::Halt;
use crate::host::names::Status;
use crate::machine::buffer_rules;
use crate::outcome::{Cause, Feature, GraphFeature};
use threadproof_program::{Block, FenceOrder, Op, ThreadId, address};

/// A moment of the witness, for those who follow it.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub thread: ThreadId,
    /// The number of its item in its thread.
    pub nth: u32,
    pub kind: Kind,
}

impl Graph<'_> {
    /// All moments in order, under models with one memory.
    pub fn witnessed(&self) -> impl Iterator<Item = Moment> + '_ {
        let moments = self.witness.iter().flat_map(|witness| witness.in_order());
        moments.map(|(item, kind)| {
            let item = self.item(item);
            Moment {
                thread: item.thread,
                nth: item.nth,
                kind,
            }
        })
    }

    /// Under TSO and PSO: does no execution under SC have this graph? Executions that stopped at an assumption do not count.
    pub fn is_beyond_sc(&self) -> Result<bool, Cause> {
        let Some(witness) = &self.witness else {
            return Ok(false);
        };
        let assumed_away = |t| {
            let halt = self.halt(t);
            halt == Some(Halt::Block(Block::Assume)) || halt == Some(Halt::Block(Block::Round))
        };
        if self.present().any(assumed_away) {
            return Ok(false);
        }
        let sequential = witness.is_sequential(self);
        let given_up = |_| Cause::from(Feature::Graph(GraphFeature::WitnessOrder));
        sequential.map(|answer| !answer).map_err(given_up)
    }

    /// See [`Graph`].
    pub fn late_access(&self) -> Option<(ThreadId, u32)> {
        self.late
    }
    /// Does a moment belong to an item, or to one that has it in its past?
    pub fn follows(&self, moment: Moment, (t, nth): (ThreadId, u32)) -> bool {
        let item = self.of_thread[moment.thread.index()][moment.nth as usize - 1];
        knows(self.clock(item), t, nth)
    }
    /// Is it the last item of its thread?
    pub fn is_last_item(&self, t: ThreadId, nth: u32) -> bool {
        self.of_thread[t.index()].len() == nth as usize
    }

    /// The option that an item takes.
    pub fn option_of(&self, t: ThreadId, nth: u32) -> u32 {
        let item = self.item(self.of_thread[t.index()][nth as usize - 1]);
        let option = |choice: &Choice| match choice {
            Choice::Option(option) => Some(*option),
            _ => None,
        };
        item.choices.iter().find_map(option).unwrap_or(0)
    }

    /// Does an item that begins with this operation wait for an empty store buffer?
    pub(super) fn drains(&self, t: ThreadId, op: &Op) -> bool {
        self.witness.is_some() && buffer_rules::drains(self.model, op, self.thread(t).sections > 0)
    }

    /// Gives the newest item its moment in the witness.
    pub(super) fn open_moment(
        &mut self,
        t: ThreadId,
        last: Option<(ItemIdx, ThreadId)>,
        op: Option<Op>,
    ) {
        let model = self.model;
        let drains = op.is_none_or(|op| self.drains(t, &op));
        let stores = |op| !drains && buffer_rules::goes_through_buffer(model, &op, false);
        let turns = !op.is_some_and(stores);
        if let Some(witness) = &mut self.witness {
            witness.open(t, last, (drains, turns));
        }
    }

    /// The newest item is complete; false if there is no place for it.
    pub(super) fn close_moment(&mut self, t: ThreadId) -> bool {
        let Some(mut witness) = self.witness.take() else {
            return true;
        };
        // A store that fails never reaches memory.
        match self.thread(t).status {
            Status::Failed => {
                witness.take_turn();
            }
            _ => witness.close(),
        }
        let possible = !self.defers() || witness.settle(self);
        self.note_effort(t, witness.effort.given_up);
        self.witness = Some(witness);
        possible
    }

    /// Is the newest item put into order as a whole? The writes of an atomic section of several variables can make it
    /// impossible.
    fn defers(&self) -> bool {
        self.item(self.newest()).whole
    }

    /// The newest item waits in vain.
    pub(super) fn choose_to_spin(&mut self) {
        let top = self.top();
        top.choices.push(Choice::Spins);
        top.sources.push(None);
        top.owners.push(None);
        if let Some(witness) = &mut self.witness {
            witness.spin();
        }
    }

    /// A fence of `t` between two items.
    pub(super) fn fence_stores(&mut self, t: ThreadId, order: FenceOrder) {
        let newest = self.newest();
        if order.releases()
            && self.item(newest).thread == t
            && let Some(witness) = &mut self.witness
        {
            witness.fence_stores(newest, t);
        }
    }

    /// Can the newest item, besides its reads so far, read this?
    pub(super) fn allows(&mut self, t: ThreadId, w: WriteIdx) -> bool {
        let Some(mut witness) = self.witness.take() else {
            return true;
        };
        let reader = witness.reader(self, t);
        let allowed = self.defers() || witness.allows(self, reader, w);
        self.note_effort(t, witness.effort.given_up);
        self.witness = Some(witness);
        allowed
    }

    /// The newest item reads this; false if that is impossible.
    pub(super) fn read_moment(&mut self, t: ThreadId, w: WriteIdx) -> bool {
        let Some(mut witness) = self.witness.take() else {
            return true;
        };
        let possible = match self.defers() {
            true => {
                witness.take_turn();
                true
            }
            false => {
                let reader = witness.reader(self, t);
                witness.read(self, reader, w)
            }
        };
        self.note_effort(t, witness.effort.given_up);
        self.witness = Some(witness);
        possible
    }

    /// Could the next item of a thread, a guarded read, read this?
    pub(super) fn could_read(&self, t: ThreadId, w: WriteIdx) -> bool {
        let Some(witness) = &self.witness else {
            return true;
        };
        let last = self.thread(t).last;
        let last = (last, self.item(last).thread);
        let drains = self.drains(t, &self.host.run.pending(t));
        witness.would_allow(self, witness.next_reader(t, last, drains), w)
    }

    /// The newest item writes; false if that is impossible.
    pub(super) fn write_moment(
        &mut self,
        t: ThreadId,
        (p, w): (PlaceIdx, WriteIdx),
        strength: Strength,
    ) -> bool {
        let Some(mut witness) = self.witness.take() else {
            return true;
        };
        let at = self.places[p.0 as usize].at;
        let kind = match address::block_owner(at.address) {
            Some(_) => Kind::End,
            None => Kind::Flush,
        };
        let orders = strength >= Strength::Synchronises;
        let possible = witness.write(self, t, (p, w), (kind, orders));
        self.note_effort(t, witness.effort.given_up);
        self.witness = Some(witness);
        self.infeasible |= !possible;
        self.disturbs |= !possible && self.item(self.newest()).section;
        possible
    }

    /// How many moments questions have looked at since this was last asked.
    pub fn take_looks(&mut self) -> u64 {
        let witness = self.witness.as_mut();
        witness.map_or(0, |witness| witness.take_looks())
    }

    fn note_effort(&mut self, t: ThreadId, given_up: bool) {
        if given_up {
            self.host.obstruct(t, GraphFeature::WitnessOrder);
        }
    }

    /// With one memory there is another algorithm for programs that this one cannot do, and it should begin soon.
    pub fn refusal(&self) -> Option<Cause> {
        self.witness.as_ref()?;
        let causes = self.host.findings.obstacles.iter().map(|o| &o.cause);
        let own = |cause: &&Cause| matches!(cause, Cause::Unsupported(Feature::Graph(_)));
        causes.into_iter().find(own).cloned()
    }
}
