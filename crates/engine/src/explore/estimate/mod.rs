//! How many executions a search will have, estimated by random executions ([`linear_orders`]).
//!
//! [`traces`] has those of `optimal`, `source` and `naive`; the executions that `source` begins in vain are not counted. Those of
//! `rf` are graphs (`explore/rf/estimate.rs`). The solver of `sat` goes through no classes, and there is no estimate of its runs.
//!
//! The estimate is unbiased. A few executions with large ratios may carry most of it: with few executions it tends to be too
//! low, and its error is itself an estimate. If the search overtakes it, the search's own branches say more ([`part`]).

mod future;
mod linear_orders;
mod notes;
mod part;
mod situation;
mod traces;
mod values;

pub use linear_orders::{Mover, Movers, Taken};
pub use notes::Notes;
pub use part::{ByPart, part_done};

use crate::explore::rf;
use crate::explore::view::View;
use crate::machine::with_model;
use crate::options::{Algorithm, Options};
use crate::outcome::Estimate;
use crate::random::Random;
use crate::support::resolve;
use linear_orders::{Bounds, LinearOrders, Walked};
use std::time::{Duration, Instant};
use threadproof_program::Program;
use traces::Traces;

/// Time for the estimate in each tenth of a second. The user who has just begun to wait wants to know.
const PROBING: Duration = Duration::from_millis(5);
const PROBING_AT_FIRST: Duration = Duration::from_millis(40);
const AT_FIRST: Duration = Duration::from_millis(2_500);
/// All estimating together takes at most such a part of a search, and at first such a part more, up to a limit.
const PART: u32 = 6;
const PART_AHEAD: u32 = 4;
const AHEAD: Duration = Duration::from_millis(400);
/// The weight of a mover whose step nobody will conflict with; others have 1.
pub const WEIGHT_ALONE: f64 = 1000.0;
const SEED: u64 = 0x1234_5678_9abc_def1;
/// A probe that takes longer holds the search up, and is given up; if many are, there is no estimate.
const LONGEST: Duration = Duration::from_millis(500);
/// So many may be given up, and one of so many more.
const LATE: u64 = 4;
const LATE_OF: u64 = 16;
/// A probe shares ratios for so long.
const SHARING: Duration = Duration::from_millis(15);
/// So many of the first probes, and one of so many later ones, only look which steps conflict with others. They do not
/// count: their ratios differ most.
const EXPLORED_AT_FIRST: u64 = 32;
const EXPLORED: u64 = 8;
/// The first ones take no longer than this.
const EXPLORING: Duration = Duration::from_millis(60);
/// They stay with the mover of the last step to such a degree: some executions need a thread that takes several steps while all others wait.
const STEADY: [f64; 4] = [1.0, 1.0, 4.0, 20.0];
/// So many executions have to end before anything is said.
const LEAVES: f64 = 8.0;
/// With a smaller relative error after at least so many probes, an estimate need not become better.
const GOOD: f64 = 0.03;
const LEAST: u64 = 1_000;

/// The executions of a program, one of which is built step by step.
pub trait Space {
    /// Goes back to the beginning. To explore means to give all movers the same weight.
    fn begin(&mut self, explore: bool);
    /// Goes back to the first so many steps.
    fn rewind(&mut self, steps: usize);
    /// Who can move; nobody at the end. `None` if the program cannot be done, or not as coarsely.
    fn movers(&mut self) -> Option<Movers>;
    /// Numbers for the state.
    fn numbers(&self) -> [u64; 2];
    /// Begins to look more closely, if the search would.
    fn refine(&mut self) -> bool;
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

/// Estimates a number of executions, probe by probe.
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
    /// `None` if the algorithm has no classes.
    pub fn new(program: &'p dyn Program, options: &Options) -> Option<Estimator<'p>> {
        let algorithm = resolve(options.algorithm, options.model).ok()?;
        let space: Box<dyn Space + 'p> = match algorithm {
            Algorithm::Rf => {
                let config = View::default().config(options, algorithm);
                Box::new(rf::Classes::new(program, options.model, config))
            }
            Algorithm::Optimal | Algorithm::Source | Algorithm::Naive => {
                with_model!(options.model.machine()?, M => {
                    Box::new(Traces::<M>::new(program, options, algorithm))
                })
            }
            _ => return None,
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
        if known.as_ref().is_some_and(good) && self.probes > LEAST
            || Self::allowance(elapsed) < self.spent
        {
            return known;
        }
        let time = match elapsed < AT_FIRST {
            true => PROBING_AT_FIRST,
            false => PROBING,
        };
        let mut now = Instant::now();
        let end = now + time;
        while !self.broken && now < end {
            self.broken = self.probe().is_none();
            let before = std::mem::replace(&mut now, Instant::now());
            self.spent += now - before;
        }
        self.estimate()
    }

    /// Time for the estimate of a search that has run for so long.
    fn allowance(elapsed: Duration) -> Duration {
        elapsed / PART + AHEAD.min(elapsed / PART_AHEAD)
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
        let at_first = self.probes < EXPLORED_AT_FIRST && self.spent < EXPLORING;
        let explore = at_first || self.probes.is_multiple_of(EXPLORED);
        self.space.begin(explore);
        let now = Instant::now();
        let bounds = Bounds {
            longest: self.longest,
            end: now + LONGEST,
            no_more_shares: now + SHARING,
            single: explore,
            steady: explore.then(|| STEADY[self.random.below(STEADY.len())]),
        };
        let walked = self.orders.walk(&mut *self.space, &mut self.random, bounds);
        let ratio = match walked {
            Walked::Ratio(ratio) => ratio,
            Walked::Late => {
                self.late += 1;
                return (self.late <= LATE + self.probes / LATE_OF).then_some(());
            }
            Walked::Stopped => return self.space.refine().then(|| self.forget()),
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

impl Estimator<'_> {
    /// Forgets all probes: the search has begun again, with other executions.
    fn forget(&mut self) {
        (self.older, self.newer) = Default::default();
        self.orders = LinearOrders::default();
        self.probes = 0;
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
