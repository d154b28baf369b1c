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
const DROPPED_STARTS: [&str; 11] = [
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

/// The arguments that all `files` are compiled with.
pub fn arguments(database: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let shown = database.display();
    let bytes = std::fs::read(database).map_err(|error| format!("{shown}: {error}"))?;
    let entries: Value =
        serde_json::from_slice(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    let entries = entries
        .as_array()
        .ok_or_else(|| format!("{shown}: is no list of commands"))?;
    let mut common: Option<Vec<String>> = None;
    for file in files {
        let Some(entry) = entries.iter().find(|entry| is_of(entry, database, file)) else {
            return Err(format!("{shown}: has no command for {}", file.display()));
        };
        let arguments = of_entry(entry, database);
        match &common {
            Some(known) if *known != arguments => {
                return Err(format!(
                    "{shown}: compiles the files of one test with different arguments: {} for {}, {} \
                     for {}",
                    known.join(" "),
                    files[0].display(),
                    arguments.join(" "),
                    file.display()
                ));
            }
            _ => common = Some(arguments),
        }
    }
    Ok(common.unwrap_or_default())
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
    let words: Vec<String> = match (&entry["arguments"], entry["command"].as_str()) {
        (Value::Array(words), _) => words
            .iter()
            .filter_map(|word| word.as_str().map(String::from))
            .collect(),
        (_, Some(command)) => shell_words(command),
        _ => Vec::new(),
    };
    let name = entry["file"].as_str().unwrap_or("");
    let mut kept = Vec::new();
    // The first is the compiler.
    let mut words = words.into_iter().skip(1);
    while let Some(word) = words.next() {
        if DROPPED_PAIRS.contains(&word.as_str()) {
            words.next();
        } else if word == name || word == "--" || is_dropped(&word) {
            continue;
        } else {
            kept.push(word);
        }
    }
    rebase(kept, &folder_of(entry, database))
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
fn shell_words(command: &str) -> Vec<String> {
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
