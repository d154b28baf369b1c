//! The operations of the modelled library.

use super::Emitter;
use crate::code::image::{Await, AwaitTest};
use crate::code::{Arg, Code, Undefined};
use crate::intrinsic::Intrinsic;
use crate::module::{Inst, Operand};
use threadproof_program::{LoadOrder, Wait};

impl Emitter<'_> {
    pub fn intrinsic(&mut self, inst: &Inst, intrinsic: Intrinsic, arguments: &[Operand]) -> Code {
        let to = self.result(inst, 0);
        let mut arg = |at: usize| self.arg(arguments.get(at).unwrap_or(&Operand::Undefined));
        match intrinsic {
            Intrinsic::AtomicBegin => Code::AtomicBegin,
            Intrinsic::AtomicEnd => Code::AtomicEnd,
            Intrinsic::Await {
                size,
                predicate,
                why,
            } => {
                let (pointer, value) = (arg(0), arg(1));
                let test = AwaitTest::Compare(predicate, value);
                self.await_value(inst, size, LoadOrder::SeqCst, why, test, pointer)
            }
            Intrinsic::AwaitOneOf { size, why } => {
                let (pointer, values) = (arg(0), [arg(1), arg(2), arg(3)]);
                let test = AwaitTest::OneOf(values);
                self.await_value(inst, size, LoadOrder::SeqCst, why, test, pointer)
            }
            Intrinsic::Spawn => Code::Spawn {
                to,
                body: arg(0),
                argument: arg(1),
            },
            Intrinsic::SelfThread => Code::SelfThread { to },
            Intrinsic::Remains => Code::Load {
                size: 4,
                order: LoadOrder::Relaxed,
                undefined: Undefined::Overwritten,
                to,
                pointer: arg(0),
            },
            Intrinsic::Unwritten => {
                self.choose_here(inst);
                Code::Unwritten { to }
            }
            Intrinsic::NoValue => Code::NoValue { to },
            Intrinsic::Input => self.input(inst, arguments),
            Intrinsic::InputCut => input_cut(arguments),
            Intrinsic::LoopBegins | Intrinsic::LoopRepeats => self.mark_loop(intrinsic, arguments),
            Intrinsic::ReleaseAcquire | Intrinsic::WeakMemory | Intrinsic::LocksAlong => {
                let answer = self.about_memory(intrinsic);
                let from = self.arg(&Operand::Const(answer));
                Code::Move { to, from }
            }
            Intrinsic::ThreadBlock => Code::ThreadBlock { to, thread: arg(0) },
            Intrinsic::ExitThread => Code::Exit,
            Intrinsic::ExitProgram => Code::ExitProgram,
            Intrinsic::Assume => Code::Assume { condition: arg(0) },
            Intrinsic::Fail => Code::Fail {
                kind: arg(0),
                message: arg(1),
            },
            Intrinsic::Unsupported => Code::UnsupportedMessage { message: arg(0) },
            Intrinsic::Incomplete => Code::Incomplete { message: arg(0) },
            Intrinsic::Note => Code::Note { message: arg(0) },
            Intrinsic::Choice => Code::Choice {
                to,
                options: arg(0),
            },
            Intrinsic::Allocate => Code::Allocate {
                to,
                size: arg(0),
                zeroed: arg(1),
            },
            Intrinsic::Free => Code::Free { address: arg(0) },
            Intrinsic::SizeOf => Code::SizeOf {
                to,
                address: arg(0),
            },
            Intrinsic::Print => {
                let values: Vec<Arg> = arguments.iter().map(|a| self.arg(a)).collect();
                let values = self.builder.list(values);
                Code::Print { to, values }
            }
        }
    }

    fn mark_loop(&mut self, intrinsic: Intrinsic, arguments: &[Operand]) -> Code {
        let (number, values) = match arguments {
            [Operand::Const(number), values @ ..] => (*number as u32, values),
            _ => unreachable!("the pass gives loops numbers"),
        };
        self.builder.image.has_marked_loops = true;
        if intrinsic == Intrinsic::LoopBegins {
            return Code::LoopBegins(number);
        }
        let values: Vec<Arg> = values.iter().map(|a| self.arg(a)).collect();
        let values = self.builder.list(values);
        Code::LoopRepeats { number, values }
    }

    pub fn await_value(
        &mut self,
        inst: &Inst,
        size: u8,
        order: LoadOrder,
        why: Wait,
        test: AwaitTest,
        pointer: Arg,
    ) -> Code {
        if !matches!(size, 1 | 2 | 4 | 8) {
            let text = format!("waiting for {size} bytes of memory at once");
            return self.builder.unsupported(text);
        }
        let to = self.result(inst, 0);
        self.builder.image.awaits.push(Await {
            size,
            why,
            order,
            test,
            pointer,
            to,
        });
        Code::Await(self.builder.image.awaits.len() as u32 - 1)
    }

    /// The questions of the library about memory, and its notes about its own locks.
    fn about_memory(&mut self, intrinsic: Intrinsic) -> u64 {
        let image = &mut self.builder.image;
        u64::from(match intrinsic {
            Intrinsic::ReleaseAcquire => image.release_acquire,
            Intrinsic::WeakMemory => image.weak_memory,
            _ => {
                image.locks_along = true;
                false
            }
        })
    }

    /// An input that is followed.
    fn input(&mut self, inst: &Inst, arguments: &[Operand]) -> Code {
        let to = self.result(inst, 0);
        let bits = inst.results.first();
        let bits = bits.map_or(64, |value| self.function.values[value.index()].bits());
        let value = self.arg(arguments.first().unwrap_or(&Operand::Const(0)));
        let inputs = &mut self.builder.image.inputs;
        inputs.push(inst.location);
        Code::Input {
            to,
            bits,
            marked: arguments.is_empty(),
            input: (inputs.len() - 1).min(usize::from(u16::MAX)) as u16,
            value,
        }
    }
}

fn input_cut(arguments: &[Operand]) -> Code {
    Code::InputCut(match arguments {
        [Operand::Const(place)] => *place as u32,
        _ => 0,
    })
}
