//! How many classes of executions go on from a state, learned from the probes before.
//!
//! The best probability of a step is proportional to the number of classes that begin with it: all ratios are then the same
//! (Glynn, Iglehart: Importance Sampling for Stochastic Simulations, 1989). That number is not known, but the ratios of a probe from a state on have
//! it as their expected value, so it can be learned, with the value of the next state in place of the rest of the ratios
//! (Sutton: Learning to Predict by the Methods of Temporal Differences, 1988). Whatever is learned, the estimate stays unbiased: a
//! wrong value makes it less exact.

use super::linear_orders::{Mover, Movers};
use crate::random::mix;
use rustc_hash::FxHashMap;

/// The knowledge about a state, or about a step there.
#[derive(Clone, Copy, Default)]
struct Value {
    seen: u32,
    mean: f64,
}

/// A value that was seen so often is believed.
const BELIEVED: u32 = 3;
/// This part of the probability is divided evenly, so that no way is left out because of a wrong value.
const EVENLY: f64 = 0.15;
/// No more states are remembered.
const MOST: usize = 1 << 18;
/// A newer number counts for more than an older one, by this power of how often the state was seen.
const FORGETTING: f64 = 0.8;

/// The values of states, as far as they are known.
#[derive(Default)]
pub struct Values {
    states: FxHashMap<u64, Value>,
    /// By state and place of the mover.
    steps: FxHashMap<u64, Value>,
    /// The logarithm of the part of all classes that a step at a place leaves, over all states.
    places: FxHashMap<u64, Value>,
}

/// Numbers for a state, the coarsest first.
pub type Numbers = [u64; 2];

impl Values {
    /// Weighs movers by the classes that begin with their steps.
    pub fn weigh(&self, state: Numbers, movers: &mut Movers) {
        if movers.len() < 2 {
            return;
        }
        let known = |mover: &Mover| self.part(state, mover);
        let parts: Vec<Option<f64>> = movers.iter().map(known).collect();
        let sum: f64 = parts.iter().flatten().sum();
        let count = parts.iter().flatten().count();
        if count == 0 || sum <= 0.0 || !sum.is_finite() {
            return;
        }
        let usual = sum / count as f64;
        let all = usual * movers.len() as f64;
        let even = 1.0 / movers.len() as f64;
        for (mover, part) in movers.iter_mut().zip(parts) {
            let learned = part.unwrap_or(usual) / all;
            mover.weight *= (1.0 - EVENLY) * learned + EVENLY * even;
        }
    }

    /// The classes from a state on, if that is known.
    pub fn value(&self, state: Numbers) -> Option<f64> {
        state.iter().rev().find_map(|number| {
            let all = self.states.get(number)?;
            (all.seen >= BELIEVED && all.mean > 0.0).then_some(all.mean)
        })
    }

    /// The part of the classes of a state that begin with a step.
    fn part(&self, state: Numbers, mover: &Mover) -> Option<f64> {
        let here = state.iter().rev().find_map(|number| {
            let step = self.steps.get(&(number ^ mix(mover.place)))?;
            let all = self.states.get(number)?;
            let believed = step.seen >= BELIEVED && all.mean > 0.0;
            believed.then(|| step.mean / all.mean)
        });
        let anywhere = || {
            let known = self.places.get(&mover.place)?;
            (known.seen >= BELIEVED).then(|| known.mean.exp())
        };
        here.or_else(anywhere)
    }

    /// From a state a step was taken; the ratio there is known, and an estimate of the classes from the next state on.
    /// An estimate of those from this state on.
    pub fn learn(&mut self, state: Numbers, step: Step, next: f64) -> f64 {
        let found = step.ratio * next;
        let after = step.ways * next;
        let mut best = found;
        for number in state {
            let key = number ^ mix(step.place);
            if self.states.len() < MOST || self.states.contains_key(&number) {
                let all = self.states.entry(number).or_default();
                all.add(found);
                self.steps.entry(key).or_default().add(after);
                // The finer state is the later one.
                if all.seen >= BELIEVED {
                    best = all.mean;
                }
            }
        }
        if step.decides && after > 0.0 && best > 0.0 {
            let place = self.places.entry(step.place).or_default();
            place.add((after / best).ln());
        }
        best
    }
}

/// A step that was taken.
#[derive(Clone, Copy)]
pub struct Step {
    pub place: u64,
    pub ratio: f64,
    pub ways: f64,
    /// Others could have moved.
    pub decides: bool,
}

impl Value {
    fn add(&mut self, number: f64) {
        self.seen += 1;
        self.mean += (number - self.mean) / f64::from(self.seen).powf(FORGETTING);
    }
}
