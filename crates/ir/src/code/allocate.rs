//! Gives every value a register.
//!
//! Blocks are visited so that definitions come before uses; in SSA form, taking any free
//! register then needs no more registers than values are alive at the busiest place. A value
//! that becomes a block argument prefers the register of the parameter, which saves the move.

use super::Reg;
use super::liveness::Liveness;
use crate::flow::Cfg;
use crate::module::{BlockId, Function, Operand, ValueId};

/// The register of each value.
pub struct Registers {
    /// By value; `None` for values that are never computed.
    of: Vec<Option<Reg>>,
    pub count: u32,
}

impl Registers {
    pub fn of(&self, value: ValueId) -> Reg {
        // A use without definition can only be in code that never runs.
        self.of[value.index()].unwrap_or(Reg(0))
    }
}

pub fn allocate(function: &Function, flow: &Cfg, liveness: &Liveness) -> Registers {
    let values = function.values.len();
    let mut allocation = Allocation {
        function,
        liveness,
        register: vec![None; values],
        friend: friends(function, flow),
        busy: Vec::new(),
        last_use: vec![None; values],
        count: function.parameters.len() as u32,
    };
    for (at, parameter) in function.parameters.iter().enumerate() {
        allocation.register[parameter.index()] = Some(Reg(at as u32));
    }
    for &block in &flow.order {
        allocation.block(block);
    }
    Registers {
        of: allocation.register,
        // Register 0 always exists, for results that nobody reads.
        count: allocation.count.max(1),
    }
}

struct Allocation<'a> {
    function: &'a Function,
    liveness: &'a Liveness,
    register: Vec<Option<Reg>>,
    /// For arguments the parameter, for parameters an argument.
    friend: Vec<Option<ValueId>>,
    /// A bit for each register.
    busy: Vec<u64>,
    /// The last place in a block that needs a value.
    last_use: Vec<Option<(BlockId, usize)>>,
    count: u32,
}

/// The place of values that are needed after the block.
const AFTER: usize = usize::MAX;

impl Allocation<'_> {
    fn block(&mut self, id: BlockId) {
        let block = &self.function.blocks[id.index()];
        self.busy.fill(0);
        for value in &self.liveness.live_in[id.index()] {
            if let Some(register) = self.register[value.index()] {
                self.take(register);
            }
        }
        self.find_last_uses(id);
        if id == BlockId(0) {
            for parameter in &self.function.parameters {
                self.take_if_needed(id, *parameter);
            }
        }
        for parameter in &block.parameters {
            self.define(*parameter);
        }
        for parameter in &block.parameters {
            self.free_if_unused(id, *parameter);
        }
        for (at, inst) in block.instructions.iter().enumerate() {
            inst.kind
                .visit(|operand| self.free_if_last(id, at, operand));
            for result in &inst.results {
                self.define(*result);
            }
            for result in &inst.results {
                self.free_if_unused(id, *result);
            }
        }
    }

    fn find_last_uses(&mut self, id: BlockId) {
        let block = &self.function.blocks[id.index()];
        let last_use = &mut self.last_use;
        for (at, inst) in block.instructions.iter().enumerate() {
            inst.kind.visit(|operand| note(last_use, operand, (id, at)));
        }
        let end = (id, AFTER);
        block
            .terminator
            .visit(|operand| note(last_use, operand, end));
        block.terminator.targets(|target| {
            let operands = target.arguments.iter();
            operands.for_each(|operand| note(last_use, operand, end));
            for value in &self.liveness.live_in[target.block.index()] {
                last_use[value.index()] = Some(end);
            }
        });
    }

    fn define(&mut self, value: ValueId) {
        let preferred = self.friend[value.index()]
            .and_then(|friend| self.register[friend.index()])
            .filter(|register| !self.is_busy(*register));
        let register = preferred.unwrap_or_else(|| self.first_free());
        self.take(register);
        self.register[value.index()] = Some(register);
    }

    fn take_if_needed(&mut self, block: BlockId, value: ValueId) {
        let needed = self.last_use[value.index()].is_some_and(|(at, _)| at == block);
        if let (true, Some(register)) = (needed, self.register[value.index()]) {
            self.take(register);
        }
    }

    fn free_if_unused(&mut self, block: BlockId, value: ValueId) {
        let used = self.last_use[value.index()].is_some_and(|(at, _)| at == block);
        if !used {
            self.free(value);
        }
    }

    fn free_if_last(&mut self, block: BlockId, at: usize, operand: &Operand) {
        if let Operand::Value(value) = operand
            && self.last_use[value.index()] == Some((block, at))
        {
            self.free(*value);
        }
    }

    fn free(&mut self, value: ValueId) {
        if let Some(Reg(register)) = self.register[value.index()]
            && let Some(word) = self.busy.get_mut(register as usize / 64)
        {
            *word &= !(1 << (register % 64));
        }
    }

    fn take(&mut self, Reg(register): Reg) {
        let word = register as usize / 64;
        if self.busy.len() <= word {
            self.busy.resize(word + 1, 0);
        }
        self.busy[word] |= 1 << (register % 64);
        self.count = self.count.max(register + 1);
    }

    fn is_busy(&self, Reg(register): Reg) -> bool {
        let word = self.busy.get(register as usize / 64);
        word.is_some_and(|word| word >> (register % 64) & 1 == 1)
    }

    fn first_free(&self) -> Reg {
        let found = self.busy.iter().position(|word| *word != u64::MAX);
        let word = found.unwrap_or(self.busy.len());
        let bits = self.busy.get(word).map_or(0, |word| word.trailing_ones());
        Reg(64 * word as u32 + bits)
    }
}

fn note(last_use: &mut [Option<(BlockId, usize)>], operand: &Operand, place: (BlockId, usize)) {
    if let Operand::Value(value) = operand {
        last_use[value.index()] = Some(place);
    }
}

fn friends(function: &Function, flow: &Cfg) -> Vec<Option<ValueId>> {
    let mut friend = vec![None; function.values.len()];
    for block in &flow.order {
        function.blocks[block.index()].terminator.targets(|target| {
            let parameters = &function.blocks[target.block.index()].parameters;
            for (&parameter, argument) in parameters.iter().zip(&target.arguments) {
                if let Operand::Value(value) = *argument {
                    friend[value.index()] = Some(parameter);
                    friend[parameter.index()].get_or_insert(value);
                }
            }
        });
    }
    friend
}
