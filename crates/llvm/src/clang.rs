//! Runs clang on the user's files.
//!
//! Every further optimisation merges, moves or drops accesses to shared memory, so none is
//! asked for; a user who passes `-O2` has exactly that code checked.

use crate::cprover_async;
use crate::error::LoadError;
use crate::headers;
use crate::module_cache::ModuleCache;
use crate::needs_exceptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

/// `optnone` would keep later passes from looking at the function; names are for reports.
const ALWAYS: &[&str] = &[
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-g",
];

/// What C allowed once and many test programs still do is no error; and words of CBMC.
const OLD_C: &[&str] = &[
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
    "-D__CPROVER_thread_local=__thread",
    "-D__CPROVER_bool=_Bool",
];

/// The language of a file.
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
    /// It is C++ with exceptions.
    pub exceptions: bool,
}

/// Compiles one file to bitcode, which comes through a pipe: no temporary file is left behind.
/// `exceptions`: with exceptions, whether the file needs them or not.
pub fn compile(
    file: &Path,
    language: Language,
    arguments: &[String],
    (clang, cache): (Option<&Path>, Option<&ModuleCache>),
    exceptions: bool,
) -> Result<Compiled, LoadError> {
    let candidates = candidates(clang);
    let cache = cache.filter(|_| ModuleCache::covers(arguments));
    for candidate in &candidates {
        let mut needs = Needs {
            exceptions: exceptions
                || (language == Language::Cpp && needs_exceptions::are_needed(file)),
            ..Needs::default()
        };
        let output = match run((candidate, cache), (file, language), arguments, &mut needs) {
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
                message: words_of(&output),
            });
        }
        return Ok(Compiled {
            bitcode: output.stdout,
            clang: candidate.display().to_string(),
            exceptions: needs.exceptions && language == Language::Cpp,
        });
    }
    Err(LoadError::ClangNotFound {
        tried: candidates.iter().map(|c| c.display().to_string()).collect(),
    })
}

/// Does LLVM crash on this file? Its reader of bitcode does on some damaged ones, so that clang
/// reads them first in a process of its own. Without clang the file is trusted.
pub fn crashes_reader(file: &Path, clang: Option<&Path>) -> bool {
    for candidate in candidates(clang) {
        let mut command = Command::new(candidate);
        command.args(["-cc1", "-emit-llvm-bc", "-disable-llvm-passes", "-x", "ir"]);
        command.args(["-o", "/dev/null"]).arg(file);
        match command.stdin(Stdio::null()).output() {
            // Killed by a signal: no exit code.
            Ok(output) => return output.status.code().is_none(),
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(_) => return false,
        }
    }
    false
}

/// The first line of what `clang --version` says.
pub fn version(clang: &str) -> String {
    let output = Command::new(clang).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    text.lines().next().unwrap_or("unknown version").to_string()
}

/// A clang that the user names is the only one to try.
pub fn candidates(clang: Option<&Path>) -> Vec<PathBuf> {
    match clang {
        Some(path) => vec![path.to_path_buf()],
        None => vec!["clang-22".into(), "clang".into()],
    }
}

/// `std::counting_semaphore` over the system's semaphores, each operation one step: the other one that
/// libstdc++ has is full of steps, and that of version 12 loses wake-ups. And the last owner of a `std::shared_ptr` gives
/// it up in one step: a look at both of its counts, which comes first elsewhere, only saves time.
const CPP: &[&str] = &["-D_GLIBCXX_USE_POSIX_SEMAPHORE=1", "-D_GLIBCXX_TSAN=1"];

/// Types of GCC that files have which it has preprocessed. They are preprocessed again, since nobody
/// else would put other names in their place.
const GCC_FLOATS: &[&str] = &[
    "-xc",
    "-D_Float32=float",
    "-D_Float64=double",
    "-D_Float32x=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// The needs of a file beyond the usual.
#[derive(Default)]
struct Needs {
    headers: Option<headers::Folder>,
    exceptions: bool,
    gcc_floats: bool,
}

impl Needs {
    /// Learns from a failure; false if nothing can be done about it.
    fn learn(&mut self, complaint: &str) -> std::io::Result<bool> {
        if self.headers.is_none() && headers::are_missing(complaint) {
            self.headers = Some(headers::Folder::new()?);
            return Ok(true);
        }
        let exceptions = needs_exceptions::are_missing(complaint) && !self.exceptions;
        let gcc_floats = complaint.contains("unknown type name '_Float") && !self.gcc_floats;
        self.exceptions |= exceptions;
        self.gcc_floats |= gcc_floats;
        Ok(exceptions || gcc_floats)
    }
}

/// Compiles; once more if something is missing that can be given.
fn run(
    (clang, cache): (&Path, Option<&ModuleCache>),
    (file, language): (&Path, Language),
    arguments: &[String],
    needs: &mut Needs,
) -> std::io::Result<Output> {
    loop {
        let words = words_for(file, language, arguments, needs);
        let output = match cache {
            Some(cache) => run_unless_kept(cache, clang, file, &words, needs)?,
            None => run_once(clang, &words, &EMIT, file)?,
        };
        if output.status.success() || !needs.learn(&words_of(&output))? {
            return Ok(output);
        }
    }
}

/// Compiles unless the same text has been compiled before.
fn run_unless_kept(
    cache: &ModuleCache,
    clang: &Path,
    file: &Path,
    words: &[String],
    needs: &Needs,
) -> std::io::Result<Output> {
    let begin = SystemTime::now();
    let mut text = run_once(clang, words, &PREPROCESS, file)?;
    if !text.status.success() {
        return Ok(text);
    }
    let without = needs.headers.as_ref().map(|folder| folder.last());
    let place = cache.place(file, &lasting(words), &text.stdout, without);
    if let Some(module) = cache.find(&place) {
        text.stdout = module;
        return Ok(text);
    }
    let output = run_once(clang, words, &EMIT, file)?;
    // A file that is being changed may have been preprocessed before that, and compiled after it.
    if output.status.success() && !is_changed(file, &text.stdout, begin) {
        cache.keep(&place, &output.stdout);
    }
    Ok(output)
}

/// Has a file, or one that its preprocessed text names, been changed since then?
fn is_changed(file: &Path, text: &[u8], since: SystemTime) -> bool {
    let text = String::from_utf8_lossy(text);
    let marks = text.lines().filter_map(|line| line.strip_prefix("# "));
    let named = marks.filter_map(|mark| mark.split('"').nth(1));
    let mut named: Vec<&Path> = named.map(Path::new).chain([file]).collect();
    named.sort();
    named.dedup();
    let is_new = |file: &&Path| {
        // `<built-in>` is none.
        let written = std::fs::metadata(file).and_then(|metadata| metadata.modified());
        written.is_ok_and(|written| written > since)
    };
    named.iter().any(is_new)
}

/// Arguments but those that say where the names of headers are written.
fn lasting(words: &[String]) -> Vec<String> {
    let mut lasting: Vec<String> = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-MD" => (),
            "-MF" => drop(words.next()),
            _ => lasting.push(word.clone()),
        }
    }
    lasting
}

/// Last, so that no argument of the user sends the output elsewhere.
const EMIT: [&str; 4] = ["-emit-llvm", "-c", "-o", "-"];
const PREPROCESS: [&str; 3] = ["-E", "-o", "-"];

fn run_once(clang: &Path, words: &[String], what: &[&str], file: &Path) -> std::io::Result<Output> {
    let mut command = Command::new(clang);
    command.args(words).args(what).arg("--").arg(file);
    command.stdin(Stdio::null()).output()
}

/// All arguments but the last ones.
fn words_for(file: &Path, language: Language, arguments: &[String], needs: &Needs) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |more: &[&str]| words.extend(more.iter().map(ToString::to_string));
    add(ALWAYS);
    if language == Language::C {
        add(OLD_C);
        if needs.gcc_floats {
            add(GCC_FLOATS);
        }
    }
    if language == Language::Cpp {
        if !needs.exceptions {
            add(&["-fno-exceptions"]);
        }
        let is_standard = |a: &String| a.starts_with("-std=") || a.starts_with("--std");
        if !arguments.iter().any(is_standard) {
            add(&["-std=c++17"]);
        }
        add(CPP);
    }
    words.extend(cprover_async::arguments(file));
    words.extend(arguments.iter().cloned());
    if let Some(folder) = &needs.headers {
        let (first, last) = (folder.first(), folder.last());
        words.push(format!("-isystem{}", first.display()));
        words.push(format!("-idirafter{}", last.display()));
        // Reports tell of no folder of ours, but of one of the system.
        words.push(format!("-ffile-prefix-map={}=/usr/include", last.display()));
    }
    words
}

fn words_of(output: &Output) -> String {
    let words = String::from_utf8_lossy(&output.stderr)
        .trim_end()
        .to_string();
    if words.is_empty() {
        format!("clang ended with {}", output.status)
    } else {
        words
    }
}
