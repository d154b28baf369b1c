//! How many classes of executions were seen, and how many there may be.

use crate::explore::prefix::Prefix;
use rustc_hash::FxHashMap;

/// Classes by how often they were seen.
#[derive(Default)]
pub struct Classes {
    times: FxHashMap<Prefix, u32>,
    /// Seen once, seen twice.
    once: u64,
    twice: u64,
}

impl Classes {
    /// Counts an execution of a class.
    pub fn add(&mut self, class: Prefix) {
        let times = self.times.entry(class).or_default();
        *times = times.saturating_add(1);
        match *times {
            1 => self.once += 1,
            2 => (self.once, self.twice) = (self.once - 1, self.twice + 1),
            3 => self.twice -= 1,
            _ => (),
        }
    }

    /// The number of different classes.
    pub fn seen(&self) -> u64 {
        self.times.len() as u64
    }

    /// At least about so many are there, by the estimator of Chao (Nonparametric Estimation of the Number of
    /// Classes in a Population, 1984) in its form without bias.
    pub fn estimate(&self) -> f64 {
        let (once, twice) = (self.once as f64, self.twice as f64);
        self.seen() as f64 + once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn class(number: usize) -> Prefix {
        Prefix::default().with_named(number as u128)
    }

    #[test]
    fn classes_that_were_not_seen_are_estimated() {
        let mut classes = Classes::default();
        let mut random = Random::new(7);
        for _ in 0..1500 {
            classes.add(class(random.below(1000)));
        }
        assert!(classes.seen() < 850, "{}", classes.seen());
        let estimate = classes.estimate();
        assert!((900.0..1100.0).contains(&estimate), "{estimate}");
    }

    #[test]
    fn all_seen_often_are_all() {
        let mut classes = Classes::default();
        for nth in 0..30 {
            classes.add(class(nth % 3));
        }
        assert_eq!((classes.seen(), classes.estimate()), (3, 3.0));
    }
}
