//! Happens-before as vector clocks: one for each step, in one flat table.

use super::trace::StepIdx;

/// Clocks are this many numbers wide or a multiple of it, which suits the processor.
const LANES: usize = 8;

/// So many numbers of a clock.
type Part = [u32; LANES];

#[derive(Default)]
pub struct Clocks {
    /// `stride` parts per step: how many steps of each chain happened before it or are it.
    parts: Vec<Part>,
    stride: usize,
}

/// The larger of each pair. The processors that we compile for compare four signed numbers at once,
/// but not four unsigned ones; no thread takes 2^31 steps.
#[inline(always)]
fn larger(a: Part, b: Part) -> Part {
    std::array::from_fn(|lane| (a[lane] as i32).max(b[lane] as i32) as u32)
}

impl Clocks {
    pub fn of(&self, s: StepIdx) -> &[u32] {
        self.parts[s.index() * self.stride..][..self.stride].as_flattened()
    }
    /// How many numbers a clock has.
    pub fn width(&self) -> usize {
        self.stride * LANES
    }
    #[inline]
    pub fn get(&self, s: StepIdx, chain: usize) -> u32 {
        self.parts[s.index() * self.stride + chain / LANES][chain % LANES]
    }

    /// Adds the clock of the next step, which begins as that of `previous`.
    #[inline(always)]
    pub fn push(&mut self, previous: Option<StepIdx>) {
        match previous {
            Some(previous) => {
                let start = previous.index() * self.stride;
                for at in 0..self.stride {
                    let part = self.parts[start + at];
                    self.parts.push(part);
                }
            }
            None => self
                .parts
                .resize(self.parts.len() + self.stride, Part::default()),
        }
    }
    /// The newest step, `s`, is the next one of its chain, all earlier ones of which it knows; says how
    /// many-th.
    #[inline]
    pub fn count(&mut self, s: StepIdx, chain: usize) -> u32 {
        let part = &mut self.parts[s.index() * self.stride + chain / LANES];
        part[chain % LANES] += 1;
        part[chain % LANES]
    }

    /// The newest step happens after `earlier`.
    #[inline(always)]
    pub fn join(&mut self, earlier: StepIdx) {
        let newest = self.parts.len() - self.stride;
        let start = earlier.index() * self.stride;
        let (done, own) = self.parts.split_at_mut(newest);
        for (own, other) in own.iter_mut().zip(&done[start..]) {
            *own = larger(*own, *other);
        }
    }

    pub fn truncate(&mut self, steps: usize) {
        self.parts.truncate(steps * self.stride);
    }

    /// Makes room for so many chains.
    #[inline]
    pub fn widen(&mut self, chains: usize) {
        if self.width() < chains {
            self.widen_now(chains.div_ceil(LANES));
        }
    }

    #[cold]
    fn widen_now(&mut self, wider: usize) {
        let steps = self.parts.len() / self.stride.max(1);
        let mut parts = vec![Part::default(); steps * wider];
        for (s, old) in self.parts.chunks_exact(self.stride.max(1)).enumerate() {
            parts[s * wider..][..old.len()].copy_from_slice(old);
        }
        self.parts = parts;
        self.stride = wider;
    }
}
