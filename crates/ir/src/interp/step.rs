//! The loop that runs a thread to its next visible operation.

use super::arithmetic::{binary, cast, float_binary, float_compare, float_negate};
use super::thread::{Frame, Reason, Then, Thread};
use crate::code::{Arg, Code, Image, Reg};
use threadproof_program::address::{THREAD_BLOCK_SIZE, THREAD_BLOCKS, thread_block};
use threadproof_program::{
    Access, Block, ErrorKind, Init, Op, Response, SiteId, Storage, StoreOrder,
};

/// So many jumps and calls without an operation are reported to the engine.
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
    Step::new(image, thread).run();
}

/// Completes the pending operation and runs the thread to the next.
pub fn resume(image: &Image, thread: &mut Thread, response: Response) {
    let mut step = Step::new(image, thread);
    if step.complete(response) == Flow::On {
        step.run();
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
            }
            Then::Piece(_) | Then::Written(_) | Then::Loaded | Then::VaArea | Then::VaStored => {
                self.advance(response);
                self.next -= 1;
            }
            Then::Stop => return Flow::Stop,
        }
        Flow::On
    }

    /// Notes the progress of an instruction that takes several operations.
    fn advance(&mut self, response: Response) {
        let progress = &mut self.thread.progress;
        match self.thread.then {
            Then::Piece(size) => {
                progress.value |= response.value << (8 * progress.done);
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
            Then::VaStored => progress.done += 1,
            _ => {}
        }
    }

    fn run(&mut self) {
        loop {
            let code = self.image.code[self.next];
            self.next += 1;
            if self.execute(code) == Flow::Stop {
                self.frame().next = self.next as u32;
                return;
            }
        }
    }

    #[inline(always)]
    fn execute(&mut self, code: Code) -> Flow {
        match code {
            Code::Move { to, from } => {
                let value = self.get(from);
                self.set(to, value);
            }
            Code::Binary {
                op,
                width,
                to,
                a,
                b,
            } => match binary(op, width, self.get(a), self.get(b)) {
                Some(value) => self.set(to, value),
                None => return self.fail(ErrorKind::DivisionByZero, Reason::DivisionByZero),
            },
            Code::Compare {
                predicate,
                width,
                to,
                a,
                b,
            } => {
                let holds = predicate.holds(self.get(a), self.get(b), width);
                self.set(to, u64::from(holds));
            }
            Code::Jump(target) => return self.jump(target),
            Code::Branch {
                condition,
                then,
                otherwise,
            } => {
                let holds = self.get(condition) != 0;
                return self.jump(if holds { then } else { otherwise });
            }
            Code::CompareBranch {
                predicate,
                width,
                a,
                b,
                then,
                otherwise,
            } => {
                let holds = predicate.holds(self.get(a), self.get(b), width);
                return self.jump(if holds { then } else { otherwise });
            }
            Code::Load {
                size,
                order,
                to,
                pointer,
            } => return self.load(size, order, to, pointer),
            Code::Store {
                size,
                order,
                defined,
                pointer,
                value,
            } => return self.store(size, order, defined, pointer, value),
            Code::Cast { cast: kind, to, a } => {
                let value = cast(kind, self.get(a));
                self.set(to, value);
            }
            Code::Select {
                to,
                condition,
                a,
                b,
            } => {
                let value = self.get(if self.get(condition) != 0 { a } else { b });
                self.set(to, value);
            }
            Code::PrivateLoad {
                size,
                to,
                object,
                offset,
            } => return self.private_load(size, to, object, offset),
            Code::PrivateStore {
                size,
                object,
                offset,
                value,
            } => return self.private_store(size, object, offset, value),
            Code::Call(site) => return self.call(site),
            Code::Return(values) => self.return_values(values),
            _ => return self.execute_rare(code),
        }
        Flow::On
    }

    #[inline(always)]
    fn jump(&mut self, target: u32) -> Flow {
        self.next = target as usize;
        self.tick()
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
    fn execute_rare(&mut self, code: Code) -> Flow {
        match code {
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
            Code::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.get(value);
                let cases = &self.image.cases[cases.range()];
                let found = cases.binary_search_by_key(&value, |(case, _)| *case);
                return self.jump(found.map_or(default, |at| cases[at].1));
            }
            Code::Rmw {
                size,
                op,
                order,
                to,
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
                };
                return self.wait(op, Then::Result(to));
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
            Code::ThreadLocal { to, object } => return self.thread_local(to, object),
            Code::Release => {
                let count = std::mem::take(&mut self.frame().objects);
                if count > 0 {
                    return self.wait(Op::Release { count }, Then::Continue);
                }
            }
            Code::Bound => {
                self.thread.stop(Op::Block(Block::Bound));
                return Flow::Stop;
            }
            Code::Unreachable => return self.fail(ErrorKind::Unreachable, Reason::Unreachable),
            Code::Unsupported(text) => return self.unsupported(Reason::Text(text)),
            _ => return self.execute_intrinsic(code),
        }
        Flow::On
    }

    fn execute_intrinsic(&mut self, code: Code) -> Flow {
        match code {
            Code::AtomicBegin => self.wait(Op::AtomicBegin, Then::Continue),
            Code::AtomicEnd => self.wait(Op::AtomicEnd, Then::Continue),
            Code::Await(index) => self.await_value(index),
            Code::Spawn { to, body, argument } => {
                let op = Op::Spawn {
                    body: self.get(body),
                    argument: self.get(argument),
                };
                self.wait(op, Then::Result(to))
            }
            Code::SelfThread { to } => {
                self.set(to, self.thread.id.index() as u64);
                Flow::On
            }
            Code::ThreadBlock { to, thread } => {
                let offset = self.get(thread).wrapping_mul(THREAD_BLOCK_SIZE);
                self.set(to, THREAD_BLOCKS.wrapping_add(offset));
                Flow::On
            }
            Code::FinishThread => self.finish_thread(),
            Code::Exit => self.wait(Op::Exit, Then::Stop),
            Code::ExitProgram => self.wait(Op::ExitProgram, Then::Stop),
            Code::Assume { condition } => match self.get(condition) {
                0 => self.wait(Op::Block(Block::Assume), Then::Stop),
                _ => Flow::On,
            },
            Code::Fail { kind, message } => {
                let kind = usize::try_from(self.get(kind)).ok();
                let kind = kind.and_then(|kind| ErrorKind::ALL.get(kind));
                let reason = Reason::Words(self.get(message));
                self.fail(kind.copied().unwrap_or(ErrorKind::Abort), reason)
            }
            Code::Incomplete { message } => {
                self.thread.reason = Reason::Words(self.get(message));
                self.wait(Op::Incomplete, Then::Continue)
            }
            Code::UnsupportedMessage { message } => {
                let reason = Reason::Words(self.get(message));
                self.unsupported(reason)
            }
            Code::Choice { to, options } => match self.get(options) as u32 {
                0 | 1 => {
                    self.set(to, 0);
                    Flow::On
                }
                options => self.wait(Op::Choice { options }, Then::Result(to)),
            },
            Code::Allocate { to, size, zeroed } => {
                let zeroed = self.get(zeroed) != 0;
                let op = Op::Allocate {
                    size: self.get(size),
                    storage: Storage::Heap,
                    init: if zeroed { Init::Zero } else { Init::Undefined },
                    site: SiteId(0),
                };
                self.wait(op, Then::Result(to))
            }
            Code::Free { address } => {
                let address = self.get(address);
                self.wait(Op::Free { address }, Then::Continue)
            }
            Code::SizeOf { to, address } => {
                let address = self.get(address);
                self.wait(Op::SizeOf { address }, Then::Result(to))
            }
            Code::Print { to, .. } => self.wait(Op::Print, Then::Printed(to)),
            other => unreachable!("{other:?} is executed elsewhere"),
        }
    }

    /// Leaves the result of the thread's body in its block, for those who join.
    fn finish_thread(&mut self) -> Flow {
        let body = self.image.function_at(self.thread.registers[0]);
        let returns = body.is_some_and(|body| self.image.functions[body as usize].results > 0);
        if !returns {
            return Flow::On;
        }
        let op = Op::Store {
            at: Access {
                address: thread_block(self.thread.id) + 8,
                size: 8,
            },
            order: StoreOrder::Plain,
            value: self.thread.registers[2],
            defined: 0xff,
        };
        self.wait(op, Then::Continue)
    }

    fn thread_local(&mut self, to: Reg, object: u32) -> Flow {
        let known = self.thread.thread_locals.iter().find(|(o, _)| *o == object);
        if let Some(&(_, address)) = known {
            self.set(to, address);
            return Flow::On;
        }
        let op = Op::Allocate {
            size: self.image.layout.objects[object as usize].size,
            storage: Storage::Static,
            init: Init::CopyOf(object),
            site: SiteId(0),
        };
        self.wait(op, Then::ThreadLocal(to, object))
    }
}
