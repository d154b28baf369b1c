//! How much of a search is done, by the branches on the way to its current execution.
//!
//! The first estimator of Kilby, Slaney, Thiébaux and Walsh, "Estimating Search Tree Size" (AAAI 2006): all branches of a state count
//! alike. Branches that are found later are missing, so at first too much seems to be done. That is why random executions
//! are asked first.

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

impl Estimate {
    /// Of a search that has seen so many executions in a part of all its branches.
    pub fn of_part(seen: u64, part: f64) -> Estimate {
        let executions = seen as f64 / part;
        Estimate {
            executions,
            error: ERROR * executions,
            probes: seen,
        }
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
        assert_eq!(Estimate::of_part(30, 0.375).executions, 80.0);
    }
}
