//! Why `auto` took an algorithm.

use crate::options::Algorithm;

/// The numbers by which `auto` decided between two algorithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    pub taken: Trial,
    pub left: Trial,
    /// `taken` came to its end first. Otherwise its executions are in different reads-from classes, and cost less.
    pub ended_first: bool,
}

/// How far an algorithm had come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    pub algorithm: Algorithm,
    pub executions: u64,
    /// In steps.
    pub work: u64,
}
