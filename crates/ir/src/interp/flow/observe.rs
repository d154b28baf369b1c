//! The effect of each instruction on the origins of values.

use super::functions::{self, EQUAL, NONZERO};
use super::regions::Regions;
use super::trace::Trace;
use crate::code::{Arg, Callable, Code, Image, Place, Reg, Target};
use crate::interp::thread::{Then, Thread};
use crate::passes::escape::PRIVATE_BASE;
use threadproof_program::{FlowEntry, Input, Op, Origin, Response};

/// Follows one thread.
pub struct Observer<'a> {
    pub image: &'a Image,
    pub regions: &'a Regions,
}

/// The work that is left for after the instruction.
pub enum After {
    Nothing,
    /// The arguments of a call.
    Call(Vec<Origin>),
    /// The values of a return.
    Return(Vec<Origin>),
}

impl Observer<'_> {
    /// Before the instruction at `place`.
    pub fn before(&self, trace: &mut Trace, thread: &Thread, place: usize) -> After {
        trace.fit(thread);
        trace.merge(self.regions, thread, place);
        trace.inputs.clear();
        let image = self.image;
        let get = |trace: &Trace, arg: Arg| trace.get(image, thread, arg);
        match image.code[place] {
            Code::Move { to, from } => {
                let origin = get(trace, from).origin;
                trace.set(thread, to, origin);
            }
            Code::Binary { op, to, a, b, .. } => {
                let inputs = [get(trace, a), get(trace, b)];
                if op.divides() && self.fails(trace, place, inputs) {
                    return After::Nothing;
                }
                self.compute(trace, thread, place, to, &inputs);
            }
            Code::Compare { to, a, b, .. }
            | Code::FloatBinary { to, a, b, .. }
            | Code::FloatCompare { to, a, b, .. } => {
                let inputs = [get(trace, a), get(trace, b)];
                self.compute(trace, thread, place, to, &inputs);
            }
            Code::FloatNegate { to, a, .. } | Code::Cast { to, a, .. } => {
                let inputs = [get(trace, a)];
                self.compute(trace, thread, place, to, &inputs);
            }
            Code::ThreadBlock { to, thread: number } => {
                let inputs = [get(trace, number)];
                self.compute(trace, thread, place, to, &inputs);
            }
            Code::Select {
                to,
                condition,
                a,
                b,
            } => {
                let condition = get(trace, condition);
                let inputs = [condition, get(trace, a), get(trace, b)];
                if condition.origin == Origin::Constant {
                    let chosen = if condition.value != 0 { 1 } else { 2 };
                    trace.set(thread, to, inputs[chosen].origin);
                } else {
                    self.compute(trace, thread, place, to, &inputs);
                }
            }
            Code::Branch { condition, .. } => {
                let on = get(trace, condition);
                let direction = u64::from(on.value != 0);
                trace.branch(thread, (on, NONZERO, direction), place, self.regions);
            }
            Code::CompareBranch { a, b, .. } => {
                let inputs = [get(trace, a), get(trace, b)];
                let function = functions::at(place);
                let origin = trace.compute(image, function, &inputs, false);
                let values = [inputs[0].value, inputs[1].value];
                let value = functions::evaluate(image, function, &values).unwrap_or(0);
                let on = Input { origin, value };
                trace.branch(thread, (on, NONZERO, value), place, self.regions);
            }
            Code::Switch { value, .. } => {
                let on = get(trace, value);
                let selector = functions::at(place);
                let direction = functions::evaluate(image, selector, &[on.value]).unwrap_or(0);
                trace.branch(thread, (on, selector, direction), place, self.regions);
            }
            Code::Call(site) => return self.call(trace, thread, site),
            Code::Return(values) => {
                let values = image.arguments[values.range()].iter();
                return After::Return(values.map(|value| get(trace, *value).origin).collect());
            }
            _ => self.before_operation(trace, thread, place),
        }
        After::Nothing
    }

    /// Does this division fail? Whether it does depends on its operands, unless they are harmless.
    fn fails(&self, trace: &mut Trace, place: usize, inputs: [Input; 2]) -> bool {
        let divisor = inputs[1];
        if divisor.origin == Origin::Constant && divisor.value != 0 && divisor.value >> 31 == 0 {
            return false;
        }
        let fails = functions::fails(place);
        let origin = trace.compute(self.image, fails, &inputs, false);
        let values = inputs.map(|input| input.value);
        let value = functions::evaluate(self.image, fails, &values).unwrap_or(1);
        !trace.test(Input { origin, value }, NONZERO, value, 0)
    }

    fn compute(&self, trace: &mut Trace, thread: &Thread, place: usize, to: Reg, inputs: &[Input]) {
        let grows = functions::grows(&self.image.code[place]);
        let origin = trace.compute(self.image, functions::at(place), inputs, grows);
        trace.set(thread, to, origin);
    }

    /// Instructions that may stop the thread before an operation: first those on memory.
    fn before_operation(&self, trace: &mut Trace, thread: &Thread, place: usize) {
        let image = self.image;
        let get = |trace: &Trace, arg: Arg| trace.get(image, thread, arg);
        match image.code[place] {
            Code::Load {
                size, to, pointer, ..
            } => {
                self.access(trace, thread, pointer, size);
                trace.inputs = vec![get(trace, pointer)];
                trace.set(thread, to, Origin::Constant);
            }
            Code::Store {
                size,
                pointer,
                value,
                ..
            } => {
                if !self.access(trace, thread, pointer, size) {
                    let value = get(trace, value);
                    trace.pin(value);
                    trace.copied = Origin::Constant;
                }
                trace.inputs = vec![get(trace, pointer), get(trace, value)];
            }
            Code::Rmw {
                size,
                pointer,
                operand,
                ..
            } => {
                self.access(trace, thread, pointer, size);
                trace.inputs = vec![get(trace, pointer), get(trace, operand)];
            }
            Code::CompareExchange(index) => {
                let exchange = &image.exchanges[index as usize];
                self.access(trace, thread, exchange.pointer, exchange.size);
                let args = [exchange.pointer, exchange.expected, exchange.new];
                trace.inputs = args.iter().map(|arg| get(trace, *arg)).collect();
            }
            Code::Await(index) => {
                let wait = &image.awaits[index as usize];
                self.access(trace, thread, wait.pointer, wait.size);
                let mut tested = Vec::new();
                wait.test.guard(wait.why, wait.size, |arg| {
                    tested.push(get(trace, arg));
                    0
                });
                // The guard is part of the operation.
                tested
                    .into_iter()
                    .for_each(|input| trace.branch_for_operation(thread, input));
                trace.inputs = vec![get(trace, wait.pointer)];
                trace.set(thread, wait.to, Origin::Constant);
            }
            _ => self.before_other(trace, thread, place),
        }
    }

    /// Memory that no other thread can reach.
    fn before_private(&self, trace: &mut Trace, thread: &Thread, place: usize) {
        let image = self.image;
        let get = |trace: &Trace, arg: Arg| trace.get(image, thread, arg);
        match image.code[place] {
            Code::PrivateLoad {
                size,
                to,
                object,
                offset,
                ..
            } => {
                let offset = get(trace, offset);
                trace.pin(offset);
                let origin = match self.private_start(thread, object, offset.value, size) {
                    Some(start) => trace.read_private(start, size),
                    None => Origin::Constant,
                };
                trace.set(thread, to, origin);
            }
            Code::PrivateStore {
                size,
                object,
                offset,
                value,
                ..
            } => {
                let offset = get(trace, offset);
                trace.pin(offset);
                let origin = get(trace, value).origin;
                if let Some(start) = self.private_start(thread, object, offset.value, size) {
                    trace.write_private(start, size, origin);
                }
            }
            _ => (),
        }
    }

    fn before_other(&self, trace: &mut Trace, thread: &Thread, place: usize) {
        let image = self.image;
        let get = |trace: &Trace, arg: Arg| trace.get(image, thread, arg);
        match image.code[place] {
            Code::PrivateLoad { .. } | Code::PrivateStore { .. } => {
                self.before_private(trace, thread, place);
            }
            Code::Assume { condition } => {
                let on = get(trace, condition);
                trace.test(on, NONZERO, u64::from(on.value != 0), 1);
            }
            Code::Free { address } => trace.inputs = vec![get(trace, address)],
            Code::FinishThread => {
                let result = trace.absolute(thread, 2);
                let body = image.function_at(thread.registers[0]);
                if body.is_some_and(|body| image.functions[body as usize].results > 0) {
                    trace.branch_for_result(thread, result);
                }
                trace.inputs = vec![Input::constant(0), result];
            }
            Code::MemoryCopy(index) => self.copy(trace, thread, index),
            Code::MemorySet(index) => {
                let fill = &image.fills[index as usize];
                self.pin_all(trace, thread, &[fill.value, fill.length]);
                self.place(trace, thread, fill.destination, fill.length, true);
                trace.copied = Origin::Constant;
            }
            Code::VaStart { list } => self.pin_all(trace, thread, &[list]),
            Code::Alloca { size, .. } => self.pin_all(trace, thread, &[size]),
            Code::Allocate { size, zeroed, .. } => self.pin_all(trace, thread, &[size, zeroed]),
            Code::Spawn { body, argument, .. } => self.pin_all(trace, thread, &[body, argument]),
            Code::SizeOf { to, address } => {
                self.pin_all(trace, thread, &[address]);
                trace.set(thread, to, Origin::Constant);
            }
            Code::Choice { to, options } => {
                let options = get(trace, options);
                // With less than two options there is no operation.
                if options.value as u32 > 1 {
                    trace.branch_for_operation(thread, options);
                } else {
                    trace.pin(options);
                }
                trace.set(thread, to, Origin::Constant);
            }
            Code::Fail { kind, message } => self.pin_all(trace, thread, &[kind, message]),
            Code::SelfThread { to }
            | Code::Unwritten { to }
            | Code::NoValue { to }
            | Code::Input { to, .. }
            | Code::ThreadLocal { to, .. }
            | Code::Print { to, .. } => {
                trace.set(thread, to, Origin::Constant);
            }
            _ => (),
        }
    }

    fn pin_all(&self, trace: &mut Trace, thread: &Thread, args: &[Arg]) {
        for &arg in args {
            let input = trace.get(self.image, thread, arg);
            trace.pin(input);
        }
    }

    /// An access through a pointer. Says whether it is one ordinary operation.
    fn access(&self, trace: &mut Trace, thread: &Thread, pointer: Arg, size: u8) -> bool {
        let address = trace.get(self.image, thread, pointer);
        let selector = functions::shape(size);
        let shape = functions::evaluate(self.image, selector, &[address.value]).unwrap_or(1);
        let ordinary = trace.test(address, selector, shape, 0);
        if !ordinary {
            trace.pin(address);
        }
        ordinary
    }

    fn private_start(&self, thread: &Thread, object: u32, offset: u64, size: u8) -> Option<usize> {
        let bounds = self.image.private_objects[object as usize];
        let offset = offset.wrapping_sub(PRIVATE_BASE);
        let end = offset.checked_add(u64::from(size))?;
        let frame = thread.frames.last()?;
        (end <= u64::from(bounds.size))
            .then(|| frame.private as usize + bounds.start as usize + offset as usize)
    }

    /// One end of a copy or fill. The contents of private memory there become constant.
    fn place(&self, trace: &mut Trace, thread: &Thread, place: Place, length: Arg, write: bool) {
        match place {
            Place::Shared(address) => self.pin_all(trace, thread, &[address]),
            Place::Private { object, offset } => {
                self.pin_all(trace, thread, &[offset]);
                let offset = trace.get(self.image, thread, offset).value;
                let length = trace.get(self.image, thread, length).value;
                for at in 0..length.min(1 << 20) {
                    let offset = offset.wrapping_add(at);
                    if let Some(start) = self.private_start(thread, object, offset, 1) {
                        if write {
                            trace.write_private(start, 1, Origin::Constant);
                        } else {
                            trace.read_private(start, 1);
                        }
                    }
                }
            }
        }
    }

    fn copy(&self, trace: &mut Trace, thread: &Thread, index: u32) {
        let copy = &self.image.copies[index as usize];
        if thread.progress.done == 0 && !thread.progress.loaded {
            self.pin_all(trace, thread, &[copy.length]);
            self.place(trace, thread, copy.source, copy.length, false);
            self.place(trace, thread, copy.destination, copy.length, true);
            trace.copied = Origin::Constant;
        }
    }

    fn call(&self, trace: &mut Trace, thread: &Thread, site: u32) -> After {
        let site = &self.image.calls[site as usize];
        let arguments = self.image.arguments[site.arguments.range()].iter();
        let arguments: Vec<Arg> = arguments.copied().collect();
        if let Target::Pointer(pointer) = site.target {
            let pointer = trace.get(self.image, thread, pointer);
            trace.branch_for_call(thread, pointer);
        }
        let origin = |arg: Arg| trace.get(self.image, thread, arg).origin;
        After::Call(arguments.into_iter().map(origin).collect())
    }

    /// After the instruction; `depth` frames were there before.
    pub fn after(&self, trace: &mut Trace, thread: &Thread, after: After, depth: usize) {
        match after {
            After::Nothing => (),
            After::Call(arguments) if thread.frames.len() > depth => {
                trace.fit(thread);
                let frame = thread.frames.last().expect("it was pushed");
                let base = frame.base as usize;
                let entered = |f: &&Callable| f.entry == Some(frame.next);
                let callee = self.image.functions.iter().find(entered);
                let named = callee.map_or(0, |callee| callee.parameters as usize);
                for register in base..thread.registers.len() {
                    trace.set_absolute(register, Origin::Constant);
                }
                for (at, origin) in arguments.into_iter().enumerate() {
                    if at < named {
                        trace.set_absolute(base + at, origin);
                    } else if let Some(further) =
                        trace.varargs.get_mut(frame.varargs as usize + at - named)
                    {
                        *further = origin;
                    }
                }
            }
            After::Call(_) => (),
            After::Return(origins) => {
                trace.fit(thread);
                let frame = thread.frames.last().expect("the caller runs");
                let Code::Call(site) = self.image.code[frame.next as usize - 1] else {
                    return;
                };
                let results = self.image.calls[site as usize].results;
                let results = self.image.arguments[results.range()].iter();
                let registers: Vec<usize> = results
                    .filter_map(|result| result.as_register())
                    .map(|register| frame.base as usize + register.index())
                    .collect();
                for (at, register) in registers.iter().enumerate() {
                    let origin = origins.get(at).copied().unwrap_or(Origin::Constant);
                    trace.set_absolute(*register, origin);
                }
                trace.merge_returned(thread, &registers);
            }
        }
    }

    /// The thread stands before an operation.
    pub fn stand(&self, trace: &mut Trace, thread: &Thread) {
        trace.fit(thread);
        let op = thread.pending;
        match (op, thread.then) {
            (Op::Load { at, .. }, Then::Loaded | Then::Piece(_)) => {
                trace.inputs = vec![Input::constant(at.address)];
            }
            (Op::Store { at, value, .. }, Then::Written(_)) => {
                let origin = trace.copied;
                trace.inputs = vec![Input::constant(at.address), Input { origin, value }];
            }
            (Op::Store { at, value, .. }, Then::VaStored) => {
                let first = thread.frames.last().map_or(0, |f| f.varargs as usize);
                let nth = first + thread.progress.done as usize;
                let origin = trace.varargs.get(nth).copied().unwrap_or(Origin::Constant);
                trace.inputs = vec![Input::constant(at.address), Input { origin, value }];
            }
            (Op::Store { at, .. }, _) if trace.inputs.len() == 2 => {
                if trace.inputs[0].origin == Origin::Constant {
                    trace.inputs[0].value = at.address;
                }
            }
            (Op::Release { count }, _) => trace.inputs = trace.release(count),
            (Op::Allocate { storage, .. }, _) => {
                trace.inputs = vec![trace.next_object(storage)];
            }
            (Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. }, _)
            | (Op::CompareExchange { .. } | Op::Free { .. }, _) => (),
            _ => trace.inputs.clear(),
        }
        trace.operation(op);
    }

    /// Before the thread goes on with a response.
    pub fn respond(&self, trace: &mut Trace, thread: &Thread, response: Response) {
        let op = thread.pending;
        let expected = match trace.log.last() {
            Some(FlowEntry::Operation { inputs, .. }) => inputs.get(1).copied(),
            _ => None,
        };
        let origin = trace.respond(response.value);
        let origin = match op {
            Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } | Op::Choice { .. } => {
                origin
            }
            Op::Allocate { size, storage, .. } => {
                trace.allocated(self.image, storage, response.value, size)
            }
            _ => Origin::Constant,
        };
        let made = Input {
            origin,
            value: response.value,
        };
        match thread.then {
            Then::Result(to)
            | Then::Carried { to, .. }
            | Then::Noted { to, .. }
            | Then::Chosen { to, .. }
            | Then::Choice { to } => {
                trace.set(thread, to, origin);
                trace.merge_operation(thread, to, response.value);
            }
            Then::Object(to) => {
                trace.set(thread, to, origin);
                trace.add_object(made);
            }
            Then::ThreadLocal(to, _) => {
                // Later uses find the address in the thread's own table.
                trace.pin(made);
                trace.add_thread_local(made);
                trace.set(thread, to, Origin::Constant);
            }
            Then::Exchanged { old, success, .. } => {
                trace.set(thread, old, origin);
                let inputs = [made, expected.unwrap_or(Input::constant(0))];
                let equal = trace.compute(self.image, EQUAL, &inputs, false);
                trace.set(thread, success, equal);
            }
            Then::Piece(_) => trace.pin(made),
            Then::Loaded if self.copies_privately(thread) => trace.pin(made),
            Then::Loaded => trace.copied = origin,
            Then::VaArea => {
                trace.add_object(made);
                trace.pin(made);
            }
            Then::Continue => trace.merge_finished(thread),
            Then::Printed(_)
            | Then::Written(_)
            | Then::VaStored
            | Then::Ended
            | Then::Again
            | Then::Crosses
            | Then::Stop => {}
        }
        if matches!(op, Op::Spawn { .. }) {
            trace.spawn();
        }
    }

    /// Does the copy that the thread is in write private memory?
    fn copies_privately(&self, thread: &Thread) -> bool {
        let place = thread.frames.last().map_or(0, |f| f.next as usize);
        match self.image.code.get(place.wrapping_sub(1)) {
            Some(Code::MemoryCopy(index)) => {
                let copy = &self.image.copies[*index as usize];
                matches!(copy.destination, Place::Private { .. })
            }
            _ => false,
        }
    }
}
