//! Replaces loads of promoted variables by the values that were stored last.

use super::variables::Variables;
use crate::flow::{Cfg, Dominators};
use crate::module::{BlockId, Cast, Function, Inst, InstKind, Operand};

struct Rename<'a> {
    flow: &'a Cfg,
    variables: &'a Variables,
    /// By place in the flow's order: the variables that have a parameter there, which are the last ones.
    joins: Vec<Vec<u32>>,
    /// The value that each variable has now.
    current: Vec<Operand>,
    /// The replacement of a value that was removed.
    replacement: Vec<Option<Operand>>,
    /// Values of variables before they were overwritten, to go back up the dominator tree.
    undo: Vec<(u32, Operand)>,
}

pub fn rename(
    function: &mut Function,
    flow: &Cfg,
    dominators: &Dominators,
    variables: &Variables,
    joins: Vec<Vec<u32>>,
    initial: Vec<Operand>,
) {
    let mut rename = Rename {
        flow,
        variables,
        joins,
        current: initial,
        replacement: vec![None; function.values.len()],
        undo: Vec::new(),
    };
    add_parameters(function, &rename);
    let children = dominators.children();
    enum Visit {
        Enter(u32),
        Leave(usize),
    }
    let mut work = Vec::new();
    if !flow.order.is_empty() {
        work.push(Visit::Enter(0));
    }
    while let Some(visit) = work.pop() {
        match visit {
            Visit::Enter(at) => {
                work.push(Visit::Leave(rename.undo.len()));
                rename.block(function, at as usize);
                work.extend(children[at as usize].iter().rev().map(|&c| Visit::Enter(c)));
            }
            Visit::Leave(length) => {
                while rename.undo.len() > length {
                    let (variable, old) = rename.undo.pop().expect("it is longer than `length`");
                    rename.current[variable as usize] = old;
                }
            }
        }
    }
}

fn add_parameters(function: &mut Function, rename: &Rename) {
    for (at, variables) in rename.joins.iter().enumerate() {
        let block = rename.flow.order[at];
        for &variable in variables {
            let parameter = function.new_value(rename.variables.types[variable as usize]);
            function.blocks[block.index()].parameters.push(parameter);
        }
    }
}

impl Rename<'_> {
    fn block(&mut self, function: &mut Function, at: usize) {
        let block = &mut function.blocks[self.flow.order[at].index()];
        let joins = std::mem::take(&mut self.joins[at]);
        let first = block.parameters.len() - joins.len();
        for (&variable, &parameter) in joins.iter().zip(&block.parameters[first..]) {
            self.write(variable, Operand::Value(parameter));
        }
        self.joins[at] = joins;

        block.instructions.retain_mut(|inst| self.keep(inst));
        block
            .terminator
            .visit_mut(|operand| *operand = self.resolve(*operand));
        block.terminator.targets_mut(|target| {
            for argument in &mut target.arguments {
                *argument = self.resolve(*argument);
            }
            let values = self.values_for(target.block);
            target.arguments.extend(values);
        });
    }

    /// Rewrites an instruction; false if it is not needed any more.
    fn keep(&mut self, inst: &mut Inst) -> bool {
        match &inst.kind {
            InstKind::Load { pointer, .. } => {
                if let Some(variable) = self.variables.at(pointer) {
                    let value = self.current[variable as usize];
                    self.replacement[inst.results[0].index()] = Some(value);
                    return false;
                }
            }
            InstKind::Store { pointer, value, .. } => {
                if let Some(variable) = self.variables.at(pointer) {
                    let value = self.resolve(*value);
                    self.write(variable, value);
                    return false;
                }
            }
            InstKind::Cast {
                cast: Cast::Copy,
                a,
            } => {
                if let Some(result) = inst.results.first() {
                    self.replacement[result.index()] = Some(self.resolve(*a));
                }
                return false;
            }
            _ => {}
        }
        if inst
            .results
            .first()
            .is_some_and(|r| self.variables.is_gone(*r))
        {
            return false;
        }
        inst.kind
            .visit_mut(|operand| *operand = self.resolve(*operand));
        true
    }

    fn write(&mut self, variable: u32, value: Operand) {
        let old = std::mem::replace(&mut self.current[variable as usize], value);
        self.undo.push((variable, old));
    }

    /// Definitions are met before uses, so one step is enough.
    fn resolve(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(value) => self
                .replacement
                .get(value.index())
                .copied()
                .flatten()
                .unwrap_or(operand),
            _ => operand,
        }
    }

    fn values_for(&self, block: BlockId) -> impl Iterator<Item = Operand> {
        let joins = &self.joins[self.flow.number(block)];
        joins
            .iter()
            .map(|&variable| self.current[variable as usize])
    }
}
