//! What tests of the engine need: a tiny program builder, random programs, references that are
//! kept simple for ever, and the comparison of algorithms with them.

pub mod builder;
pub mod random;
