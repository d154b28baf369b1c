//! Register code of one function.

mod control;
mod instruction;
mod intrinsic;

use super::allocate::{Registers, allocate};
use super::image::{Place, PrivateObject};
use super::liveness::Liveness;
use super::lower::Builder;
use super::{Arg, Code, Reg, Undefined, handed_on};
use crate::flow::Cfg;
use crate::module::{Function, FunctionId, Inst, InstKind, Module, Operand, ValueId};
use crate::passes::escape::Privates;
use threadproof_program::LocationId;

struct Emitter<'a> {
    builder: &'a mut Builder,
    function: &'a Function,
    flow: Cfg,
    registers: Registers,
    privates: Privates,
    /// By object of `privates`: number in the image.
    private_objects: Vec<u32>,
    /// By value; empty if nobody asks for uninitialised reads.
    undefined: Vec<Undefined>,
    /// How often each value is read.
    uses: Vec<u32>,
    /// Where each label stands: first those of blocks, then those of edges.
    labels: Vec<u32>,
    /// Where the program has assertions.
    assertions: &'a [LocationId],
    /// For cycles of moves and for results that nobody has.
    scratch: Reg,
    /// The function creates stack objects, which die when it returns.
    has_objects: bool,
}

/// Lowers the function and makes it callable.
pub fn function(builder: &mut Builder, module: &Module, id: FunctionId) {
    let function = &module.functions[id.index()];
    let flow = Cfg::new(function);
    let uninitialized = builder.image.uninitialized;
    let privates = Privates::find(function, &flow);
    let liveness = Liveness::new(function, &flow);
    let registers = allocate(function, &flow, &liveness);
    let scratch = Reg(registers.count);
    let (private_objects, private) = place_privates(builder, &privates);
    let entry = builder.here();
    let undefined = handed_on::treatments(function, uninitialized);
    let mut emitter = Emitter {
        undefined,
        uses: count_uses(function),
        labels: vec![0; function.blocks.len()],
        has_objects: has_objects(function, &privates),
        assertions: module.assertions.as_deref().unwrap_or_default(),
        builder,
        function,
        flow,
        registers,
        privates,
        private_objects,
        scratch,
    };
    emitter.all_blocks();
    emitter.resolve_labels(entry as usize);
    let callable = &mut builder.image.functions[id.index()];
    callable.entry = Some(entry);
    callable.registers = scratch.0 + 1;
    callable.private = private;
    builder.image.in_code.push(id.0);
}

/// Lays the private objects out in the frame. Returns their numbers and the size of all.
fn place_privates(builder: &mut Builder, privates: &Privates) -> (Vec<u32>, u32) {
    let mut end = 0u32;
    let mut numbers = Vec::new();
    for object in &privates.objects {
        numbers.push(builder.image.private_objects.len() as u32);
        if object.escaped {
            continue;
        }
        builder.image.private_objects.push(PrivateObject {
            start: end,
            size: object.size,
            site: object.site.0,
        });
        let copies = 1 + u32::from(builder.image.uninitialized.is_known_privately());
        end = (end + copies * object.size).next_multiple_of(8);
    }
    (numbers, end)
}

fn count_uses(function: &Function) -> Vec<u32> {
    let mut uses = vec![0; function.values.len()];
    function.visit(|operand| {
        if let Operand::Value(value) = operand {
            uses[value.index()] += 1;
        }
    });
    uses
}

fn has_objects(function: &Function, privates: &Privates) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    instructions.any(|inst| match inst.kind {
        InstKind::Alloca { .. } => !is_private(inst, privates),
        InstKind::VaStart { .. } => true,
        _ => false,
    })
}

fn is_private(inst: &Inst, privates: &Privates) -> bool {
    let result = inst.results.first();
    result.is_some_and(|result| privates.of(&Operand::Value(*result)).is_some())
}

impl Emitter<'_> {
    fn all_blocks(&mut self) {
        if self.function.atomic {
            // It stands before the function's own places, so that the call is shown instead.
            self.emit(Code::AtomicBegin, LocationId(0));
        }
        for at in 0..self.flow.order.len() {
            let id = self.flow.order[at];
            let block = &self.function.blocks[id.index()];
            self.labels[id.index()] = self.builder.here();
            let fused = self.fused_compare(block);
            let count = block.instructions.len() - usize::from(fused.is_some());
            for inst in &block.instructions[..count] {
                self.instruction(inst);
            }
            let next = self.flow.order.get(at + 1).copied();
            self.terminator(block, fused, next);
        }
    }

    fn emit(&mut self, code: Code, location: LocationId) {
        self.builder.emit(code, location);
    }

    fn arg(&mut self, operand: &Operand) -> Arg {
        match operand {
            Operand::Value(value) => Arg::register(self.registers.of(*value)),
            _ => self.builder.fixed(operand),
        }
    }

    fn value(&self, value: ValueId) -> Reg {
        self.registers.of(value)
    }

    /// The register of the instruction's result number `at`.
    fn result(&self, inst: &Inst, at: usize) -> Reg {
        inst.results
            .get(at)
            .map_or(self.scratch, |r| self.value(*r))
    }

    /// The image's number of the private object that a pointer points into.
    fn private(&self, pointer: &Operand) -> Option<u32> {
        let object = self.privates.of(pointer)?;
        Some(self.private_objects[object as usize])
    }

    fn place(&mut self, pointer: &Operand) -> Place {
        let arg = self.arg(pointer);
        match self.private(pointer) {
            Some(object) => Place::Private {
                object,
                offset: arg,
            },
            None => Place::Shared(arg),
        }
    }
}
