//! Operands of inline assembly: numbers, registers and places in memory, as an instruction names them.

use super::assembly_slot::{Place, Slot};
use threadproof_ir::module::Operand;

/// The registers of x86 that a template may name, by the letters that all their widths share.
const LETTERED: [&str; 4] = ["a", "b", "c", "d"];
const OTHERS: [&str; 2] = ["si", "di"];

/// A register of the machine, whatever width it is used in: `ax` for `%rax`, `%eax`, `%ax` and `%al`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register(String);

impl Register {
    pub fn named(name: &str) -> Register {
        Register(name.into())
    }

    /// Of a constraint such as `={ax}`.
    pub fn of_constraint(constraint: &str) -> Option<Register> {
        let name = constraint.trim_start_matches(['=', '&', '+']);
        let name = name.strip_prefix('{')?.strip_suffix('}')?;
        let name = name
            .strip_prefix('r')
            .filter(|rest| !starts_with_digit(rest))
            .unwrap_or(name);
        Some(Register(name.into()))
    }

    /// Of `%rdx` and its like, with the width in bits.
    fn of_text(text: &str) -> Option<(Register, u8)> {
        let name = text.strip_prefix('%')?;
        if let Some(rest) = name
            .strip_prefix('r')
            .filter(|rest| starts_with_digit(rest))
        {
            let number = rest.trim_end_matches(['d', 'w', 'b']);
            let width = match &rest[number.len()..] {
                "" => 64,
                "d" => 32,
                "w" => 16,
                "b" => 8,
                _ => return None,
            };
            let is_register = number.parse::<u8>().is_ok_and(|n| (8..16).contains(&n));
            return is_register.then(|| (Register(format!("r{number}")), width));
        }
        for letter in LETTERED {
            let full = format!("{letter}x");
            let width = match name {
                name if name == format!("{letter}l") => 8,
                name if name == full => 16,
                name if name.strip_prefix('e') == Some(&full) => 32,
                name if name.strip_prefix('r') == Some(&full) => 64,
                _ => continue,
            };
            return Some((Register(full), width));
        }
        for full in OTHERS {
            let width = match name {
                name if name == full => 16,
                name if name.strip_prefix('e') == Some(full) => 32,
                name if name.strip_prefix('r') == Some(full) => 64,
                _ => continue,
            };
            return Some((Register(full.into()), width));
        }
        None
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// An operand as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    Number(u64),
    /// The slot with this number, and the width if it is said.
    Slot(usize, Option<u8>),
    Register(Register, u8),
    /// In memory where this register or slot points, or so many bytes behind that.
    Behind(Box<Written>, u64),
    /// The first word of the thread's own data, which is their address.
    ThreadPointer,
    /// The word at the offset that is the address of this slot.
    ThreadWord(usize),
}

/// The registers that the statements or the constraints of the slots name.
pub fn registers_in(statements: &[String], slots: &[Slot]) -> Vec<Register> {
    let mut found: Vec<Register> = Vec::new();
    let mut add = |register| {
        if !found.contains(&register) {
            found.push(register);
        }
    };
    for statement in statements {
        let separators = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')');
        let words = statement.split(separators);
        words
            .filter_map(Register::of_text)
            .for_each(|(register, _)| add(register));
        if statement.contains("cmpxchg") {
            add(Register::named("ax"));
        }
    }
    let constraints = slots.iter().map(|slot| slot.constraint.as_str());
    constraints
        .filter_map(Register::of_constraint)
        .for_each(add);
    found
}

/// `None`: not understood.
pub fn written(text: &str) -> Option<Written> {
    if let Some(number) = text.strip_prefix("$$") {
        return integer(number).map(Written::Number);
    }
    if let Some((offset, inner)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) {
        let inner = written(inner.trim())?;
        let offset = match offset.trim() {
            "" => 0,
            offset => integer(offset)?,
        };
        let points = matches!(inner, Written::Slot(..) | Written::Register(_, 64));
        return points.then(|| Written::Behind(Box::new(inner), offset));
    }
    if let Some(slot) = text.strip_prefix("%fs:$") {
        return slot.parse().ok().map(Written::ThreadWord);
    }
    if let Some(offset) = text.strip_prefix("%fs:") {
        return (integer(offset)? == 0).then_some(Written::ThreadPointer);
    }
    if text.starts_with('%') {
        return Register::of_text(text).map(|(register, width)| Written::Register(register, width));
    }
    let name = text.strip_prefix('$')?;
    let Some(inner) = name.strip_prefix('{') else {
        return Some(Written::Slot(name.parse().ok()?, None));
    };
    let (number, modifier) = inner.strip_suffix('}')?.split_once(':')?;
    let width = match modifier {
        "b" => Some(8),
        "w" => Some(16),
        "k" => Some(32),
        "q" => Some(64),
        _ => None,
    };
    Some(Written::Slot(number.parse().ok()?, width))
}

fn integer(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(match negative {
        true => number.wrapping_neg(),
        false => number,
    })
}

/// An operand of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    Known(Operand),
    /// A slot that is a register, with the width in bits in which it is used.
    Slot(usize, u8),
    Register(Register, u8),
    Memory(Operand),
}

impl Term {
    /// In bits; of memory nobody can say.
    pub fn width(&self) -> Option<u8> {
        match self {
            Term::Slot(_, width) | Term::Register(_, width) => Some(*width),
            Term::Known(_) | Term::Memory(_) => None,
        }
    }
}

/// The state of the machine between two instructions.
pub struct State {
    pub slots: Vec<Slot>,
    /// Registers that were written, with what they contain: zeros above their width.
    registers: Vec<(Register, Operand)>,
    /// Whether the last result was zero.
    pub zero: Operand,
    /// Whether the last operation carried or borrowed, or the bit that it tested.
    pub carry: Operand,
}

impl State {
    pub fn new(slots: Vec<Slot>) -> State {
        State {
            slots,
            registers: Vec::new(),
            zero: Operand::Undefined,
            carry: Operand::Undefined,
        }
    }

    /// `None` for memory.
    pub fn value(&self, term: &Term) -> Option<Operand> {
        match term {
            Term::Known(value) => Some(*value),
            Term::Memory(_) => None,
            Term::Slot(at, _) => self.slot(*at),
            Term::Register(register, _) => self.register(register),
        }
    }

    fn slot(&self, at: usize) -> Option<Operand> {
        let slot = self.slots.get(at)?;
        let written = Register::of_constraint(&slot.constraint);
        if let Some(value) = written.and_then(|register| self.written(&register)) {
            return Some(value);
        }
        match slot.place {
            Place::Register(value, _) => Some(value),
            Place::Same(other) => self.slot(other),
            Place::Memory(_) => None,
        }
    }

    /// The contents of a register; at the beginning, of the input that lives there.
    pub fn register(&self, register: &Register) -> Option<Operand> {
        let holds =
            |slot: &&Slot| Register::of_constraint(&slot.constraint).as_ref() == Some(register);
        let begins = || match self.slots.iter().rev().find(holds)?.place {
            Place::Register(value, _) => Some(value),
            _ => None,
        };
        self.written(register).or_else(begins)
    }

    fn written(&self, register: &Register) -> Option<Operand> {
        let mut registers = self.registers.iter();
        registers
            .find(|(r, _)| r == register)
            .map(|(_, value)| *value)
    }

    pub fn set_register(&mut self, register: Register, value: Operand) {
        self.registers.retain(|(r, _)| *r != register);
        self.registers.push((register, value));
    }

    /// The slot whose place holds the value of this one.
    pub fn home(&self, at: usize) -> usize {
        match self.slots[at].place {
            Place::Same(other) => other,
            _ => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn register(name: &str, width: u8) -> Option<Written> {
        Some(Written::Register(Register::named(name), width))
    }

    #[test]
    fn operands_as_they_are_written() {
        assert_eq!(written("$$-1"), Some(Written::Number(u64::MAX)));
        assert_eq!(written("$$0x20"), Some(Written::Number(32)));
        assert_eq!(written("$3"), Some(Written::Slot(3, None)));
        assert_eq!(written("${1:k}"), Some(Written::Slot(1, Some(32))));
        assert_eq!(written("%rdx"), register("dx", 64));
        assert_eq!(written("%al"), register("ax", 8));
        assert_eq!(written("%esi"), register("si", 32));
        assert_eq!(written("%r10d"), register("r10", 32));
        let behind = |offset| Some(Written::Behind(Box::new(Written::Slot(6, None)), offset));
        assert_eq!(written("($6)"), behind(0));
        assert_eq!(written("8($6)"), behind(8));
        assert_eq!(written("-0x10($6)"), behind(16_u64.wrapping_neg()));
        assert_eq!(written("%fs:0"), Some(Written::ThreadPointer));
        assert_eq!(written("%fs:$1"), Some(Written::ThreadWord(1)));
        for unknown in ["%st", "8(%rsp)", "%r16", "%fs:0x28", "($$1)", "(%eax)", "x"] {
            assert_eq!(written(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn constraints_name_registers() {
        let of = Register::of_constraint;
        assert_eq!(of("={ax}"), Some(Register::named("ax")));
        assert_eq!(of("=&{dx}"), Some(Register::named("dx")));
        assert_eq!(of("{rdx}"), Some(Register::named("dx")));
        assert_eq!(of("{r10}"), Some(Register::named("r10")));
        assert_eq!(of("=r"), None);
    }
}
