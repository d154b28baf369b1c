//! How many executions a search will have, estimated by random executions ([`linear_orders`]).
//!
//! [`traces`] has those of `optimal`, `source` and `naive`; the executions that `source` begins in vain are not counted. Those of
//! `rf` are graphs (`graph/estimate.rs`). The solver of `sat` goes through no classes, and there is no estimate of its runs.
//!
//! The estimate is unbiased. A few executions with large ratios may carry most of it: with few executions it tends to be too
//! low, and its error is itself an estimate.

mod future;
mod linear_orders;
mod traces;

pub use future::Future;
pub use linear_orders::{Movers, Taken};

use crate::explore::random::Random;
use crate::graph;
use crate::machine::with_model;
use crate::options::{Algorithm, Options};
use crate::outcome::Estimate;
use crate::support::resolve;
use linear_orders::{Bounds, LinearOrders, Walked};
use std::time::{Duration, Instant};
use threadproof_program::Program;
use traces::{Shape, Traces};

/// Time for the estimate in each tenth of a second. The user who has just begun to wait wants to know.
const PROBING: Duration = Duration::from_millis(5);
const PROBING_AT_FIRST: Duration = Duration::from_millis(20);
const AT_FIRST: Duration = Duration::from_millis(2_500);
/// All estimating together takes at most such a part of a search.
const PART: u32 = 6;
/// The weight of a mover whose step nobody will conflict with; others have 1.
pub const WEIGHT_ALONE: f64 = 1000.0;
const SEED: u64 = 0x1234_5678_9abc_def1;
/// A probe that takes longer holds the search up, and is given up; if many are, there is no estimate.
const LONGEST: Duration = Duration::from_millis(500);
/// So many may be given up, and one of so many more.
const LATE: u64 = 4;
const LATE_OF: u64 = 16;
/// A probe shares ratios for so long.
const SHARING: Duration = Duration::from_millis(30);
/// So many of the first probes, and one of so many later ones, only look which steps conflict with others. They do not
/// count: their ratios differ most.
const EXPLORED_AT_FIRST: u64 = 32;
const EXPLORED: u64 = 8;
/// So many executions have to end before anything is said.
const LEAVES: f64 = 30.0;
/// With a smaller relative error after at least so many probes, an estimate need not become better.
const GOOD: f64 = 0.03;
const LEAST: u64 = 1_000;

/// The executions of a program, one of which is built step by step.
pub trait Space {
    /// Goes back to the beginning. To explore means to give all movers the same weight.
    fn begin(&mut self, explore: bool);
    /// Goes back to the first so many steps.
    fn rewind(&mut self, steps: usize);
    /// Who can move; nobody at the end. `None` if the program cannot be done.
    fn movers(&mut self) -> Option<Movers>;
    /// Takes a step of a mover, any of those possible. `None` if there is none.
    fn step(&mut self, mover: u32, random: &mut Random) -> Option<Taken>;
}

/// Estimates the executions of a program with this many probes; `None` if the algorithm has no classes, or if an
/// execution is too long.
pub fn estimate(
    program: &dyn Program,
    options: &Options,
    probes: u64,
    seed: u64,
) -> Option<Estimate> {
    let mut estimator = Estimator::new(program, options)?;
    estimator.random = Random::new(seed);
    while estimator.probes < probes {
        estimator.probe()?;
    }
    estimator.estimate()
}

pub struct Estimator<'p> {
    space: Box<dyn Space + 'p>,
    orders: LinearOrders,
    /// Steps of an execution at most.
    longest: usize,
    random: Random,
    probes: u64,
    /// The time of all probes.
    spent: Duration,
    /// Probes that were given up.
    late: u64,
    /// The weights of movers are learned: the first probes are forgotten. The older half of those that count, and the newer one.
    older: Products,
    newer: Products,
    /// A way did not end: there is nothing to be said.
    broken: bool,
}

/// Products of ways: how many, those of leaves among them, their mean, and the sum of their squared distances from it.
#[derive(Clone, Copy, Default)]
struct Products {
    count: f64,
    leaves: f64,
    mean: f64,
    spread: f64,
}

impl<'p> Estimator<'p> {
    pub fn new(program: &'p dyn Program, options: &Options) -> Option<Estimator<'p>> {
        let algorithm = resolve(options.algorithm, options.model).ok()?;
        let shape = match algorithm {
            Algorithm::Optimal | Algorithm::Source => Some(Shape::Classes),
            Algorithm::Naive => Some(Shape::Interleavings),
            _ => None,
        };
        let space: Box<dyn Space + 'p> = match (shape, algorithm) {
            (Some(shape), _) => {
                with_model!(options.model.machine()?, M => {
                    Box::new(Traces::<M>::new(program, options, shape))
                })
            }
            (None, Algorithm::Rf) => Box::new(graph::Classes::new(program, options)),
            (None, _) => return None,
        };
        Some(Estimator {
            space,
            orders: LinearOrders::default(),
            longest: options.limits.max_steps as usize,
            random: Random::new(SEED),
            probes: 0,
            spent: Duration::ZERO,
            late: 0,
            older: Products::default(),
            newer: Products::default(),
            broken: false,
        })
    }

    /// Spends a little time of a search that has run for so long, unless the estimate is good.
    pub fn go_on(&mut self, elapsed: Duration) -> Option<Estimate> {
        let known = self.estimate();
        let good = |known: &Estimate| known.error < GOOD * known.executions;
        if known.as_ref().is_some_and(good) && self.probes > LEAST || elapsed / PART < self.spent {
            return known;
        }
        let time = match elapsed < AT_FIRST {
            true => PROBING_AT_FIRST,
            false => PROBING,
        };
        let begin = Instant::now();
        while !self.broken && begin.elapsed() < time {
            self.broken = self.probe().is_none();
        }
        self.spent += begin.elapsed();
        self.estimate()
    }

    /// The estimate so far.
    pub fn estimate(&self) -> Option<Estimate> {
        let all = self.older.with(self.newer);
        if self.broken || all.leaves < LEAVES {
            return None;
        }
        Some(Estimate {
            executions: all.mean,
            error: (all.spread / (all.count - 1.0) / all.count).sqrt(),
            probes: self.probes,
        })
    }

    /// One more probe; `None` if it does not end.
    fn probe(&mut self) -> Option<()> {
        let explore = self.probes < EXPLORED_AT_FIRST || self.probes.is_multiple_of(EXPLORED);
        self.space.begin(explore);
        let now = Instant::now();
        let bounds = Bounds {
            longest: self.longest,
            end: now + LONGEST,
            no_more_shares: now + SHARING,
            single: explore,
        };
        let walked = self.orders.walk(&mut *self.space, &mut self.random, bounds);
        let ratio = match walked {
            Walked::Ratio(ratio) => ratio,
            Walked::Late => {
                self.late += 1;
                return (self.late <= LATE + self.probes / LATE_OF).then_some(());
            }
            Walked::Stopped => return None,
        };
        if !explore {
            self.newer.add(ratio);
        }
        self.probes += 1;
        if self.probes.is_power_of_two() && self.probes > 64 {
            self.older = std::mem::take(&mut self.newer);
        }
        Some(())
    }
}

impl Products {
    fn add(&mut self, product: f64) {
        self.count += 1.0;
        self.leaves += if product > 0.0 { 1.0 } else { 0.0 };
        let distance = product - self.mean;
        self.mean += distance / self.count;
        self.spread += distance * (product - self.mean);
    }

    fn with(self, other: Products) -> Products {
        let count = self.count + other.count;
        let distance = other.mean - self.mean;
        let share = if count > 0.0 {
            other.count / count
        } else {
            0.0
        };
        Products {
            count,
            leaves: self.leaves + other.leaves,
            mean: self.mean + distance * share,
            spread: self.spread + other.spread + distance * distance * self.count * share,
        }
    }
}
