//! Tools for tests: the corpus and its expectations, a tiny program builder, random programs,
//! references that are kept simple for ever, and the comparison of algorithms with them.

pub mod axioms;
pub mod builder;
pub mod compare;
pub mod conflicts;
pub mod corpus;
pub mod mangle;
pub mod net;
mod operations;
pub mod random;
pub mod random_litmus;
pub mod shapes;
pub mod shrink;
pub mod tally;
pub mod weak;
