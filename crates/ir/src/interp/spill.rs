//! The lower part of a deep stack, shared between saved states.
//!
//! Each saved state of a thread is a copy of its stack, so a recursion with an operation per call would
//! take memory by the square of its depth. When a state with many frames is copied, all but the last
//! ones move into a segment that both states share, and come back when a call returns into them. What
//! runs needs the last frame and its caller only.

use super::thread::{Frame, Further, Thread};
use std::sync::Arc;

/// A stack with more frames than this is divided; the fewest frames that stay above.
const DEEP: usize = 32;
const ABOVE: usize = 8;

/// Frames that wait for a return, oldest first, with their registers and objects.
#[derive(Debug)]
pub struct Segment {
    registers: Vec<u64>,
    frames: Vec<Frame>,
    varargs: Vec<Further>,
    private: Vec<u8>,
    undefined: Vec<(u32, u8)>,
    below: Option<Arc<Segment>>,
    /// Frames in this one and those below.
    depth: usize,
}

impl Drop for Segment {
    /// One after the other: a long chain would overflow the native stack.
    fn drop(&mut self) {
        let mut next = self.below.take();
        while let Some(mut segment) = next.and_then(Arc::into_inner) {
            next = segment.below.take();
        }
    }
}

impl Thread {
    /// How many calls are nested.
    pub fn depth(&self) -> usize {
        self.frames.len() + self.below.as_ref().map_or(0, |below| below.depth)
    }

    /// All frames, the running one first.
    pub fn all_frames(&self) -> impl Iterator<Item = &Frame> {
        let segments = std::iter::successors(self.below.as_deref(), |s| s.below.as_deref());
        let below = segments.flat_map(|segment| segment.frames.iter().rev());
        self.frames.iter().rev().chain(below)
    }

    /// Moves the older frames of a deep stack into a segment.
    pub fn spill(&mut self) {
        if self.frames.len() <= DEEP {
            return;
        }
        let keep = self.frames.len() - ABOVE;
        let first = self.frames[keep];
        let registers = front(&mut self.registers, first.base);
        let varargs = front(&mut self.varargs, first.varargs);
        let private = front(&mut self.private, first.private);
        let frames = front(&mut self.frames, keep as u32);
        let is_below = |(register, _): &(u32, u8)| *register < first.base;
        let (undefined, above) = self.undefined.drain(..).partition(is_below);
        self.undefined = above;
        for frame in &mut self.frames {
            frame.base -= first.base;
            frame.varargs -= first.varargs;
            frame.private -= first.private;
        }
        for (register, _) in &mut self.undefined {
            *register -= first.base;
        }
        let depth = keep + self.below.as_ref().map_or(0, |below| below.depth);
        let below = self.below.take();
        self.below = Some(Arc::new(Segment {
            registers,
            frames,
            varargs,
            private,
            undefined,
            below,
            depth,
        }));
    }

    /// Puts the last segment back under the frames that are there.
    #[cold]
    pub fn unspill(&mut self) {
        let Some(segment) = self.below.take() else {
            return;
        };
        let (base, varargs, private) = (
            segment.registers.len() as u32,
            segment.varargs.len() as u32,
            segment.private.len() as u32,
        );
        for frame in &mut self.frames {
            frame.base += base;
            frame.varargs += varargs;
            frame.private += private;
        }
        for (register, _) in &mut self.undefined {
            *register += base;
        }
        put_below(&mut self.registers, &segment.registers);
        put_below(&mut self.frames, &segment.frames);
        put_below(&mut self.varargs, &segment.varargs);
        put_below(&mut self.private, &segment.private);
        put_below(&mut self.undefined, &segment.undefined);
        self.below = segment.below.clone();
    }
}

/// Takes the first `count` elements away.
fn front<T: Copy>(list: &mut Vec<T>, count: u32) -> Vec<T> {
    let taken = list[..count as usize].to_vec();
    list.drain(..count as usize);
    // Room for the whole stack would be kept for nothing.
    list.shrink_to_fit();
    taken
}

fn put_below<T: Copy>(list: &mut Vec<T>, below: &[T]) {
    list.splice(0..0, below.iter().copied());
}
