//! Passes over functions, each from a correct module to a correct one.

pub mod bound;
pub mod escape;
pub mod promote;
pub mod prune;
