//! The corpus: programs that say themselves what checking them must give.
//!
//! A line `// case: OPTIONS => VERDICT [KIND] [complete=N] [blocked=N] [line=N] [robust=B]
//! [rf=unsupported] [large]` anywhere in a program is one expectation; options after `--` are for clang. The
//! numbers of executions are those of `optimal`; the algorithm `rf` has fewer, which are compared
//! where a case names it. Files that are no text have
//! their lines in `NAME.case` beside them. Every file is a program, except headers, `.case` and
//! `.md` files; a program without expectations is a mistake.

use std::path::{Path, PathBuf};

/// A file of the corpus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub file: PathBuf,
    pub cases: Vec<Case>,
    /// A line `// naive`: small enough for the naive algorithm too.
    pub naive: bool,
}

/// A line `// case:` of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Of the line that says it, from 1.
    pub line: usize,
    pub options: Vec<String>,
    pub clang_arguments: Vec<String>,
    pub expected: Expected,
}

/// The answer that a case must give.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expected {
    pub verdict: Verdict,
    /// Kind of an error, or of the reason of an inconclusive verdict.
    pub kind: Option<String>,
    pub complete: Option<u64>,
    pub blocked: Option<u64>,
    /// Source line of the error.
    pub source_line: Option<u64>,
    /// The answer to `--robustness`.
    pub robust: Option<bool>,
    /// A Rust program that takes too long with the locks of its library as they are written.
    pub large: bool,
    /// The algorithm `rf` must say that it cannot do it.
    pub not_rf: bool,
}

/// The verdict that a case expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verdict {
    #[default]
    Verified,
    Error,
    Inconclusive,
    /// The input is refused.
    BadInput,
}

/// All programs below `folder`, in the order of their names.
pub fn read(folder: &Path) -> Result<Vec<Entry>, String> {
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    files.sort();
    let programs = files.iter().filter(|file| is_program(file));
    programs.map(|file| entry(file)).collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let shown = folder.display();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{shown}: {error}"))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{shown}: {error}"))?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn is_program(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    !matches!(extension, Some("h" | "hpp" | "case" | "md" | "toml"))
}

/// One program.
pub fn entry(file: &Path) -> Result<Entry, String> {
    let shown = file.display();
    let mut beside = file.as_os_str().to_owned();
    beside.push(".case");
    let bytes = std::fs::read(&beside)
        .or_else(|_| std::fs::read(file))
        .map_err(|error| format!("{shown}: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(case) = comment(line).and_then(|words| words.strip_prefix("case:")) {
            let at = |problem| format!("{shown}:{}: {problem}", index + 1);
            cases.push(parse(case, index + 1).map_err(at)?);
        }
    }
    Ok(Entry {
        file: file.into(),
        naive: text.lines().any(|line| comment(line) == Some("naive")),
        cases,
    })
}

/// The words of a comment of C or of LLVM.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim();
    let words = line.strip_prefix("//").or_else(|| line.strip_prefix(';'))?;
    Some(words.trim())
}

fn parse(text: &str, line: usize) -> Result<Case, String> {
    let (options, expected) = text.rsplit_once("=>").ok_or("no `=>` in the case")?;
    let mut words = options.split_whitespace().map(str::to_owned);
    let options = words.by_ref().take_while(|word| word != "--").collect();
    Ok(Case {
        line,
        options,
        clang_arguments: words.collect(),
        expected: parse_expected(expected)?,
    })
}

fn parse_expected(text: &str) -> Result<Expected, String> {
    let mut words = text.split_whitespace();
    let verdict = match words.next().ok_or("no verdict")? {
        "verified" => Verdict::Verified,
        "error" => Verdict::Error,
        "inconclusive" => Verdict::Inconclusive,
        "bad-input" => Verdict::BadInput,
        other => return Err(format!("unknown verdict `{other}`")),
    };
    let mut expected = Expected {
        verdict,
        ..Expected::default()
    };
    for word in words {
        let number = |digits: &str| {
            digits
                .parse()
                .map_err(|_| format!("`{word}` has no number"))
        };
        match word.split_once('=') {
            Some(("rf", "unsupported")) => expected.not_rf = true,
            None if word == "large" => expected.large = true,
            Some(("complete", digits)) => expected.complete = Some(number(digits)?),
            Some(("blocked", digits)) => expected.blocked = Some(number(digits)?),
            Some(("line", digits)) => expected.source_line = Some(number(digits)?),
            Some(("robust", "true")) => expected.robust = Some(true),
            Some(("robust", "false")) => expected.robust = Some(false),
            None if expected.kind.is_none() => expected.kind = Some(word.into()),
            _ => return Err(format!("`{word}` is not understood")),
        }
    }
    Ok(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_read() {
        let case = parse(
            " --model sc --unroll 3 -- -DN=2 => error assertion line=7 ",
            1,
        );
        let case = case.expect("a good case");
        assert_eq!(case.options, ["--model", "sc", "--unroll", "3"]);
        assert_eq!(case.clang_arguments, ["-DN=2"]);
        assert_eq!(case.expected.verdict, Verdict::Error);
        assert_eq!(case.expected.kind.as_deref(), Some("assertion"));
        assert_eq!(case.expected.source_line, Some(7));
    }

    #[test]
    fn mistakes_are_named() {
        for wrong in [
            "--model sc",
            "=>",
            "=> fine",
            "=> verified complete=x",
            "=> error a b",
        ] {
            assert!(parse(wrong, 1).is_err(), "{wrong}");
        }
    }
}
