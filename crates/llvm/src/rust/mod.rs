//! Programs in Rust: compiled with the standard library to one module of LLVM, of which we take what the entry
//! reaches.
//!
//! The standard library is the real one. Where it meets the system, `runtime/rust_*.c` stands in; [`instead`] lists the
//! functions of Rust that are replaced as a whole.

mod harness;
pub mod instead;
pub mod names;
mod rustc;

use crate::ModelFunction;
use crate::error::LoadError;
use crate::read::{self, Fate};
use crate::volatile::Volatile;
use std::path::PathBuf;
use std::sync::Arc;

pub use rustc::{check_version, compile};

/// The name that the entry has in the module that we translate.
pub const ENTRY: &str = "main";
/// The personality that functions which clean up name.
pub const PERSONALITY: &str = "__tp_rust_personality";

/// Where a program begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// As the system would begin it: with what Rust does before the `main` of the program.
    Main,
    /// With a function without arguments, named by its path: `crate::module::function`.
    Function(String),
}

/// How to treat the locks of the standard library, and others that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Locks {
    /// Each operation is one step.
    #[default]
    Steps,
    /// As they are: atomic accesses, and futexes to sleep.
    AsWritten,
}

/// How to translate a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Treatment {
    pub locks: Locks,
    /// Leaks are looked for: the library's own objects have to be freed, too.
    pub leaks: bool,
}

/// A program or a collection of tests as rustc has compiled it. Copies share the bitcode.
#[derive(Clone, Debug)]
pub struct Program {
    pub bitcode: Arc<[u8]>,
    /// The files that the user has named, if any: reports name them likewise.
    pub files: Vec<PathBuf>,
    pub model_functions: Vec<ModelFunction>,
    pub how: Treatment,
    pub volatile: Volatile,
}

/// The functions that an entry of a program can reach, translated.
#[derive(Debug)]
pub struct Loaded {
    pub module: threadproof_ir::module::Module,
    /// The file and line where the entry is defined.
    pub place: Option<(PathBuf, u32)>,
}

pub fn place_of_entry(module: &read::Module<'_>) -> Option<(PathBuf, u32)> {
    let ((folder, name), line) = module.function(ENTRY)?.function_place()?;
    Some((PathBuf::from(folder).join(name), line))
}

/// Reads what the entry needs.
pub fn extract<'c>(
    context: &'c read::Context,
    program: &Program,
    entry: &Entry,
) -> Result<read::Module<'c>, LoadError> {
    let mut found = false;
    let fate = |symbol: &str| {
        if is_entry(symbol, entry) {
            found = true;
            return Fate::Entry(ENTRY);
        }
        match (instead::of(symbol, program.how.locks), entry) {
            (Some(ours), _) => Fate::Instead(ours),
            (None, Entry::Function(path)) if calls(symbol, path) => Fate::Kept,
            (None, _) => Fate::IfNeeded,
        }
    };
    let module = read::Module::extract(context, &program.bitcode, fate);
    let mut module = module.map_err(|message| LoadError::Fatal { message })?;
    match (found, entry) {
        (true, Entry::Function(path)) if harness::returns(&module) => {
            match harness::begin_with_call(&mut module, path) {
                true => Ok(module),
                false => Err(LoadError::ReturnsValue { path: path.clone() }),
            }
        }
        (true, _) => Ok(module),
        (false, Entry::Main) => Err(LoadError::NoMain),
        (false, Entry::Function(path)) => Err(LoadError::NoFunction { path: path.clone() }),
    }
}

/// May this function be the one in which the harness calls the test?
fn calls(symbol: &str, test: &str) -> bool {
    let last = test.rsplit("::").next().unwrap_or(test);
    let is_closure = symbol.contains("closure") || symbol.starts_with("_RNC");
    is_closure && symbol.contains(last) && harness::may_call(symbol, test)
}

fn is_entry(symbol: &str, entry: &Entry) -> bool {
    match entry {
        Entry::Main => symbol == ENTRY,
        Entry::Function(path) => {
            let last = path.rsplit("::").next().unwrap_or(path);
            symbol.contains(last) && names::path(symbol).as_ref() == Some(path)
        }
    }
}
