//! The condition on the end: `exists (P0:r0 = 0 /\ x = 1)`.

use crate::lexer::Kind;
use crate::parser::{Parser, Result};
use crate::test::{Condition, MAX_REGISTERS, Quantifier, Reg, Slot, Thread, Truth, Var};

#[derive(Clone, Copy, PartialEq)]
enum Operator {
    Parenthesis,
    Or,
    And,
    Not,
}

struct Reader<'a> {
    threads: &'a [Thread],
    variables: &'a [(String, i32)],
    slots: Vec<Slot>,
}

pub fn condition(
    parser: &mut Parser,
    threads: &[Thread],
    variables: &[(String, i32)],
) -> Result<Condition> {
    let place = parser.place();
    let mut reader = Reader {
        threads,
        variables,
        slots: Vec::new(),
    };
    let filter = match parser.take_word("filter") {
        true => Some(reader.formula(parser)?),
        false => None,
    };
    let negated = parser.take_sign("~");
    let quantifier = if parser.take_word("exists") {
        if negated {
            Quantifier::NotExists
        } else {
            Quantifier::Exists
        }
    } else if !negated && parser.take_word("forall") {
        Quantifier::Forall
    } else {
        return parser.expected("`exists`, `~exists` or `forall`");
    };
    let mut truth = reader.formula(parser)?;
    if let Some(filter) = filter {
        truth = filtered(filter, truth, quantifier);
    }
    Ok(Condition {
        quantifier,
        slots: reader.slots,
        truth,
        text: parser.between(place, parser.place()),
        place,
    })
}

/// A condition on the executions that a filter lets through.
fn filtered(mut filter: Vec<Truth>, truth: Vec<Truth>, quantifier: Quantifier) -> Vec<Truth> {
    let of_all = quantifier == Quantifier::Forall;
    if of_all {
        filter.push(Truth::Not);
    }
    filter.extend(truth);
    filter.push(if of_all { Truth::Or } else { Truth::And });
    filter
}

impl Reader<'_> {
    /// By operator precedence with a stack of its own.
    fn formula(&mut self, parser: &mut Parser) -> Result<Vec<Truth>> {
        let mut output = Vec::new();
        let mut stack: Vec<Operator> = Vec::new();
        loop {
            if parser.take_sign("(") {
                stack.push(Operator::Parenthesis);
                continue;
            }
            if parser.take_sign("~") || parser.take_word("not") {
                stack.push(Operator::Not);
                continue;
            }
            output.push(self.atom(parser)?);
            while parser.is_sign(")") && stack.iter().rev().any(|o| *o == Operator::Parenthesis) {
                parser.advance();
                while let Some(top) = stack.pop()
                    && top != Operator::Parenthesis
                {
                    output.push(reduced(top));
                }
            }
            let next = match parser.peek() {
                Kind::Sign("/\\" | "&&") => Operator::And,
                Kind::Sign("\\/" | "||") => Operator::Or,
                _ => break,
            };
            parser.advance();
            while let Some(&top) = stack.last()
                && top != Operator::Parenthesis
                && (top != Operator::Or || next == Operator::Or)
            {
                stack.pop();
                output.push(reduced(top));
            }
            stack.push(next);
        }
        while let Some(top) = stack.pop() {
            if top == Operator::Parenthesis {
                return parser.expected("`)`");
            }
            output.push(reduced(top));
        }
        Ok(output)
    }

    fn atom(&mut self, parser: &mut Parser) -> Result<Truth> {
        if parser.take_word("true") {
            return Ok(Truth::True);
        }
        let place = parser.place();
        let slot = if matches!(parser.peek_second(), Kind::Sign(":")) {
            self.register(parser)?
        } else {
            self.variable(parser)?
        };
        let known = self.slots.iter().position(|known| *known == slot);
        let slot_index = known.unwrap_or(self.slots.len());
        if known.is_none() {
            if self.slots.len() == MAX_REGISTERS {
                let message = format!("the condition looks at more than {MAX_REGISTERS} places");
                return parser.error_at(place, message);
            }
            self.slots.push(slot);
        }
        let equal = match parser.peek() {
            Kind::Sign("=" | "==") => true,
            Kind::Sign("!=") => false,
            _ => return parser.expected("`=` or `!=`"),
        };
        parser.advance();
        Ok(Truth::Compare {
            slot: slot_index,
            equal,
            value: parser.number()?,
        })
    }

    fn register(&self, parser: &mut Parser) -> Result<Slot> {
        let named = |name: &str| self.threads.iter().position(|t| t.name == name);
        let thread = match parser.peek() {
            Kind::Word(name) => named(name),
            Kind::Number(Some(number)) => usize::try_from(*number).ok(),
            _ => None,
        };
        let Some(thread) = thread.filter(|&thread| thread < self.threads.len()) else {
            return parser.error("there is no such thread");
        };
        parser.advance();
        parser.sign(":")?;
        let place = parser.place();
        let name = parser.word("a register")?;
        let mut registers = self.threads[thread].registers.iter();
        match registers.position(|register| *register == name) {
            Some(at) => Ok(Slot::Register(thread, Reg(at as u16))),
            None => {
                let thread = &self.threads[thread].name;
                parser.error_at(place, format!("{thread} has no register `{name}`"))
            }
        }
    }

    /// `x` or `[x]`
    fn variable(&self, parser: &mut Parser) -> Result<Slot> {
        let bracket = parser.take_sign("[");
        let place = parser.place();
        let name = parser.word("a variable, or a thread and its register as in `P0:r0`")?;
        if bracket {
            parser.sign("]")?;
        }
        let at = self.variables.iter().position(|(known, _)| *known == name);
        match at {
            Some(at) => Ok(Slot::Variable(Var(at as u16))),
            None => parser.error_at(place, format!("there is no variable `{name}`")),
        }
    }
}

fn reduced(operator: Operator) -> Truth {
    match operator {
        Operator::Or => Truth::Or,
        Operator::And => Truth::And,
        Operator::Not | Operator::Parenthesis => Truth::Not,
    }
}
