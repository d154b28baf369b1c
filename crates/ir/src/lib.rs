//! A small typed SSA intermediate representation, passes over it, and the interpreter that
//! turns it into a [`threadproof_program::Program`].
//!
//! Front ends that read source code produce a [`Module`]; everything after that is here.

pub mod debug;
pub mod intrinsic;
pub mod module;
