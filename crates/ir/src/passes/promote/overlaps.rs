//! Locals whose parts overlap, as those of a union do: an access to a part becomes one to the word around it.
//!
//! The lock word of a ticket lock is read as a whole and compared by halves.
//! If such a copy stayed in memory, loops would seem to read memory that others may change.
//!
//! This is done if each word is stored to as a whole only. A store to a part would have to keep the rest, and a loop that
//! fills a structure part by part would seem to depend on the round before. A local of which some byte may be read
//! before it is written stays as it is, too, and so does one with padding that is read with the rest.

use super::variables::{Part, Variables};
use crate::flow::Cfg;
use crate::module::{BinaryOp, Cast, Function, Inst, InstKind, Operand, Type};
use threadproof_program::{LoadOrder, LocationId};

/// The bytes of a local are the bits of a mask.
const MAX_SIZE: u64 = 64;

/// Bytes that become one value.
#[derive(Clone, Copy)]
struct Word {
    offset: u64,
    size: u8,
}

/// By number of the local: its words, or none if it is not to be changed.
type Words = Vec<Vec<Word>>;

pub fn widen(function: &mut Function, flow: &Cfg) {
    let variables = Variables::find(function, flow, &[]);
    let mut words: Words = Vec::new();
    for (local, size, parts) in variables.overlapping() {
        words.resize(words.len().max(local as usize + 1), Vec::new());
        words[local as usize] = words_of(size, parts).unwrap_or_default();
    }
    if words.iter().all(Vec::is_empty) {
        return;
    }
    leave_unwritten(function, flow, &variables, &mut words);
    for block in &flow.order {
        let instructions = std::mem::take(&mut function.blocks[block.index()].instructions);
        let mut edit = Edit {
            function,
            variables: &variables,
            words: &words,
            made: Vec::with_capacity(instructions.len()),
            location: LocationId(0),
        };
        for inst in instructions {
            edit.instruction(inst);
        }
        let made = edit.made;
        function.blocks[block.index()].instructions = made;
    }
}

/// Parts that overlap are in one word, and each part that is no whole word is a number.
fn words_of(size: u64, parts: &[Part]) -> Option<Vec<Word>> {
    let mut words: Vec<(u64, u64)> = Vec::new();
    for part in parts {
        let end = part.offset + u64::from(part.size);
        match words.last_mut() {
            Some(last) if part.offset < last.1 => last.1 = last.1.max(end),
            _ => words.push((part.offset, end)),
        }
    }
    let rounded = words.iter().map(|(from, to)| {
        let length = (to - from).next_power_of_two();
        (length <= 8).then_some((*from, from + length))
    });
    let words: Vec<(u64, u64)> = rounded.collect::<Option<_>>()?;
    let apart = words.windows(2).all(|pair| pair[0].1 <= pair[1].0);
    let inside = size <= MAX_SIZE && words.last().is_some_and(|last| last.1 <= size);
    let words: Vec<Word> = words
        .iter()
        .map(|(from, to)| Word {
            offset: *from,
            size: (to - from) as u8,
        })
        .collect();
    let numbers = parts.iter().all(|part| {
        matches!(part.ty, Type::Int(_)) || around(&words, part.offset).size == part.size
    });
    (apart && inside && numbers).then_some(words)
}

/// The word with this byte.
fn around(words: &[Word], offset: u64) -> Word {
    let before = words.iter().rev().find(|word| word.offset <= offset);
    *before.expect("each part is in a word")
}

fn bytes(offset: u64, size: u64) -> u64 {
    (u64::MAX >> (64 - size)) << offset
}

/// Takes back the words of locals that may be read before they are written or are stored to in parts, and of those that
/// are copied to and from others without words.
fn leave_unwritten(function: &Function, flow: &Cfg, variables: &Variables, words: &mut Words) {
    let mut written = Written {
        variables,
        words,
        left: vec![false; words.len()],
    };
    let top = vec![u64::MAX; words.len()];
    let mut after = vec![top.clone(); flow.order.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, block) in flow.order.iter().enumerate() {
            let mut state = match at {
                0 => vec![0; top.len()],
                _ => top.clone(),
            };
            for source in flow.predecessors(*block) {
                for (known, new) in state.iter_mut().zip(&after[flow.number(*source)]) {
                    *known &= new;
                }
            }
            for inst in &function.blocks[block.index()].instructions {
                written.step(inst, &mut state);
            }
            if after[at] != state {
                after[at] = state;
                changed = true;
            }
        }
    }
    let mut left = written.left;
    let mut before = Vec::new();
    while before != left {
        before.clone_from(&left);
        for (a, b) in variables.copied_pairs() {
            let leave = |local: u32| left.get(local as usize).copied().unwrap_or(true);
            if leave(a) || leave(b) {
                for local in [a, b] {
                    if let Some(left) = left.get_mut(local as usize) {
                        *left = true;
                    }
                }
            }
        }
    }
    for (words, left) in words.iter_mut().zip(left) {
        if left {
            words.clear();
        }
    }
}

struct Written<'a> {
    variables: &'a Variables,
    words: &'a Words,
    /// Locals that stay as they are.
    left: Vec<bool>,
}

impl Written<'_> {
    /// The local with words that an operand points into, and the offset.
    fn place(&self, operand: &Operand) -> Option<(usize, u64)> {
        let place = self.variables.place(operand)?;
        let local = place.local as usize;
        let has_words = self.words.get(local).is_some_and(|words| !words.is_empty());
        has_words.then_some((local, place.offset))
    }

    /// `state`: for each local, the bytes that are written for sure.
    fn step(&mut self, inst: &Inst, state: &mut [u64]) {
        match &inst.kind {
            InstKind::Alloca { .. } => {
                let result = inst.results.first().map(|result| Operand::Value(*result));
                if let Some((local, _)) = result.and_then(|result| self.place(&result)) {
                    state[local] = 0;
                }
            }
            InstKind::Load { size, pointer, .. } => {
                if let Some((local, offset)) = self.place(pointer) {
                    let read = bytes(offset, u64::from(*size));
                    self.left[local] |= state[local] & read != read;
                }
            }
            InstKind::Store { size, pointer, .. } => {
                if let Some((local, offset)) = self.place(pointer) {
                    state[local] |= bytes(offset, u64::from(*size));
                    self.left[local] |= around(&self.words[local], offset).size != *size;
                }
            }
            InstKind::MemorySet { destination, .. } => {
                if let Some((local, _)) = self.place(destination) {
                    state[local] = u64::MAX;
                }
            }
            InstKind::MemoryCopy {
                destination,
                source,
                ..
            } => {
                if let (Some((to, _)), Some((from, _))) =
                    (self.place(destination), self.place(source))
                {
                    state[to] = state[from];
                }
            }
            _ => {}
        }
    }
}

struct Edit<'a> {
    function: &'a mut Function,
    variables: &'a Variables,
    words: &'a Words,
    made: Vec<Inst>,
    location: LocationId,
}

impl Edit<'_> {
    fn instruction(&mut self, inst: Inst) {
        self.location = inst.location;
        match inst.kind {
            InstKind::Load { size, pointer, .. } => match self.part(&pointer, size) {
                Some((word, step)) => self.load_part(&inst, size, word, pointer, step),
                None => self.made.push(inst),
            },
            _ => self.made.push(inst),
        }
    }

    fn words_at(&self, pointer: &Operand) -> Option<(&[Word], u64)> {
        let place = self.variables.place(pointer)?;
        let words = self.words.get(place.local as usize)?;
        (!words.is_empty()).then_some((words, place.offset))
    }

    /// The word around an access that is not all of it, and the number of bytes before the access.
    fn part(&self, pointer: &Operand, size: u8) -> Option<(Word, u64)> {
        let (words, offset) = self.words_at(pointer)?;
        let word = around(words, offset);
        (word.size != size).then_some((word, offset - word.offset))
    }

    fn load_part(&mut self, load: &Inst, size: u8, word: Word, pointer: Operand, step: u64) {
        let whole = self.load_word(word, pointer, step);
        let width = 8 * word.size;
        let shifted = self.binary(BinaryOp::ShiftRight, width, whole, Operand::Const(8 * step));
        let to = self.function.values[load.results[0].index()]
            .bits()
            .min(8 * size);
        self.made.push(Inst {
            kind: InstKind::Cast {
                cast: Cast::Truncate { to },
                a: shifted,
            },
            ..load.clone()
        });
    }

    /// The value of a word that begins so many bytes before a place.
    fn load_word(&mut self, word: Word, pointer: Operand, step: u64) -> Operand {
        let address = self.address(pointer, step.wrapping_neg());
        let kind = InstKind::Load {
            size: word.size,
            pointer: address,
            order: LoadOrder::Plain,
        };
        self.make(kind, Type::Int(8 * word.size))
    }

    fn address(&mut self, from: Operand, step: u64) -> Operand {
        let kind = InstKind::Binary {
            op: BinaryOp::Add,
            width: 64,
            a: from,
            b: Operand::Const(step),
        };
        self.make(kind, Type::Ptr)
    }

    fn binary(&mut self, op: BinaryOp, width: u8, a: Operand, b: Operand) -> Operand {
        self.make(InstKind::Binary { op, width, a, b }, Type::Int(width))
    }

    fn make(&mut self, kind: InstKind, ty: Type) -> Operand {
        let value = self.function.new_value(ty);
        self.made.push(Inst {
            kind,
            results: smallvec::smallvec![value],
            location: self.location,
        });
        Operand::Value(value)
    }
}
