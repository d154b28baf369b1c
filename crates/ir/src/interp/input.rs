//! Inputs that a program hands on without looking at them need one value.
//!
//! Such an input is followed as undefined bytes are ([`super::undefined`]): moves, calls and stores hand it on, and a
//! branch, an address or a size that depends on it ends the claim that one value is enough. Its value is a *marker*: the
//! input's number, the reading thread and a count, so no two inputs have the same. Two equal markers are copies of one
//! input, and compare the same way whatever its value is; so `assert(got == sent)` needs one value, too. For that no
//! computation may come up with a marker: `use_undefined` takes such a result for a decision.
//!
//! A marker is negative, so its extensions by zeros and by its sign are different numbers, and no part of a marker of 64
//! bits, nor two halves side by side, look like a marker of 32 bits.

use super::step::{Flow, Step};
use super::thread::{Reason, Then};
use crate::code::Code;
use threadproof_program::Op;

const PATTERN: u32 = 0xcd;
const PATTERNS: u32 = 0xcdcd_cdcd;
/// The parts of a marker are bytes from 1 to this number, so that none looks like a pattern, or like memory that was
/// never written.
const MOST: u32 = 0xc0;

/// The value of the `count`th input that a thread reads; without a marker if there are too many.
fn marker(bits: u8, thread: u32, input: u32, count: u32) -> u64 {
    let parts = [thread, input, count];
    if parts.iter().any(|part| *part >= MOST) {
        return 0x4d;
    }
    let low = parts
        .iter()
        .fold(PATTERN, |all, part| all << 8 | (part + 1));
    let whole = u64::from(PATTERNS) << 32 | u64::from(low);
    whole & (u64::MAX >> (64 - u32::from(bits.clamp(1, 64))))
}

/// The number of the input that a marker stands for.
pub fn marked(value: u64) -> Option<u16> {
    let (high, low) = ((value >> 32) as u32, value as u32);
    let [pattern, parts @ ..] = low.to_be_bytes();
    let is_marker = u32::from(pattern) == PATTERN
        && parts
            .iter()
            .all(|part| (1..=MOST).contains(&u32::from(*part)))
        && [0, u32::MAX, PATTERNS].contains(&high);
    is_marker.then(|| u16::from(parts[1]) - 1)
}

impl Step<'_> {
    pub fn follow_input(&mut self, code: &Code) -> Flow {
        if let Code::Input {
            to,
            bits,
            marked,
            input,
            value,
        } = *code
        {
            let thread = self.thread.id.index() as u32;
            let value = match marked {
                true => marker(bits, thread, u32::from(input), self.thread.inputs),
                false => self.get(value),
            };
            self.thread.inputs += 1;
            self.set(to, value);
            self.undefine_register(to);
        }
        Flow::On
    }

    /// Not all values of the next input are tried, because of its use at this place.
    pub fn leave_out(&mut self, place: u32) -> Flow {
        self.thread.reason = Reason::InputCut(place);
        self.wait(Op::Incomplete, Then::Continue)
    }

    /// Why the final verdict cannot be `verified`: one of these undefined values decides something.
    pub fn decided_by(&self, values: &[u64]) -> Reason {
        match self.image.inputs.is_empty() {
            true => Reason::TakenAsZero,
            false => Reason::InputDecides(values.iter().find_map(|value| marked(*value))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_told_apart() {
        let all: Vec<u64> = (0..3)
            .flat_map(|thread| (0..3).map(move |count| marker(32, thread, 5, count)))
            .collect();
        assert!(all.iter().all(|value| marked(*value) == Some(5)));
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(marked(marker(64, 1, 7, 9)), Some(7));
        assert_eq!(marked(marker(32, MOST, 0, 0)), None);
    }

    #[test]
    fn parts_of_markers_are_none() {
        for (thread, input, count) in [(0, 0, 0), (0xbf, 0xbf, 0xbf), (3, 12, 0xbf)] {
            let bytes = marker(64, thread, input, count).to_le_bytes();
            for at in 1..=4 {
                let part = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
                assert_eq!(marked(part.into()), None, "{part:x}");
            }
            let half = u64::from(u16::from_le_bytes([bytes[0], bytes[1]]));
            assert_eq!(marked(half << 16 | half), None);
        }
    }
}
