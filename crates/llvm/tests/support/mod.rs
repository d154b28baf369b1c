//! Small programs in, modules out.

use std::path::PathBuf;
use threadproof_ir::module::{Function, Global, Inst, InstKind, Module};
use threadproof_llvm::{Input, LoadError, load};

/// Writes `text` to a file of its own and returns its path. `name` has the extension.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = format!("{}-{number}", std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("cargo's folder for tests can be written");
    path
}

/// Loads files with arguments for clang.
pub fn load_with(files: &[PathBuf], arguments: &[&str]) -> Result<Module, LoadError> {
    let loaded = load(&Input {
        files: files.to_vec(),
        clang_arguments: arguments.iter().map(|a| a.to_string()).collect(),
        ..Input::default()
    });
    for file in files {
        if let Some(folder) = file
            .parent()
            .filter(|f| f.starts_with(env!("CARGO_TARGET_TMPDIR")))
        {
            drop(std::fs::remove_dir_all(folder));
        }
    }
    if let Ok(module) = &loaded
        && let Err(problem) = threadproof_ir::verify::verify(module)
    {
        panic!("the module breaks a rule: {}", problem.message);
    }
    loaded
}

/// Loads a program that is one file.
pub fn program(name: &str, text: &str) -> Module {
    match load_with(&[file(name, text)], &[]) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

pub fn c(text: &str) -> Module {
    program("program.c", text)
}

pub fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    let id = module
        .function(name)
        .unwrap_or_else(|| panic!("no function {name}"));
    &module.functions[id.index()]
}

pub fn global<'a>(module: &'a Module, name: &str) -> &'a Global {
    let found = module.globals.iter().find(|global| global.name == name);
    found.unwrap_or_else(|| panic!("no global {name}"))
}

pub fn instructions(function: &Function) -> impl Iterator<Item = &Inst> {
    function.blocks.iter().flat_map(|block| &block.instructions)
}

/// What the instructions of a function are.
pub fn kinds(module: &Module, name: &str) -> Vec<InstKind> {
    let all = instructions(function(module, name));
    all.map(|inst| inst.kind.clone()).collect()
}

/// What stops the search in a function.
pub fn stops(module: &Module, name: &str) -> Vec<String> {
    let stop = |kind| match kind {
        InstKind::Unsupported(words) => Some(words),
        _ => None,
    };
    kinds(module, name).into_iter().filter_map(stop).collect()
}
