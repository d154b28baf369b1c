//! The source of a read in a random execution.
//!
//! Among many old writes a read rarely finds the newest one if all are alike, and then no execution gets far: a counter
//! of which every thread reads an old value never grows. So each execution has a number of its own that says how often reads
//! take the newest write that they may take: always, never, or something in between. This stands in for the depth of
//! PCT, which for weak memory counts the reads that are not as expected (Gao, Chakraborty, Özkan: Probabilistic Concurrency
//! Testing for Weak Memory Programs, ASPLOS 2023).
//!
//! An await that does not pass is the last of its thread, so it is postponed while somebody else can move. Nobody
//! reads anything from it: every execution has an order in which such awaits come last.

use super::coherence::{PlaceIdx, WriteIdx};
use super::event_graph::Graph;
use super::want::Want;
use crate::random::Random;

/// Reads take the newest write in this many of [`SIDES`] cases at most.
const SIDES: usize = 4;

/// Draws the sources of the reads of an execution.
#[derive(Debug)]
pub struct Dice {
    random: Random,
    /// In how many of [`SIDES`] cases a read takes the newest write.
    loyal: usize,
    /// Awaits have to pass, if they can.
    pub patient: bool,
}

impl Dice {
    /// With any loyalty, or with none.
    pub fn new(mut random: Random, loyal: bool) -> Dice {
        let loyal = match loyal {
            true => random.below(SIDES + 1),
            false => 0,
        };
        Dice {
            random,
            loyal,
            patient: true,
        }
    }

    /// One of so many options.
    pub fn option(&mut self, options: u32) -> u32 {
        self.random.below(options.max(1) as usize) as u32
    }

    fn one_of(&mut self, found: &[WriteIdx]) -> Option<WriteIdx> {
        let newest = *found.last()?;
        match self.random.below(SIDES) < self.loyal {
            true => Some(newest),
            false => Some(found[self.random.below(found.len())]),
        }
    }
}

impl Graph<'_> {
    /// One of the writes that a read may take, oldest first.
    pub(super) fn take_any(
        &self,
        found: &[WriteIdx],
        (p, want): (PlaceIdx, Want),
        dice: &mut Dice,
    ) -> Option<WriteIdx> {
        let Want::Await { guard, .. } = want else {
            return dice.one_of(found);
        };
        let place = &self.places[p.0 as usize];
        let passes = |w: &&WriteIdx| guard.passes(self.write(**w).value, place.at.size);
        let patient = dice.patient;
        // A thread that waits for ever sees the last write of all in the end.
        let useful = |w: &&WriteIdx| passes(w) || !patient && place.can_be_last(**w, &self.writes);
        let useful: Vec<WriteIdx> = found.iter().filter(useful).copied().collect();
        match useful.is_empty() {
            true => dice.one_of(found),
            false => dice.one_of(&useful),
        }
    }
}
