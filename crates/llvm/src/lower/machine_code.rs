//! Inline assembly with operands: the moves, exchanges and locked operations of x86 that locks and
//! counters are made of, in the way of writing of AT&T. Registers that the template names itself, jumps
//! and all else are not understood.
//!
//! Stores have release and loads acquire ordering, as on the machine; locked operations are full fences.

use super::Lowered;
use super::function::FunctionLowering;
use super::layout::leaves;
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, InstKind, Operand, Type};
use threadproof_program::{LoadOrder, Predicate, RmwOp, RmwOrder, StoreOrder};

/// What `$0`, `$1`, … stand for.
struct Slot {
    constraint: String,
    place: Place,
    output: bool,
}

#[derive(Clone, Copy)]
enum Place {
    Register(Operand, Type),
    Memory(Operand),
    /// The register of that slot.
    Same(usize),
}

/// An operand of an instruction.
#[derive(Clone, Copy)]
enum Term {
    Number(u64),
    Register(usize),
    Memory(Operand),
}

/// The state of the machine between two instructions.
struct State {
    slots: Vec<Slot>,
    /// Whether the last result was zero.
    zero: Operand,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// The results; `None` if an instruction is not understood.
    pub fn machine_code(
        &mut self,
        call: Value<'m>,
        statements: &[String],
        constraints: &str,
    ) -> Lowered<Option<Vec<Operand>>> {
        let Some(slots) = self.slots(call, constraints)? else {
            return Ok(None);
        };
        let mut state = State {
            slots,
            zero: Operand::Undefined,
        };
        for statement in statements {
            if self.execute(&mut state, statement).is_none() {
                return Ok(None);
            }
        }
        let direct = |slot: &&Slot| slot.output && matches!(slot.place, Place::Register(..));
        let outputs: Vec<(Operand, Type, String)> = state
            .slots
            .iter()
            .filter(direct)
            .map(|slot| match slot.place {
                Place::Register(value, ty) => (value, ty, slot.constraint.clone()),
                _ => (Operand::Undefined, Type::Int(8), String::new()),
            })
            .collect();
        let mut results = Vec::new();
        for (value, ty, constraint) in outputs {
            results.push(match constraint.as_str() {
                "={@ccz}" | "={@cce}" => self.zero_extend(state.zero, ty.bits()),
                "={@ccnz}" | "={@ccne}" => {
                    let other = self.binary(BinaryOp::Xor, 1, state.zero, Operand::Const(1));
                    self.zero_extend(other, ty.bits())
                }
                _ => value,
            });
        }
        Ok(Some(results))
    }

    fn slots(&mut self, call: Value<'m>, constraints: &str) -> Lowered<Option<Vec<Slot>>> {
        let mut results = leaves(call.ty())?.into_iter().map(|leaf| leaf.ty);
        let mut arguments = call.arguments().into_iter();
        let mut slots: Vec<Slot> = Vec::new();
        for part in constraints.split(',').filter(|part| !part.starts_with('~')) {
            let output = part.starts_with('=');
            let tied = part.parse::<usize>().ok();
            let place = if output && !part.contains('*') {
                results
                    .next()
                    .map(|ty| Place::Register(Operand::Undefined, ty))
            } else {
                let Some(argument) = arguments.next() else {
                    return Ok(None);
                };
                let (value, ty) = self.typed_scalar(argument)?;
                match tied {
                    None if part.contains('*') => Some(Place::Memory(value)),
                    None => Some(Place::Register(value, ty)),
                    Some(other) => match slots.get_mut(other) {
                        Some(Slot {
                            place: Place::Register(old, _),
                            ..
                        }) => {
                            *old = value;
                            Some(Place::Same(other))
                        }
                        _ => None,
                    },
                }
            };
            let Some(place) = place else {
                return Ok(None);
            };
            let constraint = part.to_string();
            slots.push(Slot {
                constraint,
                place,
                output,
            });
        }
        Ok(Some(slots))
    }

    fn execute(&mut self, state: &mut State, statement: &str) -> Option<()> {
        if let Some(effect) = super::assembly::meaning(statement) {
            if let Some(order) = effect {
                self.effect(InstKind::Fence(order));
            }
            return Some(());
        }
        let (locked, rest) = match statement.strip_prefix("lock ") {
            Some(rest) => (true, rest),
            None => (false, statement),
        };
        let (name, operands) = rest.split_once(' ')?;
        let mut terms = Vec::new();
        for operand in operands.split(',') {
            terms.push(state.term(operand.trim())?);
        }
        let (name, size) = base_name(name, state, &terms)?;
        match (name, locked, &terms[..]) {
            ("mov", false, &[from, to]) => self.move_value(state, size, from, to),
            ("xchg", _, &[Term::Register(register), Term::Memory(pointer)])
            | ("xchg", _, &[Term::Memory(pointer), Term::Register(register)]) => {
                let new = self.sized(state.value(Term::Register(register))?, size);
                let old = self.modify(RmwOp::Exchange, size, pointer, new);
                self.set_register(state, register, old)
            }
            ("xadd", true, &[Term::Register(register), Term::Memory(pointer)]) => {
                let operand = self.sized(state.value(Term::Register(register))?, size);
                let old = self.modify(RmwOp::Add, size, pointer, operand);
                let new = self.binary(BinaryOp::Add, 8 * size, old, operand);
                state.zero = self.compare(Predicate::Eq, 8 * size, new, Operand::Const(0));
                self.set_register(state, register, old)
            }
            ("cmpxchg", true, &[Term::Register(register), Term::Memory(pointer)]) => {
                self.compare_and_exchange(state, size, register, pointer)
            }
            ("inc" | "dec", true, &[Term::Memory(pointer)]) => {
                let name = if name == "inc" { "add" } else { "sub" };
                self.locked(state, name, size, pointer, Operand::Const(1))
            }
            (_, true, &[from, Term::Memory(pointer)]) => {
                let operand = self.sized(state.value(from)?, size);
                self.locked(state, name, size, pointer, operand)
            }
            ("sete" | "setz", false, &[to]) => self.set_byte(state, state.zero, to),
            ("setne" | "setnz", false, &[to]) => {
                let other = self.binary(BinaryOp::Xor, 1, state.zero, Operand::Const(1));
                self.set_byte(state, other, to)
            }
            _ => None,
        }
    }

    /// Puts a flag where it is wanted.
    fn set_byte(&mut self, state: &mut State, flag: Operand, to: Term) -> Option<()> {
        let value = self.zero_extend(flag, 8);
        match to {
            Term::Register(register) => self.set_register(state, register, value),
            Term::Memory(pointer) => {
                self.effect(InstKind::Store {
                    size: 1,
                    pointer,
                    value,
                    order: StoreOrder::Plain,
                });
                Some(())
            }
            Term::Number(_) => None,
        }
    }

    fn move_value(&mut self, state: &mut State, size: u8, from: Term, to: Term) -> Option<()> {
        match (from, to) {
            (Term::Memory(_), Term::Memory(_)) | (_, Term::Number(_)) => None,
            (Term::Memory(pointer), Term::Register(register)) => {
                let ty = Type::Int(8 * size);
                let value = self.atomic_load(size, pointer, ty, LoadOrder::Acquire);
                self.set_register(state, register, value)
            }
            (from, Term::Memory(pointer)) => {
                let value = self.sized(state.value(from)?, size);
                self.effect(InstKind::Store {
                    size,
                    pointer,
                    value,
                    order: StoreOrder::Release,
                });
                Some(())
            }
            (from, Term::Register(register)) => {
                let value = state.value(from)?;
                self.set_register(state, register, value)
            }
        }
    }

    /// A locked operation whose result nobody sees but the flags.
    fn locked(
        &mut self,
        state: &mut State,
        name: &str,
        size: u8,
        pointer: Operand,
        operand: Operand,
    ) -> Option<()> {
        let (op, binary) = match name {
            "add" => (RmwOp::Add, BinaryOp::Add),
            "sub" => (RmwOp::Sub, BinaryOp::Sub),
            "or" => (RmwOp::Or, BinaryOp::Or),
            "and" => (RmwOp::And, BinaryOp::And),
            "xor" => (RmwOp::Xor, BinaryOp::Xor),
            _ => return None,
        };
        let old = self.modify(op, size, pointer, operand);
        let new = self.binary(binary, 8 * size, old, operand);
        state.zero = self.compare(Predicate::Eq, 8 * size, new, Operand::Const(0));
        Some(())
    }

    /// The accumulator is compared, and receives the old value.
    fn compare_and_exchange(
        &mut self,
        state: &mut State,
        size: u8,
        register: usize,
        pointer: Operand,
    ) -> Option<()> {
        let is_accumulator = |slot: &Slot| slot.constraint.trim_matches(['=', '&']) == "{ax}";
        let all = || state.slots.iter().enumerate();
        let input = all().rev().find(|(_, slot)| is_accumulator(slot))?.0;
        let output = all().find(|(_, slot)| slot.output && is_accumulator(slot));
        let output = output.map(|(at, _)| at);
        let expected = self.sized(state.value(Term::Register(input))?, size);
        let new = self.sized(state.value(Term::Register(register))?, size);
        let kind = InstKind::CompareExchange {
            size,
            pointer,
            expected,
            new,
            success: RmwOrder::SeqCst,
            failure: LoadOrder::SeqCst,
        };
        let results = self.push(kind, &[Type::Int(8 * size), Type::Int(1)]);
        state.zero = results[1];
        match output {
            Some(output) => self.set_register(state, output, results[0]),
            None => Some(()),
        }
    }

    fn modify(&mut self, op: RmwOp, size: u8, pointer: Operand, operand: Operand) -> Operand {
        let kind = InstKind::Rmw {
            size,
            op,
            pointer,
            operand,
            order: RmwOrder::SeqCst,
        };
        self.value(kind, Type::Int(8 * size))
    }

    /// Values are kept with zeros above their width, so that only narrowing needs an instruction.
    fn sized(&mut self, value: Operand, size: u8) -> Operand {
        match value {
            Operand::Const(number) => {
                Operand::Const(number & u64::MAX >> (64 - 8 * u32::from(size)))
            }
            value if size < 8 => self.truncate(value, 8 * size),
            value => value,
        }
    }

    fn set_register(&mut self, state: &mut State, register: usize, value: Operand) -> Option<()> {
        let at = match state.slots[register].place {
            Place::Same(other) => other,
            _ => register,
        };
        let Place::Register(_, ty) = state.slots[at].place else {
            return None;
        };
        let value = match ty.bits() {
            64 => value,
            bits => self.truncate(value, bits),
        };
        state.slots[at].place = Place::Register(value, ty);
        Some(())
    }
}

impl State {
    fn term(&self, text: &str) -> Option<Term> {
        if let Some(number) = text.strip_prefix("$$") {
            let parsed = match number.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => number.parse::<i64>().ok().map(|number| number as u64),
            };
            return parsed.map(Term::Number);
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            let register = self.term(inner)?;
            return matches!(register, Term::Register(_))
                .then(|| self.value(register))
                .flatten()
                .map(Term::Memory);
        }
        let number = text.strip_prefix('$')?;
        let number = match number.strip_prefix('{') {
            Some(inner) => inner.strip_suffix('}')?.split(':').next()?,
            None => number,
        };
        let at = number.parse::<usize>().ok()?;
        match self.slots.get(at)?.place {
            Place::Memory(pointer) => Some(Term::Memory(pointer)),
            Place::Register(..) | Place::Same(_) => Some(Term::Register(at)),
        }
    }

    fn value(&self, term: Term) -> Option<Operand> {
        match term {
            Term::Number(number) => Some(Operand::Const(number)),
            Term::Memory(_) => None,
            Term::Register(at) => match self.slots[at].place {
                Place::Register(value, _) => Some(value),
                Place::Same(other) => self.value(Term::Register(other)),
                Place::Memory(_) => None,
            },
        }
    }

    fn width(&self, term: Term) -> Option<u8> {
        match term {
            Term::Register(at) => match self.slots[at].place {
                Place::Register(_, ty) => Some(ty.bits()),
                Place::Same(other) => self.width(Term::Register(other)),
                Place::Memory(_) => None,
            },
            _ => None,
        }
    }
}

/// The name without the letter for the size, and the size in bytes.
fn base_name<'n>(name: &'n str, state: &State, terms: &[Term]) -> Option<(&'n str, u8)> {
    const NAMES: &[&str] = &[
        "mov", "xchg", "xadd", "cmpxchg", "inc", "dec", "add", "sub", "or", "and", "xor", "sete",
        "setz", "setne", "setnz",
    ];
    if name.starts_with("set") {
        return Some((name, 1));
    }
    if NAMES.contains(&name) {
        let width = terms.iter().find_map(|term| state.width(*term))?;
        return matches!(width, 8 | 16 | 32 | 64).then_some((name, width / 8));
    }
    let (base, letter) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let size = match letter {
        "b" => 1,
        "w" => 2,
        "l" => 4,
        "q" => 8,
        _ => return None,
    };
    NAMES.contains(&base).then_some((base, size))
}
