//! Vector clocks: a number for each thread or chain, which says how many of its events are known.
//! A clock may be shorter than another one; missing numbers are 0.
//!
//! Two tables of clocks join them by themselves: `trace/clocks.rs` eight numbers at a time, since every step does it, and
//! `graph/happens_before.rs` within one list.

/// Adds the events that `theirs` knows, as far as `mine` is wide.
#[inline]
pub fn join(mine: &mut [u32], theirs: &[u32]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine = (*mine).max(*theirs);
    }
}

/// Adds all events that `theirs` knows.
pub fn join_wider(mine: &mut Vec<u32>, theirs: &[u32]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    join(mine, theirs);
}

/// How many events of a thread or chain are known.
#[inline]
pub fn count(clock: &[u32], of: usize) -> u32 {
    clock.get(of).copied().unwrap_or(0)
}

/// Does `large` know all that `small` knows?
#[inline]
pub fn contains(large: &[u32], small: &[u32]) -> bool {
    let mut small = small.iter().enumerate();
    small.all(|(of, known)| *known <= count(large, of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_knows_what_either_knew() {
        let mut clock = vec![3, 0, 2];
        join_wider(&mut clock, &[1, 4, 2, 5]);
        assert_eq!(clock, [3, 4, 2, 5]);
        assert!(contains(&clock, &[3, 0, 2]) && contains(&clock, &[1, 4, 2, 5]));
    }

    #[test]
    fn a_join_of_a_narrow_clock_forgets_what_has_no_place() {
        let mut clock = [1, 1];
        join(&mut clock, &[0, 2, 9]);
        assert_eq!(clock, [1, 2]);
        assert_eq!(count(&clock, 2), 0);
        assert!(!contains(&clock, &[0, 0, 1]));
    }
}
