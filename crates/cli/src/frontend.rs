//! The front ends: which files belong to which, and how they are checked. Besides this file only `cluster/parcel.rs` knows them
//! all: it sends programs to other machines.

use crate::check::{self, Explored};
#[cfg(feature = "cluster")]
use crate::cluster;
use crate::watch::Watched;
use crate::{arguments, cache_folder, check_list, checkpoint, compiler, litmus};
use std::path::{Path, PathBuf};
use threadproof_engine::{Algorithm, Checks, Model, Options};
use threadproof_ir::module::Module;
use threadproof_ir::{Interpreted, Memory, Uninitialized};
use threadproof_llvm::rust::{Locks, Treatment};
use threadproof_llvm::{Input, ModuleCache};
use threadproof_program::ErrorKind;
use threadproof_report::saved::Saved;

/// A front end of `check`. Errors of its functions are for the user to read.
pub struct FrontEnd {
    /// Does a file belong to it?
    takes: fn(&Path) -> bool,
    /// The words for a program of several files, if there can be none.
    alone: Option<&'static str>,
    /// The model of a check that names none, if the algorithm supports it.
    pub model: Model,
    /// The errors to look for.
    pub checks: fn(&arguments::Check, Checks) -> Checks,
    /// Checks a program, or runs a saved execution of it again.
    pub explore:
        fn(&arguments::Check, &Options, Option<&Saved>, &Watched) -> Result<Explored, String>,
}

/// The last one takes every file.
const FRONT_ENDS: [FrontEnd; 2] = [
    FrontEnd {
        takes: litmus::has_extension,
        alone: Some("a litmus test is checked alone; `threadproof litmus` takes many"),
        model: Model::C11,
        checks: |arguments, checks| litmus::checks(checks, &arguments.check),
        explore: litmus::explore,
    },
    FrontEnd {
        takes: |_| true,
        alone: None,
        // C, C++ and Rust are defined by C11.
        model: Model::C11,
        checks: |_, checks| checks,
        explore: check::compile_and_explore,
    },
];

/// The front end of some files.
pub fn of(files: &[PathBuf]) -> Result<&'static FrontEnd, String> {
    let front_end = first_of(files);
    match front_end.alone {
        Some(words) if files.len() > 1 => Err(words.into()),
        _ => Ok(front_end),
    }
}

/// The front end of the first file that does not belong to the last one.
pub fn first_of(files: &[PathBuf]) -> &'static FrontEnd {
    let takes_one = |front_end: &&FrontEnd| files.iter().any(|file| (front_end.takes)(file));
    let front_end = FRONT_ENDS.iter().find(takes_one);
    front_end.unwrap_or(&FRONT_ENDS[FRONT_ENDS.len() - 1])
}

/// Compiles and prepares what the user wants to have checked; an error is for the user to read. With all of the program as a text,
/// if the search is to be kept or shared.
pub fn prepare_with_text(
    arguments: &arguments::Check,
    checks: Checks,
) -> Result<(Interpreted, checkpoint::Source), String> {
    let module = load(arguments)?;
    let options = options(arguments, checks);
    let mut source = checkpoint::Source::default();
    #[cfg(feature = "cluster")]
    if arguments.is_for_cluster() {
        source.parcel = cluster::of_module(&module, &options);
        // The leader reads what all workers read, so that all agree on every number.
        let program = threadproof_ir::compile(cluster::module(&source.parcel)?, &options)?;
        return Ok((program, source));
    }
    if checkpoint::is_wanted(arguments) {
        source.text = threadproof_ir::text::print(&module);
    }
    let program = threadproof_ir::compile(module, &options)?;
    Ok((program, source))
}

/// The checks that are left to the engine.
pub fn remaining(program: &Interpreted, mut checks: Checks) -> Checks {
    if program.follows_inputs() {
        checks.set(ErrorKind::Uninitialized, false);
    }
    checks
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
        modules: modules(arguments),
        rustc: rustc(),
        rust: treatment(arguments),
        volatile: arguments.volatile,
    }
}

/// Modules of earlier runs, if there is a place for them.
fn modules(arguments: &arguments::Check) -> Option<ModuleCache> {
    if arguments.no_cache {
        return None;
    }
    let folder = arguments.cache_dir.clone().or_else(cache_folder::usual)?;
    Some(cache_folder::modules(&folder))
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

/// Inputs are followed in the way of memory that was never written. That is then told, and no error, unless the user has
/// asked for another treatment of it.
fn follows_inputs(arguments: &arguments::Check) -> bool {
    use arguments::Uninitialized::Note;
    let asked = [&arguments.check, &arguments.no_check];
    let asked = asked.map(|list| check_list::names(list, ErrorKind::Uninitialized));
    matches!(arguments.uninitialized, None | Some(Note))
        && asked == [false, false]
        && !arguments.is_rust()
        && !arguments.try_inputs
        && arguments.algorithm != Algorithm::Sat
}

pub fn options(arguments: &arguments::Check, checks: Checks) -> threadproof_ir::Options {
    threadproof_ir::Options {
        unroll: arguments.unroll,
        purity: !arguments.no_purity,
        awaits: !arguments.no_await,
        races_are_errors: checks.has(ErrorKind::DataRace),
        memory: match arguments.model {
            Model::Sc => Memory::SequentiallyConsistent,
            Model::Tso | Model::Pso => Memory::Buffered,
            Model::Ra => Memory::OldValues,
            Model::C11 => Memory::OldValuesOfWeakAtomics,
        },
        uninitialized: uninitialized(arguments, checks),
        follow_inputs: follows_inputs(arguments),
        ..Default::default()
    }
}
