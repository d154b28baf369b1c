//! Tests that files describe themselves, each in a line of a comment:
//!
//! ```c
//! // threadproof: model=sc,tso check=races expect=error:data-race -- -DTHREADS=3
//! // threadproof: --model tso --unroll 3 -- -DTHREADS=3 => error data-race line=7
//! ```
//!
//! The second form is a command line and what comes of it. Files that cannot have comments have their lines in
//! a file beside them, `NAME.threadproof`. A suite may look for another word than `threadproof`.

use super::described::{Described, Shape, shape};
use super::expectation::Expectation;
use super::test::Test;
use std::path::{Path, PathBuf};

/// Files that are looked into.
const PROGRAMS: [&str; 9] = ["c", "cc", "cpp", "cxx", "i", "ii", "ll", "litmus", "rs"];
/// Folders of others.
const SKIPPED: [&str; 3] = ["target", "build", "node_modules"];

/// All tests of a file or below a folder. What is wrong is told of all files at once.
pub fn find(path: &Path, word: &str, defaults: &Described) -> Result<Vec<Test>, String> {
    let mut files = Vec::new();
    if path.is_dir() {
        walk(path, &mut Vec::new(), word, &mut files)?;
        files.sort();
    } else {
        files.push(path.to_path_buf());
    }
    let mut tests = Vec::new();
    let mut problems = Vec::new();
    for file in files {
        match of_file(&file, word, defaults) {
            Ok(found) => tests.extend(found),
            Err(problem) => problems.push(problem),
        }
    }
    match problems.is_empty() {
        true => Ok(tests),
        false => Err(problems.join("\n")),
    }
}

/// `above` has the folders around this one, as they are without links: a link back to one of them has nothing new.
fn walk(
    folder: &Path,
    above: &mut Vec<PathBuf>,
    word: &str,
    files: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let shown = |error| format!("{}: {error}", folder.display());
    let whole = std::fs::canonicalize(folder).map_err(shown)?;
    if above.contains(&whole) {
        return Ok(());
    }
    above.push(whole);
    for entry in std::fs::read_dir(folder).map_err(shown)? {
        let path = entry.map_err(shown)?.path();
        let name = path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                walk(&path, above, word, files)?;
            }
        } else if !waits_for_writers(&path)
            && (PROGRAMS.contains(&extension) || beside(&path, word).is_file())
        {
            files.push(strip_dot(path));
        }
    }
    above.pop();
    Ok(())
}

/// Pipes and devices look like files with any name. A link that leads nowhere does not: whoever reads it says so.
fn waits_for_writers(path: &Path) -> bool {
    path.exists() && !path.is_file()
}

/// `./a/b` is shown as `a/b`.
fn strip_dot(path: PathBuf) -> PathBuf {
    match path.strip_prefix(".") {
        // A name that begins with `-` would be an option.
        Ok(rest) if rest.as_os_str().as_encoded_bytes().starts_with(b"-") => path,
        Ok(rest) if !rest.as_os_str().is_empty() => rest.to_path_buf(),
        _ => path,
    }
}

/// The file with the lines of one that cannot have them.
fn beside(file: &Path, word: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{word}"));
    PathBuf::from(name)
}

fn of_file(file: &Path, word: &str, defaults: &Described) -> Result<Vec<Test>, String> {
    let shown = file.display();
    let bytes = std::fs::read(beside(file, word))
        .or_else(|_| std::fs::read(file))
        .map_err(|error| format!("{shown}: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut tests = Vec::new();
    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((column, words)) = comment(line, word) else {
            continue;
        };
        let origin = format!("{shown}:{}", index + 1);
        let described = match file.to_str() {
            Some(_) => parse(words),
            None => Err("the name of this file is no UTF-8; rename it, or link to it".into()),
        };
        let files = [file.to_path_buf()];
        match described.and_then(|described| described.tests(defaults, &files, &origin)) {
            Ok(found) => tests.extend(found),
            Err(problem) => problems.push(format!("{origin}:{column}: {problem}")),
        }
    }
    match problems.is_empty() {
        true => Ok(tests),
        false => Err(problems.join("\n")),
    }
}

/// The words of a comment of C, Rust, LLVM or a litmus test after `WORD:`, and the column where they begin.
fn comment<'l>(line: &'l str, word: &str) -> Option<(usize, &'l str)> {
    let trimmed = line.trim_start();
    let inside = ["//", "/*", ";", "(*"]
        .into_iter()
        .find_map(|mark| trimmed.strip_prefix(mark))?;
    let inside = inside.trim_end();
    let inside = inside.strip_suffix("*/").unwrap_or(inside);
    let inside = inside.strip_suffix("*)").unwrap_or(inside);
    let rest = inside.trim_start().strip_prefix(word)?.strip_prefix(':')?;
    let column = line[..rest.as_ptr() as usize - line.as_ptr() as usize]
        .chars()
        .count();
    Some((column + 2, rest.trim()))
}

fn parse(text: &str) -> Result<Described, String> {
    match text.rsplit_once("=>") {
        Some((line, expected)) => parse_line(line, expected),
        None => parse_settings(text),
    }
}

/// `KEY=VALUE … -- CLANG-ARGUMENTS`
fn parse_settings(text: &str) -> Result<Described, String> {
    let mut described = Described::default();
    let mut words = split(text)?.into_iter();
    for word in words.by_ref().take_while(|word| word != "--") {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, value),
            None if shape(&word) == Some(Shape::Flag) => (word.as_str(), "true"),
            None => return Err(format!("`{word}` has no value: `{word}=…`")),
        };
        described.set(key, &list(key, value))?;
    }
    described.clang = words.collect();
    Ok(described)
}

/// `OPTIONS -- CLANG-ARGUMENTS => VERDICT [KIND] [DETAILS]`
fn parse_line(line: &str, expected: &str) -> Result<Described, String> {
    let mut described = Described::default();
    let mut words = split(line)?.into_iter();
    while let Some(word) = words.next() {
        if word == "--" {
            described.clang = words.by_ref().collect();
            break;
        }
        let key = word.strip_prefix("--").unwrap_or_default();
        match (key, shape(key)) {
            (_, Some(Shape::Flag)) => described.set(key, &["true".into()])?,
            ("model" | "algorithm", _) | (_, Some(_)) => {
                let value = words.next();
                let value = value.ok_or_else(|| format!("`{word}` has no value"))?;
                if described.set(key, &list(key, &value)).is_err() {
                    described.literal.extend([word, value]);
                }
            }
            _ => described.literal.push(word),
        }
    }
    let mut words = expected.split_whitespace();
    let verdict = words.next().ok_or("no verdict stands after `=>`")?;
    let mut expectation = Expectation::parse(verdict)?;
    for word in words {
        let known = match word.split_once('=') {
            Some((key, value)) => expectation.set(key, value)?,
            // Our own corpus has it: the program takes too long in ways that no suite asks for.
            None if word == "large" => true,
            None => {
                expectation.set_kind(word)?;
                true
            }
        };
        if !known {
            return Err(format!("`{word}` is not understood after a verdict"));
        }
    }
    described.expected = Some(expectation);
    Ok(described)
}

/// Values that commas separate, where a key may have several.
fn list(key: &str, value: &str) -> Vec<String> {
    match key {
        "model" | "models" | "algorithm" | "algorithms" | "check" | "no-check"
        | "model-function" => value.split(',').map(String::from).collect(),
        _ => vec![value.into()],
    }
}

/// Words between blanks; quotes keep blanks together.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(mark) = quote {
        return Err(format!("a quote {mark} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, String> {
        let described = parse(text)?;
        let tests = described.tests(&Described::default(), &["a.c".into()], "a.c:1")?;
        Ok(tests.into_iter().map(|test| test.name).collect())
    }

    #[test]
    fn comments_are_found_with_their_column() {
        assert_eq!(
            comment("// threadproof: model=sc", "threadproof"),
            Some((17, "model=sc"))
        );
        assert_eq!(
            comment("  /* case: => verified */", "case"),
            Some((12, "=> verified"))
        );
        assert_eq!(comment("; threadproof:", "threadproof"), Some((16, "")));
        assert_eq!(comment("int threadproof: 3;", "threadproof"), None);
        assert_eq!(comment("// threadproof is a tool", "threadproof"), None);
    }

    #[test]
    fn both_forms_are_read() {
        let settings = "model=sc,tso check=races expect=error:data-race -- -DN=3 '-DS=\"a b\"'";
        assert_eq!(
            names(settings),
            Ok(vec![
                "a.c (sc, --check=races, -DN=3, -DS=\"a b\")".into(),
                "a.c (tso, --check=races, -DN=3, -DS=\"a b\")".into(),
            ])
        );
        let line = "--model tso --robustness -- -DN=3 => error not-robust robust=false";
        assert_eq!(
            names(line),
            Ok(vec!["a.c (tso, --robustness, -DN=3)".into()])
        );
        assert_eq!(names(""), Ok(vec!["a.c (c11)".into()]));
    }

    #[test]
    fn mistakes_are_named() {
        for wrong in [
            "model",
            "model=x86",
            "modle=sc",
            "expect=error:fine",
            "'",
            "=>",
            "=> fine",
            "=> error a b",
            "=> verified complete=x",
            "=> verified colour=red",
            "--model => verified",
            "--no-such-option => verified",
        ] {
            assert!(names(wrong).is_err(), "{wrong}");
        }
        // Whoever expects to be refused is not refused here.
        assert!(names("--no-such-option => bad-input").is_ok());
        assert!(names("--model x86 => bad-input").is_ok());
    }
}
