//! Random ways through a tree that learn where its leaves are.
//!
//! A way takes one alternative at each node, with some probability, and multiplies the inverse probabilities: the
//! expected product at a leaf, with 0 for a way that ends elsewhere, is the number of leaves, whatever the
//! probabilities are. They decide how much the products differ. The best ones are the shares of the leaves below
//! each alternative. So the products below each alternative are remembered, under a key that stands for
//! similar nodes, and their means guide the next ways. What is learned is used for later ways alone: each
//! product stays unbiased.

use crate::explore::random::Random;
use rustc_hash::FxHashMap;

/// How much of the probability is given by what was learned, at most.
const TRUST: f64 = 0.85;
/// So many products have to be known for half of that.
const FEW: f64 = 8.0;

#[derive(Default)]
pub struct Guide {
    /// For each key the mean of the products below it, and their number.
    known: FxHashMap<u64, (f64, f64)>,
    /// The alternatives that were taken on this way, with their probabilities. Nothing is learned about those without a key.
    way: Vec<(Option<u64>, f64)>,
}

/// Something to do at a node.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    pub key: u64,
    /// How likely it is taken, relative to others, if nothing is known.
    pub prior: f64,
}

impl Guide {
    /// Goes back to the root.
    pub fn begin(&mut self) {
        self.way.clear();
    }

    /// The place of the alternative to take.
    pub fn pick(&mut self, alternatives: &[Alternative], random: &mut Random) -> usize {
        if alternatives.len() == 1 {
            return 0;
        }
        let known = |a: &Alternative| self.known.get(&a.key).copied().unwrap_or((0.0, 0.0));
        let known: Vec<(f64, f64)> = alternatives.iter().map(known).collect();
        let least = known.iter().map(|(_, count)| *count);
        let least = least.fold(f64::INFINITY, f64::min);
        let leaves: f64 = known.iter().map(|(mean, _)| mean).sum();
        let trust = match leaves.is_finite() && leaves > 0.0 {
            true => TRUST * least / (least + FEW),
            false => 0.0,
        };
        let priors: f64 = alternatives.iter().map(|a| a.prior).sum();
        let share = |i: usize| {
            let learned = if trust > 0.0 {
                known[i].0 / leaves
            } else {
                0.0
            };
            trust * learned + (1.0 - trust) * alternatives[i].prior / priors
        };
        let mut rest = (random.number() >> 11) as f64 / (1u64 << 53) as f64;
        let mut picked = alternatives.len() - 1;
        for i in 0..alternatives.len() {
            rest -= share(i);
            if rest < 0.0 {
                picked = i;
                break;
            }
        }
        self.way
            .push((Some(alternatives[picked].key), share(picked)));
        picked
    }

    /// The place of one of so many alternatives that are all alike.
    pub fn pick_evenly(&mut self, alternatives: usize, random: &mut Random) -> usize {
        self.way.push((None, 1.0 / alternatives as f64));
        random.below(alternatives)
    }

    /// The product of the way, which has ended at a leaf or not.
    pub fn end(&mut self, leaf: bool) -> f64 {
        let mut product = if leaf { 1.0 } else { 0.0 };
        while let Some((key, share)) = self.way.pop() {
            if let Some(key) = key {
                let (mean, count) = self.known.entry(key).or_default();
                *count += 1.0;
                *mean += (product - *mean) / *count;
            }
            product /= share;
        }
        product
    }
}

/// A key of what it is made of.
pub fn key(parts: &[u64]) -> u64 {
    let add = |sum: u64, part: &u64| {
        crate::explore::random::mix(sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ part)
    };
    parts.iter().fold(parts.len() as u64, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree with a leaf at the end of each row of `true`s of some length, and dead ends beside them.
    fn walk(guide: &mut Guide, random: &mut Random, depth: u64) -> f64 {
        guide.begin();
        for level in 0..depth {
            let alternatives = [0, 1, 2].map(|way| Alternative {
                key: key(&[level, way]),
                prior: 1.0,
            });
            if guide.pick(&alternatives, random) == 2 {
                return guide.end(false);
            }
        }
        guide.end(true)
    }

    #[test]
    fn leaves_are_counted_and_dead_ends_avoided() {
        let (mut guide, mut random) = (Guide::default(), Random::new(3));
        let mut mean = |guide: &mut Guide, ways: u32| {
            let sum: f64 = (0..ways).map(|_| walk(guide, &mut random, 12)).sum();
            sum / f64::from(ways)
        };
        mean(&mut guide, 4000);
        let learned = mean(&mut guide, 4000);
        assert!((3900.0..4300.0).contains(&learned), "{learned} of 4096");
    }
}
