//! The boundary between front ends and the engine.
//!
//! A thread is deterministic given the values that its reads return. A *program* is a set of
//! threads that each stop at every visible operation ([`Op`]) and go on when given a
//! [`Response`]. Shared memory is not here: the engine owns it and decides which value a read returns,
//! so any memory model and any exploration algorithm can drive any front end.
//!
//! A front end implements [`Program`] and [`Run`]; the engine knows nothing else of it.
//! `crates/engine/tests/smallest_program.rs` is a complete one in a page.

pub mod address;
mod error;
mod flow;
mod guard;
mod op;
mod order;
mod restless;
mod run;
mod source;

pub use error::ErrorKind;
pub use flow::{FlowEntry, FunctionId, Input, Origin};
pub use guard::{Guard, Test, Wait};
pub use op::{Access, Block, Effect, Init, Op, Response, RmwOp, Storage};
pub use order::{FenceOrder, LoadOrder, MemoryOrder, Predicate, RmwOrder, StoreOrder};
pub use restless::{Because, Restless};
pub use run::{NextOp, Object, Program, Run, SavedId, ThreadId};
pub use source::{Location, LocationId, ObjectName, SiteId, Source};
