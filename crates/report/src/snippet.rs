//! The place of an error with the lines around it.

use crate::style::{ERROR, FRAME, paint};
use std::collections::BTreeMap;
use threadproof_program::Location;

/// Lines shown before and after the line in question.
const CONTEXT: u32 = 2;
/// Columns of source text that are shown.
const WIDTH: usize = 90;

/// Source files, read when they are first needed. A file that cannot be read has no lines.
#[derive(Default, Debug)]
pub struct Sources {
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Uses `text` as the content of `file`.
    pub fn insert(&mut self, file: &str, text: &str) {
        self.files.insert(file.into(), lines(text));
    }

    /// A line of a file, counted from 1, as it stands there.
    pub fn line(&mut self, file: &str, number: u32) -> Option<&str> {
        let index = (number as usize).checked_sub(1)?;
        self.lines(file).get(index).map(String::as_str)
    }

    /// All lines of a file.
    pub fn lines(&mut self, file: &str) -> &[String] {
        self.files.entry(file.into()).or_insert_with(|| {
            let bytes = std::fs::read(file).unwrap_or_default();
            lines(&String::from_utf8_lossy(&bytes))
        })
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// A line of text without characters that a terminal would act on.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => shown.push_str("    "),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// Text cut to `width` columns.
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    let mut shown: String = text.chars().take(width.saturating_sub(1)).collect();
    shown.push('…');
    shown
}

/// Text of `width` columns that has lost its middle: a long name, but neither the operation nor the value.
pub fn shorten_inside(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width || width < 3 {
        return shorten(text, width);
    }
    let end = width / 2;
    let start: String = text.chars().take(width - end - 1).collect();
    let rest: String = text.chars().skip(length - end).collect();
    format!("{start}…{rest}")
}

/// Names of functions that are longer lose the arguments of templates and functions.
const LONG_NAME: usize = 70;
/// The operators of C++ whose names have brackets that enclose nothing; those that begin like others come first.
const BRACKETS_OF_OPERATORS: [&str; 12] = [
    "()", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">",
];

/// `std::atomic<…>::load(…) const`: the short form of the long names of C++ templates.
pub fn function_name(name: &str) -> String {
    if name.chars().count() <= LONG_NAME {
        return name.into();
    }
    let mut shown = String::new();
    let mut open: Vec<char> = Vec::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        if open.is_empty() && shown.ends_with("operator") {
            let symbol = BRACKETS_OF_OPERATORS.iter().find(|s| rest.starts_with(**s));
            if let Some(symbol) = symbol {
                shown.push_str(symbol);
                rest = &rest[symbol.len()..];
                continue;
            }
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '<' | '(' => {
                if open.is_empty() {
                    shown.push(c);
                    shown.push('…');
                }
                open.push(c);
            }
            '>' | ')' if !open.is_empty() => {
                let opening = if c == '>' { '<' } else { '(' };
                // Of `->` and of comparisons in arguments nothing is open.
                if open.last() == Some(&opening) {
                    open.pop();
                    if open.is_empty() {
                        shown.push(c);
                    }
                }
            }
            _ if open.is_empty() => shown.push(c),
            _ => (),
        }
    }
    match open.is_empty() {
        true => shown,
        false => name.into(),
    }
}

/// `file:line:column in function`, as far as it is known.
pub fn place(location: &Location) -> String {
    let mut shown = printable(&location.file);
    if location.line > 0 {
        shown += &format!(":{}", location.line);
        if location.column > 0 {
            shown += &format!(":{}", location.column);
        }
    }
    if !location.function.is_empty() {
        shown += &format!(" in {}", printable(&function_name(&location.function)));
    }
    shown
}

/// The lines around `location`, the line itself marked; nothing if the file cannot be read.
pub fn render(sources: &mut Sources, location: &Location) -> String {
    if location.line == 0 || sources.line(&location.file, location.line).is_none() {
        return String::new();
    }
    let first = location.line.saturating_sub(CONTEXT).max(1);
    let last = location.line.saturating_add(CONTEXT);
    let digits = last.to_string().len();
    let bar = paint(FRAME, "|");
    let mut shown = format!("  {:digits$} {bar}\n", "");
    for number in first..=last {
        let Some(text) = sources.line(&location.file, number) else {
            break;
        };
        let indent = indent(text, location.column);
        let text = shorten(&printable(text), WIDTH);
        let number_shown = paint(FRAME, &format!("{number:>digits$}"));
        shown += format!("  {number_shown} {bar} {text}").trim_end();
        shown.push('\n');
        if number == location.line && location.column > 0 {
            let mark = paint(ERROR, "^");
            shown += &format!("  {:digits$} {bar} {:indent$}{mark}\n", "", "");
        }
    }
    shown
}

/// Columns that the text before the compiler's `column`, which counts bytes from 1, takes when
/// it is shown.
fn indent(text: &str, column: u32) -> usize {
    let mut end = (column as usize).saturating_sub(1).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    printable(&text[..end]).chars().count().min(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::function_name;

    #[test]
    fn long_names_lose_their_arguments() {
        let long = "x".repeat(70);
        let short = |name: &str| function_name(&name.replace('@', &long));
        assert_eq!(short("f(int)"), "f(int)");
        assert_eq!(
            short("std::atomic<node<@, 4ul> >::load(std::memory_order) const"),
            "std::atomic<…>::load(…) const"
        );
        assert_eq!(short("a<@>::operator()(int)"), "a<…>::operator()(…)");
        assert_eq!(short("a<@>::operator<(a<@> const&)"), "a<…>::operator<(…)");
        assert_eq!(
            short("a<@>::operator<<<int>(int)"),
            "a<…>::operator<<<…>(…)"
        );
        assert_eq!(
            short("a<@>::operator->() const"),
            "a<…>::operator->(…) const"
        );
        assert_eq!(short("g<(kind)0, @>(void (*)(int))"), "g<…>(…)");
    }
}
