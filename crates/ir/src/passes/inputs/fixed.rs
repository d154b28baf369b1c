//! Static and local variables that an input goes through while there is one thread.

use super::callers::Callers;
use super::uses::Place;
use super::{Inputs, range};
use crate::flow::Cfg;
use crate::module::{
    BlockId, Callee, Function, FunctionId, GlobalId, Inst, InstKind, Operand, Terminator, ValueId,
};
use threadproof_program::{LoadOrder, StoreOrder};

/// A variable, or a part of one, that a pointer names without doubt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    Static(GlobalId, i64),
    /// The instruction that creates it.
    Local(ValueId),
}

impl Variable {
    fn of(function: &Function, pointer: &Operand) -> Option<Variable> {
        match *pointer {
            Operand::Global(id, offset) => Some(Variable::Static(id, offset)),
            Operand::Value(value) => {
                let mut all = function.blocks.iter().flat_map(|b| &b.instructions);
                let creates = |inst: &Inst| {
                    matches!(inst.kind, InstKind::Alloca { .. })
                        && inst.results.first() == Some(&value)
                };
                all.any(creates).then_some(Variable::Local(value))
            }
            _ => None,
        }
    }

    /// Can accesses of up to 8 bytes to both have a byte in common?
    fn overlaps(self, other: Variable) -> bool {
        match (self, other) {
            (Variable::Static(a, at), Variable::Static(b, to)) => a == b && at.abs_diff(to) < 8,
            (a, b) => a == b,
        }
    }
}

impl Inputs {
    /// The loads that return the value which the instruction at this place stores, since nothing writes in between.
    pub(super) fn reloads(
        &self,
        callers: &Callers<'_>,
        id: FunctionId,
        place: Place,
    ) -> Vec<ValueId> {
        let function = callers.function(id);
        let &InstKind::Store {
            size,
            ref pointer,
            order: StoreOrder::Plain,
            ..
        } = &function.blocks[place.0.index()].instructions[place.1].kind
        else {
            return Vec::new();
        };
        let Some(variable) = Variable::of(function, pointer) else {
            return Vec::new();
        };
        if !self.alone.at(callers, id, place) {
            return Vec::new();
        }
        let flow = Cfg::new(function);
        // The state at the beginning of a block: does the variable hold the value?
        let mut holds = vec![true; function.blocks.len()];
        holds[0] = false;
        let passes = |block: BlockId, index: usize, held: bool| {
            let inst = &function.blocks[block.index()].instructions[index];
            match (block, index) == place {
                true => true,
                false => held && !self.may_change(callers, function, inst, variable),
            }
        };
        let leaves = |block: BlockId, held: bool| {
            let count = function.blocks[block.index()].instructions.len();
            (0..count).fold(held, |held, index| passes(block, index, held))
        };
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in &flow.order {
                let before = flow.predecessors(block);
                let all = before.iter().all(|from| leaves(*from, holds[from.index()]));
                let is = all && !before.is_empty() && block != BlockId(0);
                changed |= holds[block.index()] != is;
                holds[block.index()] = is;
            }
        }
        let mut loads = Vec::new();
        for &block in &flow.order {
            let mut held = holds[block.index()];
            for (index, inst) in function.blocks[block.index()]
                .instructions
                .iter()
                .enumerate()
            {
                held = passes(block, index, held);
                let same = |pointer| Variable::of(function, pointer) == Some(variable);
                let reads = matches!(&inst.kind, InstKind::Load { size: read, pointer, order: LoadOrder::Plain } if *read == size && same(pointer));
                if held && reads && self.alone.at(callers, id, (block, index)) {
                    loads.extend(inst.results.first());
                }
            }
        }
        loads
    }

    fn may_change(
        &self,
        callers: &Callers<'_>,
        function: &Function,
        inst: &Inst,
        variable: Variable,
    ) -> bool {
        match &inst.kind {
            InstKind::Store { pointer, .. } => {
                let other = Variable::of(function, pointer);
                other.is_none_or(|other| other.overlaps(variable))
            }
            InstKind::Call {
                callee: Callee::Function(id),
                ..
            } => !self.has_no_effect(callers, *id),
            InstKind::Load { .. } => false,
            InstKind::Intrinsic { .. } => range::assumed(inst, &self.assumptions).is_none(),
            kind => !kind.is_pure(),
        }
    }

    /// Functions that write nothing and do not fail: inputs, assumptions, and those that compute.
    fn has_no_effect(&self, callers: &Callers<'_>, id: FunctionId) -> bool {
        let function = callers.function(id);
        let computes = || {
            let mut all = function.blocks.iter().flat_map(|b| &b.instructions);
            all.all(|inst| inst.kind.is_pure())
        };
        self.free.contains(&id)
            || self.assumptions.contains(&id)
            || (!function.blocks.is_empty() && computes())
    }

    /// Where executions go on from this place, if nothing on the way can fail or concern another thread: behind the
    /// assumptions and tests that follow. Values that do not get there matter to nobody at this place.
    pub(super) fn stops(&self, callers: &Callers<'_>, id: FunctionId, place: Place) -> Vec<Place> {
        let function = callers.function(id);
        let flow = Cfg::new(function);
        // If so, then also at all places on the way.
        let alone = self.alone.at(callers, id, place);
        let mut stops = Vec::new();
        let mut seen = vec![false; function.blocks.len()];
        let mut ways = vec![place];
        while let Some((block, start)) = ways.pop() {
            let whole = &function.blocks[block.index()];
            let mut rest = whole.instructions.iter().enumerate().skip(start);
            let ends =
                |(_, inst): &(usize, &Inst)| !self.is_harmless(callers, function, inst, alone);
            if let Some((index, _)) = rest.find(ends) {
                stops.push((block, index));
                continue;
            }
            let end = (block, whole.instructions.len());
            match &whole.terminator {
                Terminator::Return(_) if function.name == "main" && alone => {}
                Terminator::Return(_) | Terminator::Unreachable => stops.push(end),
                terminator => terminator.targets(|target| {
                    if flow.number(target.block) <= flow.number(block) {
                        // A loop.
                        stops.push(end);
                    } else if !std::mem::replace(&mut seen[target.block.index()], true) {
                        ways.push((target.block, 0));
                    }
                }),
            }
        }
        stops
    }

    /// Can it not fail, and does it concern no other thread?
    fn is_harmless(
        &self,
        callers: &Callers<'_>,
        function: &Function,
        inst: &Inst,
        alone: bool,
    ) -> bool {
        match &inst.kind {
            InstKind::Store { pointer, .. } | InstKind::Load { pointer, .. } => {
                alone && Variable::of(function, pointer).is_some()
            }
            InstKind::Call {
                callee: Callee::Function(id),
                ..
            } => self.has_no_effect(callers, *id),
            InstKind::Intrinsic { .. } => {
                range::assumed(inst, &self.assumptions).is_some() || inst.kind.is_pure()
            }
            kind => kind.is_pure(),
        }
    }
}
