//! Labels and jumps in inline assembly: the spin locks that are written in it have loops.
//!
//! A label begins a block whose parameters are the state of the machine, so that each jump says what it leaves behind.

use super::assembly_slot::Place;
use super::function::FunctionLowering;
use super::machine_operand::{Register, State, registers_in};
use threadproof_ir::module::{BlockId, Operand, Target, Terminator, Type, ValueId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control<'t> {
    Label(&'t str),
    /// To a label, if the condition holds; `jz 1f` has the condition `z`.
    Jump(&'t str, Option<&'t str>),
}

/// `None` for all other statements.
pub fn control(statement: &str) -> Option<Control<'_>> {
    if let Some(label) = statement.strip_suffix(':') {
        return Some(Control::Label(label));
    }
    let (name, label) = statement.split_once(' ')?;
    let condition = match name.strip_prefix('j')? {
        "mp" => None,
        condition => Some(condition),
    };
    Some(Control::Jump(label, condition))
}

/// The statement that has the label: of those with a number, the next one before (`1b`) or behind (`1f`) the jump.
fn place_of(label: &str, jump: usize, statements: &[String]) -> Option<usize> {
    let is = |at: &usize, name| control(&statements[*at]) == Some(Control::Label(name));
    let numbered = |direction| {
        let name = label.strip_suffix(direction)?;
        name.bytes().all(|b| b.is_ascii_digit()).then_some(name)
    };
    if let Some(name) = numbered('b') {
        return (0..jump).rev().find(|at| is(at, name));
    }
    if let Some(name) = numbered('f') {
        return (jump..statements.len()).find(|at| is(at, name));
    }
    (0..statements.len()).find(|at| is(at, label))
}

/// A block that a label begins.
struct Labelled {
    statement: usize,
    block: BlockId,
    parameters: Vec<ValueId>,
}

impl FunctionLowering<'_, '_> {
    /// Runs all statements; `None` if one of them is not understood, and then nothing of them is left.
    pub fn execute_all(&mut self, state: &mut State, statements: &[String]) -> Option<()> {
        if !statements.iter().any(|s| control(s).is_some()) {
            return statements.iter().try_for_each(|s| self.execute(state, s));
        }
        let (block, length) = (self.at, self.current_length());
        let done = self.execute_with_jumps(state, statements);
        if done.is_none() {
            self.at = block;
            self.truncate_block(length);
        }
        done
    }

    fn execute_with_jumps(&mut self, state: &mut State, statements: &[String]) -> Option<()> {
        let registers = registers_in(statements, &state.slots);
        let width = self.machine_state(state, &registers).len();
        let mut labels: Vec<Labelled> = Vec::new();
        for (statement, text) in statements.iter().enumerate() {
            if let Some(Control::Label(_)) = control(text) {
                let block = self.new_block();
                let mut parameter = |at| match at < 2 {
                    true => self.function.new_value(Type::Int(1)),
                    false => self.function.new_value(Type::Int(64)),
                };
                let parameters: Vec<ValueId> = (0..width).map(&mut parameter).collect();
                self.function.blocks[block.index()].parameters = parameters.clone();
                labels.push(Labelled {
                    statement,
                    block,
                    parameters,
                });
            }
        }
        for (at, text) in statements.iter().enumerate() {
            match control(text) {
                None => self.execute(state, text)?,
                Some(Control::Label(_)) => {
                    let label = labels.iter().find(|label| label.statement == at)?;
                    let arguments = self.machine_state(state, &registers);
                    self.terminate(Terminator::Jump(Target {
                        block: label.block,
                        arguments,
                    }));
                    self.at = label.block;
                    set_machine_state(state, &registers, &label.parameters);
                }
                Some(Control::Jump(label, condition)) => {
                    let place = place_of(label, at, statements)?;
                    let label = labels.iter().find(|label| label.statement == place)?;
                    let condition = match condition {
                        Some(name) => self.flag(state, name)?,
                        None => Operand::Const(1),
                    };
                    let there = Target {
                        block: label.block,
                        arguments: self.machine_state(state, &registers),
                    };
                    let behind = self.new_block();
                    self.terminate(Terminator::Branch {
                        condition,
                        then: there,
                        otherwise: Target {
                            block: behind,
                            arguments: Vec::new(),
                        },
                    });
                    self.at = behind;
                }
            }
        }
        Some(())
    }

    /// The flags, the slots that are registers, and the registers with a name.
    fn machine_state(&mut self, state: &State, registers: &[Register]) -> Vec<Operand> {
        let slots = state.slots.iter().filter_map(|slot| match slot.place {
            Place::Register(value, _) => Some(value),
            _ => None,
        });
        let named = registers.iter().map(|register| state.register(register));
        let named = named.map(|value| value.unwrap_or(Operand::Undefined));
        let wide: Vec<Operand> = slots.chain(named).collect();
        let wide = wide.into_iter().map(|value| match value {
            Operand::Value(_) => self.zero_extend(value, 64),
            _ => value,
        });
        let wide: Vec<Operand> = wide.collect();
        [state.zero, state.carry].into_iter().chain(wide).collect()
    }
}

fn set_machine_state(state: &mut State, registers: &[Register], values: &[ValueId]) {
    let mut values = values.iter().map(|value| Operand::Value(*value));
    let mut next = || values.next().unwrap_or(Operand::Undefined);
    (state.zero, state.carry) = (next(), next());
    for slot in &mut state.slots {
        if let Place::Register(value, _) = &mut slot.place {
            *value = next();
        }
    }
    for register in registers {
        state.set_register(register.clone(), next());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_jumps_are_told_apart() {
        assert_eq!(control("1:"), Some(Control::Label("1")));
        assert_eq!(control("jnz 2b"), Some(Control::Jump("2b", Some("nz"))));
        assert_eq!(control("jmp 1b"), Some(Control::Jump("1b", None)));
        assert_eq!(control("xchg $0, $1"), None);
    }

    #[test]
    fn numbers_mean_the_next_label() {
        let statements: Vec<String> = ["1:", "jz 1f", "jmp 1b", "1:"].map(String::from).into();
        assert_eq!(place_of("1f", 1, &statements), Some(3));
        assert_eq!(place_of("1b", 2, &statements), Some(0));
        assert_eq!(place_of("2f", 0, &statements), None);
    }
}
