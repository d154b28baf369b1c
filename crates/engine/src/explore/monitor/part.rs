//! The findings of several workers in parts of one search.

use super::{Monitor, Stop, Witness};
use crate::explore::equivalence::{Class, Equivalence};
use crate::options::Options;
use crate::outcome::{Counts, Measure};
use crate::replay::Evidence;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use threadproof_program::Program;

/// At least so long one worker looks for the findings of several.
const LEAST_TIME_ALONE: Duration = Duration::from_secs(1);

/// The findings of a worker in its part of a search.
pub struct Part {
    counts: Counts,
    effort: Vec<Measure>,
    witnesses: Vec<Witness>,
    given_up: u64,
    abandoned: u64,
    violation: Option<Evidence>,
    /// Why it ended early.
    pub stop: Option<Stop>,
    /// The classes for an observer.
    pub classes: Vec<Class>,
}

/// Findings of a parallel search, for the case that a search alone does not get to any.
#[derive(Serialize, Deserialize)]
pub struct Findings {
    witnesses: Vec<Witness>,
    violation: Option<Evidence>,
}

impl<'a> Monitor<'a> {
    /// The checked program.
    pub fn program(&self) -> &'a dyn Program {
        self.program
    }
    /// The wishes of the user.
    pub fn options(&self) -> &'a Options {
        self.options
    }
    /// The executions so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }
    /// The equivalence of the observer, if there is one.
    pub fn equivalence(&self) -> Option<Equivalence> {
        self.observer.as_ref().map(|(equivalence, _)| *equivalence)
    }
    /// Says how many executions other workers have seen.
    pub fn set_beside(&mut self, counts: Counts) {
        self.beside = counts;
    }

    /// The findings of a worker that has ended.
    pub fn into_part(self, stop: Option<Stop>) -> Part {
        Part {
            counts: self.counts,
            effort: self.effort,
            witnesses: self.witnesses,
            given_up: self.given_up,
            abandoned: self.abandoned,
            violation: self.violation,
            stop,
            classes: Vec::new(),
        }
    }

    /// Counts the beginning of an execution that another worker explores.
    pub fn abandoned(&mut self) {
        self.abandoned += 1;
    }

    /// Adds the part of another worker.
    pub fn absorb(&mut self, part: Part) {
        self.counts = self.counts + part.counts;
        self.beside = Counts::default();
        self.given_up += part.given_up;
        self.abandoned += part.abandoned;
        if self.effort.is_empty() {
            self.effort = part.effort;
        } else {
            // Both are of one algorithm, so they have the same rows.
            let rows = self.effort.iter_mut().zip(part.effort);
            rows.for_each(|(mine, more)| mine.number = mine.number + more.number);
        }
        self.witnesses.extend(part.witnesses);
        self.violation = self.violation.take().or(part.violation);
        if let Some((_, observer)) = &mut self.observer {
            part.classes.into_iter().for_each(observer);
        }
    }

    /// Are there to be several workers?
    pub fn has_crew(&self) -> bool {
        let wanted = self.options.jobs.workers > 1 || self.is_kept() || self.is_timed();
        // A limit of work is counted in the order of one worker.
        wanted && !self.alone && self.allowance == u64::MAX
    }
    /// Begins again with one worker, which has about the time that it would have taken to get this far.
    pub fn go_on_alone(&mut self) -> Findings {
        let elsewhere = self.link().map_or(0, |link| link.workers());
        let workers = self.options.jobs.workers.saturating_add(elsewhere) + 1;
        let time = self.started.elapsed().saturating_mul(workers) + LEAST_TIME_ALONE;
        self.alone = true;
        if self.has_findings() {
            self.alone_until = Instant::now().checked_add(time);
        }
        let findings = self.take_findings();
        self.begin_again();
        findings
    }
    /// The search begins again for a reason that does not depend on the number of workers.
    pub fn let_others_join(&mut self) {
        self.alone = false;
        self.alone_until = None;
    }
    /// Has one worker not come to the findings of several in time?
    pub fn is_long_alone(&self) -> bool {
        self.alone_until
            .is_some_and(|until| until <= Instant::now())
    }

    /// Has anything been found that is to be shown?
    pub fn has_findings(&self) -> bool {
        !self.witnesses.is_empty() || self.violation.is_some()
    }
    /// Takes the errors out.
    pub fn take_findings(&mut self) -> Findings {
        Findings {
            witnesses: std::mem::take(&mut self.witnesses),
            violation: self.violation.take(),
        }
    }
    /// Adds those of another process.
    pub fn add_findings(&mut self, findings: Findings) {
        self.witnesses.extend(findings.witnesses);
        self.violation = self.violation.take().or(findings.violation);
    }
    /// Shows these if there is nothing else to show.
    pub fn fall_back_on(&mut self, findings: Findings) {
        if self.witnesses.is_empty() {
            self.witnesses = findings.witnesses;
            self.witnesses.truncate(1);
        }
        self.violation = self.violation.take().or(findings.violation);
    }
}
