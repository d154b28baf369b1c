//! Memory that threads race for, as far as a search has seen: it is *contended*.
//!
//! A search may take the free steps of an execution in any order. If all steps that race with nothing stand in front
//! of the first race, no reversal takes them back, and they cost nothing from the second execution on. So a thread
//! that stands before memory that is not contended is *quiet*, and moves first.
//!
//! Memory is known by its address, which is the same in all executions, and as a bit of a hash: two addresses with
//! the same bit cost time, and nothing else. A section counts by its first access. Memory never becomes quiet again.
//!
//! Rejected: to ask whether several threads access a place. Memory that a lock protects, or that is written before a thread
//! is created, belongs to several threads and races with nothing.
//! Also rejected: to take quiet steps for parts of the step before. Nothing would remain to compare with if another
//! execution shows that the memory is contended, so the search would have to begin again. It does so for objects of a single thread: see [`super::privacy`].

use threadproof_program::Op;

/// Bits for addresses.
const BITS: u32 = 14;

/// Whether a search gains from it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Use {
    /// No execution has ended yet.
    #[default]
    Unknown,
    Off,
    On,
}

/// The contended memory of a search.
#[derive(Default)]
pub struct Contention {
    places: Vec<u64>,
    used: Use,
}

impl Contention {
    /// Do quiet threads move first?
    #[inline]
    pub fn is_used(&self) -> bool {
        self.used == Use::On
    }
    /// Has a first execution shown whether anything is gained if they do?
    pub fn is_decided(&self) -> bool {
        self.used != Use::Unknown
    }
    /// Would nothing be gained?
    pub fn is_useless(&self) -> bool {
        self.used == Use::Off
    }
    /// Decides that.
    pub fn decide(&mut self, gains: bool) {
        self.used = if gains { Use::On } else { Use::Off };
    }

    /// The word and the bit of an address. The multiplier is that of Fibonacci hashing: 2^64 by the golden ratio.
    #[inline]
    fn bit(address: u64) -> (usize, u64) {
        let hash = (address / 8).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS);
        ((hash / 64) as usize, 1 << (hash % 64))
    }
    /// Is memory contended?
    #[inline]
    pub fn has(&self, address: u64) -> bool {
        let (word, bit) = Contention::bit(address);
        self.places.get(word).is_some_and(|word| word & bit != 0)
    }
    /// Adds an address; false if it was known.
    pub fn add(&mut self, address: u64) -> bool {
        self.places.resize(1 << (BITS - 6), 0);
        let (word, bit) = Contention::bit(address);
        let new = self.places[word] & bit == 0;
        self.places[word] |= bit;
        new
    }
    /// Is an operation known to race with nothing?
    #[inline]
    pub fn is_quiet(&self, op: &Op) -> bool {
        match (place(op), op) {
            (Some(address), _) => !self.has(address),
            (None, Op::Spawn { .. }) => true,
            _ => false,
        }
    }
}

/// The address by which an operation is known to race.
#[inline]
pub fn place(op: &Op) -> Option<u64> {
    match *op {
        Op::Free { address } => Some(address),
        _ => op.access().map(|at| at.address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_contended_once_it_was_added() {
        let mut contention = Contention::default();
        assert!(!contention.has(64));
        assert!(contention.add(64));
        assert!(!contention.add(68), "the same eight bytes");
        assert!(contention.has(71) && !contention.has(72));
        assert!(!contention.is_quiet(&Op::Free { address: 64 }));
        assert!(contention.is_quiet(&Op::Free { address: 72 }));
        assert!(!contention.is_quiet(&Op::Exit));
    }
}
