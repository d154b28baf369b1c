//! Evaluates a module step by step, knowing nothing of passes and registers.

use std::collections::HashMap;
use threadproof_ir::module::{
    BinaryOp, BlockId, Cast, Function, Inst, InstKind, Module, Operand, Target, Terminator, ValueId,
};

/// An access to the first global, by offset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    Load(u64),
    Store(u64, u64),
}

struct Evaluation<'a> {
    function: &'a Function,
    values: HashMap<ValueId, u64>,
    memory: HashMap<u64, u8>,
    next_local: u64,
    events: Vec<Event>,
}

/// Each global has this much room.
const ROOM: u64 = 0x1000;
const LOCALS: u64 = 0x100_0000;

/// What `main` does in at most `limit` blocks, and whether it then has ended.
pub fn events(module: &Module, limit: usize) -> (Vec<Event>, bool) {
    let main = module.function("main").expect("there is a main");
    let mut evaluation = Evaluation {
        function: &module.functions[main.index()],
        values: HashMap::new(),
        memory: HashMap::new(),
        next_local: LOCALS,
        events: Vec::new(),
    };
    let mut block = BlockId(0);
    for _ in 0..limit {
        match evaluation.block(block) {
            Some(next) => block = next,
            None => return (evaluation.events, true),
        }
    }
    (evaluation.events, false)
}

impl Evaluation<'_> {
    fn get(&self, operand: &Operand) -> u64 {
        match operand {
            Operand::Value(value) => self.values[value],
            Operand::Const(value) => *value,
            Operand::Global(id, offset) => (u64::from(id.0) * ROOM).wrapping_add_signed(*offset),
            Operand::Function(_) | Operand::Undefined => 0,
        }
    }

    fn block(&mut self, block: BlockId) -> Option<BlockId> {
        let function = self.function;
        let block = &function.blocks[block.index()];
        for inst in &block.instructions {
            self.instruction(inst);
        }
        let target = match &block.terminator {
            Terminator::Jump(target) => target,
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match self.get(condition) {
                0 => otherwise,
                _ => then,
            },
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.get(value);
                let case = cases.iter().find(|(case, _)| *case == value);
                case.map_or(default, |(_, target)| target)
            }
            Terminator::Return(_) => return None,
            Terminator::Unreachable => panic!("the generator makes no unreachable code"),
        };
        self.enter(target);
        Some(target.block)
    }

    fn enter(&mut self, target: &Target) {
        let values: Vec<u64> = target.arguments.iter().map(|a| self.get(a)).collect();
        let parameters = &self.function.blocks[target.block.index()].parameters;
        for (parameter, value) in parameters.iter().zip(values) {
            self.values.insert(*parameter, value);
        }
    }

    fn instruction(&mut self, inst: &Inst) {
        let result = match &inst.kind {
            InstKind::Binary {
                op,
                width: 64,
                a,
                b,
            } => binary(*op, self.get(a), self.get(b)),
            InstKind::Compare { a, b, .. } => u64::from(self.get(a) < self.get(b)),
            InstKind::Select { condition, a, b } => match self.get(condition) {
                0 => self.get(b),
                _ => self.get(a),
            },
            InstKind::Cast { cast, a } => match cast {
                Cast::Truncate { to: 32 } => self.get(a) & 0xffff_ffff,
                _ => self.get(a),
            },
            InstKind::Alloca { .. } => {
                self.next_local += ROOM;
                self.next_local
            }
            InstKind::Load { size, pointer, .. } => self.load(self.get(pointer), *size),
            InstKind::Store {
                size,
                pointer,
                value,
                ..
            } => {
                self.store(self.get(pointer), *size, self.get(value));
                0
            }
            other => panic!("the generator makes no {other:?}"),
        };
        for value in &inst.results {
            self.values.insert(*value, result);
        }
    }

    fn load(&mut self, address: u64, size: u8) -> u64 {
        if address < ROOM {
            self.events.push(Event::Load(address));
        }
        let bytes = (0..u64::from(size)).rev();
        let byte = |at| u64::from(self.memory.get(&(address + at)).copied().unwrap_or(0));
        bytes.fold(0, |value, at| value << 8 | byte(at))
    }

    fn store(&mut self, address: u64, size: u8, value: u64) {
        if address < ROOM {
            self.events.push(Event::Store(address, value));
        }
        for at in 0..u64::from(size) {
            self.memory.insert(address + at, (value >> (8 * at)) as u8);
        }
    }
}

fn binary(op: BinaryOp, a: u64, b: u64) -> u64 {
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft if b < 64 => a << b,
        BinaryOp::ShiftLeft => 0,
        BinaryOp::ArithmeticShiftRight => ((a as i64) >> b.min(63)) as u64,
        other => panic!("the generator makes no {other:?}"),
    }
}
