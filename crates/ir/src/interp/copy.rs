//! Copies and fills of memory, and variable arguments: instructions of several operations.
//!
//! Each call does the next operation; the progress is in the thread's state, and the operands
//! keep their registers until the instruction is complete.

use super::access::piece_size;
use super::step::{Flow, Step};
use super::thread::{Progress, Reason, Then};
use crate::code::{Arg, Place};
use crate::passes::escape::PRIVATE_BASE;
use threadproof_program::{Access, Init, LoadOrder, Op, Storage, StoreOrder};

/// One end of a copy: an address, or an offset in a private object.
#[derive(Clone, Copy)]
struct End {
    private: Option<u32>,
    address: u64,
}

impl End {
    fn at(self, offset: u64) -> End {
        End {
            private: self.private,
            address: self.address.wrapping_add(offset),
        }
    }
}

impl Step<'_> {
    pub fn memory_copy(&mut self, index: u32) -> Flow {
        let copy = self.image.copies[index as usize];
        let length = self.get(copy.length);
        let source = self.end(copy.source);
        let destination = self.end(copy.destination);
        let distance = destination.address.wrapping_sub(source.address);
        // Backwards if the start of the destination is in the source, as `memmove` does.
        let overlaps = source.private == destination.private && distance < length;
        let backwards = overlaps && distance != 0;
        loop {
            let Progress { done, loaded, .. } = self.thread.progress;
            if done >= length {
                self.thread.progress = Progress::default();
                return Flow::On;
            }
            let (offset, size) = next_piece(source, destination, length, done, backwards);
            if !loaded && self.copy_from(source.at(offset), size) == Flow::Stop {
                return Flow::Stop;
            }
            if self.copy_to(destination.at(offset), size) == Flow::Stop {
                return Flow::Stop;
            }
        }
    }

    pub fn memory_set(&mut self, index: u32) -> Flow {
        let fill = self.image.fills[index as usize];
        let length = self.get(fill.length);
        let destination = self.end(fill.destination);
        let byte = self.get(fill.value) & 0xff;
        loop {
            let done = self.thread.progress.done;
            if done >= length {
                self.thread.progress = Progress::default();
                return Flow::On;
            }
            let at = destination.at(done);
            let size = piece_size(at.address, length - done);
            self.thread.progress.value = byte * (0x0101_0101_0101_0101 >> (64 - 8 * size));
            self.thread.progress.defined = 0xff;
            if self.copy_to(at, size) == Flow::Stop {
                return Flow::Stop;
            }
        }
    }

    /// Gets the next piece into the thread's progress.
    fn copy_from(&mut self, from: End, size: u8) -> Flow {
        let mut defined = 0xff;
        let value = match from.private {
            Some(object) => match self.private_bytes(object, from.address, size, false) {
                Some(bytes) => {
                    let mut word = [0; 8];
                    word[..bytes.len()].copy_from_slice(bytes);
                    defined = self.defined_privately(object, from.address, size);
                    Some(u64::from_le_bytes(word))
                }
                None => return Flow::Stop,
            },
            None => self.image.layout.constant(from.address, size),
        };
        if let Some(value) = value {
            let progress = &mut self.thread.progress;
            progress.value = value;
            progress.defined = defined;
            progress.loaded = true;
            return Flow::On;
        }
        if self.is_external(from.address) {
            return Flow::Stop;
        }
        let op = Op::Load {
            at: Access {
                address: from.address,
                size,
            },
            order: LoadOrder::Plain,
            raw: true,
            guard: None,
        };
        self.wait(op, Then::Loaded)
    }

    /// Writes the piece in the thread's progress.
    fn copy_to(&mut self, to: End, size: u8) -> Flow {
        let Progress { value, defined, .. } = self.thread.progress;
        if let Some(object) = to.private {
            let Some(bytes) = self.private_bytes(object, to.address, size, true) else {
                return Flow::Stop;
            };
            bytes.copy_from_slice(&value.to_le_bytes()[..usize::from(size)]);
            self.define_private(object, to.address, size, defined);
            self.thread.progress.done += u64::from(size);
            self.thread.progress.loaded = false;
            return Flow::On;
        }
        if self.is_external(to.address) {
            return Flow::Stop;
        }
        let op = Op::Store {
            at: Access {
                address: to.address,
                size,
            },
            order: StoreOrder::Plain,
            value,
            defined,
        };
        self.wait(op, Then::Written(size))
    }

    fn end(&self, place: Place) -> End {
        match place {
            Place::Shared(address) => End {
                private: None,
                address: self.get(address),
            },
            Place::Private { object, offset } => End {
                private: Some(object),
                address: self.get(offset).wrapping_sub(PRIVATE_BASE),
            },
        }
    }

    /// Room for the further arguments, then these, then the four fields of the list.
    pub fn va_start(&mut self, list: Arg) -> Flow {
        let list = self.get(list);
        if !list.is_multiple_of(8) {
            return self.unsupported(Reason::UnalignedVaList);
        }
        let first = self.frame().varargs as usize;
        let values = &self.thread.varargs[first..];
        let count = values.len();
        let Progress {
            done,
            value: area,
            loaded: has_area,
            ..
        } = self.thread.progress;
        if !has_area {
            let op = Op::Allocate {
                size: 8 * count.max(1) as u64,
                storage: Storage::Stack,
                init: Init::Undefined,
                site: self.image.varargs_site,
            };
            return self.wait(op, Then::VaArea);
        }
        // Here `done` counts stores.
        let done = done as usize;
        let (address, size, value, defined) = match values.get(done) {
            Some(further) => (area + 8 * done as u64, 8, further.value, further.defined),
            None => match done - count {
                0 => (list, 4, 48, 0xff),
                1 => (list + 4, 4, 176, 0xff),
                2 => (list + 8, 8, area, 0xff),
                3 => (list + 16, 8, area, 0xff),
                _ => {
                    self.thread.progress = Progress::default();
                    return Flow::On;
                }
            },
        };
        let op = Op::Store {
            at: Access { address, size },
            order: StoreOrder::Plain,
            value,
            defined,
        };
        self.wait(op, Then::VaStored)
    }
}

/// Offset and size of the next piece: naturally aligned on both sides.
fn next_piece(source: End, destination: End, length: u64, done: u64, backwards: bool) -> (u64, u8) {
    let left = length - done;
    let start = if backwards { left } else { done };
    let from = source.address.wrapping_add(start);
    let to = destination.address.wrapping_add(start);
    let size = piece_size(from | to, left);
    match backwards {
        true => (start - u64::from(size), size),
        false => (start, size),
    }
}
