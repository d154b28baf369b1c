//! The front end for C and C++: clang compiles, LLVM reads and links, and `lower` translates
//! to the small [`threadproof_ir`] representation.
//!
//! The modelled C library in `runtime/` is compiled when this crate is built, and linked into
//! each program; its symbols are weak, so a definition in the user's files wins.
//!
//! A construct that we cannot express becomes an instruction that stops the search
//! with words when it is reached; loading never fails because of it.

pub mod built;
mod clang;
mod compiled;
mod cprover_async;
mod error;
mod gnu_inline;
mod headers;
mod lower;
mod model_function;
mod module_cache;
mod needs_exceptions;
mod program;
mod read;
pub mod rust;
mod volatile;

pub use compiled::dependencies;
pub use error::LoadError;
pub use model_function::ModelFunction;
pub use module_cache::ModuleCache;
pub use volatile::Volatile;

use clang::Language;
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use threadproof_ir::module::Module;
use threadproof_ir::passes::lock_twins::TWINS;

/// The program to check.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// C, C++ and LLVM files, by extension.
    pub files: Vec<PathBuf>,
    /// Passed to clang for C and C++ files, after our own.
    pub clang_arguments: Vec<String>,
    /// Passed to clang before these, for single files.
    pub file_arguments: Vec<(PathBuf, Vec<String>)>,
    /// The function to begin with, if it is not `main`.
    pub entry: Option<String>,
    /// The clang to run instead of `clang-22` or `clang`.
    pub clang: Option<PathBuf>,
    /// Functions that only return a value.
    pub model_functions: Vec<ModelFunction>,
    /// A folder of compiled files, shared by checks that compile the same.
    pub compiled: Option<PathBuf>,
    /// Modules that clang has made before.
    pub modules: Option<ModuleCache>,
    /// The rustc to run instead of `rustc`.
    pub rustc: Option<PathBuf>,
    /// For a program in Rust.
    pub rust: rust::Treatment,
    pub volatile: Volatile,
}

/// The modelled C library as bitcode.
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime.bc"));

/// Compiles, reads and links the files, and translates what `main` can reach.
pub fn load(input: &Input) -> Result<Module, LoadError> {
    let found = read::version();
    if found.0 != error::LLVM_VERSION {
        return Err(LoadError::WrongLlvm { found });
    }
    if input.files.is_empty() {
        return Err(LoadError::NoFiles);
    }
    if input.files.iter().any(|file| is_rust(file)) {
        let loaded = load_rust(&compile_rust(input)?, &rust::Entry::Main)?;
        return Ok(loaded.module);
    }
    let sources = fetch_all(input)?;
    let (files, models) = (input.files.clone(), input.model_functions.clone());
    let (entry, volatile) = (input.entry.clone(), input.volatile);
    let read =
        read::guarded(move || translate(&sources, files, &models, (entry.as_deref(), volatile)));
    read.unwrap_or_else(|message| Err(LoadError::Fatal { message }))
}

/// Is this a source file of Rust?
pub fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "rs")
}

/// Compiles one file with its modules.
fn compile_rust(input: &Input) -> Result<rust::Program, LoadError> {
    let [file] = &input.files[..] else {
        return Err(LoadError::RustWithOthers);
    };
    let compile = |list: Option<&Path>| {
        rust::compile(file, &input.clang_arguments, input.rustc.as_deref(), list)
    };
    let bitcode = match &input.compiled {
        Some(folder) => compiled::rust_once(folder, input, file, compile)?,
        None => compile(None)?,
    };
    Ok(rust::Program {
        bitcode: bitcode.into(),
        files: input.files.clone(),
        model_functions: input.model_functions.clone(),
        how: input.rust,
        volatile: input.volatile,
    })
}

/// Translates what this entry of a Rust program can reach.
pub fn load_rust(program: &rust::Program, entry: &rust::Entry) -> Result<rust::Loaded, LoadError> {
    let reader = rust::Reader::new(program.clone(), vec![entry.clone()]);
    reader.load(entry)
}

/// Reads the program once for all entries, and answers the orders.
fn load_rust_each(
    program: &rust::Program,
    entries: &[rust::Entry],
    orders: impl Iterator<Item = rust::Order>,
) {
    let context = read::Context::new();
    let read = rust::extract(&context, program, entries).and_then(|mut extracted| {
        volatile::apply(&mut extracted.module, program.volatile);
        let models = &program.model_functions;
        let linked = link_runtime(&context, &mut extracted.module, models)?;
        Ok((extracted, linked))
    });
    let (extracted, linked) = match read {
        Ok(read) => read,
        Err(error) => {
            // Whoever gave the order may be gone.
            orders.for_each(|order| drop(order.answer.send(Err(error.clone()))));
            return;
        }
    };
    let lowering = lower::Lowering::new(&extracted.module, linked.unwinding);
    for order in orders {
        let mut found = extracted.entries.iter();
        let loaded = match found.find(|found| found.entry == order.entry) {
            Some(found) => translate_rust(program, &lowering, &linked, found),
            None => Err(LoadError::NoMain),
        };
        drop(order.answer.send(loaded));
    }
}

fn translate_rust<'m>(
    program: &rust::Program,
    lowering: &lower::Lowering<'m>,
    linked: &Linked,
    found: &rust::Found,
) -> Result<rust::Loaded, LoadError> {
    let symbol = found.symbol.clone()?;
    let entry = lowering.source.function(&symbol).ok_or(LoadError::NoMain)?;
    let mut module = lowering.lower(entry, &program.files, Some(program.how));
    module.note_weak_atomics(|function| linked.own.contains(function));
    module.note_assertions(|function| linked.own.contains(function));
    let is_model =
        |f: &threadproof_ir::module::Function| f.name == "threadproof_loom::model::model";
    Ok(rust::Loaded {
        loom: module.functions.iter().any(is_model),
        module,
        place: found.place.clone(),
    })
}

/// The contents of one file as LLVM reads them.
struct Source {
    file: PathBuf,
    contents: Vec<u8>,
    /// The command that compiled it; none for files of LLVM.
    clang: Option<String>,
    exceptions: bool,
    /// It is part of a static library, and belongs to the program only if that needs it.
    if_needed: bool,
    /// What the file consists of beside this.
    without_bitcode: Vec<String>,
}

impl Source {
    fn new(file: &Path, contents: Vec<u8>) -> Source {
        Source {
            file: file.into(),
            contents,
            clang: None,
            exceptions: false,
            if_needed: false,
            without_bitcode: Vec::new(),
        }
    }
}

/// Fetches the files. If one has exceptions all have: they pass through the functions of others, whose
/// variables have to be destroyed.
fn fetch_all(input: &Input) -> Result<Vec<Source>, LoadError> {
    if let [file] = &input.files[..] {
        return fetch(file, input, false);
    }
    let sources = fetch_each(input, false)?;
    if sources.iter().any(|source| source.exceptions) {
        return fetch_each(input, true);
    }
    Ok(sources)
}

/// Fetches several files in parallel; the first one in order that fails is reported.
fn fetch_each(input: &Input, exceptions: bool) -> Result<Vec<Source>, LoadError> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = input
            .files
            .iter()
            .map(|file| scope.spawn(move || fetch(file, input, exceptions)))
            .collect();
        let finish = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let fetched: Result<Vec<Vec<Source>>, LoadError> =
            threads.into_iter().map(finish).collect();
        Ok(fetched?.into_iter().flatten().collect())
    })
}

/// The language of a file that clang compiles.
fn language(file: &Path) -> Option<Language> {
    match file.extension()?.to_str()? {
        "c" | "i" => Some(Language::C),
        "cc" | "cpp" | "cxx" | "ii" => Some(Language::Cpp),
        _ => None,
    }
}

fn fetch(file: &Path, input: &Input, exceptions: bool) -> Result<Vec<Source>, LoadError> {
    let missing = |error: std::io::Error| LoadError::Missing {
        file: file.into(),
        reason: error.to_string(),
    };
    let language = match (language(file), file.extension().and_then(|e| e.to_str())) {
        (Some(language), _) => language,
        (None, Some(extension @ ("ll" | "bc"))) => {
            let contents = std::fs::read(file).map_err(missing)?;
            if extension == "bc" && clang::crashes_reader(file, input.clang.as_deref()) {
                return Err(LoadError::Unreadable {
                    file: file.into(),
                    message: "it is damaged".into(),
                });
            }
            return Ok(vec![Source::new(file, contents)]);
        }
        _ => return fetch_built(file),
    };
    std::fs::File::open(file).map_err(missing)?;
    let own = input.file_arguments.iter().find(|(of, _)| of == file);
    let mut arguments = own.map_or(Vec::new(), |(_, arguments)| arguments.clone());
    arguments.extend(input.clang_arguments.clone());
    if language == Language::C && input.files.len() == 1 {
        // First, so that what the user says wins.
        arguments.splice(0..0, gnu_inline::argument(file).map(String::from));
    }
    let compile = |arguments: &[String]| {
        let clang = (input.clang.as_deref(), input.modules.as_ref());
        clang::compile(file, language, arguments, clang, exceptions)
    };
    let compiled = match &input.compiled {
        Some(folder) => compiled::once(folder, input, file, &arguments, exceptions, compile)?,
        None => compile(&arguments)?,
    };
    Ok(vec![Source {
        clang: Some(compiled.clang),
        exceptions: compiled.exceptions,
        ..Source::new(file, compiled.bitcode)
    }])
}

/// The modules of an object, a library or a program.
fn fetch_built(file: &Path) -> Result<Vec<Source>, LoadError> {
    let contents = std::fs::read(file).map_err(|error| LoadError::Missing {
        file: file.into(),
        reason: error.to_string(),
    })?;
    if !built::is_built(&contents) {
        return Err(LoadError::WrongExtension { file: file.into() });
    }
    let built = built::read(file, &contents)?;
    let sources = built.modules.into_iter().map(|module| Source {
        exceptions: module.exceptions,
        if_needed: module.if_needed,
        ..Source::new(Path::new(&module.name), module.bitcode)
    });
    let mut sources: Vec<Source> = sources.collect();
    if let Some(first) = sources.first_mut() {
        first.without_bitcode = built.without;
    }
    Ok(sources)
}

/// Compiles a file as it would be for a check, for an object to carry it.
pub fn compile_to_carry(
    file: &Path,
    cpp: bool,
    arguments: &[String],
    clang: Option<&Path>,
) -> Result<Vec<u8>, LoadError> {
    let language = match cpp {
        true => Language::Cpp,
        false => Language::C,
    };
    let exceptions = cpp && !arguments.iter().any(|a| a == "-fno-exceptions");
    let compiled = clang::compile(file, language, arguments, (clang, None), exceptions)?;
    let name = std::path::absolute(file).unwrap_or_else(|_| file.into());
    let name = name.display().to_string();
    Ok(built::encode(&name, &compiled.bitcode, compiled.exceptions))
}

/// The commands to try, one after the other, for clang.
pub fn clangs(clang: Option<&Path>) -> Vec<PathBuf> {
    clang::candidates(clang)
}

fn translate(
    sources: &[Source],
    files: Vec<PathBuf>,
    models: &[ModelFunction],
    (entry, volatile): (Option<&str>, Volatile),
) -> Result<Module, LoadError> {
    let context = read::Context::new();
    let without = sources.iter().flat_map(|source| &source.without_bitcode);
    let without: Vec<String> = without.cloned().collect();
    let module = program::whole(&context, sources, entry).and_then(|mut whole| {
        volatile::apply(&mut whole, volatile);
        finish(&context, whole, &files, models)
    });
    let mut module = module.map_err(|error| match error {
        LoadError::NoMain if !without.is_empty() => LoadError::MainWithoutBitcode {
            files: without.clone(),
        },
        error => error,
    })?;
    module.debug.without_code = without;
    Ok(module)
}

/// Adds what the program needs of the modelled library, and translates.
fn finish<'c>(
    context: &'c read::Context,
    mut whole: read::Module<'c>,
    files: &[PathBuf],
    models: &[ModelFunction],
) -> Result<Module, LoadError> {
    if lower::entry(&whole).is_none() {
        return Err(LoadError::NoMain);
    }
    let linked = link_runtime(context, &mut whole, models)?;
    let lowering = lower::Lowering::new(&whole, linked.unwinding);
    let main = lower::entry(&whole).ok_or(LoadError::NoMain)?;
    let mut module = lowering.lower(main, files, None);
    module.note_weak_atomics(|function| linked.own.contains(function));
    module.note_assertions(|function| linked.own.contains(function));
    Ok(module)
}

/// The facts about a program that is linked with the modelled library.
struct Linked {
    unwinding: lower::Unwinding,
    /// The functions that the program defines itself. Those of the translated module have the names that people write.
    own: FxHashSet<String>,
}

fn link_runtime<'c>(
    context: &'c read::Context,
    whole: &mut read::Module<'c>,
    models: &[ModelFunction],
) -> Result<Linked, LoadError> {
    if !whole.is_64_bit_little_endian() {
        return Err(LoadError::WrongTarget);
    }
    model_function::define(whole, models)?;
    let unwinding = lower::Unwinding::of(whole);
    let defined = whole
        .functions()
        .into_iter()
        .filter(|f| !f.is_declaration());
    let own = defined.map(|f| read::demangle(&f.name())).collect();
    let runtime = read::Module::library(context, RUNTIME, |name| {
        let throws = unwinding.catches && name.starts_with(lower::THROWING);
        let replaces = lower::replaces(whole, name);
        lower::is_helper(name) || throws || replaces || waits_for_tried(whole, name)
    });
    let runtime = runtime.map_err(|message| LoadError::Fatal { message })?;
    program::link(whole, runtime)?;
    Ok(Linked { unwinding, own })
}

/// Is this what a loop calls in the end that only tries to get a lock?
fn waits_for_tried(program: &read::Module<'_>, name: &str) -> bool {
    let twin = TWINS.iter().find(|(_, waits)| *waits == name);
    twin.is_some_and(|(tries, _)| program.function(tries).is_some())
}
