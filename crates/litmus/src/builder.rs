//! A thread while it is read: its registers and code, and the blocks that are still open.

use crate::parser::{Parser, Result};
use crate::test::{Expr, Inst, MAX_REGISTERS, Place, Reg, Term, Thread, Var};

/// The instructions of a thread while they are read.
pub struct Builder<'v> {
    /// Names and first values of the shared variables.
    pub variables: &'v [(String, i32)],
    pub thread: Thread,
}

impl<'v> Builder<'v> {
    pub fn new(name: String, variables: &'v [(String, i32)]) -> Builder<'v> {
        Builder {
            variables,
            thread: Thread {
                name,
                registers: Vec::new(),
                code: Vec::new(),
                places: Vec::new(),
            },
        }
    }

    pub fn variable(&self, name: &str) -> Option<Var> {
        let at = self.variables.iter().position(|(known, _)| known == name)?;
        Some(Var(at as u16))
    }
    pub fn register(&self, name: &str) -> Option<Reg> {
        let mut names = self.thread.registers.iter();
        names
            .position(|known| known == name)
            .map(|at| Reg(at as u16))
    }
    /// The register of this name, a new one if need be.
    pub fn define(&mut self, parser: &Parser, name: &str) -> Result<Reg> {
        match self.register(name) {
            Some(reg) => Ok(reg),
            None => self.add(parser, name.to_string()),
        }
    }
    /// A register without a name, for a value within an expression.
    pub fn temporary(&mut self, parser: &Parser) -> Result<Reg> {
        self.add(parser, String::new())
    }
    fn add(&mut self, parser: &Parser, name: String) -> Result<Reg> {
        let count = self.thread.registers.len();
        if count == MAX_REGISTERS {
            return parser.error(format!(
                "{} needs more than {MAX_REGISTERS} registers",
                self.thread.name
            ));
        }
        self.thread.registers.push(name);
        Ok(Reg(count as u16))
    }

    pub fn emit(&mut self, place: Place, inst: Inst) -> usize {
        self.thread.code.push(inst);
        self.thread.places.push(place);
        self.thread.code.len() - 1
    }

    /// `register = value`; a value that was just read goes there at once.
    pub fn assign(&mut self, parser: &Parser, place: Place, name: &str, value: Expr) -> Result<()> {
        if let [Term::Register(from)] = value.0[..]
            && self.thread.registers[usize::from(from.0)].is_empty()
            && usize::from(from.0) + 1 == self.thread.registers.len()
            && let Some(last) = self.thread.code.last_mut()
            && let Some(slot) = result(last)
            && *slot == from
        {
            self.thread.registers.pop();
            let known = self.thread.registers.iter().position(|n| n == name);
            let to = Reg(known.unwrap_or(self.thread.registers.len()) as u16);
            *slot = to;
            if known.is_none() {
                self.thread.registers.push(name.to_string());
            }
            return Ok(());
        }
        let to = self.define(parser, name)?;
        self.emit(place, Inst::Set { to, value });
        Ok(())
    }

    /// Closes a branch: the instruction at `jump` goes on here.
    pub fn land(&mut self, jump: usize) {
        let here = self.thread.code.len();
        match &mut self.thread.code[jump] {
            Inst::Unless { target, .. } | Inst::Jump(target) => *target = here,
            _ => unreachable!("only jumps are left open"),
        }
    }
}

/// The register that an instruction gives its value to.
fn result(inst: &mut Inst) -> Option<&mut Reg> {
    match inst {
        Inst::Load { to, .. } => Some(to),
        Inst::Rmw { old, .. } => Some(old),
        Inst::CompareExchange {
            old: Some(reg),
            done: None,
            ..
        } => Some(reg),
        Inst::CompareExchange {
            done: Some(reg), ..
        } => Some(reg),
        _ => None,
    }
}

/// A block that is still open. Blocks nest as deep as the input likes, so they are data.
#[derive(Clone, Copy, Debug)]
pub enum Open {
    /// In the first branch; the jump over it.
    Then { unless: usize, braces: bool },
    /// In the second branch; the jump from the end of the first.
    Else { jump: usize, braces: bool },
    /// Braces for their own sake.
    Block,
}

impl Builder<'_> {
    /// Opens the first branch of an `if`.
    pub fn open_if(&mut self, place: Place, value: Expr, braces: bool) -> Open {
        let unless = self.emit(place, Inst::Unless { value, target: 0 });
        Open::Then { unless, braces }
    }
    /// From the end of the first branch to the second.
    pub fn open_else(&mut self, place: Place, unless: usize, braces: bool) -> Open {
        let jump = self.emit(place, Inst::Jump(0));
        self.land(unless);
        Open::Else { jump, braces }
    }
}
