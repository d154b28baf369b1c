//! A clang that compiles the same thing once: all cases and algorithms of a file share what clang said
//! the first time. Headers of C++ take a second, the check of a small program some milliseconds.
//!
//! The test program itself plays this clang when it is started with `FOLDER` in its environment. What it
//! keeps lives as long as the test of one file, so nothing can be out of date.

use crate::rust_once;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

/// The variable that names the folder with what clang said.
const FOLDER: &str = "THREADPROOF_TEST_COMPILED";
/// The variable that names the clang to use; for the checker it is the one that is played.
const REAL: &str = "THREADPROOF_TEST_CLANG";
const CHOICE: &str = "THREADPROOF_CLANG";
const USUAL: &str = "clang-22";

/// Where compiled files are kept; gone when dropped.
pub struct Compiler {
    folder: PathBuf,
}

impl Compiler {
    pub fn new(name: &str) -> std::io::Result<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("compiled-{name}"));
        // A run that was killed may have left something.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        Ok(Compiler { folder })
    }

    /// Lets a command compile with it.
    pub fn used_by<'a>(&self, command: &'a mut Command) -> std::io::Result<&'a mut Command> {
        let played = std::env::current_exe()?;
        let real = std::env::var_os(CHOICE).unwrap_or_else(|| USUAL.into());
        rust_once::used_by(command, &self.folder)?;
        Ok(command
            .env(CHOICE, played)
            .env(REAL, real)
            .env(FOLDER, &self.folder))
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Plays clang if this process was started as such.
pub fn play() -> Option<ExitCode> {
    let folder = std::env::var_os(FOLDER)?;
    Some(match said(Path::new(&folder)) {
        Ok((code, words, bitcode)) => {
            let written = std::io::stderr().write_all(&words);
            let written = written.and_then(|()| std::io::stdout().write_all(&bitcode));
            written.map_or(ExitCode::FAILURE, |()| ExitCode::from(code))
        }
        Err(error) => {
            eprintln!("cannot run clang: {error}");
            ExitCode::FAILURE
        }
    })
}

/// The exit code, the words and the bitcode for this process's arguments.
fn said(folder: &Path) -> std::io::Result<(u8, Vec<u8>, Vec<u8>)> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut hasher = DefaultHasher::new();
    arguments.hash(&mut hasher);
    let kept = folder.join(format!("{:016x}", hasher.finish()));
    let [code, words, bitcode] = ["code", "words", "bc"].map(|e| kept.with_extension(e));
    if let Ok(code) = fs::read(&code) {
        return Ok((code[0], fs::read(words)?, fs::read(bitcode)?));
    }
    let mut command = Command::new(std::env::var_os(REAL).unwrap_or_else(|| USUAL.into()));
    let output = command.args(&arguments).stdin(Stdio::null()).output()?;
    let Some(ended) = code_of(&output) else {
        // A crash is not kept; for whoever asked it is one again.
        std::process::abort();
    };
    fs::write(words, &output.stderr)?;
    fs::write(bitcode, &output.stdout)?;
    // Last, and whole: with it the others are complete.
    fs::write(code, [ended])?;
    Ok((ended, output.stderr, output.stdout))
}

fn code_of(output: &Output) -> Option<u8> {
    output.status.code().and_then(|code| code.try_into().ok())
}
