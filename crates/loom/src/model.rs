//! Models: closures that are run in all ways.

use crate::checker;
use std::path::PathBuf;
use std::time::Duration;

/// Settings of loom. None has an effect here; the options of `cargo threadproof test` take their place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Builder {
    pub max_threads: usize,
    pub max_branches: usize,
    pub max_permutations: Option<usize>,
    pub max_duration: Option<Duration>,
    pub preemption_bound: Option<usize>,
    pub checkpoint_file: Option<PathBuf>,
    pub checkpoint_interval: usize,
    pub expect_explicit_explore: bool,
    pub location: bool,
    pub log: bool,
}

impl Builder {
    pub fn new() -> Builder {
        Builder {
            max_threads: crate::MAX_THREADS,
            max_branches: 1000,
            max_permutations: None,
            max_duration: None,
            preemption_bound: None,
            checkpoint_file: None,
            checkpoint_interval: 20_000,
            expect_explicit_explore: false,
            location: false,
            log: false,
        }
    }

    pub fn checkpoint_file(&mut self, file: &str) -> &mut Self {
        self.checkpoint_file = Some(file.into());
        self
    }

    pub fn check<F: Fn() + Sync + Send + 'static>(&self, f: F) {
        model(f);
    }
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

/// Runs the closure: the checker in all ways, others once.
pub fn model<F: Fn() + Sync + Send + 'static>(f: F) {
    if checker::leaves_out_model() {
        return;
    }
    f();
    drop(f);
    checker::end_of_model();
}
