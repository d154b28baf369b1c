//! The interpreter: runs register code from one visible operation to the next.
//!
//! A thread's state is a handful of flat vectors, in a pool that saved states share.
//! Undefined values are zero, unless they are followed or chosen: see `undefined.rs`.

mod access;
mod arithmetic;
mod call;
mod choose;
mod copy;
mod describe;
pub mod flow;
mod format;
mod input;
mod intrinsic;
mod log;
mod message;
mod response_tree;
mod rounds;
mod run;
mod spill;
mod states;
mod step;
mod thread;
mod traced;
mod undefined;

pub use arithmetic::{binary, cast};
pub use run::Threads;
pub use traced::Traced;
