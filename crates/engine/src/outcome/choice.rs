//! Why `auto` took an algorithm.

use crate::options::Algorithm;

/// The numbers by which `auto` decided between two algorithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    pub taken: Trial,
    pub left: Trial,
    /// Different reads-from classes among the executions of `taken`; `None` if it came to its end first.
    pub classes: Option<u64>,
}

/// How far an algorithm had come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    pub algorithm: Algorithm,
    pub executions: u64,
    /// In steps.
    pub work: u64,
}
