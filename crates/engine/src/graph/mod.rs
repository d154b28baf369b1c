//! Event graphs: one execution per weak trace, under every model.
//!
//! After Abdulla, Atig, Jonsson and Ngo, "Optimal Stateless Model Checking under the Release-Acquire
//! Semantics" (OOPSLA 2018). A weak trace is program order and reads-from. An oracle says whether a graph is an execution
//! of the model. Under RA only the forced part of coherence is kept ([`coherence`]), so an execution is consistent by
//! construction, and every read has a write to take. C11 adds a second clock ([`happens_before`]) and the order of
//! sequentially consistent events ([`psc`]). Under SC, TSO and PSO a graph keeps an order of all its events ([`witness`]).
//! `docs/design/weak-memory.md` and `docs/design/reads-from.md` explain it, with the proof ideas.
//!
//! The search over graphs is in `explore/rf`.
//!
//! Deviations from the paper:
//!
//! 1. *Read-modify-writes.* Two never read the same write. When one finds the write it wants taken by
//!    an open one, a plan gives it that write and lets the other read its result ([`Plans::wish`]).
//!    So, unlike in the paper, a planned read stays open for the frame that planned it, since the same
//!    may happen again further down the chain. Plans are told apart by the whole past of their write.
//! 2. *Locks* are read-modify-writes that wait. A frame of a lock divides by the next taker, so that
//!    requests that wait for ever are seen too; they make their wishes at the end of an execution.
//! 3. *Atomic sections* are one item: no thread sees a part of one. Those of the modelled library are
//!    ordered by the words that they change. Those of the user are ordered by a hidden lock. A place
//!    that a section reads and then writes is read and written at once.
//! 4. *Sequentially consistent fences* are read-modify-writes of a hidden place under release-acquire. Other fences do
//!    nothing there, since the accesses are as strong.
//! 5. *Awaits* wait for a write that lets them pass ([`spin`]).
//! 6. *Read-modify-writes of several pieces* decide at once what they read ([`wide_updates`]).
//! 7. *Accesses of several pieces* are not torn ([`whole_accesses`]).
//!
//! Rejected: to offer a new write only to the closest read, as the paper's text has it. That loses traces
//! (`bench/history.md`).

mod able;
mod alone;
mod choose;
pub mod coherence;
pub mod crossing;
pub mod dice;
mod enabled;
mod ended_objects;
pub mod event_graph;
mod execution;
mod happens_before;
mod joins;
mod layout;
pub mod load_buffering;
mod mixed_size;
mod moments;
pub mod multi_lock;
mod perform;
pub mod plan;
mod private;
pub mod psc;
mod quiet;
mod record;
mod schedule;
mod spin;
mod thread_set;
mod want;
mod whole_accesses;
mod wide_plans;
mod wide_updates;
mod witness;

pub use coherence::knows;
pub use event_graph::{Choice, Choices, Graph};
pub use mixed_size::Cuts;
pub use moments::Moment;
pub use plan::{Move, Plans};
pub use schedule::Schedule;
pub use witness::Kind as MomentKind;
