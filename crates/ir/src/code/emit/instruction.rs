//! Instructions other than intrinsics: mostly one to one.

use super::Emitter;
use crate::code::image::{AwaitTest, Choice, CompareExchange, MemoryCopy, MemorySet, Target};
use crate::code::{Arg, Code, Undefined};
use crate::compile::Uninitialized;
use crate::module::{Callee, Inst, InstKind, Operand, Type};
use crate::passes::escape::PRIVATE_BASE;
use threadproof_program::LocationId;

fn is_computation(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Binary { .. } | InstKind::Compare { .. } | InstKind::Cast { .. }
    )
}

impl Emitter<'_> {
    /// Tells that the next instruction uses a local variable that was never written, where only loads tell so.
    pub fn note_unwritten(&mut self, unwritten: bool, location: LocationId) {
        if unwritten && self.builder.image.uninitialized == Uninitialized::NotedAtLoad {
            self.emit(Code::UsesUnwritten, location);
        }
    }

    pub fn instruction(&mut self, inst: &Inst) {
        if is_computation(&inst.kind) {
            let mut unwritten = false;
            inst.kind
                .visit(|operand| unwritten |= *operand == Operand::Undefined);
            self.note_unwritten(unwritten, inst.location);
        }
        if matches!(inst.kind, InstKind::Load { .. }) && self.undefined(inst) == Undefined::Chosen {
            self.choose_here(inst);
        }
        let code = self.code(inst);
        self.emit(code, inst.location);
    }

    fn code(&mut self, inst: &Inst) -> Code {
        let to = self.result(inst, 0);
        match &inst.kind {
            InstKind::Binary { .. }
            | InstKind::Compare { .. }
            | InstKind::FloatBinary { .. }
            | InstKind::FloatNegate { .. }
            | InstKind::FloatCompare { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. } => self.computation(inst),
            InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Rmw { .. }
            | InstKind::CompareExchange { .. } => self.access(inst),
            &InstKind::Await {
                size,
                order,
                predicate,
                mask,
                why,
                pointer,
                value,
            } => {
                let test = AwaitTest::Masked(predicate, mask, self.arg(&value));
                let pointer = self.arg(&pointer);
                self.await_value(inst, size, order, why, test, pointer)
            }
            InstKind::Fence(order) => Code::Fence(*order),
            InstKind::Alloca { size, site } => match inst.results.first() {
                Some(result) if self.private(&Operand::Value(*result)).is_some() => Code::Move {
                    to,
                    from: self.builder.constant(PRIVATE_BASE),
                },
                _ => Code::Alloca {
                    to,
                    size: self.arg(size),
                    site: site.0,
                },
            },
            InstKind::ThreadLocal(global) => match self.builder.image.layout.index(*global) {
                Some(object) => Code::ThreadLocal {
                    to,
                    object,
                    site: self.builder.thread_local_sites[global.index()].0,
                },
                None => {
                    let address = self.builder.image.layout.address(*global, 0);
                    let from = self.builder.constant(address);
                    Code::Move { to, from }
                }
            },
            InstKind::Call { callee, arguments } => self.call(inst, callee, arguments),
            InstKind::Intrinsic {
                intrinsic,
                arguments,
            } => self.intrinsic(inst, *intrinsic, arguments),
            InstKind::MemoryCopy {
                destination,
                source,
                length,
            } => {
                let copy = MemoryCopy {
                    destination: self.place(destination),
                    source: self.place(source),
                    length: self.arg(length),
                };
                self.builder.image.copies.push(copy);
                Code::MemoryCopy(self.builder.image.copies.len() as u32 - 1)
            }
            InstKind::MemorySet {
                destination,
                value,
                length,
            } => {
                let fill = MemorySet {
                    destination: self.place(destination),
                    value: self.arg(value),
                    length: self.arg(length),
                };
                self.builder.image.fills.push(fill);
                Code::MemorySet(self.builder.image.fills.len() as u32 - 1)
            }
            InstKind::VaStart { list } => Code::VaStart {
                list: self.arg(list),
            },
            InstKind::Unsupported(text) => self.builder.unsupported(text.clone()),
            InstKind::Bound => Code::Bound,
        }
    }

    fn computation(&mut self, inst: &Inst) -> Code {
        let to = self.result(inst, 0);
        match &inst.kind {
            InstKind::Binary { op, width, a, b } => Code::Binary {
                op: *op,
                width: *width,
                to,
                a: self.arg(a),
                b: self.arg(b),
            },
            InstKind::Compare {
                predicate,
                width,
                a,
                b,
            } => Code::Compare {
                predicate: *predicate,
                width: *width,
                to,
                a: self.arg(a),
                b: self.arg(b),
            },
            InstKind::FloatBinary { op, float, a, b } => Code::FloatBinary {
                op: *op,
                float: *float,
                to,
                a: self.arg(a),
                b: self.arg(b),
            },
            InstKind::FloatNegate { float, a } => Code::FloatNegate {
                float: *float,
                to,
                a: self.arg(a),
            },
            InstKind::FloatCompare {
                predicate,
                float,
                a,
                b,
            } => Code::FloatCompare {
                predicate: *predicate,
                float: *float,
                to,
                a: self.arg(a),
                b: self.arg(b),
            },
            InstKind::Cast { cast, a } => Code::Cast {
                cast: *cast,
                to,
                a: self.arg(a),
            },
            InstKind::Select { condition, a, b } => Code::Select {
                to,
                condition: self.arg(condition),
                a: self.arg(a),
                b: self.arg(b),
            },
            other => unreachable!("{other:?} is not a computation"),
        }
    }

    fn access(&mut self, inst: &Inst) -> Code {
        let to = self.result(inst, 0);
        let (InstKind::Load { size, pointer, .. }
        | InstKind::Store { size, pointer, .. }
        | InstKind::Rmw { size, pointer, .. }
        | InstKind::CompareExchange { size, pointer, .. }) = &inst.kind
        else {
            unreachable!("only accesses come here");
        };
        if !matches!(size, 1 | 2 | 4 | 8) {
            let text = format!("an access to {size} bytes of memory at once");
            return self.builder.unsupported(text);
        }
        let (size, object, pointer) = (*size, self.private(pointer), self.arg(pointer));
        match &inst.kind {
            InstKind::Load { order, .. } => match object {
                Some(object) => Code::PrivateLoad {
                    size,
                    undefined: self.undefined(inst),
                    to,
                    object,
                    offset: pointer,
                },
                None => Code::Load {
                    size,
                    order: *order,
                    undefined: self.undefined(inst),
                    to,
                    pointer,
                },
            },
            InstKind::Store { value, order, .. } => match object {
                Some(object) => Code::PrivateStore {
                    size,
                    defined: *value != Operand::Undefined,
                    object,
                    offset: pointer,
                    value: self.arg(value),
                },
                None => Code::Store {
                    size,
                    order: *order,
                    defined: *value != Operand::Undefined,
                    pointer,
                    value: self.arg(value),
                },
            },
            InstKind::Rmw {
                op, operand, order, ..
            } => Code::Rmw {
                size,
                op: *op,
                order: *order,
                to,
                unused: inst.results.is_empty(),
                pointer,
                operand: self.arg(operand),
            },
            InstKind::CompareExchange { .. } => self.compare_exchange(inst, (size, pointer), to),
            other => unreachable!("{other:?} is not an access"),
        }
    }

    fn compare_exchange(
        &mut self,
        inst: &Inst,
        (size, pointer): (u8, Arg),
        old: crate::code::Reg,
    ) -> Code {
        let InstKind::CompareExchange {
            expected,
            new,
            success,
            failure,
            ..
        } = &inst.kind
        else {
            unreachable!("the caller has a compare-exchange");
        };
        let exchange = CompareExchange {
            size,
            success_order: *success,
            failure_order: *failure,
            pointer,
            expected: self.arg(expected),
            new: self.arg(new),
            old,
            success: self.result(inst, 1),
        };
        self.builder.image.exchanges.push(exchange);
        Code::CompareExchange(self.builder.image.exchanges.len() as u32 - 1)
    }

    /// The next instruction chooses the result of `inst`, if that was never written.
    pub fn choose_here(&mut self, inst: &Inst) {
        let Some(result) = inst.results.first() else {
            return;
        };
        let bits = self.function.values[result.index()].bits();
        let most = u64::MAX >> (64 - u32::from(bits.clamp(1, 64)));
        let values = match self.function.values[result.index()] {
            Type::Int(_) => vec![0, 1, most, most >> 1],
            // No object is at the address 1.
            _ => vec![0, 1],
        };
        let choice = Choice { values, all: false };
        self.builder
            .image
            .choices
            .insert(self.builder.here(), choice);
    }

    /// The fate of undefined bytes that a load reads.
    fn undefined(&self, inst: &Inst) -> Undefined {
        let result = inst.results.first();
        let known = result.and_then(|result| self.undefined.get(result.index()));
        known.copied().unwrap_or(Undefined::Error)
    }

    fn call(&mut self, inst: &Inst, callee: &Callee, arguments: &[Operand]) -> Code {
        let target = match callee {
            Callee::Function(id) => Target::Function(id.0),
            Callee::Pointer(Operand::Function(id)) => Target::Function(id.0),
            Callee::Pointer(pointer) => Target::Pointer(self.arg(pointer)),
        };
        let arguments: Vec<Arg> = arguments.iter().map(|a| self.arg(a)).collect();
        let results = inst.results.iter().map(|r| Arg::register(self.value(*r)));
        let results: Vec<Arg> = results.collect();
        let arguments = self.builder.list(arguments);
        let results = self.builder.list(results);
        self.builder.call(target, arguments, results)
    }
}
