//! Litmus tests: a readable text format, the C dialect of herd's `.litmus` files, and a generator
//! of critical cycles. A test becomes a [`threadproof_program::Program`].
//!
//! `docs/litmus.md` describes both formats. There are no arrays, no pointers, and no loops but those that wait.

mod builder;
mod c_dialect;
mod c_loops;
mod condition;
pub mod cycles;
mod error;
mod expression;
mod lexer;
mod native;
mod order;
mod parser;
mod program;
mod test;

pub use error::Error;
pub use program::{FailWhen, Litmus};
pub use test::{
    Binary, Condition, Expr, Inst, MAX_REGISTERS, MODELS, Place, Quantifier, Reg, Slot, Term, Test,
    Thread, Truth, Unary, Var,
};

/// Reads a test of either format; `file` is for messages.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Test, Error> {
    let text = String::from_utf8_lossy(bytes);
    let mut parser = parser::Parser::new(file, &text);
    let test = if parser.is_word("C") {
        c_dialect::test(&mut parser)
    } else {
        native::test(&mut parser)
    }?;
    parser.end()?;
    Ok(test)
}
