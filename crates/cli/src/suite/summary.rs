//! The summary at the end: the failures in detail, a table, and one sentence.

use super::expectation::Ended;
use super::formats::Results;
use super::test::Test;
use super::workers::Ran;
use anstyle::{AnsiColor, Style};
use std::time::Duration;

const STRONG: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Tests of one model, by how they ended.
#[derive(Default)]
struct Row {
    tests: usize,
    as_expected: usize,
    failed: usize,
    inconclusive: usize,
    broken: usize,
    recorded: usize,
    seconds: f64,
}

impl Row {
    fn add(&mut self, ran: &Ran) {
        self.tests += 1;
        let count = match ran.ended {
            Ended::AsExpected => &mut self.as_expected,
            Ended::Failed(_) => &mut self.failed,
            Ended::Inconclusive(_) => &mut self.inconclusive,
            Ended::BadInput(_) => &mut self.broken,
        };
        *count += 1;
        self.recorded += usize::from(ran.recorded);
        self.seconds += ran.seconds;
    }

    fn line(&self, name: &str) -> String {
        let numbers = [
            self.tests,
            self.as_expected,
            self.failed,
            self.inconclusive,
            self.broken,
            self.recorded,
        ];
        let mut line = format!("{name:6}");
        for (number, head) in numbers.into_iter().zip(HEADS) {
            line += &format!("  {number:>width$}", width = head.len());
        }
        line + &format!("  {:>8.2}\n", self.seconds)
    }
}

const HEADS: [&str; 6] = [
    "tests",
    "as expected",
    "failed",
    "inconclusive",
    "broken",
    "recorded",
];

pub fn render(results: &Results, elapsed: Duration) -> String {
    let mut text = String::new();
    for (test, ran) in &results.ran {
        text += &detail(test, ran);
    }
    text += &format!("\n{}\n", table(&results.ran));
    let style = match results.good() == results.len() {
        true => GOOD,
        false => BAD,
    };
    let (sentence, seconds) = (results.sentence(), elapsed.as_secs_f64());
    text + &format!("{style}{sentence}{style:#}, {seconds:.2} s\n")
}

fn table(all: &[(&Test, &Ran)]) -> String {
    let mut rows: Vec<(&str, Row)> = Vec::new();
    let mut total = Row::default();
    for (test, ran) in all {
        let at = rows.iter().position(|(model, _)| *model == test.model);
        let at = at.unwrap_or_else(|| {
            rows.push((&test.model, Row::default()));
            rows.len() - 1
        });
        rows[at].1.add(ran);
        total.add(ran);
    }
    let mut table = format!("model   {}   seconds\n", HEADS.join("  "));
    for (model, row) in &rows {
        table += &row.line(model);
    }
    if rows.len() > 1 {
        table += &total.line("all");
    }
    table
}

/// A test that did not end as expected, with what the checker said, and how to see that again.
fn detail(test: &Test, ran: &Ran) -> String {
    let why = match &ran.ended {
        Ended::AsExpected => return String::new(),
        Ended::Failed(why) | Ended::Inconclusive(why) => why,
        Ended::BadInput(why) => why,
    };
    let report = ran.bundle["text"].as_str().unwrap_or_default();
    let words: Vec<String> = test.words.iter().map(|word| quoted(word)).collect();
    format!(
        "\n{STRONG}{}{STRONG:#} ({})\n{why}\n{report}to repeat: threadproof check {}\n",
        test.name,
        test.origin,
        words.join(" ")
    )
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("--unroll=3"), "--unroll=3");
        assert_eq!(quoted("-DS=\"it's\""), "'-DS=\"it'\\''s\"'");
        assert_eq!(quoted(""), "''");
    }
}
