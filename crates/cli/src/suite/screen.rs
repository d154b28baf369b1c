//! The screen while tests run: a line for each that has ended, and below, on a terminal, one for each
//! that runs.

use super::expectation::{Ended, reservations};
use super::test::Test;
use super::workers::Ran;
use crate::arguments::{self, Progress, SuiteFormat};
use crate::system;
use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const UNSURE: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();

/// The lines at the bottom are drawn anew after so long.
const REDRAW: Duration = Duration::from_millis(100);
/// The bar of a running test.
const RUNNING_CELLS: usize = 10;
/// Running tests that are shown; the others are counted.
const MOST_RUNNING: usize = 16;

pub struct Screen<'t> {
    tests: &'t [Test],
    /// Lines for tests that have ended.
    lines: bool,
    terminal: bool,
    json: bool,
    slow: f64,
    ended: usize,
    running: Vec<Running>,
    /// How many lines stand at the bottom.
    drawn: usize,
    redrawn: Instant,
}

struct Running {
    test: usize,
    since: Instant,
    words: String,
    /// How much of it is done, if that can be estimated.
    part: Option<f64>,
}

/// Does anybody look at the progress of running tests?
pub fn is_watched(arguments: &arguments::Test) -> bool {
    match arguments.progress {
        Progress::Auto => std::io::stderr().is_terminal(),
        Progress::Json => true,
        Progress::None => false,
    }
}

impl<'t> Screen<'t> {
    pub fn new(arguments: &arguments::Test, tests: &'t [Test]) -> Screen<'t> {
        let wanted = arguments.progress == Progress::Auto;
        Screen {
            tests,
            lines: arguments.format == SuiteFormat::Text,
            terminal: wanted && std::io::stderr().is_terminal(),
            json: arguments.progress == Progress::Json,
            slow: arguments.slow.as_secs_f64(),
            ended: 0,
            running: Vec::new(),
            drawn: 0,
            redrawn: Instant::now(),
        }
    }

    pub fn began(&mut self, test: usize) {
        self.running.push(Running {
            test,
            since: Instant::now(),
            words: "compiling".into(),
            part: None,
        });
        self.redraw(false);
    }

    pub fn progress(&mut self, test: usize, progress: &Value) {
        if self.json {
            let name = &self.tests[test].name;
            system::say(&json!({ "test": name, "progress": progress }).to_string());
        }
        if let Some(running) = self.running.iter_mut().find(|r| r.test == test) {
            running.words = words(progress);
            running.part = part(progress);
        }
        self.redraw(false);
    }

    pub fn ended(&mut self, test: usize, ran: &Ran) {
        self.running.retain(|running| running.test != test);
        self.ended += 1;
        if self.json {
            let name = &self.tests[test].name;
            let result = super::formats::result(&ran.ended);
            system::say(&json!({ "test": name, "result": result }).to_string());
        }
        self.clear();
        if self.lines {
            system::print(&line(&self.tests[test], ran, self.slow));
        }
        self.redraw(true);
    }

    /// Takes the lines at the bottom away.
    pub fn clear(&mut self) {
        if self.drawn > 0 {
            let _ = write!(std::io::stderr(), "\r\x1b[{}A\x1b[J", self.drawn);
            self.drawn = 0;
        }
    }

    fn redraw(&mut self, now: bool) {
        if !self.terminal || !now && self.redrawn.elapsed() < REDRAW {
            return;
        }
        self.clear();
        self.redrawn = Instant::now();
        let width = system::columns();
        let mut lines = vec![bar(self.ended, self.tests.len(), width)];
        for running in self.running.iter().take(MOST_RUNNING) {
            let name = &self.tests[running.test].name;
            let seconds = running.since.elapsed().as_secs_f64();
            let bar = cells(running.part.unwrap_or(0.0), RUNNING_CELLS);
            lines.push(format!("  {bar} {name}: {}, {seconds:.0} s", running.words));
        }
        let hidden = self.running.len().saturating_sub(MOST_RUNNING);
        if hidden > 0 {
            lines.push(format!("  and {hidden} more"));
        }
        let mut text = String::new();
        for line in &lines {
            let line: String = line.chars().take(width).collect();
            text += &format!("{line}\n");
        }
        let _ = std::io::stderr().write_all(text.as_bytes());
        self.drawn = lines.len();
    }
}

/// `[####----] 4 of 8 tests`
fn bar(ended: usize, all: usize, width: usize) -> String {
    let part = ended as f64 / all.max(1) as f64;
    let bar = cells(part, width.saturating_sub(30).clamp(4, 40));
    format!("{bar} {ended} of {all} tests")
}

/// `[####----]`: a bar of so many cells.
fn cells(part: f64, cells: usize) -> String {
    let full = (cells as f64 * part) as usize;
    format!("[{}{}]", "#".repeat(full), "-".repeat(cells - full))
}

/// The progress of a running test.
fn words(progress: &Value) -> String {
    let executions = executions(progress);
    match part(progress) {
        Some(part) => format!("{executions} executions, about {:.0}%", 100.0 * part),
        None => format!("{executions} executions"),
    }
}

fn executions(progress: &Value) -> u64 {
    let number = |key: &str| progress[key].as_u64().unwrap_or(0);
    number("complete") + number("blocked") + number("redundant")
}

/// How much of a test is done, by the estimate; never all of it.
fn part(progress: &Value) -> Option<f64> {
    let all = progress["estimate"]["executions"].as_f64()?;
    (all >= 1.0).then(|| (executions(progress) as f64 / all).min(0.99))
}

/// The reservations of a verdict as expected.
fn reserved(ran: &Ran) -> String {
    match &reservations(&ran.bundle["report"])[..] {
        [] => String::new(),
        all => format!(": {UNSURE}{}{UNSURE:#}", all.join(", ")),
    }
}

/// The line of a test that has ended.
fn line(test: &Test, ran: &Ran, slow: f64) -> String {
    let paint = |style: Style, text: &str| format!("{style}{text}{style:#}");
    let (word, why) = match &ran.ended {
        Ended::AsExpected => (paint(GOOD, "ok    "), reserved(ran)),
        Ended::Failed(why) => (paint(BAD, "FAILED"), format!(": {why}")),
        Ended::Inconclusive(why) => (paint(UNSURE, "unsure"), format!(": {why}")),
        Ended::BadInput(_) => (paint(BAD, "BROKEN"), String::new()),
    };
    let time = match (ran.recorded, ran.seconds > slow) {
        (true, _) => paint(FAINT, "recorded"),
        (false, false) => paint(FAINT, &format!("{:.2} s", ran.seconds)),
        (false, true) => paint(UNSURE, &format!("{:.1} s, slow", ran.seconds)),
    };
    format!("{word} {}{why} {time}\n", test.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_never_longer_than_its_line() {
        assert_eq!(bar(1, 2, 40), "[#####-----] 1 of 2 tests");
        assert_eq!(bar(0, 0, 20), "[----] 0 of 0 tests");
    }

    #[test]
    fn a_running_test_in_words() {
        let progress = json!({ "complete": 90, "blocked": 5, "redundant": 5 });
        assert_eq!(words(&progress), "100 executions");
        let progress = json!({ "complete": 100, "estimate": { "executions": 400.0 } });
        assert_eq!(words(&progress), "100 executions, about 25%");
        assert_eq!(part(&progress), Some(0.25));
        assert_eq!(cells(0.25, RUNNING_CELLS), "[##--------]");
        assert_eq!(cells(0.99, RUNNING_CELLS), "[#########-]");
    }
}
