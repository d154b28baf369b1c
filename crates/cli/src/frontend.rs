//! From C, C++, Rust and LLVM files to a program that the engine can run. Litmus tests have a front end of their own:
//! [`crate::litmus`].

use crate::{arguments, check_list};
use threadproof_engine::{Checks, Model};
use threadproof_ir::module::Module;
use threadproof_ir::{Interpreted, Memory, Options};
use threadproof_llvm::Input;
use threadproof_llvm::rust::{Locks, Treatment};
use threadproof_program::ErrorKind;

/// Compiles and prepares what the user wants to have checked; an error is for the user to read.
pub fn prepare(arguments: &arguments::Check, checks: Checks) -> Result<Interpreted, String> {
    let module = load(arguments)?;
    threadproof_ir::compile(module, &options(arguments, checks))
}

pub fn load(arguments: &arguments::Check) -> Result<Module, String> {
    threadproof_llvm::load(&input(arguments)).map_err(|error| error.to_string())
}

/// The files and arguments to compile.
pub fn input(arguments: &arguments::Check) -> Input {
    Input {
        files: arguments.files.clone(),
        clang_arguments: arguments.clang_arguments.clone(),
        clang: std::env::var_os("THREADPROOF_CLANG")
            .filter(|clang| !clang.is_empty())
            .map(Into::into),
        model_functions: arguments.model_functions.clone(),
        compiled: arguments.compiled.clone(),
        rustc: rustc(),
        rust: treatment(arguments),
    }
}

/// How a program in Rust is to be translated.
pub fn treatment(arguments: &arguments::Check) -> Treatment {
    let checks = check_list::resolve(arguments.model, true, &arguments.check, &arguments.no_check);
    Treatment {
        locks: match arguments.locks_as_written {
            true => Locks::AsWritten,
            false => Locks::Steps,
        },
        leaks: checks.is_ok_and(|checks| checks.has(ErrorKind::Leak)),
    }
}

/// The Rust compiler that the user wants, if one is named.
pub fn rustc() -> Option<std::path::PathBuf> {
    let rustc = std::env::var_os("RUSTC").filter(|rustc| !rustc.is_empty());
    rustc.map(Into::into)
}

pub fn options(arguments: &arguments::Check, checks: Checks) -> Options {
    Options {
        unroll: arguments.unroll,
        purity: !arguments.no_purity,
        awaits: !arguments.no_await,
        memory: match arguments.model {
            Model::Sc => Memory::SequentiallyConsistent,
            Model::Tso | Model::Pso => Memory::Buffered,
            Model::Ra => Memory::OldValues,
            Model::C11 => Memory::OldValuesOfWeakAtomics,
        },
        find_uninitialized: checks.has(ErrorKind::Uninitialized),
        ..Default::default()
    }
}
