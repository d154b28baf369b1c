//! Why a program could not be read.

use std::fmt;
use std::path::PathBuf;

/// The version of LLVM that we read with, and the newest clang whose output it reads.
pub(crate) const LLVM_VERSION: u32 = 22;
/// The oldest clang whose output is known to work.
const OLDEST_CLANG: u32 = 14;

/// The reason why a program cannot be checked.
#[derive(Clone, Debug)]
pub enum LoadError {
    NoFiles,
    /// The file cannot be opened or read.
    Missing {
        file: PathBuf,
        reason: String,
    },
    WrongExtension {
        file: PathBuf,
    },
    /// An object, library or program that another compiler has built.
    NoBitcode {
        file: PathBuf,
    },
    /// An object, library or program that cannot be read.
    Damaged {
        file: PathBuf,
        message: String,
    },
    /// The program cannot begin with this function.
    BadEntry {
        name: String,
        reason: String,
    },
    /// None of these commands exists.
    ClangNotFound {
        tried: Vec<String>,
    },
    /// With clang's own words.
    ClangFailed {
        file: PathBuf,
        message: String,
    },
    /// LLVM cannot read what this clang wrote.
    ClangTooNew {
        clang: String,
        version: String,
        message: String,
    },
    /// A file is no valid LLVM module, in LLVM's words.
    Unreadable {
        file: PathBuf,
        message: String,
    },
    /// The files do not fit together, in LLVM's words.
    Link {
        message: String,
    },
    /// A function cannot be given a value.
    ModelFunction {
        name: String,
        reason: String,
    },
    /// Not compiled for a 64-bit little-endian machine.
    WrongTarget,
    NoMain,
    /// It may be in one of these.
    MainWithoutBitcode {
        files: Vec<String>,
    },
    /// No function of the program has this path.
    NoFunction {
        path: String,
    },
    /// A function that is to be the entry has a result, which nobody would look at.
    ReturnsValue {
        path: String,
    },
    RustcNotFound {
        rustc: PathBuf,
        message: String,
    },
    /// With rustc's own words.
    RustcFailed {
        file: PathBuf,
        message: String,
    },
    /// The Rust compiler has another LLVM than we have.
    WrongRustc {
        rustc: String,
        llvm: String,
    },
    /// Rust cannot be linked with files of other languages.
    RustWithOthers,
    /// We are linked with another LLVM than the one that we were built for.
    WrongLlvm {
        found: (u32, u32, u32),
    },
    /// LLVM gave up, in its own words.
    Fatal {
        message: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NoFiles => write!(out, "no files to check"),
            LoadError::Missing { file, reason } => {
                write!(out, "cannot read {}: {reason}", file.display())
            }
            LoadError::WrongExtension { file } => write!(
                out,
                "do not know what {} is: a C file ends in .c (preprocessed: .i), a C++ file in .cc, .cpp \
                 or .cxx (.ii), a Rust program in .rs, an LLVM module in .ll or .bc; objects, libraries and programs \
                 have to be built with `threadproof cc`",
                file.display()
            ),
            LoadError::ClangNotFound { tried } => write!(
                out,
                "clang was not found (tried {}): install the Debian package clang-{LLVM_VERSION}, or \
                 set $THREADPROOF_CLANG to a clang; $THREADPROOF_CLANG, clang-{LLVM_VERSION} and \
                 clang are tried in this order, and versions {OLDEST_CLANG} to {LLVM_VERSION} work",
                tried.join(", ")
            ),
            LoadError::ClangFailed { file, message } => {
                write!(out, "clang cannot compile {}:\n{message}", file.display())
            }
            LoadError::ClangTooNew {
                clang,
                version,
                message,
            } => write!(
                out,
                "cannot read the output of {clang} ({version}); versions {OLDEST_CLANG} to \
                 {LLVM_VERSION} work: {message}"
            ),
            LoadError::Unreadable { file, message } => {
                write!(out, "{} is no valid LLVM module: {message}", file.display())
            }
            LoadError::Link { message } => write!(out, "the files do not fit together: {message}"),
            LoadError::ModelFunction { name, reason } => {
                write!(out, "`{name}` cannot be given a value: {reason}")
            }
            LoadError::WrongTarget => write!(
                out,
                "the program is compiled for another kind of machine: only 64-bit little-endian \
                 ones can be checked"
            ),
            LoadError::NoMain => write!(out, "the program has no function `main`"),
            LoadError::NoFunction { path } => {
                write!(out, "the program has no function `{path}`")
            }
            LoadError::ReturnsValue { path } => write!(
                out,
                "`{path}` returns a value, or is generic: only functions without arguments and results can be \
                 checked by themselves"
            ),
            LoadError::WrongLlvm {
                found: (major, minor, patch),
            } => write!(
                out,
                "threadproof was built for LLVM {LLVM_VERSION} but runs with LLVM {major}.{minor}.{patch}"
            ),
            LoadError::Fatal { message } => write!(out, "LLVM failed: {message}"),
            other => other.explain_build(out),
        }
    }
}

impl LoadError {
    /// The words for what other compilers and builds have made.
    fn explain_build(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::MainWithoutBitcode { files } => write!(
                out,
                "the program has no function `main`, and {} without bitcode: build all with \
                 CC=\"threadproof cc\" and CXX=\"threadproof c++\"",
                match &files[..] {
                    [file] => format!("{file} is"),
                    files => format!("{} are", files.join(", ")),
                }
            ),
            LoadError::NoBitcode { file } => write!(
                out,
                "{} carries no bitcode: build it with CC=\"threadproof cc\" and CXX=\"threadproof c++\"",
                file.display()
            ),
            LoadError::Damaged { file, message } => {
                write!(out, "cannot read {}: {message}", file.display())
            }
            LoadError::BadEntry { name, reason } => {
                write!(out, "the program cannot begin with `{name}`: {reason}")
            }
            LoadError::RustcNotFound { rustc, message } => write!(
                out,
                "cannot run {}: {message}; install the Rust toolchain, or set $RUSTC to a rustc",
                rustc.display()
            ),
            LoadError::RustcFailed { file, message } => {
                write!(out, "rustc cannot compile {}:\n{message}", file.display())
            }
            LoadError::WrongRustc { rustc, llvm } => write!(
                out,
                "{rustc} has LLVM {llvm}, but threadproof reads what LLVM {LLVM_VERSION} writes: install a \
                 toolchain whose `rustc -vV` names LLVM {LLVM_VERSION} (1.95 does), and choose it with \
                 `rustup override set` or $RUSTC"
            ),
            LoadError::RustWithOthers => write!(
                out,
                "a Rust program is one file with its modules: it cannot be checked together with other files"
            ),
            other => unreachable!("explained before: {other:?}"),
        }
    }
}

impl std::error::Error for LoadError {}
