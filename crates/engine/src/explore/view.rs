//! How finely a search looks at the program.

use super::monitor::Finer;
use crate::host::Config;
use crate::options::{Algorithm, Options};
use serde::{Deserialize, Serialize};
use threadproof_program::ErrorKind;

/// The steps that a search tells apart. It begins coarsely, and is refined when that turns out to be too coarse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct View {
    /// Joins, fences and ends of threads are steps.
    thread_ends: bool,
    /// Every access is a step.
    accesses: bool,
}

impl View {
    /// Takes a closer look.
    pub fn refine(&mut self, finer: Finer) {
        match finer {
            Finer::ThreadEnds => self.thread_ends = true,
            Finer::Accesses => self.accesses = true,
            Finer::Bytes | Finer::Objects => {}
        }
    }

    /// The machine that has these steps.
    pub fn config(self, options: &Options, algorithm: Algorithm) -> Config {
        Config {
            checks: options.checks,
            limits: options.limits,
            // Reads-from classes do not need it.
            commute: options.commutes() && algorithm != Algorithm::Rf,
            fine: self.accesses,
            joins: self.thread_ends || algorithm == Algorithm::Sat,
            silent_ends: !self.thread_ends && has_silent_ends(options, algorithm),
        }
    }
}

/// True if the end of a thread need not be modelled as a write. Reads-from classes, `sat`, data races and robustness
/// derive the order of joins from that write.
fn has_silent_ends(options: &Options, algorithm: Algorithm) -> bool {
    let looks_at_order_alone = matches!(
        algorithm,
        Algorithm::Optimal | Algorithm::Source | Algorithm::Naive
    );
    let looks_at_accesses = options.checks.has(ErrorKind::DataRace) || options.robustness;
    looks_at_order_alone && !looks_at_accesses
}
