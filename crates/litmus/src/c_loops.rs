//! Loops of the C dialect that only wait: they read one variable until its value satisfies a comparison.
//!
//! `while (atomic_load(x) == 0);`, `while (r == 0) r = atomic_load(x);` and `do r = atomic_load(x); while (r == 0);` are all
//! such loops. A test is finite, so no other loop can be read.

use crate::builder::Builder;
use crate::c_dialect::{operand, statement};
use crate::expression::expression;
use crate::parser::{Parser, Result};
use crate::test::{Binary, Expr, Inst, Place, Reg, Term, Unary};
use threadproof_program::Predicate;

const OTHERS: &str =
    "of loops, litmus tests have only those that load one variable until its value fits";

/// Reads a loop if there is one.
pub fn waiting_loop(parser: &mut Parser, builder: &mut Builder) -> Result<bool> {
    let place = parser.place();
    if parser.take_word("do") {
        let first = builder.thread.code.len();
        let stored = body(parser, builder, place)?;
        if !parser.take_word("while") {
            return parser.expected("`while`");
        }
        let value = condition(parser, builder)?;
        parser.sign(";")?;
        wait(parser, builder, (place, first), (value, stored))?;
        return Ok(true);
    }
    if !parser.take_word("while") {
        return Ok(false);
    }
    let first = builder.thread.code.len();
    let value = condition(parser, builder)?;
    if builder.thread.code.len() > first {
        if body(parser, builder, place)?.is_some() {
            return parser.error_at(place, OTHERS);
        }
        wait(parser, builder, (place, first), (value, None))?;
        return Ok(true);
    }
    // The value is known when the loop begins, and may be good enough.
    let unless = builder.emit(
        place,
        Inst::Unless {
            value: value.clone(),
            target: 0,
        },
    );
    let Some(stored) = body(parser, builder, place)? else {
        return parser.error_at(place, OTHERS);
    };
    wait(parser, builder, (place, first + 1), (value, Some(stored)))?;
    builder.land(unless);
    Ok(true)
}

/// `(value)`
fn condition(parser: &mut Parser, builder: &mut Builder) -> Result<Expr> {
    parser.sign("(")?;
    let value = expression(parser, builder, operand)?;
    parser.sign(")")?;
    Ok(value)
}

/// The register that the only statement loads to; `None` if there is no statement.
fn body(parser: &mut Parser, builder: &mut Builder, place: Place) -> Result<Option<Reg>> {
    if parser.take_sign(";") {
        return Ok(None);
    }
    let braces = parser.take_sign("{");
    if braces && parser.take_sign("}") {
        return Ok(None);
    }
    statement(parser, builder)?;
    if braces {
        while parser.take_sign(";") {}
        if !parser.take_sign("}") {
            return parser.error_at(place, OTHERS);
        }
    }
    match builder.thread.code.last() {
        Some(Inst::Load { to, .. }) => Ok(Some(*to)),
        _ => parser.error_at(place, OTHERS),
    }
}

/// Makes the only instruction from `first` on wait while `value` holds. Without a register that gets the loaded value, the
/// value has loaded it itself.
fn wait(
    parser: &Parser,
    builder: &mut Builder,
    (place, first): (Place, usize),
    (value, stored): (Expr, Option<Reg>),
) -> Result<()> {
    let [Inst::Load { to, from, order }] = builder.thread.code[first..] else {
        return parser.error_at(place, OTHERS);
    };
    let Some((predicate, value)) = ends(&value, to) else {
        return parser.error_at(place, OTHERS);
    };
    builder.thread.code[first] = Inst::Await {
        to: stored,
        from,
        order,
        predicate,
        value,
    };
    Ok(())
}

/// The comparison of a register that ends a loop which goes on while `value` is not 0.
fn ends(value: &Expr, register: Reg) -> Option<(Predicate, Expr)> {
    let register = Term::Register(register);
    let zero = || vec![Term::Constant(0)];
    let (predicate, other) = match &value.0[..] {
        [only] if *only == register => (Predicate::Eq, zero()),
        [only, Term::Unary(Unary::Not)] if *only == register => (Predicate::Ne, zero()),
        [first, other @ .., Term::Binary(Binary::Compare(goes_on))]
            if *first == register && is_one(other) =>
        {
            (goes_on.negated(), other.to_vec())
        }
        [other @ .., last, Term::Binary(Binary::Compare(goes_on))]
            if *last == register && is_one(other) =>
        {
            (goes_on.mirrored().negated(), other.to_vec())
        }
        _ => return None,
    };
    (!other.contains(&register)).then_some((predicate, Expr(other)))
}

/// Is this one value, not the end of a longer expression?
fn is_one(terms: &[Term]) -> bool {
    let mut values = 0_usize;
    for term in terms {
        let taken = match term {
            Term::Constant(_) | Term::Register(_) => 0,
            Term::Unary(_) => 1,
            Term::Binary(_) => 2,
        };
        if values < taken {
            return false;
        }
        values = values - taken + 1;
    }
    values == 1
}
