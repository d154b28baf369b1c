//! Traces how values flow through a thread while the interpreter runs it.
//!
//! Beside every register stands the origin of its value. Before each instruction the trace notes
//! what it makes of its operands ([`observe`]); branches on values that depend on responses are left
//! where their directions meet ([`regions`]).
//!
//! What it does not follow it pins: the thread is split by the value for good. That is so for
//! offsets in private memory, lengths of copies, sizes of objects, what a thread is created with, and
//! values that are taken apart.

pub mod functions;
mod observe;
mod regions;
mod trace;

pub use observe::Observer;
pub use regions::Regions;
pub use trace::Trace;
