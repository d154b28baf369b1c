//! An execution that shows a bug, as data: enough to run it again.

use super::{Schedule, items, minimise, not_robust, show, with_joins};
use crate::graph;
use crate::host::Failure;
use crate::options::Options;
use crate::outcome::{Found, OtherErrors};
use serde::{Deserialize, Serialize};
use std::time::Instant;
use threadproof_program::Program;

/// The decisions of an execution, in the form of its family.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Evidence {
    /// Of a machine.
    Steps(Schedule),
    /// Of an event graph.
    Items(graph::Schedule),
}

impl Evidence {
    /// Runs the execution again, a smaller one if the user wants that, and describes its failure.
    pub fn show(
        self,
        program: &dyn Program,
        options: &Options,
        failure: Failure,
        deadline: Instant,
    ) -> Found {
        let again = &options.for_replay();
        match self {
            Evidence::Steps(steps) => {
                let mut found = (with_joins(program, again, &steps), failure);
                if options.minimise {
                    found = minimise::steps::minimise(program, options, found, deadline);
                }
                show(program, again, &found.0, &found.1)
            }
            Evidence::Items(items) => {
                let mut found = (items, failure);
                if options.minimise {
                    found = minimise::items::minimise(program, options, found, deadline);
                }
                items::show(program, again, &found.0, &found.1)
            }
        }
    }

    /// Why the execution is not sequentially consistent, if it is one of a hardware model and is not.
    pub fn not_robust(
        &self,
        program: &dyn Program,
        options: &Options,
        others: OtherErrors,
    ) -> Option<Found> {
        match self {
            Evidence::Steps(steps) => not_robust(program, options, steps, others),
            Evidence::Items(_) => None,
        }
    }
}
