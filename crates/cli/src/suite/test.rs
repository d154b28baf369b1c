//! One test of a suite.

use super::expectation::Expectation;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Test {
    /// The name that people see and filter by; unique in a suite.
    pub name: String,
    /// Where it is described: `tests/queue.c:3`.
    pub origin: String,
    /// The files of the program.
    pub files: Vec<PathBuf>,
    pub model: String,
    /// The arguments after `threadproof check`.
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
