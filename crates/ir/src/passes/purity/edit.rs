//! Puts the planned assumptions and awaits into a function.
//!
//! A comparison that has to be made before the cut, on one of several ways to it, leaves its
//! result in a variable, and so does a loop inside that was run more than once.

use super::atom::Atom;
use super::condition::Point;
use super::plan::{Cut, Form, Plan};
use crate::intrinsic::Intrinsic;
use crate::module::{
    BinaryOp, Block, BlockId, Callee, Function, FunctionId, Inst, InstKind, Operand, Target,
    Terminator, Type, ValueId,
};
use threadproof_program::{LoadOrder, LocationId, SiteId, StoreOrder, Wait};

pub fn apply(function: &mut Function, plan: &Plan, slots: &mut Vec<ValueId>) {
    let mut edit = Edit {
        function,
        slots,
        header: plan.header,
        insertions: Vec::new(),
    };
    let took = edit.mark_back_edges(&plan.internal_back_edges);
    for cut in &plan.cuts {
        match cut.form {
            Form::Await { for_good } => edit.wait(cut, for_good),
            Form::Lock(waiting) => edit.lock(cut, waiting),
            Form::Assume => edit.assume(cut, took),
        }
    }
    edit.finish();
}

struct Edit<'a> {
    function: &'a mut Function,
    slots: &'a mut Vec<ValueId>,
    header: BlockId,
    /// In the order in which they are to stand at the same place.
    insertions: Vec<(Point, Inst)>,
}

impl Edit<'_> {
    fn finish(mut self) {
        self.insertions
            .sort_by_key(|(point, _)| (point.block, point.index));
        // From the end, so that places stay what they are.
        for (point, inst) in self.insertions.into_iter().rev() {
            let block = &mut self.function.blocks[point.block.index()];
            block.instructions.insert(point.index as usize, inst);
        }
    }

    /// A variable that says whether an edge was taken in this iteration.
    fn mark_back_edges(&mut self, edges: &[(BlockId, BlockId)]) -> Option<ValueId> {
        if edges.is_empty() {
            return None;
        }
        let took = self.slot();
        for (from, to) in edges {
            let passage = BlockId(self.function.blocks.len() as u32);
            let mut passages = Vec::new();
            let terminator = &mut self.function.blocks[from.index()].terminator;
            terminator.targets_mut(|target| {
                if target.block == *to {
                    let block = BlockId(passage.0 + passages.len() as u32);
                    let goal = std::mem::replace(
                        target,
                        Target {
                            block,
                            arguments: Vec::new(),
                        },
                    );
                    passages.push(goal);
                }
            });
            for goal in passages {
                self.function.blocks.push(Block {
                    parameters: Vec::new(),
                    instructions: vec![inst(store(took, Operand::Const(1)), None)],
                    terminator: Terminator::Jump(goal),
                    terminator_location: LocationId(0),
                });
            }
        }
        Some(took)
    }

    /// A new variable that is zero at the start of every iteration.
    fn slot(&mut self) -> ValueId {
        let slot = self.function.new_value(Type::Ptr);
        let alloca = InstKind::Alloca {
            size: Operand::Const(1),
            site: SiteId(0),
        };
        // The entry is in no loop, so no planned place is moved by this.
        let entry = &mut self.function.blocks[0].instructions;
        entry.insert(0, inst(alloca, Some(slot)));
        self.slots.push(slot);
        let start = Point {
            block: self.header,
            index: 0,
        };
        let clear = inst(store(slot, Operand::Const(0)), None);
        self.insertions.push((start, clear));
        slot
    }

    fn insert(&mut self, point: Point, kind: InstKind, ty: Option<Type>) -> Operand {
        let result = ty.map(|ty| self.function.new_value(ty));
        let location = self.location(point);
        let mut inst = inst(kind, result);
        inst.location = location;
        self.insertions.push((point, inst));
        result.map_or(Operand::Undefined, Operand::Value)
    }

    /// The place in the source of the instruction before.
    fn location(&self, point: Point) -> LocationId {
        let block = &self.function.blocks[point.block.index()];
        let before = point.index.checked_sub(1);
        let before = before.and_then(|at| block.instructions.get(at as usize));
        before.map_or(block.terminator_location, |inst| inst.location)
    }

    fn compare(&mut self, point: Point, atom: Atom) -> Operand {
        let a = match atom.is_masked() {
            false => atom.a,
            true => self.binary(point, BinaryOp::And, atom.width, atom.a, atom.mask),
        };
        let compare = InstKind::Compare {
            predicate: atom.predicate(),
            width: atom.width,
            a,
            b: atom.b,
        };
        self.insert(point, compare, Some(Type::Int(1)))
    }

    fn binary(&mut self, point: Point, op: BinaryOp, width: u8, a: Operand, b: u64) -> Operand {
        let b = Operand::Const(b);
        let kind = InstKind::Binary { op, width, a, b };
        self.insert(point, kind, Some(Type::Int(width)))
    }

    fn load(&mut self, point: Point, slot: ValueId) -> Operand {
        let load = InstKind::Load {
            size: 1,
            pointer: Operand::Value(slot),
            order: LoadOrder::Plain,
        };
        self.insert(point, load, Some(Type::Int(8)))
    }

    /// Stops the thread where all terms hold and no loop inside was run twice.
    fn assume(&mut self, cut: &Cut, took: Option<ValueId>) {
        let mut bits: Vec<Operand> = Vec::new();
        for term in &cut.terms {
            let bit = match term.early {
                None => self.compare(cut.point, term.atom),
                Some(early) => {
                    let slot = self.slot();
                    let bit = self.compare(early, term.atom);
                    self.insert(early, store(slot, bit), None);
                    self.load(cut.point, slot)
                }
            };
            bits.push(bit);
        }
        if let Some(took) = took {
            let took = self.load(cut.point, took);
            bits.push(self.binary(cut.point, BinaryOp::Xor, 8, took, 1));
        }
        let all = bits.into_iter().reduce(|a, b| {
            let op = BinaryOp::And;
            let kind = InstKind::Binary { op, width: 8, a, b };
            self.insert(cut.point, kind, Some(Type::Int(8)))
        });
        let all = all.expect("a cut has a term");
        let impure = self.binary(cut.point, BinaryOp::Xor, 8, all, 1);
        let assume = InstKind::Intrinsic {
            intrinsic: Intrinsic::Assume,
            arguments: vec![impure],
        };
        self.insert(cut.point, assume, None);
    }

    /// Lets the call before the cut wait.
    fn lock(&mut self, cut: &Cut, waiting: FunctionId) {
        let block = &mut self.function.blocks[cut.point.block.index()];
        let call = &mut block.instructions[cut.point.index as usize - 1];
        if let InstKind::Call { callee, .. } = &mut call.kind {
            *callee = Callee::Function(waiting);
        }
    }

    /// Makes the access before the cut wait until its value makes the iteration useful.
    fn wait(&mut self, cut: &Cut, for_good: bool) {
        let atom = cut.terms[0].atom.negated();
        let at = Point {
            block: cut.point.block,
            index: cut.point.index - 1,
        };
        let access = &self.function.blocks[at.block.index()].instructions[at.index as usize];
        let (pointer, size, order) = match access.kind {
            InstKind::Load {
                pointer,
                size,
                order,
            } => (pointer, size, Some(order)),
            InstKind::Rmw { pointer, size, .. }
            | InstKind::CompareExchange { pointer, size, .. } => (pointer, size, None),
            _ => return,
        };
        let wait = InstKind::Await {
            size,
            order: order.unwrap_or(LoadOrder::Relaxed),
            predicate: atom.predicate(),
            mask: atom.mask,
            why: match (order, for_good) {
                (Some(_), true) => Wait::Await,
                (None, true) => Wait::AwaitExchange,
                (Some(_), false) => Wait::Retry,
                (None, false) => Wait::RetryExchange,
            },
            pointer,
            value: atom.b,
        };
        let location = access.location;
        let block = &mut self.function.blocks[at.block.index()];
        if order.is_some() {
            block.instructions[at.index as usize].kind = wait;
            return;
        }
        let ty = Type::Int(8 * size);
        let section = |intrinsic| InstKind::Intrinsic {
            intrinsic,
            arguments: Vec::new(),
        };
        self.insert(at, section(Intrinsic::AtomicBegin), None);
        self.insert(at, wait, Some(ty));
        self.insert(cut.point, section(Intrinsic::AtomicEnd), None);
        for (_, inst) in self.insertions.iter_mut().rev().take(3) {
            inst.location = location;
        }
    }
}

fn inst(kind: InstKind, result: Option<ValueId>) -> Inst {
    Inst {
        kind,
        results: result.into_iter().collect(),
        location: LocationId(0),
    }
}

fn store(slot: ValueId, value: Operand) -> InstKind {
    InstKind::Store {
        size: 1,
        pointer: Operand::Value(slot),
        value,
        order: StoreOrder::Plain,
    }
}
