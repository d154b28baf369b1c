//! The outcome of a search.

use super::notes::notes;
use super::{Explored, Monitor, Stop, limits};
use crate::options::{Algorithm, Model};
use crate::outcome::{Cause, Found, Measure, OtherErrors, Outcome, Reason, Verdict};
use crate::replay;
use threadproof_program::LocationId;

impl Monitor<'_> {
    /// Runs each witness again, a smaller one if that is wanted.
    fn show_errors(&mut self) -> Vec<Found> {
        let (program, options) = (self.program, self.options);
        let deadline = replay::minimising_ends(options);
        let witnesses = std::mem::take(&mut self.witnesses).into_iter();
        witnesses
            .map(|w| w.evidence.show(program, options, w.failure, deadline))
            .collect()
    }

    /// The outcome of the search, which ended at `machine`.
    pub fn conclude(
        mut self,
        machine: &dyn Explored,
        algorithm: Algorithm,
        stop: Option<Stop>,
    ) -> Outcome {
        let program = self.program;
        let location = |id: Option<LocationId>| id.map(|id| program.source().location(id));
        let obstacle = machine.findings().obstacles.first().map(|o| Reason {
            cause: o.cause.clone(),
            location: location(o.location),
        });
        let limit = match &stop {
            Some(Stop::Limit(cause)) => Some(Reason::nowhere(cause.clone())),
            None | Some(Stop::Error) => None,
            // With an error at hand it does not matter.
            Some(_) => Some(Reason::nowhere(Cause::Unfinished)),
        };
        let reason = obstacle.or(limit);
        let exhausted = reason.is_none() && stop.is_none() && self.preemptions.is_none();
        let not_robust = self.not_robust(algorithm, exhausted);
        let mut errors = self.show_errors();
        let robust = match not_robust {
            Some(_) => Some(false),
            None => (exhausted || self.options.model == Model::Sc).then_some(true),
        };
        errors.extend(not_robust);
        let reason = reason.or_else(|| self.reached_nothing(machine));
        if self.abandoned > 0 {
            let abandoned = Measure::count(algorithm, "abandoned", self.abandoned);
            self.effort.push(abandoned);
        }
        let verdict = match (&errors[..], &reason) {
            ([_, ..], _) => Verdict::Error,
            ([], Some(_)) => Verdict::Inconclusive,
            ([], None) => Verdict::Verified,
        };
        let estimate = self.estimate();
        let notes = notes(program, machine, verdict, self.is_kept());
        Outcome {
            verdict,
            algorithm,
            counts: self.counts,
            reason: reason.filter(|_| verdict == Verdict::Inconclusive),
            errors,
            exhausted,
            instead_of: None,
            choice: None,
            effort: self.effort,
            bound_hit: machine.findings().bound_hit,
            bounded_search: self.options.preemptions.is_some(),
            preemptions: self.preemptions,
            sampled: self.sampled,
            robust: robust.filter(|_| self.options.robustness),
            notes,
            estimate,
            schedules: (self.schedules.iter())
                .map(|kept| replay::record(program, self.options, kept))
                .collect(),
            replayed: None,
        }
    }

    /// Why nothing is known if no execution came to its end.
    fn reached_nothing(&self, machine: &dyn Explored) -> Option<Reason> {
        let all = self.counts.complete + self.counts.blocked;
        (self.given_up == all && all > 0).then(|| limits::nothing_complete(machine))
    }

    /// The error of a program that is not robust, as far as the search has seen: also in an
    /// execution that it broke off at another error. `rf` asks about classes, and a broken off execution may be in one of SC.
    fn not_robust(&self, algorithm: Algorithm, exhausted: bool) -> Option<Found> {
        if !self.asks_for_robustness() {
            return None;
        }
        let broken_off = self.witnesses.iter().filter(|_| algorithm != Algorithm::Rf);
        let broken_off = broken_off.map(|w| &w.evidence);
        let mut shown = self.violation.iter().chain(broken_off);
        let others = match (&self.witnesses[..], exhausted) {
            ([], true) => OtherErrors::None,
            ([], false) => OtherErrors::NoneSoFar,
            _ => OtherErrors::Some,
        };
        shown.find_map(|s| s.not_robust(self.program, self.options, others))
    }
}
