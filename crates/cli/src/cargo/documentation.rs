//! Tests in documentation: they are not checked, and a user should know that there are some.

use std::path::Path;

/// Does a crate with this root have tests in its documentation?
pub fn has_tests(root: &Path) -> bool {
    root.parent().is_some_and(folder_has_tests)
}

fn folder_has_tests(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        if path.is_dir() {
            return folder_has_tests(&path);
        }
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        is_source && std::fs::read_to_string(&path).is_ok_and(|source| source_has_tests(&source))
    })
}

/// Is there a block of code that cargo would run?
fn source_has_tests(source: &str) -> bool {
    let mut inside = false;
    for line in source.lines() {
        let line = line.trim_start();
        let comment = line
            .strip_prefix("///")
            .or_else(|| line.strip_prefix("//!"));
        let Some(words) = comment.and_then(|text| text.trim_start().strip_prefix("```")) else {
            continue;
        };
        inside = !inside;
        if inside && is_run(words) {
            return true;
        }
    }
    false
}

/// Does a block whose first line goes on with these words run?
fn is_run(words: &str) -> bool {
    let mut words = words
        .split([',', ' '])
        .map(str::trim)
        .filter(|word| !word.is_empty());
    words.all(|word| matches!(word, "rust" | "should_panic") || word.starts_with("edition"))
}

#[cfg(test)]
mod tests {
    use super::source_has_tests;

    #[test]
    fn blocks_of_rust_are_tests() {
        assert!(source_has_tests("//! ```\n//! f();\n//! ```\n"));
        assert!(source_has_tests(
            "    /// ```text\n    /// ```\n/// ```rust,edition2021\n"
        ));
        assert!(!source_has_tests(
            "/// ```text\n/// words\n/// ```\nfn f() {}\n"
        ));
        assert!(!source_has_tests("/// ```no_run\n/// ```\n// ```\n"));
    }
}
