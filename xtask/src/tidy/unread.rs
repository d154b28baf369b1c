//! Test data that nothing reads: corpus programs without a case, headers that nobody includes,
//! benchmark programs that are in no table, examples that the README does not mention.

use super::{Finding, files};
use std::path::Path;

pub fn find(root: &Path) -> Result<Vec<Finding>, String> {
    let files = files::all(root)?;
    let read = |file: &str| std::fs::read(root.join(file)).unwrap_or_default();
    let text = |file: &str| String::from_utf8_lossy(&read(file)).into_owned();
    let tables: String = files
        .iter()
        .filter(|file| file.starts_with("bench/") && file.ends_with(".tsv"))
        .map(|file| text(file))
        .collect();
    let readme = text("README.md");
    let included = |file: &str| {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let top = folder.split('/').next().unwrap_or(folder);
        let mut others = files.iter().filter(|other| other.starts_with(top));
        others.any(|other| text(other).contains(&format!("{name}\"")))
    };
    let mut findings = Vec::new();
    for file in &files {
        let extension = file.rsplit('.').next().unwrap_or("");
        let problem = match (top(file), extension) {
            (_, "md" | "tsv") | ("corpus", "toml") => None,
            ("corpus" | "bench", "h" | "hpp") if !included(file) => Some("is included nowhere"),
            ("corpus" | "bench", "h" | "hpp") => None,
            ("corpus", "case") if !root.join(file.trim_end_matches(".case")).exists() => {
                Some("belongs to no file")
            }
            ("corpus", "case") => None,
            ("corpus", _)
                if !has_case(&text(file)) && !has_case(&text(&format!("{file}.case"))) =>
            {
                Some("has no line `// case: OPTIONS => VERDICT`, so nothing runs it")
            }
            ("bench", "c" | "cpp") if included(file) => None,
            ("bench", "c" | "cpp")
                if !tables.contains(&format!("{}\t", &file["bench/".len()..])) =>
            {
                Some("is in no table of bench/*.tsv, so nothing runs it")
            }
            ("examples", _) if is_of_package(file) => None,
            ("examples", _) if !readme.contains(file.as_str()) => Some("is not in README.md"),
            _ => None,
        };
        findings.extend(problem.map(|problem| Finding {
            subject: file.clone(),
            message: problem.into(),
        }));
    }
    Ok(findings)
}

fn top(file: &str) -> &str {
    file.split_once('/').map_or("", |(top, _)| top)
}

fn has_case(text: &str) -> bool {
    text.lines().any(|line| {
        let words = line.trim_start().trim_start_matches(['/', ';']);
        words.trim_start().starts_with("case:")
    })
}

/// What a package in Rust has beside its modules.
fn is_of_package(file: &str) -> bool {
    let ends = ["Cargo.toml", "Cargo.lock", ".gitignore", "src/lib.rs"];
    ends.iter().any(|end| file.ends_with(&format!("/{end}")))
}
