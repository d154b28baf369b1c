//! The only place that knows the front ends: from files to a program that the engine can run.

use crate::arguments;
use threadproof_engine::{Checks, Model};
use threadproof_ir::module::Module;
use threadproof_ir::{Interpreted, Memory, Options};
use threadproof_llvm::Input;
use threadproof_program::ErrorKind;

/// Compiles and prepares what the user wants to have checked; an error is for the user to read.
pub fn prepare(arguments: &arguments::Check, checks: Checks) -> Result<Interpreted, String> {
    let module = load(arguments)?;
    threadproof_ir::compile(module, &options(arguments, checks))
}

pub fn load(arguments: &arguments::Check) -> Result<Module, String> {
    let input = Input {
        files: arguments.files.clone(),
        clang_arguments: arguments.clang_arguments.clone(),
        clang: std::env::var_os("THREADPROOF_CLANG")
            .filter(|clang| !clang.is_empty())
            .map(Into::into),
        model_functions: arguments.model_functions.clone(),
    };
    threadproof_llvm::load(&input).map_err(|error| error.to_string())
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
