//! Values with undefined bytes, on their way from one place in memory to another.
//!
//! They are rare, so the thread has a short list of the registers that hold one, and as long as there are
//! any, it runs one instruction at a time. Moves, calls, returns and stores hand them on. If they are errors, everything
//! else is a use of an uninitialised value. If they are followed, computing hands them on, too, and only what they
//! decide is a use: a branch, an address, a size. `code/handed_on.rs` says which loads bring them.

use super::input::marked;
use super::step::{Flow, Step};
use super::thread::{Reason, Then};
use crate::code::{Arg, Code, Reg, Span, Target, Undefined};
use crate::module::{BinaryOp, Cast};
use threadproof_program::{ErrorKind, Op, Response};

impl Step<'_> {
    /// Delivers a value some of whose `size` bytes may be undefined.
    #[inline(never)]
    pub fn carry(&mut self, to: Reg, size: u8, partly: bool, response: Response) -> Flow {
        let all = u8::MAX >> (8 - size);
        let defined = response.defined & all;
        if partly && defined == 0 {
            return self.fail(ErrorKind::Uninitialized, Reason::Uninitialized);
        }
        self.set(to, response.value);
        let bytes = if defined == all { u8::MAX } else { defined };
        self.note_defined(self.base + to.index(), bytes);
        Flow::On
    }

    /// Runs on as long as there are undefined bytes; says whether the thread can go on without care.
    #[inline(never)]
    pub fn run_with_undefined(&mut self) -> Flow {
        while !self.thread.undefined.is_empty() {
            let code = self.image.code[self.next];
            let flow = match self.hand_on(&code) {
                Some(flow) => flow,
                None => self.run_one(),
            };
            if flow == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::On
    }

    /// Runs an instruction that is not run in the usual way; `None` if the instruction is still to be run.
    fn hand_on(&mut self, code: &Code) -> Option<Flow> {
        match *code {
            Code::Move { to, from } => {
                let defined = self.defined(from);
                self.note_defined(self.base + to.index(), defined);
                return None;
            }
            // Compares which bytes are defined as well.
            Code::LoopRepeats { .. } => return None,
            Code::Call(_) => return self.hand_to_callee(code),
            Code::Return(values) => {
                self.hand_to_caller(values);
                return None;
            }
            Code::Store {
                size,
                order,
                defined: true,
                pointer,
                value,
            } if self.defined(pointer) == u8::MAX => {
                let defined = self.defined(value);
                self.next += 1;
                return Some(self.store_bytes(size, order, defined, pointer, value));
            }
            Code::PrivateStore {
                size,
                defined: true,
                object,
                offset,
                value,
            } if self.defined(offset) == u8::MAX => {
                let defined = self.defined(value);
                self.next += 1;
                return Some(self.private_store(size, defined, object, offset, value));
            }
            _ => {}
        }
        if let Some((to, defined)) = self.parts_of_operands(code) {
            self.note_defined(self.base + to.index(), defined);
            return None;
        }
        let taken = self.taken(code);
        let mut used = false;
        code.each_operand(self.image, |arg| {
            let defined = self.defined(arg);
            used |= defined != u8::MAX && (Some(arg) != taken || self.loses(defined));
        });
        if used {
            return self.use_undefined(code);
        }
        for result in code.results(self.image).into_iter().flatten() {
            self.note_defined(self.base + result.index(), u8::MAX);
        }
        None
    }

    /// What takes structures apart that were handed on as numbers, and puts them together, hands on which bytes are
    /// undefined. Inputs are followed as a whole.
    fn parts_of_operands(&self, code: &Code) -> Option<(Reg, u8)> {
        if !self.image.inputs.is_empty() {
            return None;
        }
        let (to, a, defined) = match *code {
            Code::Cast {
                cast: Cast::Truncate { to: bits },
                to,
                a,
            } => {
                let left = u8::MAX >> (8 - bits.div_ceil(8).clamp(1, 8));
                (to, a, self.defined(a) | !left)
            }
            Code::Binary {
                op: BinaryOp::Or,
                to,
                a,
                b,
                ..
            } => {
                let some = if self.defined(a) == u8::MAX { b } else { a };
                (to, some, self.defined(a) & self.defined(b))
            }
            Code::Binary { op, to, a, b, .. } if b.as_register().is_none() => {
                let defined = self.defined(a);
                let by = self.get(b);
                let bytes = || (by.is_multiple_of(8) && by < 64).then_some(by / 8);
                let defined = match op {
                    BinaryOp::And => defined | zero_bytes(by),
                    BinaryOp::ShiftRight => defined >> bytes()? | !(u8::MAX >> bytes()?),
                    BinaryOp::ShiftLeft => defined << bytes()? | !(u8::MAX << bytes()?),
                    _ => return None,
                };
                (to, a, defined)
            }
            _ => return None,
        };
        (self.defined(a) != u8::MAX).then_some((to, defined))
    }

    /// The next instruction has undefined operands.
    fn use_undefined(&mut self, code: &Code) -> Option<Flow> {
        if !self.image.uninitialized.is_followed() {
            self.next += 1;
            return Some(self.fail(ErrorKind::Uninitialized, Reason::Uninitialized));
        }
        let inputs = !self.image.inputs.is_empty();
        match *code {
            // Another value may be zero, or the one whose quotient overflows.
            Code::Binary { op, .. } if inputs && op.divides() => Some(self.note_operands(code)),
            Code::Binary { to, .. }
            | Code::Compare { to, .. }
            | Code::FloatBinary { to, .. }
            | Code::FloatNegate { to, .. }
            | Code::FloatCompare { to, .. }
            | Code::Cast { to, .. }
            | Code::Select { to, .. }
                if inputs =>
            {
                Some(self.compute_with_input(code, to))
            }
            Code::CompareBranch { a, b, .. } if self.are_one_input(a, b) => None,
            Code::Binary { to, .. }
            | Code::Compare { to, .. }
            | Code::FloatBinary { to, .. }
            | Code::FloatNegate { to, .. }
            | Code::FloatCompare { to, .. }
            | Code::Cast { to, .. }
            | Code::Select { to, .. } => {
                self.note_defined(self.base + to.index(), 0);
                None
            }
            // Output for people decides nothing.
            Code::Print { .. } => None,
            _ => Some(self.note_operands(code)),
        }
    }

    /// The next instruction decides something by undefined operands. They are told once.
    fn note_operands(&mut self, code: &Code) -> Flow {
        let mut used = Vec::new();
        code.each_operand(self.image, |arg| used.extend(arg.as_register()));
        let values: Vec<u64> = used.iter().map(|r| self.get(Arg::register(*r))).collect();
        for register in used {
            self.note_defined(self.base + register.index(), u8::MAX);
        }
        self.next += 1;
        self.note_use(&values, Then::Again)
    }

    /// The next instruction computes with undefined operands, of which some may be inputs.
    fn compute_with_input(&mut self, code: &Code, to: Reg) -> Flow {
        let (certain, copies) = match *code {
            Code::Compare { a, b, .. } => (self.are_one_input(a, b), false),
            Code::Select { condition, .. } => (false, self.defined(condition) == u8::MAX),
            _ => (false, matches!(code, Code::Cast { .. })),
        };
        let flow = self.run_one();
        let defined = if certain { u8::MAX } else { 0 };
        self.note_defined(self.base + to.index(), defined);
        let result = self.get(Arg::register(to));
        match flow == Flow::On && !copies && marked(result).is_some() {
            true => self.note_use(&[result], Then::Continue),
            false => flow,
        }
    }

    /// Are both operands copies of one input?
    fn are_one_input(&self, a: Arg, b: Arg) -> bool {
        let value = self.get(a);
        value == self.get(b)
            && self.defined(a) == 0
            && self.defined(b) == 0
            && marked(value).is_some()
    }

    /// Tells that an undefined value decides something.
    pub fn note_use(&mut self, values: &[u64], then: Then) -> Flow {
        self.thread.reason = self.decided_by(values);
        self.wait(Op::Incomplete, then)
    }

    /// Delivers a value whose undefined bytes are zeros, which is told.
    #[inline(never)]
    pub fn take_as_zero(&mut self, to: Reg, size: u8, response: Response) -> Flow {
        self.set(to, response.value);
        let all = u8::MAX >> (8 - size);
        match response.defined & all == all {
            true => Flow::On,
            false => self.note_use(&[response.value], Then::Continue),
        }
    }

    /// Memory does not know which bytes are undefined that an atomic update writes. It may forget padding, but not
    /// values that are followed.
    fn loses(&self, defined: u8) -> bool {
        let inputs = !self.image.inputs.is_empty();
        self.image.uninitialized.is_followed() && (inputs || defined == 0)
    }

    /// The value that an atomic operation writes.
    fn taken(&self, code: &Code) -> Option<Arg> {
        match *code {
            Code::Rmw {
                op: threadproof_program::RmwOp::Exchange,
                operand,
                ..
            } => Some(operand),
            Code::CompareExchange(index) => Some(self.image.exchanges[index as usize].new),
            _ => None,
        }
    }

    fn hand_to_callee(&mut self, code: &Code) -> Option<Flow> {
        let Code::Call(site) = *code else {
            return None;
        };
        let site = self.image.calls[site as usize];
        let arguments = &self.image.arguments[site.arguments.range()];
        let masks: Vec<u8> = arguments.iter().map(|a| self.defined(*a)).collect();
        let called = match site.target {
            Target::Function(number) => Some(number),
            Target::Pointer(pointer) => self.image.function_at(self.get(pointer)),
        };
        let named = called.map_or(0, |f| self.image.functions[f as usize].parameters as usize);
        // A value that was never written is no argument; structures among further ones may have padding.
        let (named, further) = masks.split_at(named.min(masks.len()));
        if let Target::Pointer(pointer) = site.target
            && self.defined(pointer) != u8::MAX
        {
            return self.use_undefined(code);
        }
        if further.contains(&0) && !self.image.uninitialized.is_followed() {
            self.next += 1;
            return Some(self.fail(ErrorKind::Uninitialized, Reason::Uninitialized));
        }
        let depth = self.thread.frames.len();
        let flow = self.run_one();
        if depth < self.thread.frames.len() {
            for (at, mask) in named.iter().enumerate() {
                self.note_defined(self.base + at, *mask);
            }
            let first = self.frame().varargs as usize;
            let own = &mut self.thread.varargs[first..];
            for (argument, mask) in own.iter_mut().zip(further) {
                argument.defined = *mask;
            }
        }
        Some(flow)
    }

    fn hand_to_caller(&mut self, values: Span) {
        self.find_caller();
        let [.., caller, frame] = self.thread.frames[..] else {
            return;
        };
        let values = &self.image.arguments[values.range()];
        let masks: Vec<u8> = values.iter().map(|value| self.defined(*value)).collect();
        let dead = frame.base as usize;
        self.thread
            .undefined
            .retain(|(register, _)| (*register as usize) < dead);
        let Code::Call(site) = self.image.code[caller.next as usize - 1] else {
            return;
        };
        let results = self.image.calls[site as usize].results;
        let results = &self.image.arguments[results.range()];
        for (result, mask) in results.iter().zip(masks) {
            let to = result.as_register().expect("results are registers");
            self.note_defined(caller.base as usize + to.index(), mask);
        }
    }

    /// Which bytes of an operand are defined.
    pub fn defined(&self, arg: Arg) -> u8 {
        let Some(register) = arg.as_register() else {
            return u8::MAX;
        };
        let register = (self.base + register.index()) as u32;
        let list = self.thread.undefined.iter();
        let known = list.clone().find(|(r, _)| *r == register);
        known.map_or(u8::MAX, |(_, defined)| *defined)
    }

    pub fn undefine_register(&mut self, register: Reg) {
        self.note_defined(self.base + register.index(), 0);
    }

    pub fn without_value(&mut self, to: Reg) -> Flow {
        self.set(to, 0);
        self.undefine_register(to);
        Flow::On
    }

    pub fn define_register(&mut self, register: Reg) {
        self.note_defined(self.base + register.index(), u8::MAX);
    }

    fn note_defined(&mut self, register: usize, defined: u8) {
        let register = register as u32;
        self.thread.undefined.retain(|(r, _)| *r != register);
        if defined != u8::MAX {
            self.thread.undefined.push((register, defined));
        }
    }

    /// Delivers the contents of a private object, some of whose bytes may be undefined.
    #[inline(never)]
    pub fn known_private_load(
        &mut self,
        size: u8,
        undefined: Undefined,
        to: Reg,
        (object, offset): (u32, u64),
        value: u64,
    ) -> Flow {
        let mut defined = self.defined_privately(object, offset, size);
        if defined != u8::MAX {
            match undefined {
                Undefined::Error => {
                    let reason = Reason::PrivateUninitialized {
                        object,
                        offset,
                        size,
                    };
                    return self.fail(ErrorKind::Uninitialized, reason);
                }
                Undefined::Chosen if defined == 0 => return self.begin_choice(to),
                Undefined::Overwritten => defined = u8::MAX,
                _ => {}
            }
        }
        self.set(to, value);
        if defined != u8::MAX || !self.thread.undefined.is_empty() {
            self.note_defined(self.base + to.index(), defined);
        }
        Flow::On
    }

    /// Which of these bytes of a private object are defined; all ones if all of them are.
    pub fn defined_privately(&mut self, object: u32, offset: u64, size: u8) -> u8 {
        let Some(shadow) = self.shadow(object, offset, size) else {
            return u8::MAX;
        };
        let bit = |(at, byte): (usize, &u8)| (byte & 1) << at;
        let defined = shadow.iter().enumerate().map(bit).sum();
        let all = u8::MAX >> (8 - size);
        if defined == all { u8::MAX } else { defined }
    }

    #[inline(always)]
    pub fn define_private(&mut self, object: u32, offset: u64, size: u8, defined: u8) {
        if let Some(shadow) = self.shadow(object, offset, size) {
            for (at, byte) in shadow.iter_mut().enumerate() {
                *byte = if defined >> at & 1 == 1 { u8::MAX } else { 0 };
            }
        }
    }

    /// The bytes that say which bytes of a private object are defined; `None` if nobody follows them.
    #[inline(always)]
    fn shadow(&mut self, object: u32, offset: u64, size: u8) -> Option<&mut [u8]> {
        if !self.image.uninitialized.is_known_privately() {
            return None;
        }
        let bounds = self.image.private_objects[object as usize];
        let frame = self.thread.frames.last().expect("a thread has a frame");
        let data = frame.private as usize + bounds.start as usize + offset as usize;
        let start = data + bounds.size as usize;
        self.thread
            .private
            .get_mut(start..start + usize::from(size))
    }

    /// Runs the next instruction.
    fn run_one(&mut self) -> Flow {
        let before = self.patience;
        if before <= 1 {
            return self.wait(Op::Pause, Then::Continue);
        }
        self.patience = 1;
        let flow = self.run_next();
        self.patience = before - 1;
        flow
    }
}

/// Bit i: byte i is zero.
fn zero_bytes(value: u64) -> u8 {
    let bytes = value.to_le_bytes().into_iter().enumerate();
    bytes.fold(0, |zeros, (at, byte)| zeros | u8::from(byte == 0) << at)
}
