//! One file or folder per exploration algorithm. There is no explorer trait: each algorithm is a
//! function over a search and a machine.

pub mod dpor;
pub mod equivalence;
pub mod estimate;
pub mod frontier;
pub mod monitor;
pub mod naive;
pub mod parallel;
pub mod preemptions;
pub mod prefix;
pub mod rf;
pub mod sample;
pub mod sat;
pub mod view;
