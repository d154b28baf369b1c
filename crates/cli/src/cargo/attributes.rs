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
    let first = first_attribute(lines, line.saturating_sub(1));
    let attributes = lines.get(first..)?.iter();
    let mut open = false;
    let attributes = attributes.take_while(|line| {
        let line = line.trim();
        let attribute = open || is_attribute(line);
        open = (open || line.starts_with("#[")) && !line.ends_with(']');
        attribute
    });
    let attributes: Vec<&str> = attributes.copied().collect();
    // Those of the function itself reach down to it.
    let reaches = first + attributes.len() >= line.saturating_sub(1);
    attribute(&attributes.join("\n")).filter(|_| reaches)
}

/// The line with the first attribute above this one, or the line itself. Attributes may have several lines.
fn first_attribute(lines: &[&str], line: usize) -> usize {
    let mut first = line.min(lines.len());
    let mut at = first;
    let mut inside = false;
    while let Some(above) = at.checked_sub(1) {
        let text = lines[above].trim();
        let begins = text.starts_with("#[");
        inside = match begins {
            true => false,
            false => inside || text.ends_with(")]"),
        };
        if !inside && !is_attribute(text) {
            break;
        }
        at = above;
        if begins {
            first = above;
        }
    }
    first
}

/// An attribute, a comment, or nothing.
fn is_attribute(line: &str) -> bool {
    line.is_empty() || line.starts_with("#[") || line.starts_with("//")
}

fn attribute(attributes: &str) -> Option<ShouldPanic> {
    let (_, rest) = attributes.split_once("should_panic")?;
    let rest = rest.split("]\n").next().unwrap_or(rest);
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

    #[test]
    fn attributes_may_have_several_lines() {
        let lines = [
            "}",
            "#[test]",
            "#[should_panic(",
            "    expected = \"too late\"",
            ")]",
            "#[cfg(not(feature = \"fast\"))]",
            "fn a() {",
            "    assert_eq!(list[0], 1);",
            "    // #[should_panic]",
            "    assert!(list == [1]",
            "    )]",
            "fn b() {",
        ];
        let found = Some(ShouldPanic {
            expected: "too late".into(),
        });
        assert_eq!(should_panic_in(&lines, 7), found);
        assert_eq!(should_panic_in(&lines, 2), found);
        assert_eq!(should_panic_in(&lines, 12), None);
    }
}
