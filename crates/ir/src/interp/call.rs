//! Calls and returns.

use super::step::{Flow, Step};
use super::thread::{Frame, Further, Reason};
use crate::code::{Code, Span, Target};
use threadproof_program::ErrorKind;

impl Step<'_> {
    #[inline(never)]
    pub fn call(&mut self, site: u32) -> Flow {
        let site = self.image.calls[site as usize];
        let number = match site.target {
            Target::Function(number) => number,
            Target::Pointer(pointer) => match self.get(pointer) {
                0 => return self.fail(ErrorKind::NullDeref, Reason::NullFunction),
                address => match self.image.function_at(address) {
                    Some(number) => number,
                    None => return self.fail(ErrorKind::OutOfBounds, Reason::NoFunction),
                },
            },
        };
        let callee = &self.image.functions[number as usize];
        let Some(entry) = callee.entry else {
            return self.unsupported(Reason::UnknownFunction(number));
        };
        if self.thread.depth() >= self.image.max_call_depth {
            return self.fail(ErrorKind::StackOverflow, Reason::StackOverflow);
        }
        let base = self.thread.registers.len();
        let varargs = self.thread.varargs.len() as u32;
        let parameters = callee.parameters as usize;
        let registers = &mut self.thread.registers;
        registers.resize(base + callee.registers as usize, 0);
        let arguments = &self.image.arguments[site.arguments.range()];
        let (caller, own) = registers.split_at_mut(base);
        let caller = &caller[self.base..];
        for (to, argument) in own[..parameters].iter_mut().zip(arguments) {
            *to = argument.get(caller, &self.image.constants);
        }
        if callee.variadic && arguments.len() > parameters {
            let further = arguments[parameters..].iter();
            let values = further.map(|argument| Further {
                value: argument.get(caller, &self.image.constants),
                defined: u8::MAX,
            });
            self.thread.varargs.extend(values);
        }
        let private = self.thread.private.len();
        if callee.private > 0 {
            self.thread
                .private
                .resize(private + callee.private as usize, 0);
        }
        self.frame().next = self.next as u32;
        self.thread.frames.push(Frame {
            next: entry,
            base: base as u32,
            objects: 0,
            varargs,
            private: private as u32,
        });
        self.base = base;
        self.next = entry as usize;
        self.tick()
    }

    /// Makes sure that the frame below the running one is there.
    #[inline]
    pub fn find_caller(&mut self) {
        if self.thread.frames.len() < 2 && self.thread.below.is_some() {
            self.thread.unspill();
            self.base = self.frame().base as usize;
        }
    }

    #[inline(never)]
    pub fn return_values(&mut self, values: Span) {
        self.find_caller();
        let frame = self.thread.frames.pop().expect("a returning function runs");
        let caller = *self.frame();
        let Code::Call(site) = self.image.code[caller.next as usize - 1] else {
            unreachable!("a frame that waits for a return stands at a call");
        };
        let results = self.image.calls[site as usize].results;
        let values = &self.image.arguments[values.range()];
        for (at, result) in self.image.arguments[results.range()].iter().enumerate() {
            let value = values.get(at).map_or(0, |value| self.get(*value));
            let to = result.as_register().expect("results are registers");
            self.thread.registers[caller.base as usize + to.0 as usize] = value;
        }
        self.thread.registers.truncate(frame.base as usize);
        self.thread.varargs.truncate(frame.varargs as usize);
        self.thread.private.truncate(frame.private as usize);
        self.base = caller.base as usize;
        self.next = caller.next as usize;
    }
}
