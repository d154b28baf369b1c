//! How much of a search is done, by the branches on the way to its current execution.
//!
//! The first estimator of Kilby, Slaney, Thiébaux and Walsh, "Estimating Search Tree Size" (AAAI 2006): all branches of a state count
//! alike. Branches that are found later are missing, so at first too much seems to be done. That is why random executions
//! are asked first.
//!
//! Branches are not alike: later ones are smaller, since sleep sets take executions away from them. So the number rises while the search is
//! in a large branch, and falls at once to a tenth when that ends. What is told is the geometric mean of all numbers so far, of which
//! later ones weigh more, in proportion to their order: errors up and down count alike, and no single branch decides.

use crate::outcome::Estimate;

/// Two standard errors are more than the number itself: only the order of magnitude is known.
const ERROR: f64 = 0.6;

/// The part that is done once the current execution has ended. For each state on its way, from the root on: how many branches
/// were explored before the current one, and how many are left behind it.
pub fn part_done(levels: impl DoubleEndedIterator<Item = (usize, usize)>) -> f64 {
    levels.rev().fold(1.0, |part, (done, left)| {
        (done as f64 + part) / (done + 1 + left) as f64
    })
}

/// The number of executions by the parts of a search that were done at several times.
#[derive(Clone, Copy, Default, Debug)]
pub struct ByPart {
    times: f64,
    /// Of the logarithms of all numbers.
    mean: f64,
    seen: u64,
}

impl ByPart {
    /// A search has seen so many executions in a part of all its branches.
    pub fn add(&mut self, seen: u64, part: f64) {
        if seen == 0 || part <= 0.0 {
            return;
        }
        self.times += 1.0;
        let executions = seen as f64 / part;
        // The nth of n weights 1, 2, …, n is this part of their sum.
        self.mean += (executions.ln() - self.mean) * 2.0 / (self.times + 1.0);
        self.seen = seen;
    }

    /// The estimate, once there is one.
    pub fn estimate(&self) -> Option<Estimate> {
        let executions = self.mean.exp();
        (self.times > 0.0).then_some(Estimate {
            executions,
            error: ERROR * executions,
            probes: self.seen,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_count_alike() {
        let part = |levels: &[(usize, usize)]| part_done(levels.iter().copied());
        assert_eq!(part(&[]), 1.0);
        // The second of four, and there the first of two.
        assert_eq!(part(&[(1, 2), (0, 1)]), 0.375);
        assert_eq!(part(&[(3, 0), (1, 0)]), 1.0);
    }

    #[test]
    fn later_numbers_weigh_more() {
        let mut by_part = ByPart::default();
        assert!(by_part.estimate().is_none());
        let told = |by_part: &ByPart| by_part.estimate().map_or(0.0, |e| e.executions.round());
        by_part.add(30, 0.375);
        assert_eq!(told(&by_part), 80.0);
        // A large branch ends: 10 instead of 80 weighs twice as much.
        by_part.add(10, 1.0);
        assert_eq!(told(&by_part), 20.0);
        by_part.add(20, 1.0);
        assert_eq!(told(&by_part), 20.0);
    }
}
