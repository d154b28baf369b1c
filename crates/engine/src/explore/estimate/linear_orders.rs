//! How many classes of executions there are, from random executions that all end.
//!
//! A class is a partial order of steps, and each of its executions is a linear order of that. Let a random execution `s` come
//! out with probability `p(s)`, and let `q(s)` be any probability distribution over the linear orders of each class. The expected
//! value of `q(s) / p(s)` is the sum of `q` over all executions, which is 1 for each class: so it is the number of classes.
//! This is Knuth's estimator (Estimating the Efficiency of Backtrack Programs, 1975) for a tree in which every class has
//! many leaves that share its weight. A tree with one leaf for each class has dead ends instead, which most ways run into.
//!
//! Each mover of a state has a weight. `p` takes a mover with a probability proportional to its weight; `q` does the same
//! among those whose next step in this class happens after no step that is still to come. These are known when the
//! execution has ended: a step of the class was possible from the newest step on that happens before it. Movers that
//! conflict with nobody have a large weight, and change nothing: they are taken at once by both.
//!
//! The ratios of long executions differ by orders of magnitude. So an execution whose ratio is large on its way, compared with
//! others of its length, is continued in several ways that share it, and one whose ratio is small is given up, or
//! stands for another one that was (Grassberger: Pruned-enriched Rosenbluth method, 1997). The expected sum stays the same.

use super::Space;
use crate::explore::random::Random;
use smallvec::SmallVec;
use std::time::Instant;

/// A ratio that is so many times the usual one is shared.
const LARGE: f64 = 2.0;
/// By so many at most.
const MOST_SHARES: f64 = 8.0;
/// Half of the executions with a smaller part of the usual ratio are given up.
const SMALL: f64 = 0.4;
/// So many probes have to say what is usual.
const PROBES_BEFORE: u64 = 24;
/// Ends of a single probe; after that nothing is shared any more.
const MOST_ENDS: u32 = 300;

/// Who can move, with a weight for each.
pub type Movers = SmallVec<[(u32, f64); 8]>;

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
}

#[derive(Default)]
pub struct LinearOrders {
    states: Vec<State>,
    /// The ratio of the execution so far.
    ratio: f64,
    usual: Usual,
}

/// A state on the way, with the step that was taken there.
struct State {
    movers: Movers,
    /// The weights of all movers.
    all: f64,
    /// The weights of those whose next step was possible here.
    first: f64,
    ways: f64,
    mover: u32,
    from: usize,
}

/// The sums of the ratios at each number of steps, over all probes.
#[derive(Default)]
struct Usual {
    probes: u64,
    sums: Vec<f64>,
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
        self.usual.probes += u64::from(!bounds.single);
        let mut forks: Vec<Fork> = Vec::new();
        let (mut share, mut sum, mut ends) = (1.0, 0.0, 0);
        let mut fresh = !bounds.single;
        loop {
            let may_share = ends < MOST_ENDS && Instant::now() < bounds.no_more_shares;
            if fresh && !self.control(&mut share, &mut forks, may_share, random) {
                match self.go_back(space, &mut forks) {
                    Some(left) => share = left,
                    None => return Walked::Ratio(sum),
                }
            }
            match self.step(space, random, bounds) {
                Onwards::Step => fresh = !bounds.single,
                Onwards::Late => return Walked::Late,
                Onwards::Stopped => return Walked::Stopped,
                Onwards::Back => {
                    ends += 1;
                    sum += share * self.ratio;
                    fresh = false;
                    match self.go_back(space, &mut forks) {
                        Some(left) => share = left,
                        None => return Walked::Ratio(sum),
                    }
                }
            }
        }
    }

    /// Shares a large ratio, and doubles a small one or gives it up: false.
    fn control(
        &mut self,
        share: &mut f64,
        forks: &mut Vec<Fork>,
        may_share: bool,
        random: &mut Random,
    ) -> bool {
        let steps = self.states.len();
        let part = self.usual.add(steps, *share * self.ratio);
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
        let Some(movers) = space.movers() else {
            return Onwards::Stopped;
        };
        if movers.is_empty() {
            return Onwards::Back;
        }
        let mut state = State::new(movers, random);
        match space.step(state.mover, random) {
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

    /// The newest step is a first one in all states from which it was possible.
    fn add(&mut self, state: State) {
        self.ratio *= state.ratio();
        for before in &mut self.states[state.from..] {
            let weight = before.weight(state.mover);
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
            let weight = before.weight(state.mover);
            before.first -= weight;
        }
    }
}

impl State {
    /// Picks a mover.
    fn new(movers: Movers, random: &mut Random) -> State {
        let all: f64 = movers.iter().map(|(_, weight)| weight).sum();
        let mut rest = random.fraction() * all;
        let found = movers.iter().find(|(_, weight)| {
            rest -= weight;
            rest < 0.0
        });
        let (mover, first) = *found.unwrap_or(&movers[movers.len() - 1]);
        State {
            movers,
            all,
            first,
            ways: 1.0,
            mover,
            from: 0,
        }
    }

    fn weight(&self, mover: u32) -> f64 {
        let here = self.movers.iter().find(|(other, _)| *other == mover);
        here.map_or(0.0, |(_, weight)| *weight)
    }

    fn ratio(&self) -> f64 {
        self.ways * self.all / self.first
    }
}

impl Usual {
    /// Adds a ratio after so many steps; how many times the usual one it is.
    fn add(&mut self, steps: usize, ratio: f64) -> f64 {
        if self.sums.len() <= steps {
            self.sums.resize(steps + 1, 0.0);
        }
        self.sums[steps] += ratio;
        ratio * self.probes as f64 / self.sums[steps]
    }
}
