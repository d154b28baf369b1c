//! Programs in Rust: compiled with the standard library to one module of LLVM, of which we take what the entry
//! reaches.
//!
//! The standard library is the real one. Where it meets the system, `runtime/rust_*.c` stands in; [`instead`] lists the
//! functions of Rust that are replaced as a whole.

mod harness;
pub mod instead;
pub mod names;
mod reader;
mod rustc;

use crate::ModelFunction;
use crate::error::LoadError;
use crate::read::{self, Fate};
use crate::volatile::Volatile;
use rustc_hash::FxHashSet;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use reader::Order;
pub use reader::Reader;
pub use rustc::{check_version, compile};

/// The personality that functions which clean up name.
pub const PERSONALITY: &str = "__tp_rust_personality";

/// Where a program begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// As the system would begin it: with what Rust does before the `main` of the program.
    Main,
    /// With a function without arguments, named by its path: `crate::module::function`.
    Function(String),
    /// The same, and the function should panic: its panic ends the program when the destructors on its way have run.
    Panicking(String),
}

impl Entry {
    /// The path of the function; none for `main`.
    fn path(&self) -> Option<&str> {
        match self {
            Entry::Main => None,
            Entry::Function(path) | Entry::Panicking(path) => Some(path),
        }
    }
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
    /// It is a test for loom, which panics for every error that it finds.
    pub loom: bool,
}

/// The symbol that a program begins with in the end.
const MAIN: &str = "main";

/// The functions that some entries of a program need, in one module.
pub struct Extracted<'c> {
    pub module: read::Module<'c>,
    pub entries: Vec<Found>,
}

/// An entry in the module.
pub struct Found {
    pub entry: Entry,
    /// Its name in the module, or why it has none.
    pub symbol: Result<String, LoadError>,
    /// The file and line where it is defined.
    pub place: Option<(PathBuf, u32)>,
}

/// Reads what these entries need.
pub fn extract<'c>(
    context: &'c read::Context,
    program: &Program,
    entries: &[Entry],
) -> Result<Extracted<'c>, LoadError> {
    let wanted = Wanted::of(entries);
    let are_tests = !entries.contains(&Entry::Main);
    let mut symbols: Vec<Option<String>> = vec![None; entries.len()];
    let fate = |symbol: &str| {
        let path = wanted.path(symbol);
        let path = path.as_deref();
        if let Some(at) = entries.iter().position(|e| is_entry(symbol, path, e)) {
            symbols[at] = Some(symbol.to_string());
            return Fate::Kept;
        }
        match instead::of(symbol, program.how.locks, are_tests) {
            Some(ours) => Fate::Instead(ours),
            None if wanted.may_call(symbol, path) => Fate::Kept,
            None => Fate::IfNeeded,
        }
    };
    let module = read::Module::extract(context, &program.bitcode, fate);
    let mut module = module.map_err(|message| LoadError::Fatal { message })?;
    let entries = entries.iter().zip(symbols);
    let entries = entries.map(|(entry, symbol)| found(&mut module, entry, symbol));
    Ok(Extracted {
        entries: entries.collect(),
        module,
    })
}

fn found(module: &mut read::Module<'_>, entry: &Entry, symbol: Option<String>) -> Found {
    let function = symbol.as_deref().and_then(|symbol| module.function(symbol));
    let place = function.and_then(|function| function.function_place());
    let place = place.map(|((folder, name), line)| (PathBuf::from(folder).join(name), line));
    let returns = function.is_some_and(harness::returns);
    let symbol = match (symbol, entry.path()) {
        (Some(symbol), Some(path)) if returns => harness::begin_with_call(module, path, &symbol)
            .ok_or_else(|| LoadError::ReturnsValue { path: path.into() }),
        (Some(symbol), Some(path)) if matches!(entry, Entry::Panicking(_)) => {
            Ok(harness::begin_with_catch(module, path, &symbol).unwrap_or(symbol))
        }
        (Some(symbol), _) => Ok(symbol),
        (None, None) => Err(LoadError::NoMain),
        (None, Some(path)) => Err(LoadError::NoFunction { path: path.into() }),
    };
    Found {
        entry: entry.clone(),
        symbol,
        place,
    }
}

fn is_entry(symbol: &str, path: Option<&str>, entry: &Entry) -> bool {
    match entry.path() {
        None => symbol == MAIN,
        wanted => path == wanted,
    }
}

/// The paths of entries. To read a symbol takes time, so only those that can be meant are read.
struct Wanted<'e> {
    /// The crates of the entries.
    crates: Vec<&'e str>,
    paths: FxHashSet<&'e str>,
}

impl Wanted<'_> {
    fn of(entries: &[Entry]) -> Wanted<'_> {
        let paths = entries.iter().filter_map(Entry::path);
        let paths: FxHashSet<&str> = paths.collect();
        let crates = paths.iter().filter_map(|path| path.split("::").next());
        let mut crates: Vec<&str> = crates.collect();
        crates.sort_unstable();
        crates.dedup();
        Wanted { crates, paths }
    }

    fn path(&self, symbol: &str) -> Option<String> {
        let meant = self.crates.iter().any(|name| symbol.contains(name));
        meant.then(|| names::path(symbol)).flatten()
    }

    /// May this be the closure in which the harness calls a test?
    fn may_call(&self, symbol: &str, path: Option<&str>) -> bool {
        let is_closure = symbol.contains("closure") || symbol.starts_with("_RNC");
        let test = path.and_then(|path| path.rsplit_once("::"));
        is_closure && test.is_some_and(|(test, _)| self.paths.contains(test))
    }
}
