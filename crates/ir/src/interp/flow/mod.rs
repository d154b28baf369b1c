//! Traces how values flow through a thread while the interpreter runs it.
//!
//! Beside every register stands the origin of its value. Before each instruction the trace notes the function that it
//! applies to its operands ([`observe`]). Branches on values that depend on responses are left where their directions
//! meet ([`regions`]).
//!
//! A value that the trace cannot follow is pinned: the thread is split by the value for good. These are
//! offsets in private memory, lengths of copies, sizes of objects, the arguments of new threads, and
//! values that are taken apart.

pub mod functions;
mod observe;
mod regions;
mod trace;

pub use observe::Observer;
pub use regions::Regions;
pub use trace::Trace;
