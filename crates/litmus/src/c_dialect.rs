//! The C dialect of herd's `.litmus` format, as far as C11 atomics, `if` and integer registers go.
//!
//! There are no arrays, pointers as values, or the functions of the Linux kernel, and of loops only those that wait.

use crate::builder::{Builder, Open};
use crate::c_loops::waiting_loop;
use crate::condition::condition;
use crate::expression::expression;
use crate::lexer::Kind;
use crate::order::Order;
use crate::parser::{Parser, Result};
use crate::test::{Condition, Expr, Inst, Place, Reg, Term, Test, Thread, Unary, Var};
use threadproof_program::{LoadOrder, RmwOp, StoreOrder};

/// Every value has 32 bits, whatever its type is called.
const TYPES: [&str; 21] = [
    "int",
    "atomic_int",
    "volatile",
    "const",
    "_Atomic",
    "unsigned",
    "long",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "atomic_uint",
    "atomic_long",
    "__int128",
    "__int128_t",
    "__uint128_t",
    "signed",
    "size_t",
    "atomic_ulong",
    "mutex",
    "mtx_t",
];

/// A first value of a register: its thread, its name and where it stands.
type FirstValue = (usize, String, i32, Place);

pub fn test(parser: &mut Parser) -> Result<Test> {
    parser.advance();
    let name = parser.rest_of_line()?;
    while !parser.is_sign("{") {
        if *parser.peek() == Kind::End {
            return parser.expected("`{` and the first values of the variables");
        }
        parser.advance();
    }
    let mut variables = Vec::new();
    let registers = init(parser, &mut variables)?;
    let mut threads: Vec<Thread> = Vec::new();
    loop {
        while parser.take_word("static") || parser.take_word("void") {}
        if !matches!(parser.peek(), Kind::Word(word) if word.starts_with('P')) {
            break;
        }
        let thread = thread(parser, &mut variables, threads.len(), &registers)?;
        threads.push(thread);
    }
    if threads.is_empty() {
        return parser.expected("`P0`");
    }
    if let Some((.., place)) = registers.iter().find(|(t, ..)| *t >= threads.len()) {
        return parser.error_at(*place, "there is no such thread");
    }
    if parser.take_word("locations") {
        while !parser.take_sign("]") {
            if *parser.peek() == Kind::End {
                return parser.expected("`]`");
            }
            parser.advance();
        }
    }
    let condition = match parser.peek() {
        Kind::End => Condition::nothing(parser.place()),
        Kind::Word(word) if word == "expect" => {
            return parser.error("there is no condition to expect something of");
        }
        _ => condition(parser, &threads, &variables)?,
    };
    Ok(Test {
        file: parser.file.to_string(),
        name,
        variables,
        threads,
        condition,
        expected: parser.expectations()?,
    })
}

fn types(parser: &mut Parser) {
    while matches!(parser.peek(), Kind::Word(word) if TYPES.contains(&word.as_str())) {
        let atomic = parser.is_word("_Atomic");
        parser.advance();
        // `_Atomic(int)`
        if atomic && parser.take_sign("(") {
            types(parser);
            parser.take_sign(")");
        }
    }
}

/// `{ x = 0; [y] = 1; int z = 2; 0:r0 = 3; }`; the registers of these are returned.
fn init(parser: &mut Parser, variables: &mut Vec<(String, i32)>) -> Result<Vec<FirstValue>> {
    let mut registers = Vec::new();
    parser.sign("{")?;
    while !parser.take_sign("}") {
        if parser.take_sign(";") {
            continue;
        }
        types(parser);
        let bracket = parser.take_sign("[");
        let place = parser.place();
        let thread = match *parser.peek() {
            Kind::Number(Some(thread)) if matches!(parser.peek_second(), Kind::Sign(":")) => {
                parser.advance();
                parser.advance();
                usize::try_from(thread).ok()
            }
            _ => None,
        };
        let name = parser.word("a variable")?;
        if bracket {
            parser.sign("]")?;
        }
        let value = if parser.take_sign("=") {
            parser.number()?
        } else {
            0
        };
        if let Some(thread) = thread {
            registers.push((thread, name, value, place));
        } else if variables.iter().any(|(known, _)| *known == name) {
            return parser.error_at(place, format!("`{name}` is there already"));
        } else {
            add(parser, variables, name, value)?;
        }
        if !parser.is_sign("}") {
            parser.sign(";")?;
        }
    }
    Ok(registers)
}

fn add(
    parser: &Parser,
    variables: &mut Vec<(String, i32)>,
    name: String,
    value: i32,
) -> Result<()> {
    if variables.len() == crate::native::MAX_VARIABLES {
        return parser.error("too many variables");
    }
    variables.push((name, value));
    Ok(())
}

fn thread(
    parser: &mut Parser,
    variables: &mut Vec<(String, i32)>,
    number: usize,
    registers: &[FirstValue],
) -> Result<Thread> {
    let place = parser.place();
    let name = parser.word("a thread")?;
    if name != format!("P{number}") {
        return parser.error_at(place, format!("expected `P{number}`, found `{name}`"));
    }
    if number == crate::native::MAX_THREADS {
        return parser.error_at(place, "too many threads");
    }
    parser.sign("(")?;
    while !parser.take_sign(")") {
        types(parser);
        parser.sign("*")?;
        types(parser);
        let name = parser.word("a parameter")?;
        if !variables.iter().any(|(known, _)| *known == name) {
            add(parser, variables, name, 0)?;
        }
        if !parser.is_sign(")") {
            parser.sign(",")?;
        }
    }
    let mut builder = Builder::new(name, variables);
    for (_, name, value, place) in registers.iter().filter(|(t, ..)| *t == number) {
        if builder.variable(name).is_some() {
            return parser.error_at(*place, format!("`{name}` is a pointer here"));
        }
        let value = Expr(vec![Term::Constant(*value)]);
        builder.assign(parser, *place, name, value)?;
    }
    body(parser, &mut builder)?;
    Ok(builder.thread)
}

/// Statements between braces; blocks are data, so their depth is the input's own business.
fn body(parser: &mut Parser, builder: &mut Builder) -> Result<()> {
    parser.sign("{")?;
    let mut open = vec![Open::Block];
    while !open.is_empty() {
        if parser.is_word("if") {
            let place = parser.place();
            parser.advance();
            parser.sign("(")?;
            let value = expression(parser, builder, operand)?;
            parser.sign(")")?;
            let braces = parser.take_sign("{");
            open.push(builder.open_if(place, value, braces));
            continue;
        }
        if parser.take_sign("{") {
            open.push(Open::Block);
            continue;
        }
        if parser.is_sign("}") {
            let braces = |block: &Open| {
                !matches!(
                    block,
                    Open::Then { braces: false, .. } | Open::Else { braces: false, .. }
                )
            };
            if !open.last().is_some_and(braces) {
                return parser.expected("a statement");
            }
            parser.advance();
            let block = open.pop().expect("the loop ends when it is empty");
            if close(parser, builder, &mut open, block) {
                continue;
            }
        } else if !parser.take_sign(";") && !waiting_loop(parser, builder)? {
            statement(parser, builder)?;
        }
        end_single_statements(parser, builder, &mut open);
    }
    Ok(())
}

/// Branches without braces end with their one statement.
fn end_single_statements(parser: &mut Parser, builder: &mut Builder, open: &mut Vec<Open>) {
    while let Some(&block @ (Open::Then { braces: false, .. } | Open::Else { braces: false, .. })) =
        open.last()
    {
        open.pop();
        if close(parser, builder, open, block) {
            return;
        }
    }
}

/// Ends a branch; says whether its `else` begins.
fn close(parser: &mut Parser, builder: &mut Builder, open: &mut Vec<Open>, block: Open) -> bool {
    let place = parser.place();
    match block {
        Open::Then { unless, .. } if parser.take_word("else") => {
            let braces = parser.take_sign("{");
            open.push(builder.open_else(place, unless, braces));
            return true;
        }
        Open::Then { unless, .. } => builder.land(unless),
        Open::Else { jump, .. } => builder.land(jump),
        Open::Block => (),
    }
    false
}

pub fn statement(parser: &mut Parser, builder: &mut Builder) -> Result<()> {
    let place = parser.place();
    if parser.take_sign("*") {
        let to = shared(parser, builder)?;
        parser.sign("=")?;
        let value = expression(parser, builder, operand)?;
        let order = Order::Plain.store().expect("stores can be plain");
        builder.emit(place, Inst::Store { to, order, value });
        return parser.sign(";");
    }
    let declares = matches!(parser.peek(), Kind::Word(word) if TYPES.contains(&word.as_str()));
    types(parser);
    let Kind::Word(word) = parser.peek() else {
        return parser.expected("a statement");
    };
    let word = word.clone();
    if matches!(word.as_str(), "for" | "goto" | "switch" | "return") {
        return parser.error(format!("`{word}` is not supported in litmus tests"));
    }
    if matches!(parser.peek_second(), Kind::Sign("(")) {
        if !effect(parser, builder, &word)? {
            operand(parser, builder)?;
        }
        return parser.sign(";");
    }
    assignment(parser, builder, declares)?;
    while declares && parser.take_sign(",") {
        assignment(parser, builder, declares)?;
    }
    parser.sign(";")
}

/// `r = value`, or a declaration without a value.
fn assignment(parser: &mut Parser, builder: &mut Builder, declares: bool) -> Result<()> {
    let place = parser.place();
    let word = parser.word("a register")?;
    if builder.variable(&word).is_some() {
        return parser.error_at(
            place,
            format!("`{word}` is a pointer here: write `*{word}`"),
        );
    }
    if declares && !parser.is_sign("=") {
        builder.define(parser, &word)?;
        return Ok(());
    }
    parser.sign("=")?;
    let value = expression(parser, builder, operand)?;
    builder.assign(parser, place, &word, value)
}

/// Calls that have no value.
fn effect(parser: &mut Parser, builder: &mut Builder, name: &str) -> Result<bool> {
    let place = parser.place();
    match name {
        "atomic_store" | "atomic_store_explicit" => {
            parser.advance();
            parser.sign("(")?;
            let to = shared(parser, builder)?;
            parser.sign(",")?;
            let value = expression(parser, builder, operand)?;
            let order = last_order(parser, name)?;
            let order = order.store().or_else(|m| parser.error_at(place, m))?;
            builder.emit(place, Inst::Store { to, order, value });
        }
        "atomic_init" => {
            parser.advance();
            parser.sign("(")?;
            let to = shared(parser, builder)?;
            parser.sign(",")?;
            let value = expression(parser, builder, operand)?;
            let order = StoreOrder::Plain;
            builder.emit(place, Inst::Store { to, order, value });
        }
        "lock" | "unlock" => {
            parser.advance();
            parser.sign("(")?;
            let mutex = shared(parser, builder)?;
            let inst = match name {
                "lock" => Inst::Lock(mutex),
                _ => Inst::Unlock(mutex),
            };
            builder.emit(place, inst);
        }
        "atomic_signal_fence" => {
            parser.advance();
            parser.sign("(")?;
            order(parser)?;
        }
        "atomic_thread_fence" => {
            parser.advance();
            parser.sign("(")?;
            let order = order(parser)?;
            if let Some(order) = order.fence().or_else(|m| parser.error_at(place, m))? {
                builder.emit(place, Inst::Fence(order));
            }
        }
        _ => return Ok(false),
    }
    parser.sign(")")?;
    Ok(true)
}

/// `, memory_order_…` of the `_explicit` functions.
fn last_order(parser: &mut Parser, function: &str) -> Result<Order> {
    if !function.ends_with("_explicit") {
        return Ok(Order::SeqCst);
    }
    parser.sign(",")?;
    order(parser)
}

fn order(parser: &mut Parser) -> Result<Order> {
    let known = match parser.peek() {
        Kind::Word(word) => Order::from_c(word),
        _ => None,
    };
    let Some(order) = known else {
        return parser.expected("a memory order: memory_order_relaxed, …");
    };
    parser.advance();
    Ok(order)
}

fn shared(parser: &mut Parser, builder: &Builder) -> Result<Var> {
    let place = parser.place();
    parser.take_sign("&");
    let name = parser.word("a shared variable")?;
    match builder.variable(&name) {
        Some(var) => Ok(var),
        None => parser.error_at(place, format!("`{name}` is no parameter")),
    }
}

/// A register, `*x`, or a call that has a value.
pub fn operand(parser: &mut Parser, builder: &mut Builder) -> Result<Term> {
    let place = parser.place();
    if parser.take_sign("*") {
        let from = shared(parser, builder)?;
        let order = Order::Plain.load().expect("loads can be plain");
        let to = builder.temporary(parser)?;
        builder.emit(place, Inst::Load { to, from, order });
        return Ok(Term::Register(to));
    }
    let Kind::Word(word) = parser.peek() else {
        return parser.expected("a value");
    };
    let word = word.clone();
    if !matches!(parser.peek_second(), Kind::Sign("(")) {
        return local(parser, builder);
    }
    let function = word.strip_suffix("_explicit").unwrap_or(&word);
    if !known_function(function) {
        return parser.error(format!("`{word}` is not supported in litmus tests"));
    }
    parser.advance();
    parser.sign("(")?;
    let at = shared(parser, builder)?;
    let to = match function {
        "atomic_load" => {
            let order = last_order(parser, &word)?;
            let order = order.load().or_else(|m| parser.error_at(place, m))?;
            let to = builder.temporary(parser)?;
            let from = at;
            builder.emit(place, Inst::Load { to, from, order });
            to
        }
        _ => modify(parser, builder, &word, (place, at))?,
    };
    parser.sign(")")?;
    Ok(Term::Register(to))
}

fn known_function(function: &str) -> bool {
    rmw_operation(function).is_some()
        || matches!(
            function,
            "atomic_load" | "atomic_compare_exchange_strong" | "atomic_compare_exchange_weak"
        )
}

fn rmw_operation(function: &str) -> Option<RmwOp> {
    Some(match function {
        "atomic_exchange" => RmwOp::Exchange,
        "atomic_fetch_add" => RmwOp::Add,
        "atomic_fetch_sub" => RmwOp::Sub,
        "atomic_fetch_and" => RmwOp::And,
        "atomic_fetch_or" => RmwOp::Or,
        "atomic_fetch_xor" => RmwOp::Xor,
        _ => return None,
    })
}

/// A read-modify-write, after its first argument.
fn modify(
    parser: &mut Parser,
    builder: &mut Builder,
    word: &str,
    (place, at): (Place, Var),
) -> Result<Reg> {
    parser.sign(",")?;
    let function = word.strip_suffix("_explicit").unwrap_or(word);
    if let Some(op) = rmw_operation(function) {
        let operand = expression(parser, builder, local)?;
        let order = last_order(parser, word)?;
        let order = order.rmw().or_else(|m| parser.error_at(place, m))?;
        let old = builder.temporary(parser)?;
        let inst = Inst::Rmw {
            old,
            at,
            op,
            order,
            operand,
        };
        builder.emit(place, inst);
        return Ok(old);
    }
    compare_exchange(parser, builder, word, (place, at))
}

/// The expected value is in a register, or in a variable that is then read and, on failure, written.
fn compare_exchange(
    parser: &mut Parser,
    builder: &mut Builder,
    word: &str,
    (place, at): (Place, Var),
) -> Result<Reg> {
    let pointed = match parser.peek() {
        Kind::Word(name) => builder.variable(name),
        _ => None,
    };
    let expected = match pointed {
        Some(from) => {
            parser.advance();
            let to = builder.temporary(parser)?;
            let order = LoadOrder::Plain;
            builder.emit(place, Inst::Load { to, from, order });
            to
        }
        None => {
            parser.sign("&")?;
            let Term::Register(expected) = local(parser, builder)? else {
                return parser.error_at(place, "the expected value must be in a register");
            };
            expected
        }
    };
    parser.sign(",")?;
    let new = expression(parser, builder, local)?;
    let success = last_order(parser, word)?;
    let failure = last_order(parser, word)?;
    let done = builder.temporary(parser)?;
    let inst = Inst::CompareExchange {
        old: Some(expected),
        done: Some(done),
        at,
        success: success.rmw().or_else(|m| parser.error_at(place, m))?,
        failure: failure.load().or_else(|m| parser.error_at(place, m))?,
        expected: Expr(vec![Term::Register(expected)]),
        new,
    };
    builder.emit(place, inst);
    if let Some(to) = pointed {
        let value = Expr(vec![Term::Register(done), Term::Unary(Unary::Not)]);
        let unless = builder.emit(place, Inst::Unless { value, target: 0 });
        let (order, value) = (StoreOrder::Plain, Expr(vec![Term::Register(expected)]));
        builder.emit(place, Inst::Store { to, order, value });
        builder.land(unless);
    }
    Ok(done)
}

/// A register that has been declared.
fn local(parser: &mut Parser, builder: &mut Builder) -> Result<Term> {
    let Kind::Word(word) = parser.peek() else {
        return parser.expected("a value");
    };
    match builder.register(word) {
        Some(reg) => {
            parser.advance();
            Ok(Term::Register(reg))
        }
        None if builder.variable(word).is_some() => {
            parser.error(format!("`{word}` is a pointer; its value is `*{word}`"))
        }
        None => parser.error(format!("`{word}` has not been declared")),
    }
}
