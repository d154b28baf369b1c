//! Happens-before as vector clocks: one for each step, in one flat table.

use super::trace::StepIdx;

/// Clocks are this many numbers wide or a multiple of it, which suits the processor.
const LANES: usize = 8;

/// So many numbers of a clock.
type Part = [u32; LANES];

#[derive(Default)]
pub struct Clocks {
    /// `stride` parts per step: how many steps of each chain happened before it or are it. Those behind the
    /// newest step only keep their room.
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

    /// Begins the clock of the newest step as that of `previous`.
    #[inline(always)]
    pub fn begin(&mut self, newest: StepIdx, previous: Option<StepIdx>) {
        let start = newest.index() * self.stride;
        if self.parts.len() < start + self.stride {
            self.make_room(start + self.stride);
        }
        match previous {
            Some(previous) => {
                let from = previous.index() * self.stride;
                for at in 0..self.stride {
                    self.parts[start + at] = self.parts[from + at];
                }
            }
            None => self.parts[start..start + self.stride].fill(Part::default()),
        }
    }
    #[cold]
    fn make_room(&mut self, parts: usize) {
        self.parts.resize(2 * parts, Part::default());
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
    pub fn join(&mut self, newest: StepIdx, earlier: StepIdx) {
        let (start, from) = (newest.index() * self.stride, earlier.index() * self.stride);
        for at in 0..self.stride {
            self.parts[start + at] = larger(self.parts[start + at], self.parts[from + at]);
        }
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
