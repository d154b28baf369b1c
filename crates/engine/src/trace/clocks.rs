//! Happens-before as vector clocks: one for each step, in one flat table.

use super::StepIdx;

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

/// The clock of the newest step.
pub struct Newest<'a> {
    /// The clocks of those before it.
    before: &'a [u32],
    new: &'a mut [u32],
}

impl Newest<'_> {
    /// It and the clock of an earlier step, in parts that suit the processor.
    #[inline(always)]
    fn with(&mut self, earlier: StepIdx) -> impl Iterator<Item = (&mut Part, &Part)> {
        let width = self.new.len();
        let old = &self.before[earlier.index() * width..][..width];
        let (new, _) = self.new.as_chunks_mut();
        new.iter_mut().zip(old.as_chunks().0)
    }
    /// How many steps of a chain are known.
    #[inline(always)]
    pub fn get(&self, chain: usize) -> u32 {
        self.new[chain]
    }
    /// The step is the next one of its chain, all earlier ones of which it knows; says how many-th.
    #[inline(always)]
    pub fn count(&mut self, chain: usize) -> u32 {
        self.new[chain] += 1;
        self.new[chain]
    }
    /// The step happens after `earlier`.
    #[inline(always)]
    pub fn join(&mut self, earlier: StepIdx) {
        self.with(earlier)
            .for_each(|(new, old)| *new = larger(*new, *old));
    }
}

/// The vector clocks of all steps, in one table.
#[derive(Default)]
pub struct Clocks {
    /// `width` numbers per step: how many steps of each chain happened before it or are it. Those behind the
    /// newest step only keep their room.
    numbers: Vec<u32>,
    width: usize,
}

impl Clocks {
    /// The clock of a step.
    #[inline]
    pub fn of(&self, s: StepIdx) -> &[u32] {
        &self.numbers[s.index() * self.width..][..self.width]
    }
    /// How many numbers a clock has.
    pub fn width(&self) -> usize {
        self.width
    }
    /// How many steps of a chain are known.
    #[inline(always)]
    pub fn get(&self, s: StepIdx, chain: usize) -> u32 {
        self.numbers[s.index() * self.width + chain]
    }

    /// Begins the clock of the newest step as that of `previous`.
    #[inline(always)]
    pub fn begin(&mut self, newest: StepIdx, previous: Option<StepIdx>) -> Newest<'_> {
        let end = (newest.index() + 1) * self.width;
        if self.numbers.len() < end {
            self.make_room(end);
        }
        let mut clock = self.newest(newest);
        match previous {
            Some(previous) => clock.with(previous).for_each(|(new, old)| *new = *old),
            None => clock.new.fill(0),
        }
        clock
    }
    #[cold]
    fn make_room(&mut self, numbers: usize) {
        self.numbers.resize(2 * numbers, 0);
    }
    /// The clock of the newest step, which has one already.
    #[inline(always)]
    pub fn newest(&mut self, newest: StepIdx) -> Newest<'_> {
        let (before, new) = self.numbers.split_at_mut(newest.index() * self.width);
        Newest {
            before,
            new: &mut new[..self.width],
        }
    }

    /// Makes room for so many chains.
    #[inline]
    pub fn widen(&mut self, chains: usize) {
        if self.width < chains {
            // By a part of the width at least: thousands of threads one after the other copy the table a few times only.
            let wider = chains.max(self.width + self.width / 4);
            self.widen_now(wider.next_multiple_of(LANES));
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
