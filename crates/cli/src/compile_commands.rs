//! The arguments of a build for clang: those of a `compile_commands.json`, and those of other folders.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// Arguments whose value is a path; it stands in the same word or in the next.
const PATHS: [&str; 8] = [
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "--sysroot=",
];
/// What a build asks for beside the meaning of the program, each with its value in the next word.
const DROPPED_PAIRS: [&str; 5] = ["-o", "-MF", "-MT", "-MQ", "-x"];
/// Words, and beginnings of words.
const DROPPED: [&str; 4] = ["-c", "-S", "-E", "-w"];
const DROPPED_STARTS: [&str; 15] = [
    "-l",
    "-L",
    "-shared",
    "-static",
    "-O",
    "-g",
    "-M",
    "-W",
    "-pedantic",
    "-pipe",
    "-flto",
    "-fsanitize",
    "-fprofile",
    "-fcoverage",
    "--coverage",
];

/// Refuses a list that has no command for one of the files.
pub fn has_all(database: &Path, files: &[PathBuf]) -> Result<(), String> {
    let entries = read(database)?;
    let is_missing = |file: &&PathBuf| !entries.iter().any(|entry| is_of(entry, database, file));
    match files.iter().find(is_missing) {
        None => Ok(()),
        Some(file) => Err(format!(
            "{}: has no command for {}",
            database.display(),
            file.display()
        )),
    }
}

fn read(database: &Path) -> Result<Vec<Value>, String> {
    let shown = database.display();
    let bytes = std::fs::read(database).map_err(|error| format!("{shown}: {error}"))?;
    let entries: Value =
        serde_json::from_slice(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    match entries {
        Value::Array(entries) => Ok(entries),
        _ => Err(format!("{shown}: is no list of commands")),
    }
}

fn folder_of(entry: &Value, database: &Path) -> PathBuf {
    let folder = entry["directory"].as_str().unwrap_or("");
    let beside = database.parent().unwrap_or(Path::new(""));
    beside.join(folder)
}

fn is_of(entry: &Value, database: &Path, file: &Path) -> bool {
    let Some(name) = entry["file"].as_str() else {
        return false;
    };
    let named = folder_of(entry, database).join(name);
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    named == file || whole(&named).is_some() && whole(&named) == whole(file)
}

fn of_entry(entry: &Value, database: &Path) -> Vec<String> {
    let words = words_of(entry);
    let name = entry["file"].as_str().unwrap_or("");
    // The first is the compiler, or two words if that is ours.
    let ours = words
        .get(1)
        .is_some_and(|word| word == "cc" || word == "c++");
    let words = words.into_iter().skip(1 + usize::from(ours)).collect();
    rebase(
        meaning(words, &[name.to_string()]),
        &folder_of(entry, database),
    )
}

/// The words without those that are about the build alone, and without these files.
pub fn meaning(words: Vec<String>, files: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if DROPPED_PAIRS.contains(&word.as_str()) {
            words.next();
        } else if word == "--" || files.contains(&word) || is_dropped(&word) {
            continue;
        } else {
            kept.push(word);
        }
    }
    kept
}

/// A file with the arguments that it is compiled with, if they are known.
type Compiled = (PathBuf, Option<Vec<String>>);

/// The files of a program with the arguments of each: those that are named, by their own name, that of their object or
/// that of a target of CMake; or else all.
pub fn sources(database: &Path, wanted: &[PathBuf]) -> Result<Vec<Compiled>, String> {
    let entries = read(database)?;
    let mut found: Vec<Compiled> = Vec::new();
    let mut add = |file: PathBuf, arguments: Option<Vec<String>>| {
        if !found.iter().any(|(known, _)| *known == file) {
            found.push((file, arguments));
        }
    };
    let whole = |entry: &Value| (file_of(entry, database), Some(of_entry(entry, database)));
    for entry in entries.iter().filter(|_| wanted.is_empty()) {
        let (file, arguments) = whole(entry);
        if is_source(&file) {
            add(file, arguments);
        }
    }
    for wish in wanted {
        let is_wanted = |entry: &&Value| {
            is_of(entry, database, wish) || is_output(entry, database, wish) || is_in(entry, wish)
        };
        let mut some = false;
        for entry in entries.iter().filter(is_wanted) {
            some = true;
            let (file, arguments) = whole(entry);
            add(file, arguments);
        }
        if !some {
            if !wish.is_file() {
                let shown = database.display();
                let wish = wish.display();
                return Err(format!(
                    "{shown}: has no command for {wish}, which is no target of it either"
                ));
            }
            add(wish.clone(), None);
        }
    }
    match found.is_empty() {
        true => Err(format!("{}: has no C or C++ file", database.display())),
        false => Ok(found),
    }
}

/// The file of a command, named from here.
fn file_of(entry: &Value, database: &Path) -> PathBuf {
    let file = folder_of(entry, database).join(entry["file"].as_str().unwrap_or(""));
    let here = std::env::current_dir().unwrap_or_default();
    match (std::fs::canonicalize(&file), std::fs::canonicalize(here)) {
        (Ok(file), Ok(here)) => match file.strip_prefix(&here) {
            Ok(below) => below.to_path_buf(),
            Err(_) => file,
        },
        _ => file,
    }
}

fn is_source(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("c" | "i" | "cc" | "cpp" | "cxx" | "ii"))
}

/// The object that a command makes.
fn output(entry: &Value) -> Option<String> {
    if let Some(output) = entry["output"].as_str() {
        return Some(output.to_string());
    }
    let words = words_of(entry);
    let at = words.iter().position(|word| word == "-o")?;
    words.get(at + 1).cloned()
}

fn is_output(entry: &Value, database: &Path, file: &Path) -> bool {
    let Some(output) = output(entry) else {
        return false;
    };
    let full = std::path::absolute(folder_of(entry, database).join(output));
    full.is_ok_and(|full| std::path::absolute(file).is_ok_and(|file| file == full))
}

/// Does the command belong to this target of CMake?
fn is_in(entry: &Value, target: &Path) -> bool {
    let folder = format!("CMakeFiles/{}.dir/", target.display());
    output(entry).is_some_and(|output| output.contains(&folder))
}

fn words_of(entry: &Value) -> Vec<String> {
    match (&entry["arguments"], entry["command"].as_str()) {
        (Value::Array(words), _) => words
            .iter()
            .filter_map(|word| word.as_str().map(String::from))
            .collect(),
        (_, Some(command)) => shell_words(command),
        _ => Vec::new(),
    }
}

fn is_dropped(word: &str) -> bool {
    let begins = |start: &&str| word.starts_with(*start);
    DROPPED.contains(&word) || DROPPED_STARTS.iter().any(begins)
}

/// Arguments that were written for another folder than ours.
pub fn rebase(arguments: Vec<String>, folder: &Path) -> Vec<String> {
    let join = |path: &str| folder.join(path).to_string_lossy().into_owned();
    let mut based = Vec::with_capacity(arguments.len());
    let mut words = arguments.into_iter();
    while let Some(word) = words.next() {
        let path = PATHS.iter().find(|start| word.starts_with(**start));
        match path {
            Some(start) if word == *start => {
                based.push(word);
                based.extend(words.next().map(|path| join(&path)));
            }
            Some(start) => based.push(format!("{start}{}", join(&word[start.len()..]))),
            None => based.push(word),
        }
    }
    based
}

/// The words of a command as a shell reads them.
pub fn shell_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None | Some('"'), '\\') => {
                if let Some(next) = characters.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_command_without_what_is_about_the_build() {
        let entry = json!({
            "directory": "build",
            "file": "../src/queue.c",
            "command": "cc -O2 -g -Wall -Werror -I../include -isystem sys '-DNAME=\"a b\"' \
                        -std=c11 -MD -MF queue.d -o queue.o -c ../src/queue.c",
        });
        let database = Path::new("p/compile_commands.json");
        assert_eq!(
            of_entry(&entry, database),
            [
                "-Ip/build/../include",
                "-isystem",
                "p/build/sys",
                "-DNAME=\"a b\"",
                "-std=c11"
            ]
        );
        assert!(is_of(&entry, database, Path::new("p/build/../src/queue.c")));
        assert!(!is_of(&entry, database, Path::new("queue.c")));
    }

    #[test]
    fn absolute_paths_stay() {
        let arguments = vec!["-I/usr/include".into(), "-Iown".into(), "-DI=-Iown".into()];
        let based = rebase(arguments, Path::new("sub"));
        assert_eq!(based, ["-I/usr/include", "-Isub/own", "-DI=-Iown"]);
    }
}
