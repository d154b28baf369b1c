//! Random programs against brute force and, under Release-Acquire and C11, against the classes of graphs.
//!
//! Brute force is no stranger to the comparison: it counts as compared where `optimal` and `source`
//! saw the same classes.

use super::{Compared, Comparison, LIMIT, caught, unfinished};
use crate::builder::{Built, Inst, Watched};
use crate::weak;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use threadproof_engine::{
    Algorithm, Class, Equivalence, Model, Options, Outcome, SUPPORT, check, check_observed,
};
use threadproof_program::{ErrorKind, Program};

/// Every algorithm that supports the model must visit the classes that brute force visits, none
/// twice. A program is robust exactly if it has no more classes than under SC.
pub fn built(program: &Built, model: Model) -> Comparison {
    built_within(program, model, LIMIT)
}

/// The same with another limit on the executions of brute force.
pub fn built_within(program: &Built, model: Model, limit: usize) -> Comparison {
    let judge = Judge::new(program, model, limit);
    let pairs = SUPPORT.iter().filter(|(_, m)| *m == model);
    let compared = pairs.map(|&(algorithm, _)| (algorithm, model, judge.judge(algorithm)));
    Comparison(compared.collect())
}

/// The classes and errors that a search saw.
struct Seen {
    /// The class of each execution.
    classes: Vec<Class>,
    redundant: u64,
    robust: Option<bool>,
}

struct Judge<'a> {
    program: &'a Built,
    model: Model,
    limit: usize,
    /// Of the reference; else what is to be said of all algorithms.
    reference: Result<Reference, Compared>,
}

struct Reference {
    traces: BTreeSet<Class>,
    reads_from: BTreeSet<Class>,
    robust: Option<bool>,
}

impl<'a> Judge<'a> {
    fn new(program: &'a Built, model: Model, limit: usize) -> Judge<'a> {
        let mut judge = Judge {
            program,
            model,
            limit,
            reference: Err(Compared::TooLarge),
        };
        judge.reference = match model {
            Model::Ra | Model::C11 if accesses_bytes(program) => Err(Compared::TooLarge),
            Model::Ra | Model::C11 => judge.weak_traces(),
            _ => judge.brute_force(),
        };
        judge
    }

    fn weak_traces(&self) -> Result<Reference, Compared> {
        let reads_from =
            weak::classes(self.program, self.model, self.limit).ok_or(Compared::TooLarge)?;
        Ok(Reference {
            traces: BTreeSet::new(),
            reads_from,
            robust: None,
        })
    }

    fn brute_force(&self) -> Result<Reference, Compared> {
        let traces = self.classes(Algorithm::Naive, Equivalence::Trace)?;
        if traces.classes.len() >= self.limit {
            return Err(Compared::TooLarge);
        }
        let mut reads_from = Vec::new();
        if SUPPORT.contains(&(Algorithm::Rf, self.model)) {
            let seen = self.classes(Algorithm::Naive, Equivalence::ReadsFrom)?;
            reads_from = seen.classes;
        }
        Ok(Reference {
            traces: traces.classes.into_iter().collect(),
            reads_from: reads_from.into_iter().collect(),
            robust: traces.robust,
        })
    }

    /// In several sizes, the engine cuts a variable as finely as it turns out to need; where that is, its
    /// classes do not say.
    fn outcomes(&self) -> Result<(), Compared> {
        let pieces = weak::Pieces::of(self.program);
        let watched = Watched::new(self.program);
        let mut found = weak::Outcomes::new();
        let mut observer = |class| match class == Class::NONE {
            true => found.clear(),
            false => *found.entry(watched.registers()).or_default() += 1,
        };
        let seen = self.search(
            &watched,
            Algorithm::Rf,
            Equivalence::ReadsFrom,
            &mut observer,
        )?;
        let mut expected = Vec::new();
        for pieces in pieces.groupings() {
            let outcomes = weak::outcomes(self.program, &pieces, self.model, self.limit);
            let outcomes = outcomes.ok_or(Compared::TooLarge)?;
            if outcomes == found && seen.counts.redundant == 0 {
                return Ok(());
            }
            expected.push(outcomes.values().sum::<usize>());
        }
        let count: usize = found.values().sum();
        let redundant = seen.counts.redundant;
        Err(Compared::Different(format!(
            "{count} executions, {redundant} redundant, but {expected:?} for the ways to cut"
        )))
    }

    fn judge(&self, algorithm: Algorithm) -> Compared {
        if self.model.is_graph() && accesses_bytes(self.program) {
            return self.outcomes().err().unwrap_or(Compared::Same);
        }
        let reference = match &self.reference {
            Ok(reference) => reference,
            Err(known) => return self.without_reference(algorithm, known),
        };
        let judged = match algorithm {
            Algorithm::Naive => return self.robustness(reference),
            Algorithm::Sat => return self.errors(),
            Algorithm::Rf => self.same_classes(algorithm, Equivalence::ReadsFrom, reference),
            _ => self.same_classes(algorithm, Equivalence::Trace, reference),
        };
        judged.err().unwrap_or(Compared::Same)
    }

    /// What brute force refuses, others have to refuse as well.
    fn without_reference(&self, algorithm: Algorithm, known: &Compared) -> Compared {
        let refused = matches!(known, Compared::Refused(_));
        if !refused || algorithm == Algorithm::Naive {
            return known.clone();
        }
        let seen = match algorithm {
            Algorithm::Sat => self.errors_of(algorithm).map(|_| ()),
            Algorithm::Rf => self.classes(algorithm, Equivalence::ReadsFrom).map(|_| ()),
            _ => self.classes(algorithm, Equivalence::Trace).map(|_| ()),
        };
        match seen {
            Ok(()) => Compared::Different("does what brute force refuses".to_string()),
            Err(end) => end,
        }
    }

    fn same_classes(
        &self,
        algorithm: Algorithm,
        equivalence: Equivalence,
        reference: &Reference,
    ) -> Result<(), Compared> {
        let expected = match equivalence {
            Equivalence::Trace => &reference.traces,
            Equivalence::ReadsFrom => &reference.reads_from,
        };
        let found = self.classes(algorithm, equivalence)?;
        let set: BTreeSet<Class> = found.classes.iter().cloned().collect();
        let problem = if set.len() < found.classes.len() {
            format!("{} classes twice", found.classes.len() - set.len())
        } else if set != *expected {
            let missing = expected.difference(&set).count();
            let extra = set.difference(expected).count();
            let all = expected.len();
            format!("{missing} classes of {all} missing, {extra} too many")
        } else if algorithm != Algorithm::Source && found.redundant > 0 {
            format!("{} redundant executions", found.redundant)
        } else if algorithm != Algorithm::Rf && found.robust != reference.robust {
            format!("robust: {:?}, not {:?}", found.robust, reference.robust)
        } else if algorithm == Algorithm::Rf {
            return self.robustness_of_classes(&found);
        } else {
            return Ok(());
        };
        Err(Compared::Different(problem))
    }

    /// The algorithm that does not visit classes must find the same errors.
    fn errors(&self) -> Compared {
        let found = self.errors_of(Algorithm::Optimal);
        match found.and_then(|expected| Ok((expected, self.errors_of(Algorithm::Sat)?))) {
            Ok((expected, found)) if expected == found => Compared::Same,
            Ok((expected, found)) => {
                Compared::Different(format!("errors {found:?} instead of {expected:?}"))
            }
            Err(known) => known,
        }
    }

    fn errors_of(&self, algorithm: Algorithm) -> Result<BTreeSet<(ErrorKind, String)>, Compared> {
        let mut options = Options::new(self.model, algorithm);
        options.keep_going = true;
        let search = || check(self.program, &options, &mut |_| ControlFlow::Continue(()));
        let outcome = caught(search).map_err(Compared::Different)?;
        if !outcome.exhausted {
            return Err(unfinished(algorithm, &outcome));
        }
        let kinds = outcome.errors.iter().map(|found| {
            let stuck = matches!(found.kind, ErrorKind::Deadlock | ErrorKind::Livelock);
            // The thread that is named as stuck depends on the execution.
            let place = match stuck {
                true => String::new(),
                false => format!("{} at {:?}", found.thread, found.locations),
            };
            (found.kind, place)
        });
        Ok(kinds.collect())
    }

    /// A program is robust exactly if it has as many traces as under SC.
    fn robustness(&self, reference: &Reference) -> Compared {
        if !self.tells_robustness() || reference.robust.is_none() {
            return Compared::Same;
        }
        match self.classes_of_sc(Equivalence::Trace) {
            Ok(sc) if Some(sc == reference.traces.len()) == reference.robust => Compared::Same,
            Ok(sc) => Compared::Different(format!(
                "{} classes and {sc} under sc, but robust: {:?}",
                reference.traces.len(),
                reference.robust,
            )),
            Err(problem) => problem,
        }
    }

    /// An execution that stops at an assumption says nothing of robustness, so programs with
    /// assumptions are left out.
    fn tells_robustness(&self) -> bool {
        let threads = &self.program.threads;
        let mut insts = threads.iter().flatten();
        let assumes = insts.any(|inst| matches!(inst, Inst::Assume(..)));
        !assumes && !threads.iter().any(|t| awaits_own(t))
    }

    /// The number of classes under SC.
    fn classes_of_sc(&self, equivalence: Equivalence) -> Result<usize, Compared> {
        let mut options = Options::new(Model::Sc, Algorithm::Optimal);
        options.keep_going = true;
        options.limits.max_executions = Some(self.limit as u64);
        // Under other models, and in reads-from classes, read-modify-writes are ordered with each other.
        options.commute = self.model == Model::Sc && equivalence == Equivalence::Trace;
        let mut classes = BTreeSet::new();
        let mut observer = |class| match class == Class::NONE {
            true => classes.clear(),
            false => drop(classes.insert(class)),
        };
        let search = || check_observed(self.program, &options, equivalence, &mut observer);
        let outcome = caught(search).map_err(Compared::Different)?;
        match outcome.exhausted {
            true => Ok(classes.len()),
            false => Err(unfinished(Algorithm::Optimal, &outcome)),
        }
    }

    /// For `rf` a program is robust exactly if it has as many reads-from classes as under SC.
    fn robustness_of_classes(&self, found: &Seen) -> Result<(), Compared> {
        if self.model.is_graph() || found.robust.is_none() || !self.tells_robustness() {
            return Ok(());
        }
        let sc = self.classes_of_sc(Equivalence::ReadsFrom)?;
        let all = found.classes.len();
        match found.robust == Some(all == sc) {
            true => Ok(()),
            false => Err(Compared::Different(format!(
                "{all} classes and {sc} under sc, but robust: {:?}",
                found.robust
            ))),
        }
    }

    fn classes(&self, algorithm: Algorithm, equivalence: Equivalence) -> Result<Seen, Compared> {
        let mut classes = Vec::new();
        let mut observer = |class| match class == Class::NONE {
            true => classes.clear(),
            false => classes.push(class),
        };
        let outcome = self.search(self.program, algorithm, equivalence, &mut observer)?;
        Ok(Seen {
            classes,
            redundant: outcome.counts.redundant,
            robust: outcome.robust,
        })
    }

    /// Fails if it says that it cannot do the program.
    fn search(
        &self,
        program: &dyn Program,
        algorithm: Algorithm,
        equivalence: Equivalence,
        observer: &mut dyn FnMut(Class),
    ) -> Result<Outcome, Compared> {
        let mut options = Options::new(self.model, algorithm);
        options.keep_going = true;
        options.robustness = !matches!(self.model, Model::Ra | Model::C11);
        // An error would hide why a search does not end.
        for kind in ErrorKind::ALL {
            options.checks.set(kind, false);
        }
        // An algorithm that repeats itself is stopped too.
        options.limits.max_executions = Some(self.limit as u64);
        let mut search = |options: &Options| {
            let search = || check_observed(program, options, equivalence, observer);
            caught(search).map_err(Compared::Different)
        };
        let mut outcome = search(&options)?;
        let counts = outcome.counts;
        let full = counts.complete + counts.blocked >= self.limit as u64;
        if outcome.exhausted || full {
            return Ok(outcome);
        }
        if outcome.reason.is_none() {
            // So does a violation of robustness.
            options.robustness = false;
            outcome = search(&options)?;
        }
        Err(unfinished(algorithm, &outcome))
    }
}

fn accesses_bytes(program: &Built) -> bool {
    let mut insts = program.threads.iter().flatten();
    insts.any(|inst| inst.byte().is_some())
}

/// Does a thread wait for a variable that it stores to? With a store buffer that is an assumption.
fn awaits_own(thread: &[Inst]) -> bool {
    let stores_to = |var| {
        thread.iter().any(|inst| match inst {
            Inst::Store(to, _)
            | Inst::StoreWith(_, to, _)
            | Inst::StoreByte(to, ..)
            | Inst::StoreByteWith(_, to, ..) => *to == var,
            _ => false,
        })
    };
    thread.iter().any(
        |inst| matches!(inst, Inst::Await(var, _) | Inst::AwaitByte(_, var, ..) if stores_to(*var)),
    )
}
