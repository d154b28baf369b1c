//! Bugs and obstacles that executions met.

use super::remarks::Remarks;
use crate::outcome::{Cause, Detail};
use serde::{Deserialize, Serialize};
use threadproof_program::{ErrorKind, LocationId, ThreadId};

/// A bug that the current execution shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    pub kind: ErrorKind,
    pub detail: Detail,
    pub thread: ThreadId,
    /// Innermost call first.
    pub locations: Vec<LocationId>,
}

/// Something that the front end or the engine cannot do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    pub cause: Cause,
    pub location: Option<LocationId>,
}

/// Bugs of the current execution, and obstacles and remarks of the whole search.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// The bugs of the current execution.
    #[serde(skip)]
    pub failures: Vec<Failure>,
    /// Met at some time in the search: never taken back.
    pub obstacles: Vec<Obstacle>,
    /// Assumptions of the front end, in the whole search.
    pub remarks: Remarks,
    /// Errors that were met and are not looked for, with their places.
    pub passed_over: Vec<(ErrorKind, Option<LocationId>)>,
    /// A bound on loops has cut some execution of the search.
    pub bound_hit: bool,
}

impl Findings {
    /// Those that are about the whole search.
    pub fn of_search(&self) -> Findings {
        Findings {
            failures: Vec::new(),
            obstacles: self.obstacles.clone(),
            remarks: self.remarks.clone(),
            passed_over: self.passed_over.clone(),
            bound_hit: self.bound_hit,
        }
    }
    /// Is there neither a bug nor an obstacle?
    #[inline]
    pub fn are_none(&self) -> bool {
        self.failures.len() | self.obstacles.len() == 0
    }
    /// Notes an error that is not looked for, each once.
    pub fn note_passed_over(&mut self, failure: &Failure) {
        let met = (failure.kind, failure.locations.first().copied());
        if !self.passed_over.contains(&met) {
            self.passed_over.push(met);
        }
    }
    /// Notes something that cannot be done, each once.
    pub fn note_obstacle(&mut self, cause: Cause, location: Option<LocationId>) {
        let known = |o: &Obstacle| o.cause == cause && o.location == location;
        if !self.obstacles.iter().any(known) {
            self.obstacles.push(Obstacle { cause, location });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Feature;

    #[test]
    fn an_obstacle_is_noted_once_for_each_place() {
        let mut findings = Findings::default();
        let mut note = |feature: Feature, location: u32| {
            findings.note_obstacle(feature.into(), Some(LocationId(location)));
        };
        note(Feature::WaitInSection, 1);
        note(Feature::WaitInSection, 1);
        note(Feature::WaitInSection, 2);
        note(Feature::Threads(9), 2);
        assert_eq!(findings.obstacles.len(), 3);
    }
}
