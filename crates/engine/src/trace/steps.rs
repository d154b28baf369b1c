//! The list of steps of a trace.

use super::Step;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A list whose places stay as they are when their steps are taken back, so that a new step writes only the
/// fields in which it differs from the one before in its place.
#[derive(Default)]
pub(super) struct Steps {
    places: Vec<Step>,
    len: usize,
}

impl Steps {
    /// The place of a new step, with an old one in it.
    #[inline(always)]
    pub fn add(&mut self) -> &mut Step {
        if self.len == self.places.len() {
            self.make_room();
        }
        self.len += 1;
        &mut self.places[self.len - 1]
    }
    #[cold]
    fn make_room(&mut self) {
        let len = 2 * self.len + 16;
        self.places.resize(len, Step::NONE);
    }
    /// Removes the newest step.
    #[inline(always)]
    pub fn remove(&mut self) {
        self.len -= 1;
    }
}

impl Deref for Steps {
    type Target = [Step];
    #[inline(always)]
    fn deref(&self) -> &[Step] {
        &self.places[..self.len]
    }
}
impl DerefMut for Steps {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Step] {
        &mut self.places[..self.len]
    }
}

/// The index is compared with the number of places, not of steps: a place behind the last step has an old one, which is of
/// no use but does no harm.
impl Index<usize> for Steps {
    type Output = Step;
    #[inline(always)]
    fn index(&self, index: usize) -> &Step {
        &self.places[index]
    }
}
impl IndexMut<usize> for Steps {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut Step {
        &mut self.places[index]
    }
}
