//! What is looked for in an execution beyond what the program itself reports.

pub mod cycle;
pub mod end;
pub mod races;
pub mod robustness;

/// Fences that a thread passed after a step, as bits.
pub const ACQUIRE: u8 = 1;
pub const RELEASE: u8 = 2;
