//! The results in cargo's own style, as JSON, or as JUnit.

use super::arguments::Format;
use super::build::Built;
use super::run::{self, Checked, Ending};
use crate::{Exit, system};
use serde_json::{Value, json};
use std::time::Duration;
use threadproof_report::junit::{Case, Problem};
use threadproof_report::{Sources, json, junit, text};

/// The tests that were shown, and the text for the end.
pub struct Screen {
    format: Format,
    verbose: bool,
    /// Of the executable in work.
    crates: String,
    failures: Vec<(String, String)>,
    here: Counts,
    all: Counts,
    tests: Vec<Value>,
    cases: Vec<Case>,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    verified: usize,
    failed: usize,
    inconclusive: usize,
    ignored: usize,
}

impl Screen {
    pub fn new(format: Format, verbose: bool) -> Screen {
        Screen {
            format,
            verbose,
            crates: String::new(),
            failures: Vec::new(),
            here: Counts::default(),
            all: Counts::default(),
            tests: Vec::new(),
            cases: Vec::new(),
        }
    }

    fn line(&self, line: &str) {
        if self.format == Format::Text {
            system::print(&format!("{line}\n"));
        }
    }

    pub fn begin(&mut self, built: &Built, tests: usize) {
        self.crates = built.krate.clone();
        self.here = Counts::default();
        let plural = if tests == 1 { "" } else { "s" };
        self.line(&format!("    Checking {}", built.title));
        self.line(&format!("\nrunning {tests} test{plural}"));
    }

    pub fn ignored(&mut self, name: &str) {
        self.here.ignored += 1;
        self.line(&format!("test {name} ... ignored"));
        let (name, binary) = (name.to_string(), &self.crates);
        let test = json!({ "name": name, "crate": binary, "result": "ignored", "report": null });
        self.tests.push(test);
    }

    pub fn checked(&mut self, checked: &Checked) {
        let name = match checked.should_panic {
            Some(_) => format!("{} - should panic", checked.name),
            None => checked.name.clone(),
        };
        let ending = checked.ending();
        self.line(&format!("test {name} ... {}", run::words(checked)));
        let result = match ending {
            Ending::Verified => "verified",
            Ending::Failed => "failed",
            Ending::Inconclusive => "inconclusive",
        };
        match ending {
            Ending::Verified => self.here.verified += 1,
            Ending::Failed => self.here.failed += 1,
            Ending::Inconclusive => self.here.inconclusive += 1,
        }
        let mut sources = Sources::new();
        let text = text::render(&checked.report, self.verbose, &mut sources);
        self.tests.push(json!({
            "name": checked.name,
            "crate": self.crates,
            "result": result,
            "report": json::value(&checked.report),
        }));
        self.cases.push(Case {
            class: self.crates.clone(),
            name: checked.name.clone(),
            time: checked.report.compile + checked.report.explore,
            problem: (ending != Ending::Verified).then(|| Problem {
                undecided: ending == Ending::Inconclusive,
                kind: result.into(),
                message: run::words(checked),
                text: text::plain(&checked.report, &mut sources),
            }),
            output: match ending {
                Ending::Verified => junit::conditions(&checked.report, &mut sources),
                _ => String::new(),
            },
        });
        if ending != Ending::Verified {
            self.failures.push((checked.name.clone(), text));
        }
    }

    /// The end of an executable.
    pub fn end(&mut self, time: Duration) {
        let failures = std::mem::take(&mut self.failures);
        if !failures.is_empty() {
            self.line("\nfailures:");
            for (name, text) in &failures {
                self.line(&format!("\n---- {name} ----\n{}", text.trim_end()));
            }
            self.line("\nfailures:");
            for (name, _) in &failures {
                self.line(&format!("    {name}"));
            }
        }
        let here = self.here;
        let word = match (here.failed, here.inconclusive) {
            (0, 0) => "ok",
            (0, _) => "inconclusive",
            _ => "FAILED",
        };
        self.line(&format!(
            "\ntest result: {word}. {} verified; {} failed; {} inconclusive; {} ignored; finished in {:.2}s\n",
            here.verified,
            here.failed,
            here.inconclusive,
            here.ignored,
            time.as_secs_f64(),
        ));
        self.all.verified += here.verified;
        self.all.failed += here.failed;
        self.all.inconclusive += here.inconclusive;
        self.all.ignored += here.ignored;
    }

    /// The end of all.
    pub fn finish(self) -> Exit {
        let all = self.all;
        match self.format {
            Format::Text => {}
            Format::Json => {
                let whole = json!({
                    "schema": 1,
                    "verified": all.verified,
                    "failed": all.failed,
                    "inconclusive": all.inconclusive,
                    "ignored": all.ignored,
                    "tests": self.tests,
                });
                system::print(&format!("{whole:#}\n"));
            }
            Format::Junit => system::print(&junit::suite(&self.cases)),
        }
        match (all.failed, all.inconclusive) {
            (0, 0) => Exit::Verified,
            (0, _) => Exit::Inconclusive,
            _ => Exit::ErrorFound,
        }
    }
}

/// The report on one program.
pub fn program(checked: &Checked, format: Format, verbose: bool) -> Exit {
    let mut sources = Sources::new();
    let shown = match format {
        Format::Text => text::render(&checked.report, verbose, &mut sources),
        Format::Json => format!("{}\n", json::render(&checked.report)),
        Format::Junit => junit::render(&checked.report, &mut sources),
    };
    system::print(&shown);
    match checked.ending() {
        Ending::Verified => Exit::Verified,
        Ending::Failed => Exit::ErrorFound,
        Ending::Inconclusive => Exit::Inconclusive,
    }
}
