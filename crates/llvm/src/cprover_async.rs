//! Threads as programs for CBMC begin them: with a label `__CPROVER_ASYNC_…` before a statement, which
//! then runs beside what follows it.
//!
//! A label says nothing to clang, and what it stands before is hard to tell in compiled code. So each
//! of these names becomes a macro that makes an OpenMP task of the statement, which `runtime/asynchronous.c` starts
//! as a thread. Only names in the file itself are found, not those that macros or other files bring.

use std::path::Path;

const PREFIX: &str = "__CPROVER_ASYNC_";

/// What clang must be told about this file; nothing for nearly all. A file that cannot be read has
/// nothing to say here: clang will complain.
pub fn arguments(file: &Path) -> Vec<String> {
    let source = std::fs::read(file).unwrap_or_default();
    arguments_for(&String::from_utf8_lossy(&source))
}

fn arguments_for(source: &str) -> Vec<String> {
    let mut names: Vec<&str> = labels(source).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Vec::new();
    }
    // The priority tells these tasks from the program's own.
    let define =
        |name: &str| format!("-D{name}=_Pragma(\"omp task priority(1)\") __tp_label{name}");
    let defines = names.into_iter().map(define);
    std::iter::once("-fopenmp".to_string())
        .chain(defines)
        .collect()
}

/// Clang's name for the function that it makes of a task says nothing to the user.
pub fn shown(function: String) -> String {
    match function.starts_with(".omp_") {
        true => "(asynchronous statement)".into(),
        false => function,
    }
}

/// The names that a colon follows. Comments and strings may contain some; a macro for a name that
/// nothing uses does no harm.
fn labels(source: &str) -> impl Iterator<Item = &str> {
    source.match_indices(PREFIX).filter_map(|(begin, _)| {
        let rest = &source[begin..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        behind.trim_start().starts_with(':').then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::arguments_for;

    #[test]
    fn labels_become_macros_once() {
        let source = "int main() { __CPROVER_ASYNC_1: f(); __CPROVER_ASYNC_b :\n{ g(); } __CPROVER_ASYNC_1: h(); }";
        assert_eq!(
            arguments_for(source),
            [
                "-fopenmp",
                "-D__CPROVER_ASYNC_1=_Pragma(\"omp task priority(1)\") __tp_label__CPROVER_ASYNC_1",
                "-D__CPROVER_ASYNC_b=_Pragma(\"omp task priority(1)\") __tp_label__CPROVER_ASYNC_b",
            ]
        );
    }

    #[test]
    fn other_files_stay_as_they_are() {
        assert!(arguments_for("int __CPROVER_ASYNC_1(void); // __CPROVER_ASYNC_2").is_empty());
    }
}
