//! The record of one step.
//!
//! One record has all fields, also those that few steps need. A new ordinary step writes only the fields in which it differs
//! from the old record in its place ([`super::steps`]), so the others cost memory and no time.

use super::{ActorId, CellAccess, ChainId, Label, Ordinary, StepIdx, StoreName, Update};
use crate::trace::summary::StepSummary;
use serde::{Deserialize, Serialize};
use threadproof_program::{NextOp, Op, RmwOrder, SavedId, ThreadId};

/// A load that read a store of its own thread. Until that reaches memory, no other thread can change the value
/// that the load reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forward {
    pub access: CellAccess,
    pub store: StoreName,
    /// The step that moved the store to memory, if that was before the load.
    pub updated: Option<StepIdx>,
}

/// The record of a step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub label: Label,
    pub thread: ThreadId,
    /// How many-th step of its actor, from 1.
    pub nth: u32,
    pub(super) chain: ChainId,
    /// How many-th step of its chain, from 1.
    pub(super) chain_nth: u32,
    /// The number, from 1, of the actor's step before; 0 for none.
    pub(super) previous: u32,
    /// The number, from 1, of the newest step that happens before it; 0 for none.
    pub(super) newest_before: u32,
    /// The first visible operation.
    pub op: Op,
    /// It is one access, and perhaps the end of its thread; see [`super::Ordinary`].
    pub(super) ordinary: bool,
    /// An ordinary step of which nothing was noted but by [`Step::become_ordinary`].
    pub(super) untouched: bool,
    /// A step of this kind that its thread ended with.
    pub(super) ends: bool,
    /// More than one visible operation.
    pub section: bool,
    /// Of a waiting loop of the program: the order of the exchange that it ends with.
    pub exchange: Option<RmwOrder>,
    /// How many atomic sections it began inside.
    pub depth: u32,
    /// These are sections of the program, not of the modelled library. Asked for only if data races are looked for.
    pub own_section: bool,
    /// It begins with a guarded read.
    pub guarded: bool,
    /// How many of its accesses are joins that were done without a step; they come first.
    pub joins: u32,
    pub spawned: Option<ThreadId>,
    /// Fences that the thread, and a thread that it created, passed after it and the stores that they put
    /// into buffers since: bits as [`super::ACQUIRE`].
    pub fences: u8,
    pub child_fences: u8,
    /// Options of the choice that it made, or of all its choices together; 0 for none.
    pub options: u32,
    /// The label's choice that differs from this one in the last place that has an option left;
    /// 0 if there is none. See [`crate::machine`]'s `choices`.
    pub next_choice: u32,
    /// 1 + the thread's state before; 0 for a step of a store buffer.
    pub(super) saved: u32,
    /// The version of that state.
    pub version: u64,
    /// How often its thread had waited for an empty buffer, if the last time was for this step; else 0.
    /// It comes after all steps of the buffer of earlier eras.
    pub drains: u32,
    /// For a step of a store buffer.
    pub update: Option<Update>,
    pub forward: Option<Forward>,
    /// Length of the undo journal before.
    pub journal: u32,
    /// Complete when the step is closed.
    pub summary: StepSummary,
    pub(super) first_access: u32,
    pub(super) first_issue: u32,
}

/// There are many, and they are looked at all the time: places of 256 bytes are found by a shift.
const _: () = assert!(size_of::<Step>() <= 256);

/// The state before a step, to return to.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    pub thread: ThreadId,
    /// The actor's step before.
    pub previous: Option<StepIdx>,
    /// The thread's state; `None` for a step of a store buffer.
    pub saved: Option<SavedId>,
    pub version: u64,
    /// Length of the undo journal.
    pub journal: u32,
}

/// A step that was taken back.
#[derive(Clone, Copy, Debug)]
pub struct Popped {
    pub before: Before,
    /// The kind of operation that it began with; `None` for an ordinary step, which never waits.
    pub next: Option<NextOp>,
    /// Its thread ended with it, and nothing else says so.
    pub ends: bool,
}

impl Step {
    pub(super) const NONE: Step = Step::new(
        Label {
            actor: ActorId(0),
            choice: 0,
        },
        ChainId(0),
        0,
        &Op::Exit,
        Before {
            thread: ThreadId::MAIN,
            previous: None,
            saved: None,
            version: 0,
            journal: 0,
        },
    );

    /// A step that has not done anything yet.
    #[inline(always)]
    pub(super) const fn new(
        label: Label,
        chain: ChainId,
        nth: u32,
        op: &Op,
        before: Before,
    ) -> Step {
        Step {
            label,
            thread: before.thread,
            nth,
            chain,
            chain_nth: 0,
            previous: match before.previous {
                Some(p) => p.0 + 1,
                None => 0,
            },
            newest_before: 0,
            op: *op,
            ordinary: false,
            untouched: false,
            ends: false,
            section: false,
            exchange: None,
            depth: 0,
            own_section: false,
            guarded: false,
            joins: 0,
            spawned: None,
            fences: 0,
            child_fences: 0,
            options: 0,
            next_choice: 0,
            saved: match before.saved {
                Some(s) => s.0 + 1,
                None => 0,
            },
            version: before.version,
            drains: 0,
            update: None,
            forward: None,
            journal: before.journal,
            summary: StepSummary::new(label, before.thread),
            first_access: 0,
            first_issue: 0,
        }
    }

    /// Becomes a step that is one access.
    #[inline(always)]
    pub(super) fn become_ordinary(&mut self, new: &Ordinary<'_>, nth: u32) {
        let Ordinary { label, before, .. } = *new;
        if !self.untouched {
            *self = Step::NONE;
            self.ordinary = true;
            self.untouched = true;
        }
        self.label = label;
        self.thread = before.thread;
        self.nth = nth;
        self.chain = new.chain;
        self.previous = before.previous.map_or(0, |p| p.0 + 1);
        self.op = *new.op;
        self.ends = new.ends;
        self.saved = before.saved.map_or(0, |s| s.0 + 1);
        self.version = before.version;
        self.journal = before.journal;
        let simple = !matches!(new.op, Op::CompareExchange { .. });
        let summary = &mut self.summary;
        summary.become_ordinary(label, before.thread, simple, new.access);
        if new.update.is_some() {
            self.update = new.update;
            self.touch_buffer();
        }
    }

    /// Notes that another visible operation belongs to it.
    pub fn go_on(&mut self, op: &Op) {
        self.section = true;
        let exchanges = self.op.guard().is_some_and(|guard| guard.why.exchanges());
        if let Op::Rmw { order, .. } | Op::CompareExchange { success: order, .. } = *op
            && exchanges
        {
            self.exchange = Some(order);
        }
    }

    /// Notes that it has to do with a store buffer.
    pub(super) fn touch_buffer(&mut self) {
        self.untouched = false;
        self.summary.unbuffered = false;
        self.summary.simple = false;
    }

    /// The actor's step before.
    #[inline]
    pub fn previous(&self) -> Option<StepIdx> {
        self.previous.checked_sub(1).map(StepIdx)
    }
    /// The thread's state before; `None` for a step of a store buffer.
    #[inline]
    pub fn saved(&self) -> Option<SavedId> {
        self.saved.checked_sub(1).map(SavedId)
    }

    /// Does it do the same wherever its actor can take it? A section or a compare-exchange decides by the values that it
    /// reads.
    pub fn is_fixed(&self) -> bool {
        self.depth == 0 && !self.guarded && !matches!(self.op, Op::CompareExchange { .. })
    }
}
