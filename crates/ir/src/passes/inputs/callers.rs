//! The callers of a function.

use crate::module::{Callee, Function, FunctionId, Inst, InstKind, Module, Operand};

/// The module, and the callers of its functions.
pub struct Callers<'a> {
    module: &'a Module,
    /// By function: its address is taken, so anybody may call it.
    known_to_all: Vec<bool>,
}

impl<'a> Callers<'a> {
    pub fn new(module: &'a Module) -> Callers<'a> {
        let mut known_to_all = vec![false; module.functions.len()];
        let mut see = |operand: &Operand| {
            if let Operand::Function(id) = operand {
                known_to_all[id.index()] = true;
            }
        };
        for block in module.functions.iter().flat_map(|f| &f.blocks) {
            for inst in &block.instructions {
                inst.kind.visit(&mut see);
            }
            block.terminator.visit(&mut see);
            block
                .terminator
                .targets(|target| target.arguments.iter().for_each(&mut see));
        }
        let relocations = module.globals.iter().flat_map(|global| &global.relocations);
        relocations.for_each(|(_, operand)| see(operand));
        Callers {
            module,
            known_to_all,
        }
    }

    pub fn function(&self, id: FunctionId) -> &'a Function {
        &self.module.functions[id.index()]
    }

    /// All calls of a function; `None` if they cannot be told.
    pub fn of(&self, callee: FunctionId) -> Option<Vec<(FunctionId, &'a Inst)>> {
        if self.known_to_all[callee.index()] {
            return None;
        }
        let mut calls = Vec::new();
        for (number, function) in self.module.functions.iter().enumerate() {
            let instructions = function.blocks.iter().flat_map(|b| &b.instructions);
            let calls_it = |inst: &&Inst| matches!(&inst.kind, InstKind::Call { callee: Callee::Function(id), .. } if *id == callee);
            let found = instructions.filter(calls_it);
            calls.extend(found.map(|inst| (FunctionId(number as u32), inst)));
        }
        Some(calls)
    }
}
