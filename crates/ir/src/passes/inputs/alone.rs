//! Places where no thread but the main one can have been created.

use super::callers::Callers;
use super::uses::Place;
use crate::flow::Cfg;
use crate::intrinsic::Intrinsic;
use crate::module::{BlockId, Callee, FunctionId, Inst, InstKind, Module};

/// The blocks that run only while there is one thread.
#[derive(Default)]
pub struct Alone {
    /// By function: it, or a function that it calls, may create a thread.
    spawns: Vec<bool>,
    /// By function: all its calls are at such places, if it begins at one; and its blocks that do.
    blocks: Vec<Option<Vec<bool>>>,
}

impl Alone {
    pub fn new(module: &Module, callers: &Callers<'_>) -> Alone {
        let mut alone = Alone {
            spawns: spawning(module),
            blocks: vec![None; module.functions.len()],
        };
        let Some(main) = module.function("main") else {
            return alone;
        };
        let early = module.constructors.iter();
        if early.clone().any(|id| alone.spawns[id.index()]) || callers.is_called(main) {
            return alone;
        }
        alone.enter(module, main);
        early.for_each(|id| alone.enter(module, *id));
        // Functions whose calls are all known to be at such places, until there are no more.
        loop {
            let all = (0..module.functions.len()).map(|at| FunctionId(at as u32));
            let new: Vec<FunctionId> = all
                .filter(|id| alone.blocks[id.index()].is_none())
                .filter(|id| alone.is_called_alone(callers, *id))
                .collect();
            if new.is_empty() {
                return alone;
            }
            new.into_iter().for_each(|id| alone.enter(module, id));
        }
    }

    /// Has no other thread been created when this place is reached?
    pub fn at(&self, callers: &Callers<'_>, id: FunctionId, (block, index): Place) -> bool {
        let Some(blocks) = &self.blocks[id.index()] else {
            return false;
        };
        let before = &callers.function(id).blocks[block.index()].instructions[..index];
        blocks[block.index()] && !before.iter().any(|inst| self.may_spawn(inst))
    }

    fn is_called_alone(&self, callers: &Callers<'_>, id: FunctionId) -> bool {
        let calls = callers.places(id);
        calls.is_some_and(|calls| {
            !calls.is_empty()
                && calls
                    .iter()
                    .all(|(caller, place)| self.at(callers, *caller, *place))
        })
    }

    fn enter(&mut self, module: &Module, id: FunctionId) {
        let function = &module.functions[id.index()];
        if function.blocks.is_empty() {
            return;
        }
        let flow = Cfg::new(function);
        let spawns = |block: BlockId| {
            let instructions = &function.blocks[block.index()].instructions;
            instructions.iter().any(|inst| self.may_spawn(inst))
        };
        let mut alone = vec![true; function.blocks.len()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in &flow.order {
                let mut before = flow.predecessors(block).iter();
                let is = before.all(|from| alone[from.index()] && !spawns(*from));
                changed |= alone[block.index()] != is;
                alone[block.index()] = is;
            }
        }
        self.blocks[id.index()] = Some(alone);
    }

    fn may_spawn(&self, inst: &Inst) -> bool {
        match &inst.kind {
            InstKind::Call {
                callee: Callee::Function(id),
                ..
            } => self.spawns[id.index()],
            kind => spawns_itself(kind),
        }
    }
}

fn spawns_itself(kind: &InstKind) -> bool {
    match kind {
        InstKind::Call { callee, .. } => matches!(callee, Callee::Pointer(_)),
        InstKind::Intrinsic { intrinsic, .. } => *intrinsic == Intrinsic::Spawn,
        _ => false,
    }
}

/// By function: may it create a thread? An unknown function may.
fn spawning(module: &Module) -> Vec<bool> {
    let kinds = |at: usize| {
        let blocks = module.functions[at].blocks.iter();
        blocks.flat_map(|block| block.instructions.iter().map(|inst| &inst.kind))
    };
    let mut spawns: Vec<bool> = (0..module.functions.len())
        .map(|at| module.functions[at].blocks.is_empty() || kinds(at).any(spawns_itself))
        .collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for at in 0..spawns.len() {
            let calls = |kind: &InstKind| matches!(kind, InstKind::Call { callee: Callee::Function(id), .. } if spawns[id.index()]);
            if !spawns[at] && kinds(at).any(calls) {
                spawns[at] = true;
                changed = true;
            }
        }
    }
    spawns
}
