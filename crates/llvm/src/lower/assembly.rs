//! Inline assembly: barriers of compilers and machines, and pauses. Assembly with operands is for
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

/// The statements of a template, without comments and in a uniform way of writing. Of prefixes only the one
/// that locks means anything: those of repetition only stand before pauses, or are hints about a lock.
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
            let lower = statement.to_lowercase();
            let mut words: Vec<&str> = lower.split_whitespace().collect();
            // A label may stand before its first instruction.
            while let Some(label) = words.first().filter(|word| word.ends_with(':')) {
                statements.push(label.to_string());
                words.remove(0);
            }
            while let Some(length) = prefix(&words) {
                locked |= words[0] == "lock";
                words.drain(..length);
            }
            if !words.is_empty() {
                let lock = if locked { "lock " } else { "" };
                let words = words.join(" ");
                let words = from_intel(&words).unwrap_or(words);
                statements.push(format!("{lock}{words}"));
                locked = false;
            }
        }
    }
    statements
}

/// `notq ($0)` for `not qword ptr [${0:q}]`: Rust writes the destination first, and the size before a place in memory.
fn from_intel(statement: &str) -> Option<String> {
    let (name, operands) = statement.split_once(' ')?;
    let mut operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    operands.reverse();
    let mut suffix = None;
    let mut written = Vec::new();
    for operand in operands {
        let Some((size, place)) = operand.split_once(" ptr [") else {
            written.push(slot(operand)?);
            continue;
        };
        suffix = Some(match size {
            "byte" => 'b',
            "word" => 'w',
            "dword" => 'l',
            "qword" => 'q',
            _ => return None,
        });
        written.push(format!("({})", slot(place.strip_suffix(']')?)?));
    }
    Some(format!("{name}{} {}", suffix?, written.join(", ")))
}

/// `$0` for `${0:q}`.
fn slot(operand: &str) -> Option<String> {
    let inside = operand.strip_prefix("${").and_then(|o| o.strip_suffix('}'));
    let number = match inside {
        Some(inside) => inside.split(':').next()?,
        None => operand.strip_prefix('$')?,
    };
    number.parse::<u8>().ok().map(|number| format!("${number}"))
}

/// How many words the first prefix has; `None` if an instruction comes first.
fn prefix(words: &[&str]) -> Option<usize> {
    match words {
        ["lock" | "xacquire" | "xrelease", ..] => Some(1),
        ["rep" | "repz" | "repe"] | ["rep" | "repz" | "repe", "nop", ..] => Some(1),
        // Transactions around locks, for assemblers that do not know them.
        [".byte", "0xf2" | "0xf3"] => Some(2),
        _ => None,
    }
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
        // The bytes of `pause`, for assemblers that do not know it.
        ".byte 0xf3, 0x90" | ".byte 0xf3,0x90" => return Some(None),
        "pause" | "nop" | "yield" | "isb" | "isb sy" | "wfe" | "wfi" | "sev" | "sevl" => {
            return Some(None);
        }
        // Hints to other threads of the same core.
        "or 27,27,27" | "or 1,1,1" | "or 2,2,2" | "or 31,31,31" | "isync" => return Some(None),
        hint if hint.starts_with("hint #") => return Some(None),
        "mfence" | "dmb ish" | "dmb sy" | "dsb ish" | "dsb sy" | "sync" | "serialize" => {
            FenceOrder::SeqCst
        }
        "fence" | "fence rw,rw" | "fence rw, rw" | "fence iorw,iorw" | "fence iorw, iorw" => {
            FenceOrder::SeqCst
        }
        "lfence" | "dmb ishld" | "dmb ld" | "fence r,rw" | "fence r, rw" => FenceOrder::Acquire,
        "sfence" | "dmb ishst" | "dmb st" | "eieio" | "fence rw,w" | "fence rw, w" => {
            FenceOrder::Release
        }
        "lwsync" => FenceOrder::AcqRel,
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
            "rep nop",
            "isb",
            "hint #1",
            "or 27,27,27",
            ".byte 0xf3, 0x90",
        ] {
            assert_eq!(effects(template), Some(vec![]), "{template}");
        }
    }

    #[test]
    fn rust_writes_in_the_other_order() {
        let read = |template| statements(template).join("; ");
        assert_eq!(read("lock not qword ptr [${0:q}]"), "lock notq ($0)");
        assert_eq!(
            read("lock xadd dword ptr [$1], ${0:e}"),
            "lock xaddl $0, ($1)"
        );
        assert_eq!(read("movq $0, $1"), "movq $0, $1");
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
