//! The loop that runs a thread to its next visible operation.

use super::arithmetic::{binary, cast, float_binary, float_compare, float_negate};
use super::flow::{Observer, Trace};
use super::thread::{Frame, Reason, Then, Thread};
use crate::code::{Arg, Code, Image, Reg};
use crate::compile::Uninitialized;
use threadproof_program::{Block, ErrorKind, Init, Op, Response, SiteId, Storage};

/// So many instructions without an operation are reported to the engine.
const PATIENCE: u32 = 1_000_000;

/// A thread that runs. Its last frame is kept here.
pub struct Step<'a> {
    pub image: &'a Image,
    pub thread: &'a mut Thread,
    pub next: usize,
    pub base: usize,
    pub patience: u32,
}

/// Whether the thread goes on or stands before an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    On,
    Stop,
}

/// Runs the thread to its first operation.
pub fn begin(image: &Image, thread: &mut Thread) {
    thread.then = Then::Continue;
    resume(image, thread, Response::NONE);
}

/// Completes the pending operation and runs the thread to the next.
pub fn resume(image: &Image, thread: &mut Thread, response: Response) {
    thread.note_for_rounds(image, response);
    let mut step = Step::new(image, thread);
    if step.complete(response) == Flow::On {
        step.run();
    }
}

/// Like [`resume`], noting how values flow.
pub fn resume_observed(
    observer: &Observer<'_>,
    trace: &mut Trace,
    thread: &mut Thread,
    response: Response,
) {
    // What the rounds of a loop are like depends on values in ways that are not followed.
    thread.rounds = None;
    let mut step = Step::new(observer.image, thread);
    if step.complete(response) == Flow::On {
        step.run_observed(observer, trace);
    }
}

impl<'a> Step<'a> {
    fn new(image: &'a Image, thread: &'a mut Thread) -> Step<'a> {
        let frame = thread.frames.last().expect("a thread has a frame");
        let (next, base) = (frame.next as usize, frame.base as usize);
        Step {
            image,
            thread,
            next,
            base,
            patience: PATIENCE,
        }
    }

    #[inline(always)]
    pub fn get(&self, arg: Arg) -> u64 {
        arg.get(&self.thread.registers[self.base..], &self.image.constants)
    }

    #[inline(always)]
    pub fn set(&mut self, register: Reg, value: u64) {
        self.thread.registers[self.base + register.0 as usize] = value;
    }

    pub fn frame(&mut self) -> &mut Frame {
        self.thread.frames.last_mut().expect("a thread has a frame")
    }

    #[inline(always)]
    pub fn wait(&mut self, op: Op, then: Then) -> Flow {
        self.thread.wait(op, then);
        Flow::Stop
    }

    pub fn fail(&mut self, kind: ErrorKind, reason: Reason) -> Flow {
        self.thread.fail(kind, reason);
        Flow::Stop
    }

    pub fn unsupported(&mut self, reason: Reason) -> Flow {
        self.thread.unsupported(reason);
        Flow::Stop
    }

    /// Delivers the response.
    #[inline(always)]
    fn complete(&mut self, response: Response) -> Flow {
        match self.thread.then {
            Then::Continue => {}
            Then::Result(to) => self.set(to, response.value),
            Then::Carried { to, size, partly } => return self.carry(to, size, partly, response),
            Then::Noted { to, size } => return self.take_as_zero(to, size, response),
            Then::Chosen { to, size } => return self.choose(to, size, response),
            Then::Choice { to } => return self.chosen(to, response),
            Then::Printed(to) => self.set(to, 1),
            Then::Object(to) => {
                self.frame().objects += 1;
                self.set(to, response.value);
            }
            Then::ThreadLocal(to, object) => {
                self.thread.thread_locals.push((object, response.value));
                self.set(to, response.value);
            }
            Then::Exchanged {
                old,
                success,
                expected,
            } => {
                self.set(old, response.value);
                self.set(success, u64::from(response.value == expected));
                if response.defined != u8::MAX && self.image.uninitialized.is_noted() {
                    return self.note_use(&[response.value], Then::Continue);
                }
            }
            Then::Again => self.next -= 1,
            Then::Piece(_)
            | Then::Written(_)
            | Then::Loaded
            | Then::VaArea
            | Then::VaStored
            | Then::Ended => {
                self.advance(response);
                self.next -= 1;
            }
            Then::Crosses => return self.unsupported(Reason::AtomicCrosses),
            Then::Stop => return Flow::Stop,
        }
        Flow::On
    }

    /// Notes the progress of an instruction that takes several operations.
    #[inline(never)]
    fn advance(&mut self, response: Response) {
        let progress = &mut self.thread.progress;
        match self.thread.then {
            Then::Piece(size) => {
                progress.value |= response.value << (8 * progress.done);
                let all = u8::MAX >> (8 - size);
                progress.defined |= (response.defined & all) << progress.done;
                progress.done += u64::from(size);
            }
            Then::Written(size) => {
                progress.done += u64::from(size);
                progress.loaded = false;
            }
            Then::Loaded => {
                progress.value = response.value;
                progress.defined = response.defined;
                progress.loaded = true;
            }
            Then::VaArea => {
                progress.value = response.value;
                progress.loaded = true;
                self.frame().objects += 1;
            }
            Then::VaStored | Then::Ended => progress.done += 1,
            _ => {}
        }
    }

    #[inline(always)]
    fn run(&mut self) {
        loop {
            if !self.thread.undefined.is_empty() && self.run_with_undefined() == Flow::Stop {
                break;
            }
            match self.run_local() {
                Some(code) if self.execute(code) == Flow::On => {}
                _ => break,
            }
        }
        self.frame().next = self.next as u32;
    }

    fn run_observed(&mut self, observer: &Observer<'_>, trace: &mut Trace) {
        for _ in 0..PATIENCE {
            let depth = self.thread.frames.len();
            let after = observer.before(trace, self.thread, self.next);
            // One instruction at a time.
            self.patience = 1;
            let flow = self.run_next();
            if flow == Flow::Stop {
                self.frame().next = self.next as u32;
                return;
            }
            observer.after(trace, self.thread, after, depth);
        }
        self.frame().next = self.next as u32;
        self.thread.wait(Op::Pause, Then::Continue);
    }

    /// Runs one instruction, if the patience is just enough for that.
    pub fn run_next(&mut self) -> Flow {
        match self.run_local() {
            None => Flow::On,
            Some(code) => {
                self.patience = PATIENCE;
                self.execute(code)
            }
        }
    }

    /// Runs the instructions that need nothing but registers. Returns the first other one, or
    /// nothing if it took too long. The fields that it touches are kept in local variables.
    fn run_local(&mut self) -> Option<&'a Code> {
        let image = self.image;
        let constants = &image.constants[..];
        let registers = &mut self.thread.registers[self.base..];
        let mut next = self.next;
        let mut patience = self.patience;
        let other = loop {
            let code = &image.code[next];
            next += 1;
            match *code {
                Code::Move { to, from } => {
                    registers[to.index()] = from.get(registers, constants);
                }
                Code::Binary {
                    op,
                    width,
                    to,
                    a,
                    b,
                } => {
                    let a = a.get(registers, constants);
                    let b = b.get(registers, constants);
                    match binary(op, width, a, b) {
                        Some(value) => registers[to.index()] = value,
                        None => break code,
                    }
                }
                Code::Compare {
                    predicate,
                    width,
                    to,
                    a,
                    b,
                } => {
                    let a = a.get(registers, constants);
                    let b = b.get(registers, constants);
                    registers[to.index()] = u64::from(predicate.holds(a, b, width));
                }
                Code::Cast { cast: kind, to, a } => {
                    registers[to.index()] = cast(kind, a.get(registers, constants));
                }
                Code::Jump(target) => next = target as usize,
                Code::Branch {
                    condition,
                    then,
                    otherwise,
                } => {
                    let holds = condition.get(registers, constants) != 0;
                    next = (if holds { then } else { otherwise }) as usize;
                }
                Code::CompareBranch {
                    predicate,
                    width,
                    a,
                    b,
                    then,
                    otherwise,
                } => {
                    let a = a.get(registers, constants);
                    let b = b.get(registers, constants);
                    let holds = predicate.holds(a, b, width);
                    next = (if holds { then } else { otherwise }) as usize;
                }
                _ => break code,
            }
            patience -= 1;
            if patience == 0 {
                self.next = next;
                self.thread.wait(Op::Pause, Then::Continue);
                return None;
            }
        };
        self.next = next;
        self.patience = patience;
        Some(other)
    }

    #[inline(always)]
    fn execute(&mut self, code: &Code) -> Flow {
        match *code {
            Code::Load {
                size,
                order,
                undefined,
                to,
                pointer,
            } => self.load(size, order, undefined, to, pointer),
            Code::Store {
                size,
                order,
                defined,
                pointer,
                value,
            } => self.store(size, order, defined, pointer, value),
            Code::PrivateLoad {
                size,
                undefined,
                to,
                object,
                offset,
            } => self.private_load(size, undefined, to, object, offset),
            Code::PrivateStore {
                size,
                defined,
                object,
                offset,
                value,
            } => {
                let defined = if defined { u8::MAX } else { 0 };
                self.private_store(size, defined, object, offset, value)
            }
            Code::Call(site) => self.call(site),
            Code::Return(values) => {
                self.return_values(values);
                Flow::On
            }
            Code::Binary { .. } => self.fail(ErrorKind::DivisionByZero, Reason::DivisionByZero),
            _ => self.execute_rare(code),
        }
    }

    /// Counts down to a pause.
    #[inline(always)]
    pub fn tick(&mut self) -> Flow {
        self.patience -= 1;
        if self.patience == 0 {
            return self.wait(Op::Pause, Then::Continue);
        }
        Flow::On
    }

    /// Kept out of the loop to keep that small.
    #[inline(never)]
    fn execute_rare(&mut self, code: &Code) -> Flow {
        match *code {
            Code::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.get(value);
                let cases = &self.image.cases[cases.range()];
                let found = cases.binary_search_by_key(&value, |(case, _)| *case);
                self.next = found.map_or(default, |at| cases[at].1) as usize;
                return self.tick();
            }
            Code::Rmw {
                size,
                op,
                order,
                to,
                unused,
                pointer,
                operand,
            } => {
                let Some(at) = self.atomic_access(pointer, size) else {
                    return Flow::Stop;
                };
                let operand = self.get(operand);
                let op = Op::Rmw {
                    at,
                    order,
                    op,
                    operand,
                    unused,
                };
                let then = match self.image.uninitialized {
                    Uninitialized::Followed | Uninitialized::Any => Then::Carried {
                        to,
                        size,
                        partly: false,
                    },
                    Uninitialized::NotedAtLoad if !unused => Then::Noted { to, size },
                    _ => Then::Result(to),
                };
                return self.wait(op, then);
            }
            Code::CompareExchange(index) => return self.compare_exchange(index),
            Code::Fence(order) => return self.wait(Op::Fence(order), Then::Continue),
            Code::MemoryCopy(index) => return self.memory_copy(index),
            Code::MemorySet(index) => return self.memory_set(index),
            Code::VaStart { list } => return self.va_start(list),
            Code::Alloca { to, size, site } => {
                let op = Op::Allocate {
                    size: self.get(size),
                    storage: Storage::Stack,
                    init: Init::Undefined,
                    site: SiteId(site),
                };
                return self.wait(op, Then::Object(to));
            }
            Code::ThreadLocal { to, object, site } => return self.thread_local(to, object, site),
            Code::Release => {
                let count = std::mem::take(&mut self.frame().objects);
                if count > 0 {
                    return self.wait(Op::Release { count }, Then::Continue);
                }
            }
            Code::Asserted => self.image.note_assertion(),
            Code::Bound => {
                self.thread.stop(Op::Block(Block::Bound));
                return Flow::Stop;
            }
            Code::Unreachable => return self.fail(ErrorKind::Unreachable, Reason::Unreachable),
            Code::Unsupported(text) => return self.unsupported(Reason::Text(text)),
            _ => return self.compute_rare(code),
        }
        Flow::On
    }

    /// Kept out of the loop to keep that small.
    #[inline(never)]
    fn compute_rare(&mut self, code: &Code) -> Flow {
        match *code {
            Code::Select {
                to,
                condition,
                a,
                b,
            } => {
                let chosen = if self.get(condition) != 0 { a } else { b };
                let value = self.get(chosen);
                self.set(to, value);
            }
            Code::FloatBinary {
                op,
                float,
                to,
                a,
                b,
            } => {
                let value = float_binary(op, float, self.get(a), self.get(b));
                self.set(to, value);
            }
            Code::FloatNegate { float, to, a } => {
                let value = float_negate(float, self.get(a));
                self.set(to, value);
            }
            Code::FloatCompare {
                predicate,
                float,
                to,
                a,
                b,
            } => {
                let holds = float_compare(predicate, float, self.get(a), self.get(b));
                self.set(to, u64::from(holds));
            }
            Code::LoopBegins(number) => self.thread.begin_loop(number),
            Code::LoopRepeats { number, values } => return self.repeat_loop(number, values),
            _ => return self.execute_intrinsic(code),
        }
        Flow::On
    }
}
