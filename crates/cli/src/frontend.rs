//! From C, C++, Rust and LLVM files to a program that the engine can run. Litmus tests have a front end of their own:
//! [`crate::litmus`].

use crate::{arguments, check_list, compiler};
use threadproof_engine::{Algorithm, Checks, Model};
use threadproof_ir::module::Module;
use threadproof_ir::{Interpreted, Memory, Options, Uninitialized};
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
        file_arguments: arguments.file_arguments.clone(),
        entry: arguments.entry.clone(),
        clang: compiler::wanted_clang(),
        model_functions: arguments.model_functions.clone(),
        compiled: arguments.compiled.clone(),
        rustc: rustc(),
        rust: treatment(arguments),
        volatile: arguments.volatile,
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

/// Programs in Rust copy memory that was never written, in ways of the compiler's own, and cannot read it otherwise without
/// `unsafe` code.
fn uninitialized(arguments: &arguments::Check, checks: Checks) -> Uninitialized {
    let silent =
        arguments.is_rust() || check_list::names(&arguments.no_check, ErrorKind::Uninitialized);
    match arguments.uninitialized {
        _ if checks.has(ErrorKind::Uninitialized) => Uninitialized::Error,
        Some(arguments::Uninitialized::Zero) => Uninitialized::Zero,
        Some(arguments::Uninitialized::Any) => Uninitialized::Any,
        None if silent => Uninitialized::Zero,
        _ if arguments.algorithm == Algorithm::Sat => Uninitialized::NotedAtLoad,
        _ => Uninitialized::Followed,
    }
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
        uninitialized: uninitialized(arguments, checks),
        ..Default::default()
    }
}
