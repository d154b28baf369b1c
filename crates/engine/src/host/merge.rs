//! Several workers with an execution each agree on names, and merge their findings.

use super::{Findings, Host};
use crate::host::names::Names;

impl<U> Host<'_, U> {
    /// From now on, this one and those that are made with these names agree on numbers.
    pub fn share_names(&mut self) -> Names {
        self.names.share()
    }

    /// Takes the numbers of an earlier part of the search, which began in the same way.
    pub fn set_names(&mut self, names: Names) {
        self.names = names;
    }

    /// Takes over the findings of another one in its part of a search, but for its current execution.
    pub fn merge(&mut self, others: Findings) {
        self.names.catch_up();
        for obstacle in others.obstacles {
            self.findings
                .note_obstacle(obstacle.cause, obstacle.location);
        }
        for met in others.passed_over {
            if !self.findings.passed_over.contains(&met) {
                self.findings.passed_over.push(met);
            }
        }
        self.findings.remarks.extend(others.remarks);
        self.findings.bound_hit |= others.bound_hit;
    }
}
