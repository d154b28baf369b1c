//! Errors of an execution that the program itself does not report: data races, deadlocks, executions that are not SC.

pub mod cycle;
pub mod end;
pub mod leaks;
pub mod races;
pub mod robustness;
