//! The readable form of modules.
//!
//! ```text
//! global @counter size 4 align 4
//! global @greeting size 6 align 1 constant bytes "hello\00"
//! global @table size 16 align 8 at 0 &main at 8 @counter+2
//!
//! function &main() -> 1 {
//! entry:
//!   %old: i32 = rmw 4 add seq_cst @counter, 1 !1
//!   %many: i1 = compare ugt 32 %old, 10
//!   branch %many, stop(%old), stop(0)
//! stop(%result: i32):
//!   return %result
//! }
//!
//! location 1 "counter.c" 3 5 "main"
//! ```
//!
//! `;` begins a comment. Globals and functions are numbered in their order; where several have
//! the same name, `#` and the number follow it. Values and blocks may have any names. Numbers
//! are decimal or, with `0x`, hexadecimal.

mod debug;
mod function;
mod instruction;
mod lex;
mod names;
mod parse;
mod print;
mod print_instruction;

pub use parse::parse;
pub use print::{print, print_one as print_function};

/// An error in a text, and its place (line and column from 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests;
