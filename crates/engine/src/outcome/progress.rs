//! How far a search has come.

use super::Counts;
use super::estimate::Estimate;
use std::time::Duration;

/// Told now and then while a search runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub counts: Counts,
    pub elapsed: Duration,
    /// Steps of the execution that the search is at.
    pub depth: usize,
    pub estimate: Option<Estimate>,
}
