//! Memory, and values whose loss is a leak.

pub use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};

/// A value that owns memory: `--check leaks` finds it if it is never dropped.
#[derive(Debug)]
pub struct Track<T> {
    value: T,
    _memory: Box<u8>,
}

impl<T> Track<T> {
    pub fn new(value: T) -> Track<T> {
        Track {
            value,
            _memory: Box::new(0),
        }
    }

    pub fn get_ref(&self) -> &T {
        &self.value
    }

    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }

    pub fn into_inner(self) -> T {
        self.value
    }
}
