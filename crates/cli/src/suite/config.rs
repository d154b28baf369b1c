//! `threadproof.toml`: the tests of a project, what all of them have in common, and where files describe
//! tests themselves. `docs/suites.md` is its manual.

use super::comments;
use super::described::{Described, no_such_key};
use super::test::Test;
use crate::compile_commands;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub const NAME: &str = "threadproof.toml";
/// The word that comments with tests begin with, unless the file says otherwise.
pub const WORD: &str = "threadproof";

/// A `threadproof.toml` that has been read.
#[derive(Debug)]
pub struct Config {
    folder: PathBuf,
    pub defaults: Described,
    pub word: String,
    /// Where to look for comments, each with the message if it is not there.
    paths: Vec<(PathBuf, String)>,
    /// The tests of its own tables.
    tables: Vec<Test>,
}

/// An error, and its place in the text.
type Problem = (Range<usize>, String);

type Table<'t> = DeTable<'t>;
type Value<'t> = Spanned<DeValue<'t>>;

impl Config {
    /// `complete` adds to the defaults of the file.
    pub fn read(
        file: &Path,
        complete: impl FnOnce(&mut Described) -> Result<(), String>,
    ) -> Result<Config, String> {
        let shown = file.display().to_string();
        let bytes = std::fs::read(file).map_err(|error| format!("{shown}: {error}"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let end = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            point(&shown, &text, end..end, "this byte is no text in UTF-8")
        })?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let folder = match folder.strip_prefix(".") {
            Ok(rest) => rest,
            Err(_) => folder,
        };
        parse(&text, folder, &shown, complete)
            .map_err(|(span, message)| point(&shown, &text, span, &message))
    }

    /// The nearest one of the folder or above it, up to the root of a repository; named from here if it is below.
    pub fn above(path: &Path) -> Option<PathBuf> {
        let here = std::env::current_dir().ok()?;
        let whole = std::fs::canonicalize(path).ok()?;
        for folder in whole.ancestors().filter(|folder| folder.is_dir()) {
            let file = folder.join(NAME);
            if file.is_file() {
                let below = file.strip_prefix(&here).map(Path::to_path_buf);
                return Some(below.unwrap_or(file));
            }
            if folder.join(".git").exists() {
                return None;
            }
        }
        None
    }

    /// All tests.
    pub fn tests(&self) -> Result<Vec<Test>, String> {
        let mut tests = self.tables.clone();
        for (path, missing) in &self.paths {
            if !path.exists() {
                return Err(missing.clone());
            }
            tests.extend(comments::find(path, &self.word, &self.defaults)?);
        }
        Ok(tests)
    }

    /// The tests with a file at or below a path.
    pub fn tests_below(&self, path: &Path) -> Result<Vec<Test>, String> {
        let whole = |path: &Path| std::fs::canonicalize(path).ok();
        let wanted = whole(path);
        if wanted.is_some() && wanted == whole(self.folder_or_dot()) {
            return self.tests();
        }
        let below = |file: &PathBuf| match (whole(file), &wanted) {
            (Some(file), Some(wanted)) => file.starts_with(wanted),
            _ => false,
        };
        let own = self
            .tables
            .iter()
            .filter(|test| test.files.iter().any(below));
        let mut tests: Vec<Test> = own.cloned().collect();
        tests.extend(comments::find(path, &self.word, &self.defaults)?);
        Ok(tests)
    }

    fn folder_or_dot(&self) -> &Path {
        match self.folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => &self.folder,
        }
    }
}

fn parse(
    text: &str,
    folder: &Path,
    shown: &str,
    complete: impl FnOnce(&mut Described) -> Result<(), String>,
) -> Result<Config, Problem> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        (span, error.message().trim_end().to_owned())
    })?;
    let table = table.get_ref();
    only(table, &["defaults", "discover", "test", "compile-commands"])?;
    let commands = match table.get("compile-commands") {
        Some(value) => Some((folder.join(text_of(value)?), value.span())),
        None => None,
    };
    let mut config = Config {
        folder: folder.into(),
        defaults: Described::default(),
        word: WORD.into(),
        paths: Vec::new(),
        tables: Vec::new(),
    };
    if let Some(value) = table.get("defaults") {
        config.defaults = described(table_of(value)?, folder, &[])?;
    }
    complete(&mut config.defaults).map_err(|message| (0..0, message))?;
    if let Some(value) = table.get("discover") {
        let discover = table_of(value)?;
        only(discover, &["paths", "comment"])?;
        if let Some(paths) = discover.get("paths") {
            for (path, span) in texts_of(paths)? {
                let path = folder.join(path);
                let missing = format!("{} does not exist", path.display());
                let missing = point(shown, text, span, &missing);
                config.paths.push((path, missing));
            }
        }
        if let Some(word) = discover.get("comment") {
            config.word = text_of(word)?;
            if config.word.trim().is_empty() {
                return Err((word.span(), "this has to be a word".into()));
            }
        }
    }
    if config.paths.is_empty() {
        let all = config.folder_or_dot().to_path_buf();
        let missing = format!("{}: does not exist", all.display());
        config.paths.push((all, missing));
    }
    for value in array_of(table.get("test"))? {
        let place = place(text, value.span().start);
        let origin = format!("{shown}:{}", place.0);
        let tests = test(value, folder, &config.defaults, &origin, commands.clone())?;
        config.tables.extend(tests);
    }
    Ok(config)
}

/// The tests of one `[[test]]`.
fn test(
    value: &Value<'_>,
    folder: &Path,
    defaults: &Described,
    origin: &str,
    commands: Option<(PathBuf, Range<usize>)>,
) -> Result<Vec<Test>, Problem> {
    let table = table_of(value)?;
    let mut described = described(table, folder, &["files", "file", "compile-commands"])?;
    let files = match (table.get("files"), table.get("file")) {
        (Some(files), None) => texts_of(files)?,
        (None, Some(file)) => vec![(text_of(file)?, file.span())],
        _ => {
            let message = "a test has `file = \"…\"` or `files = [\"…\"]`";
            return Err((value.span(), message.into()));
        }
    };
    if let (Some(files), true) = (table.get("files"), files.is_empty()) {
        return Err((files.span(), "a test has at least one file".into()));
    }
    if let Some((file, span)) = files.iter().find(|(file, _)| is_package(file)) {
        let message = format!("`cargo threadproof test --manifest-path {file}` runs its tests");
        return Err((span.clone(), message));
    }
    let files: Vec<PathBuf> = files.iter().map(|(file, _)| folder.join(file)).collect();
    let commands = match table.get("compile-commands") {
        Some(value) => Some((folder.join(text_of(value)?), value.span())),
        None => commands,
    };
    if let Some((commands, span)) = commands {
        compile_commands::has_all(&commands, &files).map_err(|message| (span, message))?;
        described.commands = Some(commands);
    }
    let tests = described.tests(defaults, &files, origin);
    let tests = tests.map_err(|message| (value.span(), message))?;
    match unasked(table, &tests) {
        Some(problem) => Err(problem),
        None => Ok(tests),
    }
}

/// An expectation for a model that no test is run under.
fn unasked(table: &Table<'_>, tests: &[Test]) -> Option<Problem> {
    let DeValue::Table(by_model) = table.get("expect")?.get_ref() else {
        return None;
    };
    let is_unasked = |model: &str| tests.iter().all(|test| test.model != model);
    let model = by_model.keys().find(|model| is_unasked(model.get_ref()))?;
    let message = format!("the test is not run under {}", model.get_ref());
    Some((model.span(), message))
}

/// A package of Rust has many tests, and a command of its own.
fn is_package(file: &str) -> bool {
    Path::new(file).file_name() == Some("Cargo.toml".as_ref())
}

/// The settings of tests in a table; `others` are its keys that are no such settings.
fn described(table: &Table<'_>, folder: &Path, others: &[&str]) -> Result<Described, Problem> {
    let mut described = Described::default();
    for (one, several) in [("model", "models"), ("algorithm", "algorithms")] {
        if let (Some(_), Some((key, _))) = (table.get(one), table.get_key_value(several)) {
            let message = format!("this is another name of `{one}`, which is there, too");
            return Err((key.span(), message));
        }
    }
    for (key, value) in table.iter() {
        let name: &str = key.get_ref();
        match (name, value.get_ref()) {
            ("clang-args", DeValue::String(text)) if text.contains(" -") => {
                let words = "several arguments are a list: [\"-DN=1\", \"-Iinclude\"]";
                return Err((value.span(), words.into()));
            }
            ("clang-args", _) => {
                described.clang = compile_commands::rebase(list_of(value)?, folder);
            }
            ("matrix", _) => described.matrix = matrix(table_of(value)?)?,
            ("expect", DeValue::Table(by_model)) => {
                for (model, value) in by_model.iter() {
                    let parsed = super::expectation::Expectation::parse(&text_of(value)?);
                    let parsed = parsed.map_err(|message| (value.span(), message))?;
                    let known = Described::default()
                        .set("model", &[model.get_ref().to_string()])
                        .map_err(|message| (model.span(), message));
                    known?;
                    described
                        .by_model
                        .push((model.get_ref().to_string(), parsed));
                }
            }
            _ if others.contains(&name) => (),
            _ => {
                let values = list_of(value)?;
                described.set(name, &values).map_err(|message| {
                    // A wrong name is pointed at where it stands, a wrong value there.
                    match message.starts_with("there is no") {
                        true => {
                            let own = ["clang-args", "matrix"].iter().chain(others);
                            let own: Vec<&str> = own.copied().collect();
                            (key.span(), format!("{message}, {}", own.join(", ")))
                        }
                        false => (value.span(), message),
                    }
                })?;
            }
        }
    }
    Ok(described)
}

fn matrix(table: &Table<'_>) -> Result<Vec<(String, Vec<String>)>, Problem> {
    let mut matrix = Vec::new();
    for (name, values) in table.iter() {
        if !is_macro(name.get_ref()) {
            let message = "a macro's name has letters, digits and `_`";
            return Err((name.span(), message.into()));
        }
        let list = list_of(values)?;
        if list.is_empty() {
            return Err((values.span(), "a macro has at least one value".into()));
        }
        matrix.push((name.get_ref().to_string(), list));
    }
    Ok(matrix)
}

fn is_macro(name: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    name.chars().all(letter) && name.chars().next().is_some_and(|c| !c.is_numeric())
}

fn only(table: &Table<'_>, known: &[&str]) -> Result<(), Problem> {
    let wrong = table.keys().find(|key| !known.contains(&&**key.get_ref()));
    match wrong {
        None => Ok(()),
        Some(key) => {
            let name = key.get_ref();
            let message = no_such_key(name, known);
            Err((key.span(), message))
        }
    }
}

fn table_of<'v, 't>(value: &'v Value<'t>) -> Result<&'v Table<'t>, Problem> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => Err((value.span(), "this has to be a table".into())),
    }
}

fn array_of<'v, 't>(value: Option<&'v Value<'t>>) -> Result<&'v [Value<'t>], Problem> {
    match value.map(|value| (value, value.get_ref())) {
        None => Ok(&[]),
        Some((_, DeValue::Array(array))) => Ok(array),
        Some((value, _)) => Err((value.span(), "tests are written as `[[test]]`".into())),
    }
}

fn text_of(value: &Value<'_>) -> Result<String, Problem> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        _ => Err((value.span(), "this has to be a text in quotes".into())),
    }
}

/// The values of an array, or the one value that is there.
fn list_of(value: &Value<'_>) -> Result<Vec<String>, Problem> {
    match value.get_ref() {
        DeValue::Array(array) => array.iter().map(scalar).collect(),
        _ => Ok(vec![scalar(value)?]),
    }
}

/// The texts of an array, or the one that is there, with their places.
fn texts_of(value: &Value<'_>) -> Result<Vec<(String, Range<usize>)>, Problem> {
    let one = |value: &Value<'_>| Ok((text_of(value)?, value.span()));
    match value.get_ref() {
        DeValue::Array(array) => array.iter().map(one).collect(),
        _ => Ok(vec![one(value)?]),
    }
}

fn scalar(value: &Value<'_>) -> Result<String, Problem> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => Ok(number.as_str().to_owned()),
        DeValue::Float(number) => Ok(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Ok(flag.to_string()),
        _ => Err((
            value.span(),
            "this has to be a text, a number, true or false".into(),
        )),
    }
}

/// Line and column of an offset, from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// The problem with its place, the line and a mark below.
fn point(shown: &str, text: &str, span: Range<usize>, message: &str) -> String {
    let (line, column) = place(text, span.start);
    let words = text.lines().nth(line - 1).unwrap_or("");
    let rest = words.chars().count().saturating_sub(column - 1);
    let width = span.len().clamp(1, rest.max(1));
    let number = line.to_string();
    let gap = " ".repeat(number.len());
    format!(
        "{shown}:{line}:{column}: {message}\n {number} | {words}\n {gap} | {}{}",
        " ".repeat(column - 1),
        "^".repeat(width)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        parse(text, Path::new("sub"), "sub/threadproof.toml", |_| Ok(()))
            .map_err(|(span, message)| point("sub/threadproof.toml", text, span, &message))
    }

    #[test]
    fn a_whole_file() {
        let config = read(
            r#"
            [defaults]
            timeout = 30
            clang-args = ["-Iinclude", "-DALL"]

            [discover]
            paths = ["tests"]
            comment = "check"

            [[test]]
            name = "queue"
            files = ["queue.c", "main.c"]
            models = ["sc", "tso"]
            check = ["races", "leaks"]
            expect = { sc = "verified", tso = "error:assertion" }
            matrix.THREADS = [2, 3]

            [[test]]
            file = "stack.c"
            expect = "error"
            line = 7
            "#,
        );
        let config = config.expect("a good file");
        assert_eq!(config.word, "check");
        let [(path, missing)] = &config.paths[..] else {
            panic!("there is one path: {:?}", config.paths);
        };
        assert_eq!(path, Path::new("sub/tests"));
        assert!(missing.starts_with("sub/threadproof.toml:7:22: sub/tests does not"));
        let names: Vec<&str> = config.tables.iter().map(|t| t.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "queue (sc, --check=races,leaks, -Isub/include, -DALL, -DTHREADS=2)",
                "queue (sc, --check=races,leaks, -Isub/include, -DALL, -DTHREADS=3)",
                "queue (tso, --check=races,leaks, -Isub/include, -DALL, -DTHREADS=2)",
                "queue (tso, --check=races,leaks, -Isub/include, -DALL, -DTHREADS=3)",
                "sub/stack.c (c11, -Isub/include, -DALL)",
            ]
        );
        let queue = &config.tables[2];
        assert_eq!(queue.expected.words(), "error:assertion");
        assert_eq!(
            queue.files,
            [PathBuf::from("sub/queue.c"), "sub/main.c".into()]
        );
        assert!(queue.words.contains(&"--timeout=30".into()));
        assert_eq!(config.tables[4].expected.line, Some(7));
    }

    #[test]
    fn mistakes_have_line_and_column() {
        for (text, place) in [
            ("[defaults]\nmodle = \"sc\"", "2:1: there is no `modle`"),
            ("[defaults]\nmodel = \"x86\"", "2:9: `x86` is none of"),
            ("[default]", "1:2: there is no `default`"),
            ("[[test]]\nname = \"a\"", "1:1: a test has"),
            ("[[test]]\nfile = 3", "2:8: this has to be a text"),
            (
                "[[test]]\nfile = \"a.c\"\nexpect = \"fine\"",
                "3:10: `fine`",
            ),
            (
                "[[test]]\nfile = \"a.c\"\nexpect = { x86 = \"error\" }",
                "3:12: `x86` is",
            ),
            (
                "[[test]]\nfile = \"a.c\"\nexpect = { tso = \"error\" }",
                "3:12: the test is not run under tso",
            ),
            (
                "[[test]]\nfile = \"a.c\"\nname = \"\"",
                "3:8: `name` is empty",
            ),
            (
                "[[test]]\nfile = \"a.c\"\nunroll = 0",
                "3:10: invalid value",
            ),
            ("test = 3", "1:8: tests are written"),
            ("[[test]]\nfile = \"a.c", "2:12:"),
            ("[discover]\nword = \"a\"", "2:1:"),
            ("[discover]\ncomment = \"\"", "2:11: this has to be a word"),
            ("[discover]\npaths = [3]", "2:10: this has to be a text"),
            (
                "[defaults]\nmodel = \"sc\"\nmodels = [\"tso\"]",
                "3:1: this is another name of `model`",
            ),
            (
                "compile-commands = \"none.json\"\n[[test]]\nfile = \"a.c\"",
                "1:20: sub/none.json",
            ),
            (
                "[[test]]\nfile = \"a.c\"\nmatrix = { N = [] }",
                "3:16: a macro",
            ),
        ] {
            let problem = read(text).expect_err(text);
            let start = format!("sub/threadproof.toml:{place}");
            assert!(problem.starts_with(&start), "{text}\n{problem}");
        }
    }

    #[test]
    fn the_place_is_pointed_at() {
        let problem = read("[defaults]\nmodle = \"sc\"").expect_err("a wrong key");
        let shown: Vec<&str> = problem.lines().skip(1).collect();
        assert_eq!(shown, [" 2 | modle = \"sc\"", "   | ^^^^^"]);
    }
}
