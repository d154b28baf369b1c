//! Removes branches between ways on which nothing happens, and loops that do nothing but count.
//!
//! Spin loops of real code pass their time: they count, double a delay, run an empty loop or give way to others in
//! some rounds. None of that can be noticed, but the counter differs from round to round, so that no round looks like the
//! one before. Without the branches that only ask for it, nobody asks for the counter, and it goes, too.
//!
//! The method is the removal of dead code along with the branches that decide about nothing else, after Cytron et al.,
//! "Efficiently Computing Static Single Assignment Form and the Control Dependence Graph", section 7.1. A
//! branch that is left out leads on to where its ways meet.
//!
//! An empty loop must come to its end for that. As the C standard allows (6.8.5), a loop does if it
//! neither touches memory nor synchronises, and the test that ends it is not the same in every round.

use crate::flow::{Cfg, Loops, PostDominators};
use crate::module::{BlockId, Function, InstKind, Operand, Target, Terminator, ValueId};

/// The function must have been promoted. Returns whether branches were removed; the code that is then dead is for
/// [`super::prune`].
pub fn idle(function: &mut Function) -> bool {
    let flow = Cfg::new(function);
    let loops = Loops::new(function, &flow);
    let meeting = PostDominators::new(function, &flow);
    let mut search = Search {
        function,
        flow: &flow,
        deciding: meeting.deciding(function, &flow),
        definitions: definitions(function, &flow),
        values: vec![false; function.values.len()],
        blocks: vec![false; flow.order.len()],
        branches: vec![false; flow.order.len()],
        work: Vec::new(),
    };
    search.begin();
    let mut removed: Vec<(BlockId, BlockId)> = Vec::new();
    loop {
        search.spread();
        removed.clear();
        let mut kept = false;
        for &block in &flow.order {
            if search.branches[flow.number(block)] || !is_choice(function, block) {
                continue;
            }
            let goal = meeting.meeting_point(&flow, block);
            match goal.filter(|goal| ends(function, &flow, &loops, block, *goal)) {
                Some(goal) => removed.push((block, goal)),
                None => {
                    search.keep_branch(flow.number(block));
                    kept = true;
                }
            }
        }
        if !kept {
            break;
        }
    }
    for (block, goal) in &removed {
        // Parameters of the meeting point are dead, or else the branch would not be.
        let count = function.blocks[goal.index()].parameters.len();
        function.blocks[block.index()].terminator = Terminator::Jump(Target {
            block: *goal,
            arguments: vec![Operand::Undefined; count],
        });
    }
    !removed.is_empty()
}

fn is_choice(function: &Function, block: BlockId) -> bool {
    let terminator = &function.blocks[block.index()].terminator;
    matches!(
        terminator,
        Terminator::Branch { .. } | Terminator::Switch { .. }
    )
}

#[derive(Clone, Copy)]
enum Definition {
    Given,
    Parameter(BlockId, u32),
    Instruction(BlockId, u32),
}

fn definitions(function: &Function, flow: &Cfg) -> Vec<Definition> {
    let mut definitions = vec![Definition::Given; function.values.len()];
    for &id in &flow.order {
        let block = &function.blocks[id.index()];
        for (at, parameter) in block.parameters.iter().enumerate() {
            definitions[parameter.index()] = Definition::Parameter(id, at as u32);
        }
        for (at, inst) in block.instructions.iter().enumerate() {
            for result in &inst.results {
                definitions[result.index()] = Definition::Instruction(id, at as u32);
            }
        }
    }
    definitions
}

/// The values that matter, found from the instructions with an effect.
struct Search<'a> {
    function: &'a Function,
    flow: &'a Cfg,
    deciding: Vec<Vec<u32>>,
    definitions: Vec<Definition>,
    values: Vec<bool>,
    /// By place in the flow's order: whether it matters that the block is come to.
    blocks: Vec<bool>,
    /// Whether it matters which way the block's branch takes.
    branches: Vec<bool>,
    work: Vec<Found>,
}

enum Found {
    Value(ValueId),
    Block(usize),
}

impl Search<'_> {
    fn begin(&mut self) {
        for (at, block) in self.flow.order.iter().enumerate() {
            let block = &self.function.blocks[block.index()];
            for inst in block.instructions.iter().filter(|i| !i.kind.is_pure()) {
                inst.kind.visit(|operand| self.keep(operand));
                self.keep_block(at);
            }
            if let Terminator::Return(_) | Terminator::Unreachable = block.terminator {
                block.terminator.visit(|operand| self.keep(operand));
                self.keep_block(at);
            }
        }
    }

    fn keep(&mut self, operand: &Operand) {
        if let Operand::Value(value) = operand
            && !std::mem::replace(&mut self.values[value.index()], true)
        {
            self.work.push(Found::Value(*value));
        }
    }

    fn keep_block(&mut self, at: usize) {
        if !std::mem::replace(&mut self.blocks[at], true) {
            self.work.push(Found::Block(at));
        }
    }

    fn keep_branch(&mut self, at: usize) {
        if !std::mem::replace(&mut self.branches[at], true) {
            let block = self.flow.order[at];
            let function = self.function;
            let terminator = &function.blocks[block.index()].terminator;
            terminator.visit(|operand| self.keep(operand));
            self.keep_block(at);
        }
    }

    fn spread(&mut self) {
        while let Some(found) = self.work.pop() {
            match found {
                Found::Block(at) => {
                    for decides in self.deciding[at].clone() {
                        self.keep_branch(decides as usize);
                    }
                }
                Found::Value(value) => match self.definitions[value.index()] {
                    Definition::Given => {}
                    Definition::Instruction(block, at) => {
                        let function = self.function;
                        let inst = &function.blocks[block.index()].instructions[at as usize];
                        inst.kind.visit(|operand| self.keep(operand));
                        self.keep_block(self.flow.number(block));
                    }
                    Definition::Parameter(block, at) => self.keep_ways_to(block, at),
                },
            }
        }
    }

    /// A parameter matters: its arguments do, and the way on which the block is come to.
    fn keep_ways_to(&mut self, block: BlockId, parameter: u32) {
        let function = self.function;
        for source in self.flow.predecessors(block) {
            let mut edges = 0;
            let terminator = &function.blocks[source.index()].terminator;
            terminator.targets(|target| {
                if target.block == block {
                    edges += 1;
                    if let Some(argument) = target.arguments.get(parameter as usize) {
                        self.keep(argument);
                    }
                }
            });
            let at = self.flow.number(*source);
            self.keep_block(at);
            if edges > 1 {
                self.keep_branch(at);
            }
        }
    }
}

/// Is the goal come to on every way from the block, as far as nothing happens there?
fn ends(function: &Function, flow: &Cfg, loops: &Loops, from: BlockId, goal: BlockId) -> bool {
    let mut region = vec![false; function.blocks.len()];
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if block != goal && !std::mem::replace(&mut region[block.index()], true) {
            let terminator = &function.blocks[block.index()].terminator;
            terminator.targets(|target| work.push(target.block));
        }
    }
    // Going in circles takes an edge back to the header of a loop, which must lie in the region as a whole.
    let returns = |block: &BlockId| {
        let mut headers = Vec::new();
        let terminator = &function.blocks[block.index()].terminator;
        terminator.targets(|target| {
            let back = flow.number(target.block) <= flow.number(*block);
            if back && target.block != goal {
                headers.push(target.block);
            }
        });
        headers
    };
    let region = |block: BlockId| region[block.index()];
    let blocks = flow.order.iter().filter(|block| region(**block));
    blocks.flat_map(returns).all(|header| {
        let around = (0..loops.all.len()).find(|number| loops.all[*number].header == header);
        around.is_some_and(|number| {
            let mut blocks = flow.order.iter().filter(|b| loops.contains(number, **b));
            blocks.all(|block| region(*block)) && makes_progress(function, flow, loops, number)
        })
    })
}

/// Is the loop left by a test of something that changes from round to round?
fn makes_progress(function: &Function, flow: &Cfg, loops: &Loops, number: usize) -> bool {
    let inside = |block: BlockId| loops.contains(number, block);
    let changes = changing(function, flow, &inside);
    let mut blocks = flow.order.iter().filter(|block| inside(**block));
    blocks.any(|block| {
        let terminator = &function.blocks[block.index()].terminator;
        let mut leaves = false;
        terminator.targets(|target| leaves |= !inside(target.block));
        let mut asks = false;
        terminator.visit(|operand| {
            asks |= matches!(operand, Operand::Value(value) if changes[value.index()]);
        });
        leaves && asks
    })
}

/// The values that are computed from parameters of the loop's blocks.
fn changing(function: &Function, flow: &Cfg, inside: &dyn Fn(BlockId) -> bool) -> Vec<bool> {
    let mut changes = vec![false; function.values.len()];
    for block in flow.order.iter().filter(|block| inside(**block)) {
        let block = &function.blocks[block.index()];
        for parameter in &block.parameters {
            changes[parameter.index()] = true;
        }
        for inst in &block.instructions {
            let mut found = matches!(inst.kind, InstKind::Alloca { .. });
            inst.kind.visit(|operand| {
                found |= matches!(operand, Operand::Value(value) if changes[value.index()]);
            });
            for result in &inst.results {
                changes[result.index()] = found;
            }
        }
    }
    changes
}
