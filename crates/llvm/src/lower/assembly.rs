//! Inline assembly: barriers of compilers and machines, and pauses. What has operands is for
//! [`super::machine_code`].

use super::function::FunctionLowering;
use super::layout::leaves;
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::module::Operand;
use threadproof_program::FenceOrder;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn assembly(&mut self, instruction: Value<'m>, code: Value<'m>) -> Lowered<Scalars> {
        let (template, constraints) = code.assembly();
        let statements = statements(&template);
        if statements.is_empty() {
            return self.untouched(instruction, &constraints);
        }
        match self.machine_code(instruction, &statements, &constraints)? {
            Some(results) => Ok(results.into_iter().collect()),
            None => self.unknown(&template),
        }
    }

    fn unknown(&self, template: &str) -> Lowered<Scalars> {
        let at = &self.module.output.debug.locations[self.location.0 as usize];
        let place = match at.line {
            0 => String::new(),
            line => format!(" at {}:{line}", at.file),
        };
        unsupported(format!("the inline assembly `{}`{place}", template.trim()))
    }

    /// Assembly without instructions hides values from the compiler: an output that shares the
    /// place of an input is that input.
    fn untouched(&mut self, instruction: Value<'m>, constraints: &str) -> Lowered<Scalars> {
        let parts: Vec<&str> = constraints.split(',').collect();
        let is_output = |part: &&&str| part.starts_with('=');
        let outputs = parts.iter().filter(is_output).count();
        // Outputs in memory are arguments, those in registers are results.
        let direct = |part: &&str| part.starts_with('=') && !part.contains('*');
        let indirect = outputs - parts.iter().filter(|part| direct(part)).count();
        let arguments = instruction.arguments();
        let mut scalars = Scalars::new();
        let results = parts.iter().enumerate().filter(|(_, part)| direct(part));
        for (number, _) in results {
            let tied = parts[outputs..]
                .iter()
                .position(|part| **part == number.to_string());
            match tied.and_then(|input| arguments.get(indirect + input)) {
                Some(&input) => scalars.extend(self.operand(input)?),
                None => scalars.push(Operand::Undefined),
            }
        }
        if scalars.len() != leaves(instruction.ty())?.len() {
            return unsupported("inline assembly with results of these types");
        }
        Ok(scalars)
    }
}

/// The statements of a template, without comments and in a uniform way of writing.
fn statements(template: &str) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    let mut locked = false;
    for line in without_block_comments(template).lines() {
        let line = line.split("//").next().unwrap_or("");
        // A number sign begins a comment on x86, an immediate value elsewhere.
        let line = if line.trim_start().starts_with('#') {
            ""
        } else {
            line
        };
        for statement in line.split(';') {
            let words: Vec<&str> = statement.split_whitespace().collect();
            match words.join(" ").to_lowercase() {
                empty if empty.is_empty() => {}
                prefix if prefix == "lock" || prefix == "rep" => locked = prefix == "lock",
                statement if locked => {
                    statements.push(format!("lock {statement}"));
                    locked = false;
                }
                statement => statements.push(statement),
            }
        }
    }
    statements
}

fn without_block_comments(template: &str) -> String {
    let mut rest = template;
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code + rest
}

/// `None`: not known. `Some(None)`: nothing that the program can see.
pub fn meaning(statement: &str) -> Option<Option<FenceOrder>> {
    if let Some(locked) = statement.strip_prefix("lock ") {
        return is_stack_barrier(locked).then_some(Some(FenceOrder::SeqCst));
    }
    let order = match statement {
        "pause" | "nop" | "rep nop" | "yield" | "wfe" | "hint #1" => return Some(None),
        "mfence" | "dmb ish" | "dmb sy" | "dsb ish" | "dsb sy" => FenceOrder::SeqCst,
        "lfence" | "dmb ishld" | "dmb ld" => FenceOrder::Acquire,
        "sfence" | "dmb ishst" | "dmb st" => FenceOrder::Release,
        _ => return None,
    };
    Some(Some(order))
}

/// A locked operation that leaves the top of the stack as it is: a full barrier.
fn is_stack_barrier(operation: &str) -> bool {
    let Some((name, operands)) = operation.split_once(' ') else {
        return false;
    };
    let neutral = matches!(name, "add" | "addl" | "addq" | "or" | "orl" | "orq");
    let operands: String = operands.split_whitespace().collect();
    let Some(place) = operands
        .strip_prefix("$$0,")
        .or(operands.strip_prefix("$$0x0,"))
    else {
        return false;
    };
    neutral && (place.ends_with("(%rsp)") || place.ends_with("(%esp)"))
}

#[cfg(test)]
mod tests {
    use super::{FenceOrder, meaning, statements};

    fn effects(template: &str) -> Option<Vec<FenceOrder>> {
        let all: Option<Vec<_>> = statements(template).iter().map(|s| meaning(s)).collect();
        Some(all?.into_iter().flatten().collect())
    }

    #[test]
    fn barriers_of_the_machine_are_fences() {
        let full = Some(vec![FenceOrder::SeqCst]);
        assert_eq!(effects("mfence"), full);
        assert_eq!(effects("lock; addl $$0,0(%rsp)"), full);
        assert_eq!(effects("lock orl $$0x0, (%rsp)\n\t"), full);
        assert_eq!(effects("dmb ish"), full);
        assert_eq!(effects("sfence"), Some(vec![FenceOrder::Release]));
        assert_eq!(effects("lfence"), Some(vec![FenceOrder::Acquire]));
    }

    #[test]
    fn pauses_and_comments_are_nothing() {
        for template in [
            "",
            "pause",
            "rep; nop",
            " # barrier",
            "/* a */ nop // b",
            "nop\n\tnop",
        ] {
            assert_eq!(effects(template), Some(vec![]), "{template}");
        }
    }

    #[test]
    fn all_else_is_unknown() {
        for template in [
            "lock; addl $$1,0(%rsp)",
            "lock; incl $0",
            "xchg $0, $1",
            "cli",
        ] {
            assert_eq!(effects(template), None, "{template}");
        }
    }
}
