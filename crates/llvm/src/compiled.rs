//! Files that are compiled once for several checks of the same program: clang takes longer than most checks.
//!
//! A folder holds what was compiled, and which headers and modules went into it. It must not outlive changes to the files.

use crate::clang::Compiled;
use crate::error::LoadError;
use crate::{Input, is_rust, language};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Compiles a file unless that has been done with the same arguments. Whatever goes wrong with the folder costs
/// time alone.
pub fn once(
    folder: &Path,
    input: &Input,
    file: &Path,
    arguments: &[String],
    exceptions: bool,
    compile: impl FnOnce(&[String]) -> Result<Compiled, LoadError>,
) -> Result<Compiled, LoadError> {
    let kept = folder.join(name(&(file, arguments, exceptions)));
    if let Some(compiled) = read(&kept) {
        return Ok(compiled);
    }
    let headers = list(folder, input, file).display().to_string();
    let more = ["-MD", "-MF", &headers].map(String::from);
    let compiled = compile(&[arguments, &more].concat())?;
    let flag = if compiled.exceptions { '+' } else { '-' };
    let head = format!("{flag}{}\n", compiled.clang);
    keep(&kept, &[head.as_bytes(), &compiled.bitcode].concat());
    Ok(compiled)
}

/// The same for a file of Rust. `compile` is told where to put the list of its modules.
pub fn rust_once(
    folder: &Path,
    input: &Input,
    file: &Path,
    compile: impl FnOnce(Option<&Path>) -> Result<Vec<u8>, LoadError>,
) -> Result<Vec<u8>, LoadError> {
    let kept = folder.join(name(&(file, &input.clang_arguments)));
    if let Ok(bitcode) = std::fs::read(&kept) {
        return Ok(bitcode);
    }
    let bitcode = compile(Some(&list(folder, input, file)))?;
    keep(&kept, &bitcode);
    Ok(bitcode)
}

/// Whole or not at all: others may look at the same time.
fn keep(file: &Path, contents: &[u8]) {
    let draft = file.with_extension(std::process::id().to_string());
    if std::fs::write(&draft, contents).is_ok() {
        let _ = std::fs::rename(&draft, file);
    }
}

/// The headers and modules that went into a program, as far as its files were compiled through its folder; `None` if
/// more went into it than files that have names.
pub fn dependencies(input: &Input) -> Option<Vec<PathBuf>> {
    let Some(folder) = &input.compiled else {
        return Some(Vec::new());
    };
    // Nobody lists files with arguments.
    let own = input.file_arguments.iter().flat_map(|(_, own)| own);
    let mut arguments = own.chain(&input.clang_arguments);
    if arguments.any(|a| a.starts_with('@')) {
        return None;
    }
    let mut headers = Vec::new();
    for file in &input.files {
        let rules = std::fs::read_to_string(list(folder, input, file)).ok();
        // A list that cannot be read, or has names that are no text, says nothing.
        if rules.is_none() && language(file).is_some() {
            return None;
        }
        let rules = rules.unwrap_or_default();
        if is_rust(file) && (has_unnamed(&rules) || has_libraries(&input.clang_arguments)) {
            return None;
        }
        headers.extend(prerequisites(&rules));
    }
    // Our own headers belong to the checker, and are gone by now.
    headers.retain(|header| !crate::headers::is_ours(header));
    headers.sort();
    headers.dedup();
    Some(headers)
}

/// Does a list of rustc lack something: the whole list, or the values of variables of the environment?
fn has_unnamed(rules: &str) -> bool {
    rules.is_empty() || rules.contains("# env-dep:")
}

/// Do arguments for rustc name libraries? Its list has only sources.
fn has_libraries(arguments: &[String]) -> bool {
    let libraries = ["--extern", "-L", "-l"];
    let names = |argument: &String| libraries.iter().any(|name| argument.starts_with(name));
    arguments.iter().any(names)
}

fn read(kept: &Path) -> Option<Compiled> {
    let contents = std::fs::read(kept).ok()?;
    let end = contents.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&contents[..end]).ok()?;
    let (exceptions, clang) = match head.strip_prefix('+') {
        Some(clang) => (true, clang),
        None => (false, head.strip_prefix('-')?),
    };
    Some(Compiled {
        clang: clang.into(),
        exceptions,
        bitcode: contents[end + 1..].to_vec(),
    })
}

/// The file with the headers of a file, as a rule for make.
fn list(folder: &Path, input: &Input, file: &Path) -> PathBuf {
    let own = input.file_arguments.iter().find(|(of, _)| of == file);
    let name = name(&(file, own, &input.clang_arguments));
    folder.join(format!("{name}.d"))
}

fn name(of: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The names after the colon of the first rule; blanks in them are escaped, and so are ends of lines between them.
fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let Some((_, names)) = rule.split_once(": ") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut name = String::new();
    let mut characters = names.chars().peekable();
    while let Some(mut c) = characters.next() {
        if c == '\\' && characters.peek() == Some(&'\n') {
            characters.next();
            c = ' ';
        }
        match (c, characters.peek()) {
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => {
                name.extend(characters.next());
            }
            (c, _) if c.is_whitespace() => {
                if !name.is_empty() {
                    found.push(std::mem::take(&mut name).into());
                }
                if c == '\n' {
                    break;
                }
            }
            (c, _) => name.push(c),
        }
    }
    if !name.is_empty() {
        found.push(name.into());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_make() {
        let rule = "-.o: a.c \\\n  /usr/include/x\\ y.h /a$$b.h \\\n c\\#.h\n";
        let names = ["a.c", "/usr/include/x y.h", "/a$b.h", "c#.h"];
        assert_eq!(prerequisites(rule), names.map(PathBuf::from));
        assert!(prerequisites("").is_empty());
        let of_rustc = "a.bc: a.rs b.rs\n\na.rs:\nb.rs:\n";
        assert_eq!(prerequisites(of_rustc), ["a.rs", "b.rs"].map(PathBuf::from));
    }

    #[test]
    fn the_second_time_nothing_is_compiled() {
        let folder = std::env::temp_dir().join(format!("threadproof-once-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        let (input, file) = (Input::default(), Path::new("a.c"));
        let made = |_: &[String]| {
            Ok(Compiled {
                bitcode: b"BC\n1".to_vec(),
                clang: "clang-22".into(),
                exceptions: true,
            })
        };
        let first = once(&folder, &input, file, &[], false, made);
        assert!(first.is_ok());
        let again = once(&folder, &input, file, &[], false, |_| {
            panic!("it was compiled before")
        });
        let again = again.ok().map(|c| (c.bitcode, c.clang, c.exceptions));
        assert_eq!(again, Some((b"BC\n1".to_vec(), "clang-22".into(), true)));
        let other = ["-DN=2".to_string()];
        let other = once(&folder, &input, file, &other, false, |_| {
            Err(LoadError::NoMain)
        });
        assert!(other.is_err(), "other arguments are another program");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
