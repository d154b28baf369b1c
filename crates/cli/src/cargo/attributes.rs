//! The attributes of a test: `#[should_panic]` stands above it in the source.

use std::path::Path;

/// The panic that a test should end with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShouldPanic {
    /// Words that its message has to contain; empty: any.
    pub expected: String,
}

/// Reads the attributes of the function that begins at this line of a file.
pub fn should_panic(file: &Path, line: u32) -> Option<ShouldPanic> {
    let source = std::fs::read_to_string(file).ok()?;
    let lines: Vec<&str> = source.lines().collect();
    should_panic_in(&lines, line as usize)
}

fn should_panic_in(lines: &[&str], line: usize) -> Option<ShouldPanic> {
    // Some compilers give the line of the first attribute, others that of the name.
    let after = lines.get(line.saturating_sub(1)..)?.iter();
    let below = after.take_while(is_attribute);
    let before = lines.get(..line.saturating_sub(1))?.iter().rev();
    let above = before.take_while(is_attribute);
    below.chain(above).find_map(|line| attribute(line))
}

/// An attribute, a comment, or nothing.
fn is_attribute(line: &&&str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with("#[") || line.starts_with("//") || line.ends_with(")]")
}

fn attribute(line: &str) -> Option<ShouldPanic> {
    let (_, rest) = line.split_once("should_panic")?;
    let expected = rest
        .split_once('"')
        .and_then(|(_, rest)| rest.rsplit_once('"'));
    Some(ShouldPanic {
        expected: expected.map_or_else(String::new, |(words, _)| words.replace("\\\"", "\"")),
    })
}

#[cfg(test)]
mod tests {
    use super::{ShouldPanic, should_panic_in};

    #[test]
    fn attributes_are_read_above_and_below() {
        let lines = [
            "#[test]",
            "#[should_panic(expected = \"too late\")]",
            "fn a() {",
            "}",
            "",
            "#[test]",
            "fn b() {",
            "}",
        ];
        let found = Some(ShouldPanic {
            expected: "too late".into(),
        });
        assert_eq!(should_panic_in(&lines, 3), found);
        assert_eq!(should_panic_in(&lines, 1), found);
        assert_eq!(should_panic_in(&lines, 7), None);
        assert_eq!(should_panic_in(&lines, 99), None);
    }
}
