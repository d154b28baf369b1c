//! Runs clang on the user's files.
//!
//! Every further optimisation merges, moves or drops accesses to shared memory, so none is
//! asked for; a user who passes `-O2` has exactly that code checked.

use crate::error::LoadError;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// `optnone` would keep later passes from looking at the function; names are for reports.
const ALWAYS: &[&str] = &[
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-g",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cpp,
}

/// A compiled file.
pub struct Compiled {
    pub bitcode: Vec<u8>,
    /// The command that compiled it.
    pub clang: String,
}

/// Compiles one file to bitcode, which comes through a pipe: no temporary file is left behind.
pub fn compile(
    file: &Path,
    language: Language,
    arguments: &[String],
    clang: Option<&Path>,
) -> Result<Compiled, LoadError> {
    let candidates = candidates(clang);
    for candidate in &candidates {
        let output = match run(candidate, file, language, arguments) {
            Ok(output) => output,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => {
                return Err(LoadError::ClangFailed {
                    file: file.into(),
                    message: format!("cannot run {}: {error}", candidate.display()),
                });
            }
        };
        if !output.status.success() {
            return Err(LoadError::ClangFailed {
                file: file.into(),
                message: words(&output),
            });
        }
        return Ok(Compiled {
            bitcode: output.stdout,
            clang: candidate.display().to_string(),
        });
    }
    Err(LoadError::ClangNotFound {
        tried: candidates.iter().map(|c| c.display().to_string()).collect(),
    })
}

/// The first line of what `clang --version` says.
pub fn version(clang: &str) -> String {
    let output = Command::new(clang).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    text.lines().next().unwrap_or("unknown version").to_string()
}

/// A clang that the user names is the only one to try.
fn candidates(clang: Option<&Path>) -> Vec<PathBuf> {
    match clang {
        Some(path) => vec![path.to_path_buf()],
        None => vec!["clang-22".into(), "clang".into()],
    }
}

fn run(
    clang: &Path,
    file: &Path,
    language: Language,
    arguments: &[String],
) -> std::io::Result<Output> {
    let mut command = Command::new(clang);
    command.args(ALWAYS);
    if language == Language::Cpp {
        command.arg("-fno-exceptions");
        if !arguments
            .iter()
            .any(|a| a.starts_with("-std=") || a.starts_with("--std"))
        {
            command.arg("-std=c++17");
        }
    }
    command.args(arguments);
    // Last, so that no argument of the user sends the output elsewhere.
    command
        .args(["-emit-llvm", "-c", "-o", "-", "--"])
        .arg(file);
    command.stdin(Stdio::null()).output()
}

fn words(output: &Output) -> String {
    let words = String::from_utf8_lossy(&output.stderr)
        .trim_end()
        .to_string();
    if words.is_empty() {
        format!("clang ended with {}", output.status)
    } else {
        words
    }
}
