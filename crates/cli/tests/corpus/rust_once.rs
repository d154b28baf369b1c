//! A rustc that compiles the same thing once, as [`super::compile_once`] is a clang that does.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The variable that names the folder with what rustc made.
const FOLDER: &str = "THREADPROOF_TEST_RUST_COMPILED";
/// The variable that names the rustc to use; for the checker it is the one that is played.
const REAL: &str = "THREADPROOF_TEST_RUSTC";
const CHOICE: &str = "RUSTC";
const USUAL: &str = "rustc";
const INTO: &str = "--out-dir=";

/// Lets a command compile with it.
pub fn used_by(command: &mut Command, folder: &Path) -> std::io::Result<()> {
    let real = std::env::var_os(CHOICE).unwrap_or_else(|| USUAL.into());
    command
        .env(CHOICE, std::env::current_exe()?)
        .env(REAL, real)
        .env(FOLDER, folder);
    Ok(())
}

/// Why programs in Rust cannot be checked on this machine, if they cannot.
pub fn problem() -> Option<String> {
    let rustc = std::env::var_os(CHOICE).unwrap_or_else(|| USUAL.into());
    let checked = threadproof_llvm::rust::check_version(Path::new(&rustc));
    checked.err().map(|error| error.to_string())
}

/// Plays rustc if this process was started as such.
pub fn play() -> Option<ExitCode> {
    let folder = PathBuf::from(std::env::var_os(FOLDER)?);
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // The same process may have been told to play clang, too.
    let is_rustc = |a: &OsString| a == "-vV" || a.to_string_lossy().starts_with(INTO);
    arguments.iter().any(is_rustc).then(|| {
        said(&folder, &arguments).unwrap_or_else(|error| {
            eprintln!("cannot run rustc: {error}");
            ExitCode::FAILURE
        })
    })
}

fn said(folder: &Path, arguments: &[OsString]) -> std::io::Result<ExitCode> {
    let mut into = arguments.iter().filter_map(|argument| {
        let folder = argument.to_str()?.strip_prefix(INTO)?;
        Some(PathBuf::from(folder))
    });
    let Some(into) = into.next() else {
        return real(arguments);
    };
    let mut hasher = DefaultHasher::new();
    let same = |a: &&OsString| !a.to_string_lossy().starts_with(INTO);
    for argument in arguments.iter().filter(same) {
        argument.hash(&mut hasher);
    }
    let kept = folder.join(format!("{:016x}.rust.bc", hasher.finish()));
    if kept.exists() {
        fs::copy(kept, into.join("kept.bc"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let code = real(arguments)?;
    for entry in fs::read_dir(into)? {
        let made = entry?.path();
        if made.extension().is_some_and(|extension| extension == "bc") {
            let whole = kept.with_extension("part");
            fs::copy(made, &whole)?;
            fs::rename(whole, &kept)?;
        }
    }
    Ok(code)
}

fn real(arguments: &[OsString]) -> std::io::Result<ExitCode> {
    let rustc = std::env::var_os(REAL).unwrap_or_else(|| USUAL.into());
    let status = Command::new(rustc).args(arguments).status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
