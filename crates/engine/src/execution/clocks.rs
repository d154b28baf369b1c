//! Happens-before as vector clocks: one for each step, in one flat table.

use super::trace::StepIdx;

/// Clocks are this many numbers wide or a multiple of it, which suits the processor.
const LANES: usize = 8;

/// So many numbers of a clock.
type Part = [u32; LANES];

/// The larger of each pair. The processors that we compile for compare four signed numbers at once,
/// but not four unsigned ones; no thread takes 2^31 steps.
#[inline(always)]
fn larger(a: Part, b: Part) -> Part {
    std::array::from_fn(|lane| (a[lane] as i32).max(b[lane] as i32) as u32)
}

#[derive(Default)]
pub struct Clocks {
    /// `width` numbers per step: how many steps of each chain happened before it or are it. Those behind the
    /// newest step only keep their room.
    numbers: Vec<u32>,
    width: usize,
}

impl Clocks {
    #[inline]
    pub fn of(&self, s: StepIdx) -> &[u32] {
        &self.numbers[s.index() * self.width..][..self.width]
    }
    /// How many numbers a clock has.
    pub fn width(&self) -> usize {
        self.width
    }
    #[inline(always)]
    pub fn get(&self, s: StepIdx, chain: usize) -> u32 {
        self.numbers[s.index() * self.width + chain]
    }

    /// Begins the clock of the newest step as that of `previous`.
    #[inline(always)]
    pub fn begin(&mut self, newest: StepIdx, previous: Option<StepIdx>) {
        let start = newest.index() * self.width;
        if self.numbers.len() < start + self.width {
            self.make_room(start + self.width);
        }
        match previous {
            Some(previous) => {
                let (new, old) = self.pair(newest, previous);
                new.iter_mut().zip(old).for_each(|(new, old)| *new = *old);
            }
            None => self.numbers[start..start + self.width].fill(0),
        }
    }
    #[cold]
    fn make_room(&mut self, numbers: usize) {
        self.numbers.resize(2 * numbers, 0);
    }
    /// The newest step, `s`, is the next one of its chain, all earlier ones of which it knows; says how
    /// many-th.
    #[inline]
    pub fn count(&mut self, s: StepIdx, chain: usize) -> u32 {
        let number = &mut self.numbers[s.index() * self.width + chain];
        *number += 1;
        *number
    }

    /// The newest step happens after `earlier`.
    #[inline(always)]
    pub fn join(&mut self, newest: StepIdx, earlier: StepIdx) {
        let (new, old) = self.pair(newest, earlier);
        for (new, old) in new.iter_mut().zip(old) {
            *new = larger(*new, *old);
        }
    }
    /// The clocks of the newest step and of an earlier one, in parts that suit the processor.
    #[inline(always)]
    fn pair(&mut self, newest: StepIdx, earlier: StepIdx) -> (&mut [Part], &[Part]) {
        let (before, new) = self.numbers.split_at_mut(newest.index() * self.width);
        let old = &before[earlier.index() * self.width..][..self.width];
        let (new, _) = new[..self.width].as_chunks_mut();
        let (old, _) = old.as_chunks();
        (new, old)
    }

    /// Makes room for so many chains.
    #[inline]
    pub fn widen(&mut self, chains: usize) {
        if self.width < chains {
            self.widen_now(chains.next_multiple_of(LANES));
        }
    }

    #[cold]
    fn widen_now(&mut self, wider: usize) {
        let steps = self.numbers.len() / self.width.max(1);
        let mut numbers = vec![0; steps * wider];
        for (s, old) in self.numbers.chunks_exact(self.width.max(1)).enumerate() {
            numbers[s * wider..][..old.len()].copy_from_slice(old);
        }
        self.numbers = numbers;
        self.width = wider;
    }
}
