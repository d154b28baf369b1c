//! Lock-free structures for a first try of `cargo threadproof test`.

pub mod slot;
pub mod stack;
