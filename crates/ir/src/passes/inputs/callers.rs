//! The callers of a function.

use super::uses::Place;
use crate::module::{
    Block, BlockId, Callee, Function, FunctionId, Inst, InstKind, Module, Operand, ValueId,
};

/// The module, and the callers of its functions.
pub struct Callers<'a> {
    module: &'a Module,
    /// By function: its address is taken, so anybody may call it.
    known_to_all: Vec<bool>,
    /// By function: the places that call it by its name.
    calls: Vec<Vec<(FunctionId, Place)>>,
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
            calls: calls(module),
        }
    }

    pub fn function(&self, id: FunctionId) -> &'a Function {
        &self.module.functions[id.index()]
    }

    pub fn functions(&self) -> impl Iterator<Item = &'a Function> {
        self.module.functions.iter()
    }

    /// The constants that callers pass for a parameter, if all of them do.
    pub fn constants(&self, id: FunctionId, parameter: ValueId) -> Option<Vec<u64>> {
        let mut parameters = self.function(id).parameters.iter();
        let at = parameters.position(|other| *other == parameter)?;
        let constant = |(_, inst): (FunctionId, &Inst)| match &inst.kind {
            InstKind::Call { arguments, .. } => match arguments.get(at) {
                Some(Operand::Const(constant)) => Some(*constant),
                _ => None,
            },
            _ => None,
        };
        self.of(id)?.into_iter().map(constant).collect()
    }

    pub fn is_called(&self, callee: FunctionId) -> bool {
        self.places(callee).is_none_or(|calls| !calls.is_empty())
    }

    /// The places of all calls of a function; `None` if they cannot be told.
    pub fn places(&self, callee: FunctionId) -> Option<&[(FunctionId, Place)]> {
        let known = !self.known_to_all[callee.index()];
        known.then(|| &self.calls[callee.index()][..])
    }

    /// All calls of a function; `None` if they cannot be told.
    pub fn of(&self, callee: FunctionId) -> Option<Vec<(FunctionId, &'a Inst)>> {
        let places = self.places(callee)?;
        let inst = |&(id, (block, index)): &(FunctionId, Place)| {
            let block: &'a Block = &self.function(id).blocks[block.index()];
            (id, &block.instructions[index])
        };
        Some(places.iter().map(inst).collect())
    }
}

fn calls(module: &Module) -> Vec<Vec<(FunctionId, Place)>> {
    let mut calls = vec![Vec::new(); module.functions.len()];
    for (number, function) in module.functions.iter().enumerate() {
        for (at, block) in function.blocks.iter().enumerate() {
            for (index, inst) in block.instructions.iter().enumerate() {
                if let InstKind::Call {
                    callee: Callee::Function(id),
                    ..
                } = &inst.kind
                {
                    let place = (BlockId(at as u32), index);
                    calls[id.index()].push((FunctionId(number as u32), place));
                }
            }
        }
    }
    calls
}
