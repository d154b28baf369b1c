//! The event graph: the behaviour of each thread in all runs so far, merged.
//!
//! A thread is a tree of *levels*. A level is a straight sequence of values, events and branches. Each direction of a
//! branch that was ever taken is a level of its own. The items after the end of the branch stand behind it in the level
//! that has the branch. So a place in the tree is an execution point, and two runs that come to the same point meet the
//! same item there.

use super::objects::KnownObjects;
use crate::outcome::Cause;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use threadproof_program::{FunctionId, LocationId, Op, RmwOp, ThreadId};

macro_rules! index {
    ($($name:ident: $what:literal),*) => {$(
        #[doc = $what]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// Its place in a list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    LevelId: "A level of some thread.",
    ValueId: "A value that depends on responses.",
    EventId: "An operation at an execution point.",
    BranchId: "A branch whose condition depends on responses.",
    SlotId: "A place in the order of all steps: one event, or the events of an atomic section."
}

/// An operand of an event: a constant or a value of the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operand {
    Constant(u64),
    Value(ValueId),
}

/// An entry of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Value(ValueId),
    Branch(BranchId),
    Event(EventId),
}

/// A straight sequence of items of a thread.
#[derive(Clone, Debug)]
pub struct Level {
    /// The branch and the direction that lead here; `None` for the first level of a thread.
    pub parent: Option<(BranchId, u64)>,
    pub items: Vec<Item>,
    /// A run has left the branch at the end of this level.
    pub merges: bool,
}

/// The origin of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueKind {
    Response(EventId),
    /// The value that a read-modify-write writes: made of its response and its operand.
    Modified(EventId),
    Function {
        function: FunctionId,
        inputs: Vec<Operand>,
        grows: bool,
    },
    Phi {
        branch: BranchId,
        /// By direction.
        incoming: BTreeMap<u64, Operand>,
    },
}

/// A place at which a thread goes several ways.
#[derive(Clone, Debug)]
pub struct Branch {
    pub level: LevelId,
    pub on: Operand,
    pub selector: FunctionId,
    /// The direction that leads to a failure and nowhere else.
    pub fails: Option<u64>,
    pub directions: BTreeMap<u64, LevelId>,
}

/// A visible operation of some run.
#[derive(Clone, Debug)]
pub struct Event {
    pub thread: ThreadId,
    pub level: LevelId,
    /// As the first run met it; its address and values are in `inputs`.
    pub op: Op,
    /// The address first, if it has one.
    pub inputs: Vec<Operand>,
    /// Bytes that it accesses, if it is an access; the end of a thread is a write to its block.
    pub size: Option<u8>,
    pub response: ValueId,
    /// The value that it writes, if it is a write.
    pub written: Option<Operand>,
    pub slot: SlotId,
    /// In an atomic section.
    pub section: bool,
    /// Some run has performed it, so its successors are known.
    pub performed: bool,
    /// Where an allocation puts its object.
    pub base: Option<Operand>,
    /// The thread that a spawn has created.
    pub child: Option<ThreadId>,
    pub location: Option<LocationId>,
}

/// The union of all runs so far, as a tree for each thread.
#[derive(Clone, Default)]
pub struct Graph {
    pub levels: Vec<Level>,
    pub values: Vec<ValueKind>,
    pub branches: Vec<Branch>,
    pub events: Vec<Event>,
    pub slots: u32,
    /// When each slot took its turn in the last run; see [`Graph::turn`].
    pub turns: Vec<u32>,
    /// The first level of each thread that was ever created.
    pub threads: Vec<Option<LevelId>>,
    /// Results of functions that grow.
    pub results: FxHashMap<(FunctionId, Vec<u64>), u64>,
    /// Read-modify-writes that grow: the values that they were applied to.
    pub modified: FxHashSet<(RmwOp, u8, u64, u64)>,
    /// Those that are there from the start.
    pub objects: KnownObjects,
    /// Accesses that failed at this address.
    pub faults: FxHashSet<(EventId, u64)>,
    /// Accesses that failed because their object was dead.
    pub dangling: FxHashSet<EventId>,
    /// The number of additions to the graph.
    pub news: u64,
    /// Something that the graph cannot express, and where.
    pub obstacle: Option<(Cause, Option<LocationId>)>,
}

impl Graph {
    /// The level with this number.
    pub fn level(&self, l: LevelId) -> &Level {
        &self.levels[l.index()]
    }
    /// The event with this number.
    pub fn event(&self, e: EventId) -> &Event {
        &self.events[e.index()]
    }
    /// The branch with this number.
    pub fn branch(&self, b: BranchId) -> &Branch {
        &self.branches[b.index()]
    }
    /// When the slot took its turn in the last run, or the end of time.
    pub fn turn(&self, slot: SlotId) -> u32 {
        self.turns.get(slot.index()).copied().unwrap_or(u32::MAX)
    }
    /// The value with this number.
    pub fn value(&self, v: ValueId) -> &ValueKind {
        &self.values[v.index()]
    }
    /// The numbers of all events.
    pub fn event_ids(&self) -> impl Iterator<Item = EventId> + use<> {
        (0..self.events.len() as u32).map(EventId)
    }
    /// The numbers of all values.
    pub fn value_ids(&self) -> impl Iterator<Item = ValueId> + use<> {
        (0..self.values.len() as u32).map(ValueId)
    }

    /// Does the event read memory?
    pub fn is_read(&self, e: EventId) -> bool {
        matches!(
            self.event(e).op,
            Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. }
        )
    }

    /// Notes a construct that the encoding cannot express.
    pub fn obstruct(&mut self, cause: impl Into<Cause>, location: Option<LocationId>) {
        self.obstacle.get_or_insert((cause.into(), location));
    }

    /// Adds a level below a branch, or the first one of a thread.
    pub fn add_level(&mut self, parent: Option<(BranchId, u64)>) -> LevelId {
        self.news += 1;
        self.levels.push(Level {
            parent,
            items: Vec::new(),
            merges: false,
        });
        LevelId(self.levels.len() as u32 - 1)
    }

    /// Adds a value.
    pub fn add_value(&mut self, kind: ValueKind) -> ValueId {
        self.news += 1;
        self.values.push(kind);
        ValueId(self.values.len() as u32 - 1)
    }

    /// Adds a slot.
    pub fn add_slot(&mut self) -> SlotId {
        self.slots += 1;
        SlotId(self.slots - 1)
    }

    /// Is `level` the level `outer` or somewhere inside it?
    pub fn is_within(&self, mut level: LevelId, outer: LevelId) -> bool {
        while outer < level {
            // Levels are made after the levels around them.
            match self.level(level).parent {
                Some((branch, _)) => level = self.branch(branch).level,
                None => return false,
            }
        }
        level == outer
    }
}
