//! Where to stop pure iterations of a loop, and how.

use super::analyse::Analysis;
use super::atom::{Atom, Definition};
use super::condition::{Case, Condition, Point, contradict};
use crate::intrinsic::Intrinsic;
use crate::module::{BlockId, FunctionId, InstKind, Operand, Terminator, ValueId};
use threadproof_program::{LoadOrder, Predicate, RmwOp};

/// The assumptions and waits to put into a loop.
pub struct Plan {
    pub header: BlockId,
    /// Edges of loops inside this one: an iteration that took one is not known to be pure.
    pub internal_back_edges: Vec<(BlockId, BlockId)>,
    pub cuts: Vec<Cut>,
}

/// Larger expressions are not looked into.
const MAX_EXPRESSION: usize = 64;

/// The number of the error that says that somebody else has the lock.
const EBUSY: u64 = 16;

/// A place at which an iteration may turn out to be pure.
pub struct Cut {
    pub point: Point,
    pub terms: Vec<Term>,
    pub form: Form,
}

/// One comparison, and where to make it if it cannot be made at the cut.
pub struct Term {
    pub atom: Atom,
    pub early: Option<Point>,
}

/// The way to cut an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Assume,
    /// The instruction before the cut waits until its value is one that does not satisfy the only
    /// term, in which that value is `a`.
    Await {
        /// Every iteration would wait for the same, so waiting in vain is spinning for ever.
        for_good: bool,
    },
    /// The call before the cut waits for the lock that it tries to get: it is one of this function.
    Lock(FunctionId),
}

impl Plan {
    pub fn new(analysis: &Analysis<'_>, condition: &Condition) -> Plan {
        let mut internal_back_edges = Vec::new();
        for &block in &analysis.flow.order {
            if !analysis.contains(block) {
                continue;
            }
            let terminator = &analysis.values.function.blocks[block.index()].terminator;
            terminator.targets(|target| {
                let edge = (block, target.block);
                let inside = analysis.contains(target.block);
                let quiet = analysis.quiet.contains(&target.block);
                if inside && !quiet && analysis.is_internal_back_edge(edge.0, edge.1) {
                    internal_back_edges.push(edge);
                }
            });
        }
        let mut planner = Planner {
            analysis,
            condition,
            awaits: analysis.around.awaits,
            keeps_plain_memory: false,
            repeated: repeated(analysis, &internal_back_edges),
            awaited: Vec::new(),
        };
        let cuts = condition.cases.iter();
        Plan {
            header: analysis.header,
            cuts: cuts.filter_map(|case| planner.cut(case)).collect(),
            internal_back_edges,
        }
    }
}

struct Planner<'a> {
    analysis: &'a Analysis<'a>,
    condition: &'a Condition,
    awaits: bool,
    /// All pure iterations of the case that is planned see the same in plain memory.
    keeps_plain_memory: bool,
    /// Blocks that the iteration may come to after it has run a loop inside more than once.
    repeated: Vec<BlockId>,
    /// After which instructions a cut waits already.
    awaited: Vec<Point>,
}

impl Planner<'_> {
    fn cut(&mut self, case: &Case) -> Option<Cut> {
        self.keeps_plain_memory = self.analysis.keeps_plain_memory(case);
        let mut points: Vec<Point> = Vec::new();
        for atom in &case.atoms {
            points.extend(self.defined(atom.a).into_iter().chain(self.defined(atom.b)));
        }
        // Without a value of this iteration no other thread can ever make a difference.
        if points.is_empty() {
            return None;
        }
        let operands = case.atoms.iter().flat_map(|atom| [atom.a, atom.b]);
        if !self.analysis.quiet.is_empty()
            && !{ operands }.any(|operand| self.depends_on_read(operand))
        {
            return None;
        }
        let flow = self.analysis.flow;
        let latest = points.into_iter().chain(case.barrier);
        let point = latest.max_by_key(|point| point.key(flow))?;
        let terms = case.atoms.iter().map(|atom| self.term(atom, point));
        let mut terms = terms.collect::<Option<Vec<Term>>>()?;
        let needed = |term: &&Term| term.early.is_some() || !self.is_implied(term.atom, point);
        let needed: Vec<&Term> = terms.iter().filter(needed).collect();
        let lock = match needed.as_slice() {
            [term] if term.early.is_none() && self.awaits => self.waiting_twin(term.atom, point),
            _ => None,
        };
        let awaited = match needed.as_slice() {
            [term] if term.early.is_none() && !self.repeated.contains(&point.block) => {
                self.awaited(term.atom, point)
            }
            _ => None,
        };
        let mut form = Form::Assume;
        if let Some((atom, invariant)) = awaited {
            // A term that other reads of the iteration have settled may be settled otherwise in the
            // next one, which matters unless that would be in vain as well.
            let for_good = invariant && (terms.len() == 1 || self.condition.follows(&atom));
            self.awaited.push(point);
            terms = vec![Term { atom, early: None }];
            form = Form::Await { for_good };
        }
        if let Some(waiting) = lock {
            form = Form::Lock(waiting);
        }
        Some(Cut {
            point: self.outside_sections(point),
            terms,
            form,
        })
    }

    /// Does a branch that leads to the place say so already?
    fn is_implied(&self, atom: Atom, point: Point) -> bool {
        let analysis = self.analysis;
        let inside = analysis
            .flow
            .order
            .iter()
            .filter(|b| analysis.contains(**b));
        let mut dominating = inside.filter(|block| {
            let start = Point {
                block: **block,
                index: 0,
            };
            **block != analysis.header && self.dominates(start, point)
        });
        dominating.any(|block| {
            let &[from] = analysis.flow.predecessors(*block) else {
                return false;
            };
            let terminator = &analysis.values.function.blocks[from.index()].terminator;
            let Terminator::Branch {
                condition,
                then,
                otherwise,
            } = terminator
            else {
                return false;
            };
            let wanted = match (then.block == *block, otherwise.block == *block) {
                (true, false) => true,
                (false, true) => false,
                _ => return false,
            };
            contradict(analysis.values, atom.negated(), (*condition, wanted))
        })
    }

    /// Where an operand gets its value in this iteration; `None` if it has it from the start.
    fn defined(&self, operand: Operand) -> Option<Point> {
        let Operand::Value(value) = operand else {
            return None;
        };
        let (block, index) = match self.analysis.values.definition(value)? {
            Definition::Parameter(block) if block == self.analysis.header => return None,
            Definition::Parameter(block) => (block, 0),
            Definition::Instruction(block, at) => (block, at + 1),
        };
        let point = Point { block, index };
        self.analysis.contains(block).then_some(point)
    }

    fn dominates(&self, first: Point, second: Point) -> bool {
        if first.block == second.block {
            return first.index <= second.index;
        }
        self.analysis.dominates(first.block, second.block)
    }

    fn term(&self, atom: &Atom, cut: Point) -> Option<Term> {
        let (a, b) = (self.defined(atom.a), self.defined(atom.b));
        let everywhere = |at: Point| [a, b].iter().flatten().all(|d| self.dominates(*d, at));
        let early = match everywhere(cut) {
            true => None,
            false => Some([a, b].into_iter().flatten().find(|at| everywhere(*at))?),
        };
        Some(Term {
            atom: *atom,
            early: early.map(|point| self.outside_sections(point)),
        })
    }

    /// The atom, with the value that is read right before the cut as `a`, if waiting for another
    /// value is possible; and whether every iteration would wait for the same.
    fn awaited(&self, atom: Atom, point: Point) -> Option<(Atom, bool)> {
        let at = point.index.checked_sub(1)?;
        let instructions = &self.analysis.values.function.blocks[point.block.index()].instructions;
        let inst = instructions.get(at as usize)?;
        let result = Operand::Value(*inst.results.first()?);
        let atom = match atom.a == result {
            true => atom,
            false if !atom.is_masked() => atom.mirrored(),
            false => return None,
        };
        let before = Point { index: at, ..point };
        let known = self
            .defined(atom.b)
            .is_none_or(|b| self.dominates(b, before));
        if atom.a != result || !known || self.awaited.contains(&point) {
            return None;
        }
        let invariant = self.is_invariant(atom.b) && self.is_invariant(pointer(&inst.kind)?);
        let waits = |at: u32| instructions.get(at as usize).map(|inst| &inst.kind);
        let again = at.checked_sub(1).and_then(waits);
        let size = match inst.kind {
            InstKind::Load { size, .. } if self.awaits => size,
            InstKind::Rmw {
                op: RmwOp::Exchange,
                size,
                ..
            }
            | InstKind::CompareExchange { size, .. }
                if self.awaits && !matches!(again, Some(InstKind::Await { .. })) =>
            {
                size
            }
            _ => return None,
        };
        (atom.width == 8 * size).then_some((atom, invariant))
    }

    /// The function to call instead of the one before the cut, if the iteration is in vain just because that
    /// did not get its lock.
    fn waiting_twin(&self, atom: Atom, point: Point) -> Option<FunctionId> {
        let at = point.index.checked_sub(1)?;
        let instructions = &self.analysis.values.function.blocks[point.block.index()].instructions;
        let inst = instructions.get(at as usize)?;
        let result = Operand::Value(*inst.results.first()?);
        let failed = Atom::new(Predicate::Ne, 32, result, Operand::Const(0));
        let busy = Atom::new(Predicate::Eq, 32, result, Operand::Const(EBUSY));
        let twin = self.analysis.waiting_twin(&inst.kind);
        twin.filter(|_| atom == failed || atom == busy)
    }

    /// Is the operand the same in every pure iteration? If the wait depended on what this one has
    /// read before, then a thread that waits in vain might still leave the loop in the next.
    ///
    /// Where data races are errors, plain loads from the same place are the same: pure iterations release nothing, so
    /// no write comes after the load of one and before that of the next.
    fn is_invariant(&self, operand: Operand) -> bool {
        let mut work = vec![operand];
        for _ in 0..MAX_EXPRESSION {
            let Some(operand) = work.pop() else {
                return true;
            };
            let Operand::Value(value) = operand else {
                continue;
            };
            if self.defined(operand).is_none() {
                continue;
            }
            let values = self.analysis.values;
            let Some(Definition::Instruction(block, at)) = values.definition(value) else {
                return false;
            };
            let block = &values.function.blocks[block.index()];
            let kind = &block.instructions[at as usize].kind;
            let is_plain = matches!(
                kind,
                InstKind::Load {
                    order: LoadOrder::Plain,
                    ..
                }
            );
            let is_same = match is_plain {
                true => self.keeps_plain_memory,
                false => kind.is_pure() && !matches!(kind, InstKind::Alloca { .. }),
            };
            if !is_same {
                return false;
            }
            kind.visit(|operand| work.push(*operand));
        }
        false
    }

    /// The arguments for a parameter of a block.
    fn given_to(&self, block: BlockId, parameter: ValueId) -> Vec<Operand> {
        let function = self.analysis.values.function;
        let parameters = &function.blocks[block.index()].parameters;
        let Some(at) = parameters.iter().position(|p| *p == parameter) else {
            return Vec::new();
        };
        let mut given = Vec::new();
        for source in self.analysis.flow.predecessors(block) {
            function.blocks[source.index()]
                .terminator
                .targets(|target| {
                    if target.block == block {
                        given.push(target.arguments[at]);
                    }
                });
        }
        given
    }

    /// Has this iteration read something that the operand is computed from, as far as that is known?
    fn depends_on_read(&self, operand: Operand) -> bool {
        let values = self.analysis.values;
        let mut work = vec![operand];
        for _ in 0..MAX_EXPRESSION {
            let Some(operand) = work.pop() else {
                return false;
            };
            let Operand::Value(value) = operand else {
                continue;
            };
            match self.defined(operand).and(values.definition(value)) {
                None => {}
                Some(Definition::Instruction(block, at)) => {
                    let block = &values.function.blocks[block.index()];
                    let kind = &block.instructions[at as usize].kind;
                    if !kind.is_pure() {
                        return true;
                    }
                    kind.visit(|operand| work.push(*operand));
                }
                Some(Definition::Parameter(block)) => {
                    work.splice(0..0, self.given_to(block, value));
                }
            }
        }
        false
    }

    /// Nothing is put between an exchange that waits and the end of its section.
    fn outside_sections(&self, point: Point) -> Point {
        let block = &self.analysis.values.function.blocks[point.block.index()];
        let next = block.instructions.get(point.index as usize);
        let ends = next.is_some_and(|inst| {
            matches!(
                inst.kind,
                InstKind::Intrinsic {
                    intrinsic: Intrinsic::AtomicEnd,
                    ..
                }
            )
        });
        Point {
            index: point.index + u32::from(ends),
            ..point
        }
    }
}

/// The blocks of the loop that can be reached from the goals of these edges within the iteration.
fn repeated(analysis: &Analysis<'_>, edges: &[(BlockId, BlockId)]) -> Vec<BlockId> {
    let mut reached: Vec<BlockId> = Vec::new();
    let mut todo: Vec<BlockId> = edges.iter().map(|edge| edge.1).collect();
    while let Some(block) = todo.pop() {
        if reached.contains(&block) || block == analysis.header || !analysis.contains(block) {
            continue;
        }
        reached.push(block);
        let terminator = &analysis.values.function.blocks[block.index()].terminator;
        terminator.targets(|target| todo.push(target.block));
    }
    reached
}

/// The address of an access that can be made to wait.
fn pointer(kind: &InstKind) -> Option<Operand> {
    match kind {
        InstKind::Load { pointer, .. }
        | InstKind::Rmw { pointer, .. }
        | InstKind::CompareExchange { pointer, .. } => Some(*pointer),
        _ => None,
    }
}
