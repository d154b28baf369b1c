//! Sets rows of a schedule in columns: one per thread if they fit, else all in one.

use crate::snippet::{shorten, shorten_inside};
use crate::style::{ERROR, FAINT, FRAME, STRONG, paint};
use crate::wrap::PAGE;
use anstyle::Style;

const GAP: usize = 2;
/// Source text in fewer columns than this is not worth its place.
const LEAST_SOURCE: usize = 16;

/// One step, in words.
pub struct Row {
    /// The step's number in the execution, from 1.
    pub number: usize,
    pub thread: String,
    pub words: String,
    /// The source line's number, with its file if there are several.
    pub line: String,
    /// The text of that line; empty if unknown or just shown.
    pub source: String,
    pub fails: bool,
}

/// The rows as a table; `threads` has all their threads.
pub fn render(threads: &[String], rows: &[Row]) -> String {
    let number = rows
        .iter()
        .map(|row| row.number.to_string().len())
        .max()
        .unwrap_or(1);
    let line = width(rows.iter().map(|row| row.line.as_str())).max("line".len());
    let widths: Vec<usize> = threads
        .iter()
        .map(|thread| {
            let words = rows.iter().filter(|row| row.thread == *thread);
            width(words.map(|row| row.words.as_str())).max(thread.len())
        })
        .collect();
    let needed = number + widths.iter().map(|w| w + GAP).sum::<usize>() + GAP + line;
    if needed <= PAGE {
        columns(threads, &widths, rows, number, line)
    } else {
        list(threads, rows, number, line)
    }
}

fn columns(
    threads: &[String],
    widths: &[usize],
    rows: &[Row],
    number: usize,
    line: usize,
) -> String {
    let gap = " ".repeat(GAP);
    let mut head = format!("{:number$}", "");
    for (thread, width) in threads.iter().zip(widths) {
        head += &format!("{gap}{thread:width$}");
    }
    let used = head.chars().count() + GAP + line;
    let mut shown = headline(&head, line);
    for row in rows {
        shown += &paint(FRAME, &format!("{:>number$}", row.number));
        for (thread, width) in threads.iter().zip(widths) {
            let words = if row.thread == *thread {
                row.words.as_str()
            } else {
                ""
            };
            shown += &gap;
            shown += &cell(words, *width, row.fails);
        }
        finish(&mut shown, row, line, used);
    }
    shown
}

fn list(threads: &[String], rows: &[Row], number: usize, line: usize) -> String {
    let gap = " ".repeat(GAP);
    let thread = width(threads.iter().map(String::as_str)).max("thread".len());
    let room = PAGE
        .saturating_sub(number + thread + line + 3 * GAP)
        .max(20);
    let words = width(rows.iter().map(|row| row.words.as_str())).min(room);
    let head = format!(
        "{:number$}{gap}{:thread$}{gap}{:words$}",
        "", "thread", "step"
    );
    let used = head.chars().count() + GAP + line;
    let mut shown = headline(&head, line);
    for row in rows {
        shown += &paint(FRAME, &format!("{:>number$}", row.number));
        shown += &format!("{gap}{:thread$}{gap}", row.thread);
        shown += &cell(&shorten_inside(&row.words, words), words, row.fails);
        finish(&mut shown, row, line, used);
    }
    shown
}

fn headline(head: &str, line: usize) -> String {
    let gap = " ".repeat(GAP);
    let head = format!("{head}{gap}{:>line$}", "line");
    format!("{}\n", paint(STRONG, &head))
}

/// Text padded to `width` columns; the padding has no colour.
fn cell(text: &str, width: usize, fails: bool) -> String {
    let style = if fails { ERROR } else { Style::new() };
    let padding = width.saturating_sub(text.chars().count());
    format!("{}{:padding$}", paint(style, text), "")
}

/// The end of a row: the source line, with its text as far as the page has room.
fn finish(shown: &mut String, row: &Row, line: usize, used: usize) {
    if !row.line.is_empty() {
        *shown += &format!(
            "{:GAP$}{}",
            "",
            paint(FRAME, &format!("{:>line$}", row.line))
        );
    }
    let room = PAGE.saturating_sub(used + GAP);
    if room >= LEAST_SOURCE && !row.source.is_empty() {
        *shown += &format!("{:GAP$}{}", "", paint(FAINT, &shorten(&row.source, room)));
    }
    shown.truncate(shown.trim_end().len());
    shown.push('\n');
}

fn width<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}
