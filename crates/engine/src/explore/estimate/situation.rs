//! A number for the state that an execution has reached, so that estimates can remember states.
//!
//! It sums up where each thread stands and who has written last at each place. Threads count by their places in the program and not
//! by their names, so threads that do the same are alike. Two states may share a number, which costs
//! accuracy and nothing else.

use crate::random::mix;
use rustc_hash::FxHashMap;

/// A number for the state of an execution, kept up with each step.
#[derive(Default)]
pub struct Situation {
    /// The part of each actor in the sum.
    actors: FxHashMap<u32, u64>,
    /// The part of the newest write to each granule.
    written: FxHashMap<u64, u64>,
    places: u64,
    memory: u64,
    /// The parts that were changed, with those that stood there before.
    journal: Vec<(Whose, u64)>,
    /// The length of the journal before each step.
    marks: Vec<usize>,
}

#[derive(Clone, Copy)]
enum Whose {
    Actor(u32),
    Granule(u64),
}

impl Situation {
    /// Another execution begins.
    pub fn begin(&mut self) {
        self.rewind(0);
    }

    /// Only the first so many steps were taken.
    pub fn rewind(&mut self, steps: usize) {
        let Some(mark) = self.marks.get(steps).copied() else {
            return;
        };
        self.marks.truncate(steps);
        while self.journal.len() > mark {
            let (whose, before) = self.journal.pop().expect("it is longer than the mark");
            self.set(whose, before);
        }
    }

    /// An actor has taken its `nth` step, and stands at a place now; `None` if it has ended.
    pub fn stepped(&mut self, who: u32, nth: u32, place: Option<u64>) {
        self.marks.push(self.journal.len());
        let part = place.map_or(1, |place| mix(place ^ u64::from(nth)));
        self.change(Whose::Actor(who), part);
    }

    /// In that step it wrote, from the place where it stood before.
    pub fn wrote(&mut self, granule: u64, place: u64) {
        self.change(
            Whose::Granule(granule),
            mix(granule ^ place.rotate_left(32)),
        );
    }

    /// The number for the places of the threads alone, and with the newest writes.
    pub fn numbers(&self) -> [u64; 2] {
        let coarse = mix(self.places);
        [coarse, mix(coarse ^ self.memory)]
    }

    fn change(&mut self, whose: Whose, part: u64) {
        let before = self.set(whose, part);
        self.journal.push((whose, before));
    }

    fn set(&mut self, whose: Whose, part: u64) -> u64 {
        let (before, sum) = match whose {
            Whose::Actor(who) => (self.actors.insert(who, part), &mut self.places),
            Whose::Granule(granule) => (self.written.insert(granule, part), &mut self.memory),
        };
        let before = before.unwrap_or(0);
        *sum = sum.wrapping_sub(before).wrapping_add(part);
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_back_restores_the_numbers() {
        let mut situation = Situation::default();
        situation.stepped(1, 1, Some(10));
        let before = situation.numbers();
        situation.stepped(2, 1, Some(20));
        situation.wrote(5, 7);
        let after = situation.numbers();
        assert_ne!(before, after);
        situation.rewind(1);
        assert_eq!(before, situation.numbers());
        situation.stepped(2, 1, Some(20));
        situation.wrote(5, 7);
        assert_eq!(after, situation.numbers());
    }

    #[test]
    fn twins_are_the_same() {
        let mut one = Situation::default();
        one.stepped(1, 1, Some(10));
        let mut other = Situation::default();
        other.stepped(2, 1, Some(10));
        assert_eq!(one.numbers(), other.numbers());
    }
}
