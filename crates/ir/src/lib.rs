//! A small typed SSA intermediate representation, passes over it, and the interpreter that
//! turns it into a [`threadproof_program::Program`].
//!
//! Front ends that read source code produce a [`module::Module`]; everything after that is here.

mod assertions;
mod code;
mod compile;
pub mod debug;
mod flow;
mod interp;
pub mod intrinsic;
pub mod module;
pub mod orders;
pub mod passes;
mod source;
pub mod text;
pub mod verify;
mod visit;
mod weak_atomics;

pub use compile::{Interpreted, Memory, Options, Uninitialized, after_passes, compile};
