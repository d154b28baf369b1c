//! Names of steps, actors and buffered stores.

pub use crate::host::names::{ActorId, ChainId, StepIdx};
use serde::{Deserialize, Serialize};
use threadproof_program::ThreadId;

/// Fences that a thread passed after a step, as bits.
pub const ACQUIRE: u8 = 1;
pub const RELEASE: u8 = 2;

/// A store that a thread put into its buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Issue {
    pub thread: ThreadId,
    pub store: StoreName,
    /// Fences that the thread passed before it, after its last step and the last store since then: bits
    /// as [`ACQUIRE`].
    pub fences: u8,
}

/// How a step of a store buffer is ordered with the steps of its thread and the other ones of the
/// buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Update {
    /// Store fences that the thread had passed: later ones wait for earlier ones (PSO).
    pub epoch: u32,
    /// How often the thread had waited for an empty buffer.
    pub era: u32,
    /// How many steps the thread had taken, with the one that issued the store.
    pub after: u32,
}

/// Names a step in its state: which actor, and which option if it makes a choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Label {
    pub actor: ActorId,
    pub choice: u32,
}

/// The `nth` store (from 1) of a queue; its way to memory is the queue's `nth` step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct StoreName {
    pub queue: ActorId,
    pub nth: u32,
}
