//! Vector clocks: a number for each thread or chain, which says how many of its events are known.
//! A clock may be shorter than another one; missing numbers are 0.
//!
//! Two tables of clocks join them by themselves: `trace/clocks.rs` eight numbers at a time, since every step does it, and
//! `graph/happens_before.rs` within one list.

/// Adds the events that `theirs` knows, as far as `mine` is wide.
#[inline]
pub fn join(mine: &mut [u32], theirs: &[u32]) {
    let width = mine.len().min(theirs.len());
    let mut mine = mine[..width].chunks_exact_mut(4);
    let mut theirs = theirs[..width].chunks_exact(4);
    // Four at a time, since most clocks are too short for the loop that the compiler would make.
    for (mine, theirs) in mine.by_ref().zip(theirs.by_ref()) {
        for at in 0..4 {
            mine[at] = newer(mine[at], theirs[at]);
        }
    }
    let rest = mine.into_remainder().iter_mut();
    for (mine, theirs) in rest.zip(theirs.remainder()) {
        *mine = newer(*mine, *theirs);
    }
}

/// The larger number. They are far below 2^31, and processors compare signed numbers faster.
#[inline]
fn newer(a: u32, b: u32) -> u32 {
    (a as i32).max(b as i32) as u32
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
