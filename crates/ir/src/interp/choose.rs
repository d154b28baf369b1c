//! Values for memory that was never written (`--uninitialized any`).
//!
//! A load that reads undefined bytes becomes a choice between values, and the chosen one is written back, so that
//! later loads read it as well. `Choice` in `code/image.rs` has the values that
//! a load can give, and says whether these are all that matter.

use super::step::{Flow, Step};
use super::thread::{Progress, Reason, Then};
use crate::code::{Code, Reg};
use crate::passes::escape::PRIVATE_BASE;
use threadproof_program::{Access, LoadOrder, Op, Response, StoreOrder};

impl Step<'_> {
    /// A load from memory has got its value.
    #[inline(never)]
    pub fn choose(&mut self, to: Reg, size: u8, response: Response) -> Flow {
        let all = u8::MAX >> (8 - size);
        match response.defined & all {
            0 => self.begin_choice(to),
            _ => self.carry(to, size, false, response),
        }
    }

    /// The instruction before the next one has read undefined bytes.
    pub fn begin_choice(&mut self, to: Reg) -> Flow {
        let choice = self.image.choice_at(self.next - 1);
        let (options, all) = (choice.values.len() as u32, choice.all);
        if !all && !self.thread.progress.loaded {
            // Told first; then the load is done again.
            self.thread.progress.loaded = true;
            self.thread.reason = Reason::FewValues;
            return self.wait(Op::Incomplete, Then::Again);
        }
        self.thread.progress = Progress::default();
        match options {
            0 | 1 => self.chosen(to, Response::value(0)),
            _ => self.wait(Op::Choice { options }, Then::Choice { to }),
        }
    }

    /// The value is known: it is written back to memory, if it comes from there.
    pub fn chosen(&mut self, to: Reg, response: Response) -> Flow {
        let choice = self.image.choice_at(self.next - 1);
        let value = choice.values.get(response.value as usize);
        let value = value.copied().unwrap_or(0);
        match self.image.code[self.next - 1] {
            Code::Load {
                size,
                pointer,
                order,
                ..
            } => {
                let address = self.get(pointer);
                self.set(to, value);
                let op = Op::Store {
                    at: Access { address, size },
                    order: match order {
                        LoadOrder::Plain => StoreOrder::Plain,
                        _ => StoreOrder::Relaxed,
                    },
                    value,
                    defined: u8::MAX,
                };
                self.wait(op, Then::Continue)
            }
            Code::PrivateLoad {
                size,
                object,
                offset,
                ..
            } => {
                let offset = self.get(offset).wrapping_sub(PRIVATE_BASE);
                if let Some(bytes) = self.private_bytes(object, offset, size, true) {
                    bytes.copy_from_slice(&value.to_le_bytes()[..usize::from(size)]);
                }
                self.define_private(object, offset, size, u8::MAX);
                self.set(to, value);
                self.define_register(to);
                Flow::On
            }
            _ => {
                self.set(to, value);
                self.define_register(to);
                Flow::On
            }
        }
    }
}
