//! Finds functions that do not fit a screen.
//!
//! Relies on rustfmt: a function ends at the first closing brace that is indented like its head.

use super::{Finding, LONG_FUNCTION};

pub fn find(file: &str, text: &str) -> Vec<Finding> {
    let lines: Vec<&str> = text.lines().collect();
    let mut findings = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else {
            continue;
        };
        let indent = &line[..line.len() - line.trim_start().len()];
        let end = format!("{indent}}}");
        let length = match lines[start..].iter().position(|line| *line == end) {
            Some(distance) if !is_declaration(&lines[start..start + distance], indent) => {
                distance + 1
            }
            _ => 1,
        };
        if length > LONG_FUNCTION {
            findings.push(Finding {
                subject: format!("{file}:{name}"),
                message: format!("{length} lines, more than {LONG_FUNCTION}: name its parts"),
            });
        }
    }
    findings
}

/// `pub(crate) const fn name<T>(…` has the name `name`.
fn function_name(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let qualifier = |word: &&str| {
        word.starts_with("pub")
            || matches!(*word, "const" | "unsafe" | "async" | "extern" | "\"C\"")
    };
    let first = words.by_ref().find(|word| !qualifier(word))?;
    if first != "fn" {
        return None;
    }
    let name = words.next()?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

/// Does the head end with a semicolon, or in one line?
fn is_declaration(lines: &[&str], indent: &str) -> bool {
    let deeper = |line: &str| line.starts_with(&format!("{indent} "));
    let head_end = 1 + lines[1..].iter().take_while(|line| deeper(line)).count();
    let first = lines[0];
    first.ends_with(';')
        || first.ends_with('}')
        || !first.ends_with('{') && lines.get(head_end).is_some_and(|line| line.ends_with(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_functions_are_found() {
        let body = "    x();\n".repeat(79);
        let long = format!("pub fn long() {{\n{body}}}\n");
        assert_eq!(find("f.rs", &long).len(), 1);
        let body = "    x();\n".repeat(78);
        assert!(find("f.rs", &format!("fn short() {{\n{body}}}\n")).is_empty());
    }

    #[test]
    fn declarations_have_no_length() {
        let many = "    x();\n".repeat(100);
        let text = format!("fn a(\n    b: u8,\n);\nstruct S {{\n{many}}}\n");
        assert!(find("f.rs", &text).is_empty());
        let text = format!("    fn a();\n    fn b() {{}}\nstruct S {{\n{many}    }}\n");
        assert!(find("f.rs", &text).is_empty());
    }

    #[test]
    fn names() {
        assert_eq!(
            function_name("    pub(crate) const fn a<T>(x: T) {"),
            Some("a")
        );
        assert_eq!(function_name("let f = fn_pointer;"), None);
    }
}
