//! How many executions a search will have, estimated by random probing (Knuth: Estimating the
//! Efficiency of Backtrack Programs, 1975).
//!
//! A probe walks from the root of a search tree to a leaf, picks one of the n children at each node, and
//! multiplies the n's: the expected product is the number of leaves. The tree is that of sleep sets
//! without any other reduction (Godefroid), because its children are known when a node is met, and
//! each class of executions is one of its leaves; walks into a sleep-blocked state count nothing. That is
//! the number of executions of `optimal`, and without sleep sets that of `naive`; `source` has some more, and
//! `rf`, which tells fewer executions apart, has fewer.
//!
//! The estimate is unbiased, yet a few probes with large products carry most of it: with few probes it
//! tends to be too low, and its error is itself an estimate.

use crate::explore::random::Random;
use crate::host::Config;
use crate::machine::{Feet, Footprint, Machine, dependent};
use crate::options::{Algorithm, Model, Options};
use crate::outcome::Estimate;
use crate::support::resolve;
use crate::trace::{Label, StepIdx};
use std::time::Instant;
use threadproof_program::Program;

/// Estimates the executions of a program with this many probes; `None` if the algorithm explores
/// another tree, or if an execution is too long.
pub fn estimate(program: &dyn Program, options: &Options, probes: u64) -> Option<Estimate> {
    let mut estimator = Estimator::new(program, options)?;
    while estimator.probes < probes {
        estimator.probe()?;
    }
    estimator.estimate()
}

pub struct Estimator<'p> {
    machine: Machine<'p>,
    sleeps: bool,
    at_most: bool,
    longest: usize,
    random: Random,
    probes: u64,
    /// Mean of the products, and the sum of their squared distances from it.
    mean: f64,
    spread: f64,
    /// An execution was too long: there is nothing to be said.
    broken: bool,
}

impl<'p> Estimator<'p> {
    pub fn new(program: &'p dyn Program, options: &Options) -> Option<Estimator<'p>> {
        // The trees of graphs are other ones, and what a machine does says nothing about them.
        if !matches!(options.model, Model::Sc | Model::Tso | Model::Pso) {
            return None;
        }
        let (sleeps, at_most) = match resolve(options.algorithm, options.model).ok()? {
            Algorithm::Optimal | Algorithm::Source => (true, false),
            Algorithm::Naive => (false, false),
            Algorithm::Rf => (true, true),
            _ => return None,
        };
        let config = Config {
            model: options.model,
            checks: options.checks,
            limits: options.limits,
            commute: options.commutes(),
            fine: false,
            joins: false,
            silent_ends: false,
        };
        let mut machine = Machine::new(program, config, Default::default());
        machine.begin();
        Some(Estimator {
            machine,
            sleeps,
            at_most,
            longest: options.limits.max_steps as usize,
            random: Random::new(0x1234_5678_9abc_def1),
            probes: 0,
            mean: 0.0,
            spread: 0.0,
            broken: false,
        })
    }

    /// Probes for a while.
    pub fn run_until(&mut self, end: Instant) {
        while !self.broken && Instant::now() < end {
            self.broken = self.probe().is_none();
        }
    }

    /// What is known so far.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.broken || self.probes < 2 {
            return None;
        }
        let count = self.probes as f64;
        Some(Estimate {
            executions: self.mean,
            error: (self.spread / (count - 1.0) / count).sqrt(),
            probes: self.probes,
            at_most: self.at_most,
        })
    }

    /// One more probe; `None` if it does not end.
    fn probe(&mut self) -> Option<()> {
        let product = self.walk()?;
        self.probes += 1;
        let distance = product - self.mean;
        self.mean += distance / self.probes as f64;
        self.spread += distance * (product - self.mean);
        Some(())
    }

    /// The product of a random walk; 0 if it ends where every actor that could move sleeps.
    fn walk(&mut self) -> Option<f64> {
        let mut sleepers: Vec<(Footprint, bool)> = Vec::new();
        let mut product = 1.0;
        self.machine.rewind(0);
        loop {
            let depth = self.machine.trace().len();
            if self.longest <= depth {
                return None;
            }
            self.machine.catch_up();
            if self.machine.enabled().next().is_none() {
                return Some(product);
            }
            let mut children = self.children(&sleepers);
            if children.is_empty() {
                return Some(0.0);
            }
            product *= children.len() as f64;
            let picked = self.random.below(children.len());
            let label = children[picked].outline.label;
            self.machine.step(label);
            let step = Feet::of(self.machine.trace(), StepIdx(depth as u32));
            children.truncate(picked);
            sleepers.extend(children.into_iter().map(|child| {
                let hidden = child.hidden();
                (child, hidden)
            }));
            sleepers.retain_mut(|(sleeper, hidden)| {
                let view = sleeper.view(*hidden);
                let awake = !self.sleeps || dependent(view, step);
                *hidden &= !step.reveals(&view);
                !awake
            });
        }
    }

    /// The steps that can be taken by those who do not sleep, each option of a choice by itself.
    fn children(&mut self, sleepers: &[(Footprint, bool)]) -> Vec<Footprint> {
        let depth = self.machine.trace().len();
        let asleep = |actor| sleepers.iter().any(|(s, _)| s.outline.actor() == actor);
        let actors: Vec<_> = self.machine.enabled().filter(|a| !asleep(*a)).collect();
        let mut children = Vec::with_capacity(actors.len());
        for actor in actors {
            let mut choice = 0;
            loop {
                self.machine.step(Label { actor, choice });
                let newest = StepIdx(depth as u32);
                let step = Feet::of(self.machine.trace(), newest);
                let mut child = Footprint::nothing();
                child.set(step);
                children.push(child);
                choice = self.machine.trace().step(newest).next_choice;
                self.machine.rewind(depth);
                if choice == 0 {
                    break;
                }
            }
        }
        children
    }
}
