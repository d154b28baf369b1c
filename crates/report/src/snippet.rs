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
        shown += &format!(" in {}", printable(&location.function));
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
