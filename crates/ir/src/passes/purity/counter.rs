//! Counters of a loop's rounds.
//!
//! A counter is a parameter of the loop's header of which nothing is asked but one question: whether there have been
//! enough rounds. It begins with a value, each round computes the next one from it, and the answer
//! changes after some rounds.

use super::analyse::Analysis;
use super::atom::Definition;
use crate::interp::{binary, cast};
use crate::module::{BinaryOp, BlockId, Function, InstKind, Operand, Terminator, ValueId};
use threadproof_program::Predicate;

/// Longer counts are not followed.
const MOST_ROUNDS: u32 = 10_000_000;
/// The same, where several questions are asked in each round.
const MOST_ROUNDS_OF_PHASES: u32 = 1_000_000;
/// Each phase is a round that remains, and a comparison in it.
const MOST_PHASES: usize = 8;

/// A variable that counts the rounds of a loop.
pub struct Counter {
    /// Its place among the header's parameters.
    pub place: usize,
    pub parameter: ValueId,
    /// The block whose branch asks for it.
    pub test: BlockId,
    compare: Question,
    pub counted: Counted,
}

/// A parameter of which nothing is asked but how it compares with something.
pub struct Counted {
    parameter: ValueId,
    /// The parameter and all that is computed from it alone.
    derived: Vec<ValueId>,
    /// The comparisons, with their results.
    asked: Vec<(Question, ValueId)>,
}

#[derive(Clone, Copy)]
struct Question {
    predicate: Predicate,
    width: u8,
    counted: Operand,
    limit: Operand,
}

impl Counter {
    /// The parameter at this place of the header, if it is a counter.
    pub fn find(analysis: &Analysis<'_>, place: usize) -> Option<Counter> {
        let counted = Counted::find(analysis, place)?;
        let &[(question, result)] = counted.asked.as_slice() else {
            return None;
        };
        let test = only_branch(analysis, result)?;
        let invariant = match question.limit {
            Operand::Value(value) => match analysis.values.definition(value) {
                None => true,
                Some(Definition::Parameter(block) | Definition::Instruction(block, _)) => {
                    !analysis.contains(block)
                }
            },
            Operand::Const(_) => true,
            _ => false,
        };
        (invariant && analysis.contains(test)).then_some(Counter {
            place,
            parameter: counted.parameter,
            test,
            compare: question,
            counted,
        })
    }

    /// The answer as long as there have not been enough rounds, if some number of rounds is enough. The counter
    /// begins with `start`, if that is known, and `next` follows it.
    pub fn unfinished(
        &self,
        analysis: &Analysis<'_>,
        start: Option<u64>,
        next: Operand,
    ) -> Option<bool> {
        match (start, self.compare.limit) {
            (Some(start), Operand::Const(limit)) => self.follow(analysis, start, limit, next),
            _ => self.by_ones(analysis, next),
        }
    }

    fn follow(
        &self,
        analysis: &Analysis<'_>,
        start: u64,
        limit: u64,
        next: Operand,
    ) -> Option<bool> {
        let Question {
            predicate,
            width,
            counted,
            ..
        } = self.compare;
        let answer = |counter: u64| {
            let counted = self.counted.compute(analysis, counted, counter)?;
            Some(predicate.holds(counted, limit, width))
        };
        let first = answer(start)?;
        if let Some(step) = self.step(analysis, next) {
            let begin = self.counted.compute(analysis, counted, start)?;
            if let Some(changes) = changes((predicate, width, limit), begin, step, MOST_ROUNDS) {
                return changes.then_some(first);
            }
        }
        let mut counter = start;
        for _ in 0..MOST_ROUNDS {
            counter = self.counted.compute(analysis, next, counter)?;
            if answer(counter)? != first {
                return Some(first);
            }
        }
        None
    }

    /// The number that each round adds to what is compared, if it is always the same and not zero.
    fn step(&self, analysis: &Analysis<'_>, next: Operand) -> Option<u64> {
        let Operand::Value(value) = next else {
            return None;
        };
        let Some(Definition::Instruction(block, at)) = analysis.values.definition(value) else {
            return None;
        };
        let block = &analysis.values.function.blocks[block.index()];
        let InstKind::Binary { op, width, a, b } = block.instructions[at as usize].kind else {
            return None;
        };
        let own = Operand::Value(self.parameter);
        let Question {
            width: compared,
            counted,
            ..
        } = self.compare;
        if a != own || width != compared || (counted != own && counted != next) {
            return None;
        }
        let step = match (op, b) {
            (BinaryOp::Add, Operand::Const(number)) => number,
            (BinaryOp::Sub, Operand::Const(number)) => number.wrapping_neg(),
            _ => return None,
        };
        let step = step & mask(width);
        (step != 0).then_some(step)
    }

    /// Counting by ones reaches every limit in its direction.
    fn by_ones(&self, analysis: &Analysis<'_>, next: Operand) -> Option<bool> {
        let step = self.step(analysis, next)?;
        let up = step == 1;
        if !up && step != mask(self.compare.width) {
            return None;
        }
        match (self.compare.predicate, up) {
            (Predicate::Ne, _) | (Predicate::Slt | Predicate::Ult, true) => Some(true),
            (Predicate::Sgt | Predicate::Ugt, false) => Some(true),
            (Predicate::Eq, _) | (Predicate::Sge | Predicate::Uge, true) => Some(false),
            (Predicate::Sle | Predicate::Ule, false) => Some(false),
            _ => None,
        }
    }
}

impl Counted {
    /// The parameter at this place of the header, if it is only counted and compared.
    pub fn find(analysis: &Analysis<'_>, place: usize) -> Option<Counted> {
        let function = analysis.values.function;
        let parameter = function.blocks[analysis.header.index()].parameters[place];
        let mut found = Uses {
            analysis,
            place,
            derived: derived(analysis, parameter),
            asked: Vec::new(),
            other: false,
        };
        found.look();
        (!found.other).then_some(Counted {
            parameter,
            derived: found.derived,
            asked: found.asked,
        })
    }

    /// Is this computed from the counter, and not the counter itself?
    pub fn counts(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Value(value)
            if value != self.parameter && self.derived.contains(&value))
    }

    /// The blocks that branch on an answer.
    pub fn tests(&self, function: &Function) -> Vec<BlockId> {
        let is_answer = |operand: Operand| {
            matches!(operand, Operand::Value(value)
                if self.asked.iter().any(|(_, result)| *result == value))
        };
        let tests = function.blocks.iter().enumerate().filter(|(_, block)| {
            matches!(block.terminator, Terminator::Branch { condition, .. } if is_answer(condition))
        });
        tests.map(|(at, _)| BlockId(at as u32)).collect()
    }

    /// Where rounds with the same answers can be left out: from the first value with these answers to the first one with
    /// others, such as `(0, 100), (100, 200)` if the counter begins with 0 and is compared with 100 and 200. Empty
    /// if the answers are not known.
    pub fn phases(&self, analysis: &Analysis<'_>, start: u64, next: Operand) -> Vec<(u64, u64)> {
        let answers = |counter: u64| -> Option<Vec<bool>> {
            let answer = |(question, _): &(Question, ValueId)| {
                let Operand::Const(limit) = question.limit else {
                    return None;
                };
                let counted = self.compute(analysis, question.counted, counter)?;
                Some(question.predicate.holds(counted, limit, question.width))
            };
            self.asked.iter().map(answer).collect()
        };
        let Some(first) = answers(start) else {
            return Vec::new();
        };
        let mut changed = vec![false; first.len()];
        let (mut phase, mut now, mut counter) = (start, first.clone(), start);
        let mut phases = Vec::new();
        for _ in 0..MOST_ROUNDS_OF_PHASES {
            let Some(following) = self.compute(analysis, next, counter) else {
                return Vec::new();
            };
            counter = following;
            let Some(answers) = answers(counter) else {
                return Vec::new();
            };
            if answers == now {
                continue;
            }
            if self.compute(analysis, next, phase) != Some(counter) {
                phases.push((phase, counter));
            }
            for (at, answer) in answers.iter().enumerate() {
                changed[at] |= *answer != first[at];
            }
            (phase, now) = (counter, answers);
            if changed.iter().all(|changed| *changed) || phases.len() >= MOST_PHASES {
                break;
            }
        }
        phases
    }

    /// The value of something that is computed from the counter.
    fn compute(&self, analysis: &Analysis<'_>, operand: Operand, counter: u64) -> Option<u64> {
        let value = match operand {
            Operand::Const(value) => return Some(value),
            Operand::Value(value) if value == self.parameter => return Some(counter),
            Operand::Value(value) if self.derived.contains(&value) => value,
            _ => return None,
        };
        let Some(Definition::Instruction(block, at)) = analysis.values.definition(value) else {
            return None;
        };
        let block = &analysis.values.function.blocks[block.index()];
        match block.instructions[at as usize].kind {
            InstKind::Binary { op, width, a, b } => {
                let a = self.compute(analysis, a, counter)?;
                let b = self.compute(analysis, b, counter)?;
                binary(op, width, a, b)
            }
            InstKind::Cast { cast: how, a } => Some(cast(how, self.compute(analysis, a, counter)?)),
            _ => None,
        }
    }
}

/// All that is computed in the loop from the parameter and constants.
fn derived(analysis: &Analysis<'_>, parameter: ValueId) -> Vec<ValueId> {
    let mut derived = vec![parameter];
    for block in &analysis.flow.order {
        if !analysis.contains(*block) {
            continue;
        }
        for inst in &analysis.values.function.blocks[block.index()].instructions {
            if !matches!(inst.kind, InstKind::Binary { .. } | InstKind::Cast { .. })
                || !inst.kind.is_pure()
            {
                continue;
            }
            let mut alone = true;
            let mut from = false;
            inst.kind.visit(|operand| match operand {
                Operand::Value(value) => {
                    let known = derived.contains(value);
                    from |= known;
                    alone &= known;
                }
                Operand::Const(_) => {}
                _ => alone = false,
            });
            if from && alone {
                derived.extend(&inst.results);
            }
        }
    }
    derived
}

/// The uses of the values of a possible counter.
struct Uses<'a> {
    analysis: &'a Analysis<'a>,
    place: usize,
    derived: Vec<ValueId>,
    /// Comparisons, with their results.
    asked: Vec<(Question, ValueId)>,
    /// Something else than counting and comparing.
    other: bool,
}

impl Uses<'_> {
    fn look(&mut self) {
        let function = self.analysis.values.function;
        for &id in &self.analysis.flow.order {
            let block = &function.blocks[id.index()];
            for inst in &block.instructions {
                self.instruction(&inst.kind, inst.results.first().copied());
            }
            let is = |operand: &Operand| self.is_derived(*operand);
            let mut other = false;
            block.terminator.visit(|operand| other |= is(operand));
            block.terminator.targets(|target| {
                let counts = target.block == self.analysis.header && self.analysis.contains(id);
                for (at, argument) in target.arguments.iter().enumerate() {
                    other |= is(argument) && !(counts && at == self.place);
                }
            });
            self.other |= other;
        }
    }

    fn is_derived(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Value(value) if self.derived.contains(&value))
    }

    fn instruction(&mut self, kind: &InstKind, result: Option<ValueId>) {
        let mut used = false;
        kind.visit(|operand| used |= self.is_derived(*operand));
        if !used || result.is_some_and(|result| self.derived.contains(&result)) {
            return;
        }
        let (
            &InstKind::Compare {
                predicate,
                width,
                a,
                b,
            },
            Some(result),
        ) = (kind, result)
        else {
            self.other = true;
            return;
        };
        let question = match (self.is_derived(a), self.is_derived(b)) {
            (true, false) => Question {
                predicate,
                width,
                counted: a,
                limit: b,
            },
            (false, true) => Question {
                predicate: mirrored(predicate),
                width,
                counted: b,
                limit: a,
            },
            _ => {
                self.other = true;
                return;
            }
        };
        self.asked.push((question, result));
    }
}

/// Does the answer to a question change within so many rounds, if what is compared with the limit begins with this number
/// and each round adds the same to it? `None` if the numbers could begin again and pass the limit more than once.
///
/// Answers change only at the limit and where the numbers begin again, so only the first numbers behind these places are
/// asked for, and not each one on the way.
fn changes(
    (predicate, width, limit): (Predicate, u8, u64),
    begin: u64,
    step: u64,
    most: u32,
) -> Option<bool> {
    let (mask, lowest) = (mask(width), 1 << (width - 1));
    let down = step > lowest;
    let size = if down {
        step.wrapping_neg() & mask
    } else {
        step
    };
    if u128::from(size) * u128::from(most) > u128::from(mask) {
        return None;
    }
    let first = predicate.holds(begin, limit, width);
    // Where ranges of numbers with one answer begin, on the way up. On the way down the number before is the first one.
    let places = [limit, limit.wrapping_add(1), 0, lowest];
    Some(places.into_iter().any(|place| {
        let away = match down {
            false => place.wrapping_sub(begin),
            true => begin.wrapping_sub(place.wrapping_sub(1)),
        };
        let rounds = (away & mask).div_ceil(size).max(1);
        let number = begin.wrapping_add(rounds.wrapping_mul(step)) & mask;
        rounds <= most.into() && predicate.holds(number, limit, width) != first
    }))
}

/// The bits of numbers of this width.
fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width))
}

fn mirrored(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Eq | Predicate::Ne => predicate,
        Predicate::Ult => Predicate::Ugt,
        Predicate::Ule => Predicate::Uge,
        Predicate::Ugt => Predicate::Ult,
        Predicate::Uge => Predicate::Ule,
        Predicate::Slt => Predicate::Sgt,
        Predicate::Sle => Predicate::Sge,
        Predicate::Sgt => Predicate::Slt,
        Predicate::Sge => Predicate::Sle,
    }
}

/// The block whose branch is all that uses the bit.
fn only_branch(analysis: &Analysis<'_>, bit: ValueId) -> Option<BlockId> {
    let function = analysis.values.function;
    let bit = Operand::Value(bit);
    let mut uses = 0;
    let mut test = None;
    for &id in &analysis.flow.order {
        let block = &function.blocks[id.index()];
        for inst in &block.instructions {
            inst.kind
                .visit(|operand| uses += u32::from(*operand == bit));
        }
        block.terminator.visit(|operand| {
            uses += u32::from(*operand == bit);
        });
        block.terminator.targets(|target| {
            uses += target.arguments.iter().filter(|a| **a == bit).count() as u32;
        });
        if matches!(block.terminator, Terminator::Branch { condition, .. } if condition == bit) {
            test = Some(id);
        }
    }
    test.filter(|_| uses == 1)
}

#[cfg(test)]
mod tests {
    use super::{changes, mask};
    use threadproof_program::Predicate;

    #[test]
    fn a_change_is_found_without_going_round() {
        let width = 6;
        let mut compared = 0;
        for predicate in Predicate::ALL {
            for limit in 0..64 {
                for begin in 0..64 {
                    for step in 1..64 {
                        for most in [1, 2, 7, 63] {
                            let question = (predicate, width, limit);
                            let Some(found) = changes(question, begin, step, most) else {
                                continue;
                            };
                            let first = predicate.holds(begin, limit, width);
                            let slowly = (1..=u64::from(most)).any(|round| {
                                let number = (begin + round * step) & mask(width);
                                predicate.holds(number, limit, width) != first
                            });
                            let case = (predicate, limit, begin, step, most);
                            assert_eq!(found, slowly, "{case:?}");
                            compared += 1;
                        }
                    }
                }
            }
        }
        assert!(compared > 1_000_000, "{compared}");
    }
}
