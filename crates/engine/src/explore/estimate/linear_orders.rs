//! How many classes of executions there are, from random executions that all end.
//!
//! A class is a partial order of steps, and each of its executions is a linear order of that. Let a random execution `s` come
//! out with probability `p(s)`, and let `q(s)` be any probability distribution over the linear orders of each class. The expected
//! value of `q(s) / p(s)` is the sum of `q` over all executions, which is 1 for each class: so it is the number of classes.
//! This is Knuth's estimator (Estimating the Efficiency of Backtrack Programs, 1975) for a tree in which every class has
//! many leaves that share its weight. A tree with one leaf for each class has dead ends instead, which most ways run into.
//!
//! Each mover of a state has a weight, which is learned ([`super::values`]). `p` takes a mover with a probability proportional to its weight; `q` does the same
//! among those whose next step in this class happens after no step that is still to come. These are known when the
//! execution has ended: a step of the class was possible from the newest step on that happens before it. Movers that
//! conflict with nobody have a large weight, and change nothing: they are taken at once by both.
//!
//! The ratios of long executions differ by orders of magnitude as long as little is learned. So an execution whose ratio so far, times the
//! value of its state if that is known, is large compared with others of its length is continued in several ways that share it, and
//! one for which that is small is given up, or stands for another one that was (Grassberger: Pruned-enriched Rosenbluth method,
//! 1997). The expected sum stays the same.

use super::Space;
use super::values::{Numbers, Step, Values};
use crate::random::Random;
use smallvec::SmallVec;
use std::time::Instant;

/// A ratio that is so many times the usual one is shared.
const LARGE: f64 = 4.0;
/// By so many at most.
const MOST_SHARES: f64 = 8.0;
/// Half of the executions with a smaller part of the usual ratio are given up.
const SMALL: f64 = 0.05;
/// So many probes have to say what is usual.
const PROBES_BEFORE: u64 = 24;
/// After so many the older ones count half: the weights have changed.
const PROBES_KEPT: u64 = 128;
/// Ends of a single probe; after that nothing is shared any more.
const MOST_ENDS: u32 = 300;

/// Somebody who can move.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub who: u32,
    /// A number for the place of the program where it stands.
    pub place: u64,
    pub weight: f64,
}

/// All who can move.
pub type Movers = SmallVec<[Mover; 8]>;

/// A step that was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The mover could have taken it after so many steps already.
    pub from: usize,
    /// Out of so many ways to take it, all with the same probability, each of another class.
    pub ways: f64,
}

/// The end of a probe.
pub enum Walked {
    /// The sum of the ratios of its executions, without those that the search does not have.
    Ratio(f64),
    /// It does not end in time: the program is large, or the machine is busy.
    Late,
    /// An execution has too many steps, or the program cannot be done.
    Stopped,
}

/// How far a probe may go.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Steps of an execution.
    pub longest: usize,
    pub end: Instant,
    /// Nothing is shared from here on.
    pub no_more_shares: Instant,
    /// A single execution, whatever its ratio.
    pub single: bool,
    /// The weight of the mover of the last step, in place of learned weights.
    pub steady: Option<f64>,
}

/// The state of a probe, and the knowledge of earlier ones.
#[derive(Default)]
pub struct LinearOrders {
    states: Vec<State>,
    /// The ratio of the execution so far.
    ratio: f64,
    usual: Usual,
    values: Values,
}

/// A state on the way, with the step that was taken there.
struct State {
    numbers: Numbers,
    movers: Movers,
    /// The weights of all movers.
    all: f64,
    /// The weights of those whose next step was possible here.
    first: f64,
    ways: f64,
    mover: Mover,
    from: usize,
}

/// The ratios of all probes.
#[derive(Default)]
struct Usual {
    probes: u64,
    /// By the number of steps.
    sums: Vec<Sums>,
}

/// Sums of ratios after a number of steps.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Times the values of the states.
    totals: f64,
    /// Of the states whose values are known: without and with these.
    known: f64,
    known_totals: f64,
}

/// An execution that goes on in several ways.
struct Fork {
    steps: usize,
    /// Ways that are left to go.
    left: u32,
    /// The part of the ratio for each.
    share: f64,
}

/// How an execution goes on from a state.
enum Onwards {
    Step,
    Back,
    Late,
    Stopped,
}

impl LinearOrders {
    /// Runs a probe from the beginning.
    pub fn walk(&mut self, space: &mut dyn Space, random: &mut Random, bounds: Bounds) -> Walked {
        self.states.clear();
        self.ratio = 1.0;
        if !bounds.single {
            self.usual.begin();
        }
        let mut forks: Vec<Fork> = Vec::new();
        let (mut share, mut sum, mut ends) = (1.0, 0.0, 0);
        let mut fresh = !bounds.single;
        // The steps before these were learned from.
        let mut new_from = 0;
        loop {
            let may_share = ends < MOST_ENDS && Instant::now() < bounds.no_more_shares;
            if fresh && !self.control(space.numbers(), &mut share, &mut forks, may_share, random) {
                match self.go_back(space, &mut forks) {
                    Some(left) => share = left,
                    None => return Walked::Ratio(sum),
                }
                new_from = new_from.min(self.states.len());
            }
            match self.step(space, random, bounds) {
                Onwards::Step => fresh = !bounds.single,
                Onwards::Late => return Walked::Late,
                Onwards::Stopped => return Walked::Stopped,
                Onwards::Back => {
                    ends += 1;
                    sum += share * self.ratio;
                    fresh = false;
                    self.learn(new_from);
                    match self.go_back(space, &mut forks) {
                        Some(left) => share = left,
                        None => return Walked::Ratio(sum),
                    }
                    new_from = self.states.len();
                }
            }
        }
    }

    /// Learns from an execution that has ended, without the first so many steps.
    fn learn(&mut self, from: usize) {
        let mut next = if self.ratio > 0.0 { 1.0 } else { 0.0 };
        for state in self.states[from..].iter().rev() {
            let step = Step {
                place: state.mover.place,
                ratio: state.ratio(),
                ways: state.ways,
                decides: state.movers.len() > 1,
            };
            next = self.values.learn(state.numbers, step, next);
        }
    }

    /// Shares a large ratio, and doubles a small one or gives it up: false.
    fn control(
        &mut self,
        numbers: Numbers,
        share: &mut f64,
        forks: &mut Vec<Fork>,
        may_share: bool,
        random: &mut Random,
    ) -> bool {
        let value = self.values.value(numbers);
        let ratio = *share * self.ratio;
        let steps = self.states.len();
        let part = self.usual.add(steps, ratio, value);
        if self.usual.probes < PROBES_BEFORE {
            return true;
        }
        if part > LARGE && may_share {
            let shares = part.floor().min(MOST_SHARES);
            *share /= shares;
            forks.push(Fork {
                steps,
                left: shares as u32 - 1,
                share: *share,
            });
        }
        if part < SMALL {
            *share *= 2.0;
            return random.below(2) == 0;
        }
        true
    }

    /// Goes back to the newest fork with a way that is left; its share.
    fn go_back(&mut self, space: &mut dyn Space, forks: &mut Vec<Fork>) -> Option<f64> {
        while let Some(fork) = forks.last_mut() {
            if fork.left == 0 {
                forks.pop();
                continue;
            }
            fork.left -= 1;
            while self.states.len() > fork.steps {
                self.forget_newest();
            }
            // A product of what is left, not a quotient: it may have been 0.
            self.ratio = self.states.iter().map(State::ratio).product();
            space.rewind(fork.steps);
            return Some(fork.share);
        }
        None
    }

    fn step(&mut self, space: &mut dyn Space, random: &mut Random, bounds: Bounds) -> Onwards {
        if self.states.len() >= bounds.longest {
            return Onwards::Stopped;
        }
        if Instant::now() >= bounds.end {
            return Onwards::Late;
        }
        let Some(mut movers) = space.movers() else {
            return Onwards::Stopped;
        };
        if movers.is_empty() {
            return Onwards::Back;
        }
        let numbers = space.numbers();
        match bounds.steady {
            Some(weight) => self.stay(&mut movers, weight),
            None => self.values.weigh(numbers, &mut movers),
        }
        let mut state = State::new(numbers, movers, random);
        match space.step(state.mover.who, random) {
            Some(taken) => {
                (state.from, state.ways) = (taken.from, taken.ways);
                self.add(state);
                Onwards::Step
            }
            None => {
                // No execution goes this way.
                self.ratio = 0.0;
                Onwards::Back
            }
        }
    }

    /// Gives a weight to the mover of the newest step.
    fn stay(&self, movers: &mut Movers, weight: f64) {
        let Some(newest) = self.states.last() else {
            return;
        };
        let same = |mover: &&mut Mover| mover.who == newest.mover.who;
        if let Some(mover) = movers.iter_mut().find(same) {
            mover.weight *= weight;
        }
    }

    /// The newest step is a first one in all states from which it was possible.
    fn add(&mut self, state: State) {
        self.ratio *= state.ratio();
        for before in &mut self.states[state.from..] {
            let weight = before.weight(state.mover.who);
            self.ratio *= before.first / (before.first + weight);
            before.first += weight;
        }
        self.states.push(state);
    }

    fn forget_newest(&mut self) {
        let Some(state) = self.states.pop() else {
            return;
        };
        for before in &mut self.states[state.from..] {
            let weight = before.weight(state.mover.who);
            before.first -= weight;
        }
    }
}

impl State {
    /// Picks a mover.
    fn new(numbers: Numbers, movers: Movers, random: &mut Random) -> State {
        let all: f64 = movers.iter().map(|mover| mover.weight).sum();
        let mut rest = random.fraction() * all;
        let found = movers.iter().find(|mover| {
            rest -= mover.weight;
            rest < 0.0
        });
        let mover = *found.unwrap_or(&movers[movers.len() - 1]);
        State {
            numbers,
            movers,
            all,
            first: mover.weight,
            ways: 1.0,
            mover,
            from: 0,
        }
    }

    fn weight(&self, who: u32) -> f64 {
        let here = self.movers.iter().find(|mover| mover.who == who);
        here.map_or(0.0, |mover| mover.weight)
    }

    fn ratio(&self) -> f64 {
        self.ways * self.all / self.first
    }
}

impl Usual {
    /// Another probe begins.
    fn begin(&mut self) {
        self.probes += 1;
        if self.probes >= PROBES_KEPT {
            self.probes /= 2;
            for sums in &mut self.sums {
                sums.totals /= 2.0;
                sums.known /= 2.0;
                sums.known_totals /= 2.0;
            }
        }
    }

    /// Adds a ratio after so many steps, at a state whose value may be known; how many times the usual one it is.
    fn add(&mut self, steps: usize, ratio: f64, value: Option<f64>) -> f64 {
        if self.sums.len() <= steps {
            self.sums.resize(steps + 1, Sums::default());
        }
        let sums = &mut self.sums[steps];
        if let Some(value) = value {
            sums.known += ratio;
            sums.known_totals += ratio * value;
        }
        let others = match sums.known > 0.0 {
            true => sums.known_totals / sums.known,
            false => 1.0,
        };
        let total = ratio * value.unwrap_or(others);
        sums.totals += total;
        total * self.probes as f64 / sums.totals
    }
}
