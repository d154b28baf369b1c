//! Loads, stores and atomic accesses.

use super::step::{Flow, Step};
use super::thread::{Progress, Reason, Then};
use crate::code::{Arg, Reg, Undefined};
use crate::passes::escape::PRIVATE_BASE;
use threadproof_program::{Access, ErrorKind, LoadOrder, Op, Response, StoreOrder};

/// The access touches two aligned words.
#[inline(always)]
fn crosses(address: u64, size: u8) -> bool {
    (address & 7) + u64::from(size) > 8
}

/// The largest naturally aligned piece at `address` of at most `left` bytes.
pub fn piece_size(address: u64, left: u64) -> u8 {
    let aligned = 1u64 << address.trailing_zeros().min(3);
    let fits = 1u64 << left.clamp(1, 8).ilog2();
    aligned.min(fits) as u8
}

impl Step<'_> {
    #[inline(always)]
    pub fn load(
        &mut self,
        size: u8,
        order: LoadOrder,
        undefined: Undefined,
        to: Reg,
        pointer: Arg,
    ) -> Flow {
        let address = self.get(pointer);
        if self.image.layout.is_special(address)
            && let Some(flow) = self.special_load(size, to, address)
        {
            return flow;
        }
        if crosses(address, size) {
            return self.split_load(address, size, order, to);
        }
        let op = Op::Load {
            at: Access { address, size },
            order,
            raw: undefined != Undefined::Error,
            guard: None,
        };
        let then = match undefined {
            Undefined::Error | Undefined::Overwritten => Then::Result(to),
            Undefined::Carried | Undefined::PartlyCarried => Then::Carried {
                to,
                size,
                partly: undefined == Undefined::PartlyCarried,
            },
            Undefined::Noted => Then::Noted { to, size },
            Undefined::Chosen => Then::Chosen { to, size },
        };
        self.wait(op, then)
    }

    /// A load from a constant, which needs no operation, or from a variable that no file defines.
    #[inline(never)]
    fn special_load(&mut self, size: u8, to: Reg, address: u64) -> Option<Flow> {
        if let Some(value) = self.image.layout.constant(address, size) {
            self.set(to, value);
            return Some(Flow::On);
        }
        let external = self.image.layout.external(address).is_some();
        external.then(|| self.unsupported(Reason::External(address)))
    }

    #[inline(always)]
    pub fn store(
        &mut self,
        size: u8,
        order: StoreOrder,
        defined: bool,
        pointer: Arg,
        value: Arg,
    ) -> Flow {
        let defined = if defined { 0xff } else { 0 };
        self.store_bytes(size, order, defined, pointer, value)
    }

    /// Bit i of `defined` says whether byte i of the value is defined.
    #[inline(always)]
    pub fn store_bytes(
        &mut self,
        size: u8,
        order: StoreOrder,
        defined: u8,
        pointer: Arg,
        value: Arg,
    ) -> Flow {
        let address = self.get(pointer);
        let value = self.get(value);
        if self.is_external(address) {
            return Flow::Stop;
        }
        if crosses(address, size) {
            return self.split_store(address, size, order, value, defined);
        }
        let op = Op::Store {
            at: Access { address, size },
            order,
            value,
            defined,
        };
        self.wait(op, Then::Continue)
    }

    /// Stops the thread if the variable at `address` is defined nowhere.
    #[inline(always)]
    pub fn is_external(&mut self, address: u64) -> bool {
        self.image.layout.is_special(address) && self.stop_at_external(address)
    }

    #[inline(never)]
    fn stop_at_external(&mut self, address: u64) -> bool {
        let external = self.image.layout.external(address).is_some();
        if external {
            self.unsupported(Reason::External(address));
        }
        external
    }

    /// The memory of an access that must be one operation; `None` if the thread is stopped.
    pub fn atomic_access(&mut self, pointer: Arg, size: u8) -> Option<Access> {
        let address = self.get(pointer);
        if self.is_external(address) {
            return None;
        }
        if crosses(address, size) {
            self.cross(address);
            return None;
        }
        Some(Access { address, size })
    }

    /// An atomic access that touches two aligned words is unsupported, unless there is no memory at all: the engine is
    /// asked for the first byte.
    fn cross(&mut self, address: u64) -> Flow {
        let op = Op::Load {
            at: Access { address, size: 1 },
            order: LoadOrder::Relaxed,
            raw: true,
            guard: None,
        };
        self.wait(op, Then::Crosses)
    }

    #[inline(never)]
    fn split_load(&mut self, address: u64, size: u8, order: LoadOrder, to: Reg) -> Flow {
        if order != LoadOrder::Plain {
            return self.cross(address);
        }
        let raw = self.image.uninitialized.is_followed();
        let progress = self.thread.progress;
        let left = u64::from(size) - progress.done;
        if left == 0 {
            self.thread.progress = Progress::default();
            let response = Response {
                value: progress.value,
                defined: progress.defined,
            };
            return match raw {
                true => self.carry(to, size, false, response),
                false => {
                    self.set(to, progress.value);
                    Flow::On
                }
            };
        }
        let address = address.wrapping_add(progress.done);
        let size = piece_size(address, left);
        let op = Op::Load {
            at: Access { address, size },
            order,
            raw,
            guard: None,
        };
        self.wait(op, Then::Piece(size))
    }

    #[inline(never)]
    fn split_store(
        &mut self,
        address: u64,
        size: u8,
        order: StoreOrder,
        value: u64,
        defined: u8,
    ) -> Flow {
        if order != StoreOrder::Plain {
            return self.cross(address);
        }
        let done = self.thread.progress.done;
        let left = u64::from(size) - done;
        if left == 0 {
            self.thread.progress = Progress::default();
            return Flow::On;
        }
        let address = address.wrapping_add(done);
        let size = piece_size(address, left);
        let defined = defined >> done;
        let value = (value >> (8 * done)) & (u64::MAX >> (64 - 8 * u32::from(size)));
        let op = Op::Store {
            at: Access { address, size },
            order,
            value,
            defined,
        };
        self.wait(op, Then::Written(size))
    }

    #[inline(never)]
    pub fn compare_exchange(&mut self, index: u32) -> Flow {
        let exchange = self.image.exchanges[index as usize];
        let Some(at) = self.atomic_access(exchange.pointer, exchange.size) else {
            return Flow::Stop;
        };
        let expected = self.get(exchange.expected);
        let op = Op::CompareExchange {
            at,
            success: exchange.success_order,
            failure: exchange.failure_order,
            expected,
            new: self.get(exchange.new),
        };
        let then = Then::Exchanged {
            old: exchange.old,
            success: exchange.success,
            expected,
        };
        self.wait(op, then)
    }

    #[inline(never)]
    pub fn await_value(&mut self, index: u32) -> Flow {
        let wait = self.image.awaits[index as usize];
        let address = self.get(wait.pointer);
        if let Some(value) = self.image.layout.constant(address, wait.size) {
            let guard = wait.test.guard(wait.why, wait.size, |arg| self.get(arg));
            if guard.passes(value, wait.size) {
                self.set(wait.to, value);
                return Flow::On;
            }
        }
        let Some(at) = self.atomic_access(wait.pointer, wait.size) else {
            return Flow::Stop;
        };
        let guard = wait.test.guard(wait.why, wait.size, |arg| self.get(arg));
        let noted = self.image.uninitialized.is_noted();
        let op = Op::Load {
            at,
            order: wait.order,
            raw: noted,
            guard: Some(guard),
        };
        let then = match noted {
            true => Then::Noted {
                to: wait.to,
                size: wait.size,
            },
            false => Then::Result(wait.to),
        };
        self.wait(op, then)
    }

    #[inline(never)]
    pub fn private_load(
        &mut self,
        size: u8,
        undefined: Undefined,
        to: Reg,
        object: u32,
        offset: Arg,
    ) -> Flow {
        let offset = self.get(offset).wrapping_sub(PRIVATE_BASE);
        match self.private_bytes(object, offset, size, false) {
            Some(bytes) => {
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                let value = u64::from_le_bytes(word);
                if self.image.uninitialized.is_known_privately() {
                    return self.known_private_load(size, undefined, to, (object, offset), value);
                }
                self.set(to, value);
                Flow::On
            }
            None => Flow::Stop,
        }
    }

    #[inline(never)]
    pub fn private_store(
        &mut self,
        size: u8,
        defined: u8,
        object: u32,
        offset: Arg,
        value: Arg,
    ) -> Flow {
        let offset = self.get(offset).wrapping_sub(PRIVATE_BASE);
        let value = self.get(value).to_le_bytes();
        match self.private_bytes(object, offset, size, true) {
            Some(bytes) => {
                bytes.copy_from_slice(&value[..usize::from(size)]);
                self.define_private(object, offset, size, defined);
                Flow::On
            }
            None => Flow::Stop,
        }
    }

    /// The bytes of a private object; `None` if they are out of bounds, which stops the thread.
    pub fn private_bytes(
        &mut self,
        object: u32,
        offset: u64,
        size: u8,
        write: bool,
    ) -> Option<&mut [u8]> {
        let bounds = self.image.private_objects[object as usize];
        let end = offset.checked_add(u64::from(size));
        if end.is_none_or(|end| end > u64::from(bounds.size)) {
            let reason = Reason::PrivateBounds {
                object,
                offset,
                size,
                write,
            };
            self.fail(ErrorKind::OutOfBounds, reason);
            return None;
        }
        let frame = self.thread.frames.last().expect("a thread has a frame");
        let start = frame.private as usize + bounds.start as usize + offset as usize;
        Some(&mut self.thread.private[start..start + usize::from(size)])
    }
}
