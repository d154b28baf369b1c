//! One search on several cores.
//!
//! A search is a tree of choices. Only its top is shared: the states above the tasks that were given away. Below the
//! root of its task a worker works as if it were alone, with no lock. A worker that has nothing to do asks for
//! work, and another one gives away the branches that are left of the shallowest state of its task, since those are the
//! largest. Each algorithm defines its tasks, and the way of a branch that a worker finds for a state above its task:
//! `explore/dpor/shared.rs`, `explore/naive/shared.rs`, `explore/rf/shared.rs`. See `docs/design/parallel.md` for why the counts stay exact.
//!
//! The order of a parallel search depends on timing. So a search by one worker answers all questions that depend on this order
//! (the first error, the number of executions before it, the execution at which a limit is reached):
//! [`crate::explore::monitor::Stop::Alone`].

mod crew;
mod linked;
mod rounds;
mod team;

pub use crew::{Hand, Share, TaskTime};
pub use rounds::explore;
pub use team::{Crewed, Work};
