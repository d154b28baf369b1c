//! One test of a suite.

use super::expectation::Expectation;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Test {
    /// What people see and filter by; no two tests of a suite have the same.
    pub name: String,
    /// Where it is described: `tests/queue.c:3`.
    pub origin: String,
    /// The files of the program.
    pub files: Vec<PathBuf>,
    pub model: String,
    /// What comes after `threadproof check`.
    pub words: Vec<String>,
    pub expected: Expectation,
}

/// Gives equal names numbers.
pub fn tell_apart(tests: &mut [Test]) {
    let mut seen = std::collections::HashMap::new();
    for test in tests {
        let count = seen.entry(test.name.clone()).or_insert(0_u32);
        *count += 1;
        if *count > 1 {
            test.name += &format!(" #{count}");
        }
    }
}
