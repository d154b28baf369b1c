//! Expressions, by operator precedence with a stack of its own: input may nest as deep as it likes.
//!
//! Reads of shared memory inside an expression happen from left to right before it is evaluated.
//! After `&&` and `||` there can be none, since C would skip them.

use crate::builder::Builder;
use crate::lexer::Kind;
use crate::parser::{Parser, Result};
use crate::test::{Binary, Expr, Term, Unary};
use threadproof_program::Predicate;

/// The meaning of a word, or of a `*`, in a dialect where an operand begins: reads memory if need be.
pub type Operand = fn(&mut Parser, &mut Builder) -> Result<Term>;

#[derive(Clone, Copy)]
enum Operator {
    Parenthesis,
    Unary(Unary),
    Binary(Binary),
}

pub fn expression(parser: &mut Parser, builder: &mut Builder, operand: Operand) -> Result<Expr> {
    let mut output = Vec::new();
    let mut stack: Vec<Operator> = Vec::new();
    let mut skips = false;
    loop {
        if prefix(parser, &mut stack) {
            continue;
        }
        if matches!(parser.peek(), Kind::Number(_)) {
            let minus = matches!(stack.last(), Some(Operator::Unary(Unary::Minus)));
            output.push(Term::Constant(constant(parser, minus)?));
        } else {
            let place = parser.place();
            let before = builder.thread.code.len();
            output.push(operand(parser, builder)?);
            if skips && builder.thread.code.len() > before {
                let message = "memory cannot be read after `&&` or `||`; read it before";
                return parser.error_at(place, message);
            }
        }
        while parser.is_sign(")") && close(&mut stack, &mut output) {
            parser.advance();
        }
        let Some(binary) = binary(parser.peek()) else {
            break;
        };
        parser.advance();
        skips |= matches!(binary, Binary::And | Binary::Or);
        while let Some(&top) = stack.last()
            && binds(top, binary)
        {
            stack.pop();
            reduce(top, &mut output);
        }
        stack.push(Operator::Binary(binary));
    }
    while let Some(top) = stack.pop() {
        if matches!(top, Operator::Parenthesis) {
            return parser.expected("`)`");
        }
        reduce(top, &mut output);
    }
    Ok(Expr(output))
}

/// Takes the signs that may stand before an operand.
fn prefix(parser: &mut Parser, stack: &mut Vec<Operator>) -> bool {
    let Kind::Sign(sign) = parser.peek() else {
        return false;
    };
    let operator = match *sign {
        "(" => Operator::Parenthesis,
        "-" => Operator::Unary(Unary::Minus),
        "!" => Operator::Unary(Unary::Not),
        "~" => Operator::Unary(Unary::Complement),
        _ => return false,
    };
    stack.push(operator);
    parser.advance();
    true
}

fn constant(parser: &mut Parser, after_minus: bool) -> Result<i32> {
    match *parser.peek() {
        Kind::Number(Some(value)) if value >= 0 || after_minus => {
            parser.advance();
            Ok(value)
        }
        _ => parser.error("the number does not fit 32 bits"),
    }
}

/// Evaluates up to the parenthesis; there may be none that this one closes.
fn close(stack: &mut Vec<Operator>, output: &mut Vec<Term>) -> bool {
    let open = |o: &Operator| matches!(o, Operator::Parenthesis);
    if !stack.iter().rev().any(open) {
        return false;
    }
    while let Some(top) = stack.pop() {
        if open(&top) {
            break;
        }
        reduce(top, output);
    }
    true
}

fn reduce(operator: Operator, output: &mut Vec<Term>) {
    match operator {
        Operator::Parenthesis => (),
        Operator::Unary(op) => output.push(Term::Unary(op)),
        Operator::Binary(op) => output.push(Term::Binary(op)),
    }
}

/// Is `top` to be evaluated before `next`?
fn binds(top: Operator, next: Binary) -> bool {
    match top {
        Operator::Parenthesis => false,
        Operator::Unary(_) => true,
        Operator::Binary(top) => rank(top) >= rank(next),
    }
}

fn rank(binary: Binary) -> u8 {
    match binary {
        Binary::Or => 1,
        Binary::And => 2,
        Binary::BitOr => 3,
        Binary::BitXor => 4,
        Binary::BitAnd => 5,
        Binary::Compare(Predicate::Eq | Predicate::Ne) => 6,
        Binary::Compare(_) => 7,
        Binary::Add | Binary::Sub => 8,
        Binary::Mul => 9,
    }
}

fn binary(kind: &Kind) -> Option<Binary> {
    let Kind::Sign(sign) = kind else {
        return None;
    };
    Some(match *sign {
        "||" => Binary::Or,
        "&&" => Binary::And,
        "|" => Binary::BitOr,
        "^" => Binary::BitXor,
        "&" => Binary::BitAnd,
        "+" => Binary::Add,
        "-" => Binary::Sub,
        "*" => Binary::Mul,
        _ => Binary::Compare(predicate(kind)?),
    })
}

pub fn predicate(kind: &Kind) -> Option<Predicate> {
    let Kind::Sign(sign) = kind else {
        return None;
    };
    Some(match *sign {
        "==" => Predicate::Eq,
        "!=" => Predicate::Ne,
        "<" => Predicate::Slt,
        "<=" => Predicate::Sle,
        ">" => Predicate::Sgt,
        ">=" => Predicate::Sge,
        _ => return None,
    })
}
