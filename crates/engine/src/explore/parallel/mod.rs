//! One search on several cores.
//!
//! A search is a tree of choices. Only its top is shared: the states above the tasks that were given away. Below the
//! root of its task a worker works as if it were alone, with no lock. A worker that has nothing to do asks for
//! work, and another one gives away the branches that are left of the shallowest state of its task, since those are the
//! largest. What a task is, and how a branch that a worker finds for a state above its task gets there, is for each algorithm
//! to say: `explore/dpor/shared.rs`, `explore/naive/shared.rs`, `explore/rf/shared.rs`. See `docs/design/parallel.md` for why the counts stay exact.
//!
//! The order of a parallel search depends on timing. So whatever depends on that order (which error comes first, how many
//! executions came before it, where a limit of executions falls) is left to a search by one worker, which then answers:
//! [`crate::explore::monitor::Stop::Alone`].

mod crew;
mod linked;
mod rounds;
mod team;

pub use crew::{Hand, Share, TaskTime};
pub use rounds::explore;
pub use team::{Crewed, Work};
