//! Links of the documentation that lead nowhere, and files that it names and that do not exist.

use super::Finding;
use std::path::{Component, Path, PathBuf};

/// Folders whose files pages name by their whole path.
const NAMED: [&str; 6] = [
    "crates/",
    "docs/",
    "corpus/",
    "bench/",
    "xtask/",
    "examples/",
];

pub fn find(root: &Path, file: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let mut report = |message: String| {
            findings.push(Finding {
                subject: file.into(),
                message: format!("line {}: {message}", index + 1),
            });
        };
        for target in links(line) {
            if let Some(problem) = problem(root, file, target) {
                report(format!("the link to {target} {problem}"));
            }
        }
        for path in named_files(line) {
            if !root.join(path).exists() {
                report(format!("{path} does not exist"));
            }
        }
    }
    findings
}

/// The targets of the links in a line, but for those into the web.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.contains(' '))
}

fn problem(root: &Path, file: &str, target: &str) -> Option<&'static str> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let page = match path {
        "" => PathBuf::from(file),
        path => normal(&Path::new(file).parent()?.join(path)),
    };
    let page = root.join(page);
    if !page.exists() {
        return Some("leads to no file");
    }
    if anchor.is_empty() || page.extension().is_none_or(|extension| extension != "md") {
        return None;
    }
    let text = std::fs::read_to_string(page).ok()?;
    let known = text.lines().any(|line| {
        let heading = line.trim_start_matches('#');
        heading.len() < line.len() && heading.starts_with(' ') && slug(heading) == anchor
    });
    (!known).then_some("leads to no heading")
}

/// A path without `..`, for paths that stay inside the project.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

/// The anchor that a page shows a heading under.
fn slug(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

/// The files that a line names in code, without patterns such as `corpus/NAME.c`.
fn named_files(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split('`').skip(1).step_by(2);
    code.filter(|name| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        NAMED.iter().any(|folder| name.starts_with(folder))
            && name.chars().all(plain)
            && !name.split('/').any(is_pattern)
    })
}

/// Does a part of a path stand for any name?
fn is_pattern(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part);
    let upper = stem.chars().all(|c| c.is_ascii_uppercase());
    upper && !stem.is_empty() && stem != "README"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_targets_of_links() {
        let line = "see [a](x.md#y), [b](https://example.org) and [c](../z.c)";
        assert_eq!(links(line).collect::<Vec<_>>(), ["x.md#y", "../z.c"]);
    }

    #[test]
    fn knows_the_anchors_of_headings() {
        assert_eq!(
            slug(" 6. Races of guarded reads"),
            "6-races-of-guarded-reads"
        );
        assert_eq!(slug(" What it cannot do"), "what-it-cannot-do");
    }

    #[test]
    fn leaves_patterns_alone() {
        let line =
            "`corpus/NAME.c`, `crates/cli`, `docs/README.md`, `crates/a/NAME/`, `bench/*.tsv`";
        let named: Vec<&str> = named_files(line).collect();
        assert_eq!(named, ["crates/cli", "docs/README.md"]);
    }
}
