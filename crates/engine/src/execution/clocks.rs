//! Happens-before as vector clocks: one for each step, in one flat table.

use super::trace::StepIdx;

/// Clocks are this many numbers wide or a multiple of it, which suits the processor.
const LANES: usize = 8;

#[derive(Default)]
pub struct Clocks {
    /// `stride` numbers per step: how many steps of each chain happened before it or are it.
    numbers: Vec<u32>,
    stride: usize,
}

/// The larger of each pair. The processors that we compile for compare four signed numbers at once,
/// but not four unsigned ones; no thread takes 2^31 steps.
#[inline(always)]
fn larger(a: [u32; LANES], b: [u32; LANES]) -> [u32; LANES] {
    std::array::from_fn(|lane| (a[lane] as i32).max(b[lane] as i32) as u32)
}

impl Clocks {
    pub fn of(&self, s: StepIdx) -> &[u32] {
        &self.numbers[s.index() * self.stride..][..self.stride]
    }
    /// How many numbers a clock has.
    pub fn width(&self) -> usize {
        self.stride
    }
    #[inline]
    pub fn get(&self, s: StepIdx, chain: usize) -> u32 {
        self.numbers[s.index() * self.stride + chain]
    }

    /// Adds the clock of the next step, which begins as that of `previous`.
    #[inline(always)]
    pub fn push(&mut self, previous: Option<StepIdx>) {
        match previous {
            Some(previous) => {
                let start = previous.index() * self.stride;
                for at in (start..start + self.stride).step_by(LANES) {
                    let part: [u32; LANES] = *self.numbers[at..]
                        .first_chunk()
                        .expect("clocks are whole numbers of parts wide");
                    self.numbers.extend_from_slice(&part);
                }
            }
            None => self.numbers.resize(self.numbers.len() + self.stride, 0),
        }
    }
    /// The newest step, `s`, is the next one of its chain, all earlier ones of which it knows; says how
    /// many-th.
    #[inline(always)]
    pub fn count(&mut self, s: StepIdx, chain: usize) -> u32 {
        let number = &mut self.numbers[s.index() * self.stride + chain];
        *number += 1;
        *number
    }

    /// The newest step happens after `earlier`.
    #[inline(always)]
    pub fn join(&mut self, earlier: StepIdx) {
        let newest = self.numbers.len() - self.stride;
        let (done, own) = self.numbers.split_at_mut(newest);
        let start = earlier.index() * self.stride;
        let other = &done[start..start + self.stride];
        let (own, _) = own.as_chunks_mut::<LANES>();
        let (other, _) = other.as_chunks::<LANES>();
        for (own, other) in own.iter_mut().zip(other) {
            *own = larger(*own, *other);
        }
    }

    pub fn truncate(&mut self, steps: usize) {
        self.numbers.truncate(steps * self.stride);
    }

    /// Makes room for so many chains.
    #[inline]
    pub fn widen(&mut self, chains: usize) {
        if self.stride < chains {
            self.widen_now(chains.next_multiple_of(LANES));
        }
    }

    fn widen_now(&mut self, wider: usize) {
        let steps = self.numbers.len() / self.stride.max(1);
        let mut numbers = vec![0; steps * wider];
        for (s, old) in self.numbers.chunks_exact(self.stride.max(1)).enumerate() {
            numbers[s * wider..][..old.len()].copy_from_slice(old);
        }
        self.numbers = numbers;
        self.stride = wider;
    }
}
