//! The project's own format. Words that are declared by `init` are shared variables; all others
//! that are assigned in a thread are its registers.

use crate::builder::{Builder, Open};
use crate::condition::condition;
use crate::expression::{expression, predicate};
use crate::lexer::Kind;
use crate::order::Order;
use crate::parser::{Parser, Result};
use crate::test::{Expr, Inst, Term, Test, Thread, Var};
use threadproof_program::{LoadOrder, RmwOp, RmwOrder};

pub const MAX_THREADS: usize = 64;
pub const MAX_VARIABLES: usize = 1024;
/// Words that begin a statement, or something inside one.
const RESERVED: [&str; 15] = [
    "if", "else", "fence", "lock", "unlock", "await", "thread", "fadd", "fsub", "fand", "for",
    "fxor", "xchg", "cas", "init",
];

pub fn test(parser: &mut Parser) -> Result<Test> {
    if !parser.take_word("name") {
        return parser.expected("`name` and the name of the test, or `C` and its name");
    }
    let name = parser.rest_of_line()?;
    let mut variables = Vec::new();
    while parser.take_word("init") {
        init(parser, &mut variables)?;
    }
    let mut threads: Vec<Thread> = Vec::new();
    while parser.is_word("thread") {
        let thread = thread(parser, &variables, &threads)?;
        threads.push(thread);
    }
    if threads.is_empty() {
        return parser.expected("`init` or `thread`");
    }
    let condition = condition(parser, &threads, &variables)?;
    Ok(Test {
        file: parser.file.to_string(),
        name,
        variables,
        threads,
        condition,
        expected: parser.expectations()?,
    })
}

/// `x = 0, y = 1, z`
fn init(parser: &mut Parser, variables: &mut Vec<(String, i32)>) -> Result<()> {
    loop {
        if let Kind::Word(word) = parser.peek() {
            if RESERVED.contains(&word.as_str()) {
                return parser.error(format!("`{word}` is no name for a variable"));
            }
            if variables.iter().any(|(known, _)| known == word) {
                return parser.error(format!("`{word}` is there already"));
            }
            if variables.len() == MAX_VARIABLES {
                return parser.error(format!("more than {MAX_VARIABLES} variables"));
            }
        }
        let name = parser.word("the name of a shared variable")?;
        let value = if parser.take_sign("=") {
            parser.number()?
        } else {
            0
        };
        variables.push((name, value));
        if !parser.take_sign(",") {
            parser.take_sign(";");
            return Ok(());
        }
    }
}

fn thread(parser: &mut Parser, variables: &[(String, i32)], others: &[Thread]) -> Result<Thread> {
    if others.len() == MAX_THREADS {
        return parser.error(format!("more than {MAX_THREADS} threads"));
    }
    parser.advance();
    let place = parser.place();
    let name = parser.word("the name of a thread")?;
    if others.iter().any(|other| other.name == name) {
        return parser.error_at(place, format!("there is a thread `{name}` already"));
    }
    let mut builder = Builder::new(name, variables);
    parser.sign("{")?;
    let mut open: Vec<Open> = Vec::new();
    loop {
        if parser.take_sign(";") {
            continue;
        }
        if parser.is_sign("}") {
            match open.pop() {
                None => break,
                Some(block) => close(parser, &mut builder, &mut open, block)?,
            }
        } else if parser.is_word("if") {
            open_if(parser, &mut builder, &mut open)?;
        } else {
            statement(parser, &mut builder)?;
        }
    }
    parser.sign("}")?;
    Ok(builder.thread)
}

fn open_if(parser: &mut Parser, builder: &mut Builder, open: &mut Vec<Open>) -> Result<()> {
    let place = parser.place();
    parser.advance();
    parser.sign("(")?;
    let value = expression(parser, builder, operand)?;
    parser.sign(")")?;
    parser.sign("{")?;
    open.push(builder.open_if(place, value, true));
    Ok(())
}

/// Closes a branch at its brace; an `else if` leaves its `else` open without braces.
fn close(
    parser: &mut Parser,
    builder: &mut Builder,
    open: &mut Vec<Open>,
    block: Open,
) -> Result<()> {
    let place = parser.place();
    parser.sign("}")?;
    match block {
        Open::Then { unless, .. } if parser.take_word("else") => {
            if parser.is_word("if") {
                open.push(builder.open_else(place, unless, false));
                return open_if(parser, builder, open);
            }
            parser.sign("{")?;
            open.push(builder.open_else(place, unless, true));
            return Ok(());
        }
        Open::Then { unless, .. } => builder.land(unless),
        Open::Else { jump, .. } => builder.land(jump),
        Open::Block => (),
    }
    while let Some(&Open::Else {
        jump,
        braces: false,
    }) = open.last()
    {
        builder.land(jump);
        open.pop();
    }
    Ok(())
}

fn statement(parser: &mut Parser, builder: &mut Builder) -> Result<()> {
    let place = parser.place();
    let Kind::Word(word) = parser.peek() else {
        return parser.expected("a statement");
    };
    let word = word.clone();
    match word.as_str() {
        "fence" => {
            parser.advance();
            let order = order(parser, Order::SeqCst)?;
            match order.fence() {
                Ok(Some(order)) => drop(builder.emit(place, Inst::Fence(order))),
                Ok(None) => return parser.error_at(place, "a relaxed fence does nothing"),
                Err(message) => return parser.error_at(place, message),
            }
        }
        "lock" | "unlock" => {
            parser.advance();
            let mutex = shared(parser, builder)?;
            let inst = match word.as_str() {
                "lock" => Inst::Lock(mutex),
                _ => Inst::Unlock(mutex),
            };
            builder.emit(place, inst);
        }
        "await" => wait(parser, builder)?,
        _ if rmw_name(&word) => drop(operand(parser, builder)?),
        _ if RESERVED.contains(&word.as_str()) => return parser.expected("a statement"),
        _ => assignment(parser, builder, &word)?,
    }
    Ok(())
}

/// `x.rel = r0 + 1` or `r0 = x.acq`
fn assignment(parser: &mut Parser, builder: &mut Builder, name: &str) -> Result<()> {
    let place = parser.place();
    parser.advance();
    let Some(to) = builder.variable(name) else {
        if !parser.is_sign("=") {
            return parser.expected(&format!("`=` after `{name}`"));
        }
        parser.advance();
        let value = expression(parser, builder, operand)?;
        return builder.assign(parser, place, name, value);
    };
    let order = checked(parser, Order::Relaxed, Order::store)?;
    parser.sign("=")?;
    let value = expression(parser, builder, operand)?;
    builder.emit(place, Inst::Store { to, order, value });
    Ok(())
}

/// `await x.acq == 1`
fn wait(parser: &mut Parser, builder: &mut Builder) -> Result<()> {
    let place = parser.place();
    parser.advance();
    let from = shared(parser, builder)?;
    let order = checked(parser, Order::Relaxed, Order::load)?;
    let Some(predicate) = predicate(parser.peek()) else {
        return parser.expected("a comparison");
    };
    parser.advance();
    let value = expression(parser, builder, local)?;
    let inst = Inst::Await {
        to: None,
        from,
        order,
        predicate,
        value,
    };
    builder.emit(place, inst);
    Ok(())
}

fn shared(parser: &mut Parser, builder: &Builder) -> Result<Var> {
    let place = parser.place();
    let name = parser.word("a shared variable")?;
    match builder.variable(&name) {
        Some(var) => Ok(var),
        None => parser.error_at(place, format!("`{name}` is no variable of `init`")),
    }
}

/// `.acq` and the like, if it is there.
fn order(parser: &mut Parser, default: Order) -> Result<Order> {
    if !parser.take_sign(".") {
        return Ok(default);
    }
    let known = match parser.peek() {
        Kind::Word(word) => Order::from_name(word),
        _ => None,
    };
    let Some(order) = known else {
        return parser.expected("a memory ordering: na, rlx, acq, rel, acq_rel or sc");
    };
    parser.advance();
    Ok(order)
}

fn checked<T>(
    parser: &mut Parser,
    default: Order,
    role: fn(Order) -> std::result::Result<T, &'static str>,
) -> Result<T> {
    let place = parser.place();
    let order = order(parser, default)?;
    role(order).or_else(|message| parser.error_at(place, message))
}

fn rmw_name(word: &str) -> bool {
    word == "cas" || rmw_operation(word).is_some()
}

fn rmw_operation(word: &str) -> Option<RmwOp> {
    Some(match word {
        "fadd" => RmwOp::Add,
        "fsub" => RmwOp::Sub,
        "fand" => RmwOp::And,
        "for" => RmwOp::Or,
        "fxor" => RmwOp::Xor,
        "xchg" => RmwOp::Exchange,
        _ => return None,
    })
}

/// A register, a read of a shared variable, or a read-modify-write.
fn operand(parser: &mut Parser, builder: &mut Builder) -> Result<Term> {
    let Kind::Word(word) = parser.peek() else {
        return parser.expected("a value");
    };
    let word = word.clone();
    let place = parser.place();
    if let Some(from) = builder.variable(&word) {
        parser.advance();
        let order = checked(parser, Order::Relaxed, Order::load)?;
        let to = builder.temporary(parser)?;
        builder.emit(place, Inst::Load { to, from, order });
        return Ok(Term::Register(to));
    }
    if !rmw_name(&word) {
        return local(parser, builder);
    }
    parser.advance();
    let given = order(parser, Order::Relaxed)?;
    let order = given
        .rmw()
        .or_else(|message| parser.error_at(place, message))?;
    let failure = match rmw_operation(&word) {
        None if parser.is_sign(".") => failure(parser)?,
        _ => given.failure(),
    };
    parser.sign("(")?;
    let at = shared(parser, builder)?;
    parser.sign(",")?;
    let first = expression(parser, builder, local)?;
    let inst = match rmw_operation(&word) {
        Some(op) => {
            let old = builder.temporary(parser)?;
            let inst = Inst::Rmw {
                old,
                at,
                op,
                order,
                operand: first,
            };
            (inst, old)
        }
        None => compare_exchange(parser, builder, (at, order, failure), first)?,
    };
    parser.sign(")")?;
    let (inst, old) = inst;
    builder.emit(place, inst);
    Ok(Term::Register(old))
}

/// The order of a compare-exchange that fails, behind that of one that succeeds: `cas.acq_rel.rlx(x, 0, 1)`
fn failure(parser: &mut Parser) -> Result<LoadOrder> {
    let place = parser.place();
    match order(parser, Order::Relaxed)? {
        Order::Plain => parser.error_at(place, "a compare-exchange is always atomic"),
        order => order
            .load()
            .or_else(|message| parser.error_at(place, message)),
    }
}

fn compare_exchange(
    parser: &mut Parser,
    builder: &mut Builder,
    (at, success, failure): (Var, RmwOrder, LoadOrder),
    expected: Expr,
) -> Result<(Inst, crate::test::Reg)> {
    parser.sign(",")?;
    let new = expression(parser, builder, local)?;
    let old = builder.temporary(parser)?;
    let inst = Inst::CompareExchange {
        old: Some(old),
        done: None,
        at,
        success,
        failure,
        expected,
        new,
    };
    Ok((inst, old))
}

/// A register; inside the parentheses of an operation nothing else is allowed.
fn local(parser: &mut Parser, builder: &mut Builder) -> Result<Term> {
    let Kind::Word(word) = parser.peek() else {
        return parser.expected("a value");
    };
    match builder.register(word) {
        Some(reg) => {
            parser.advance();
            Ok(Term::Register(reg))
        }
        None if builder.variable(word).is_some() || rmw_name(word) => {
            parser.error("memory cannot be read here; read it into a register before")
        }
        None => parser.error(format!(
            "`{word}` is neither a variable of `init` nor a register that has a value here"
        )),
    }
}
