//! Checks tests, several at a time.

use super::arguments::Search;
use super::attributes::{self, ShouldPanic};
use crate::arguments::{Arguments, Check, Command};
use crate::check::{self, Explored};
use crate::watch::{self, Watched};
use crate::{frontend, system};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use threadproof_engine::{Options, Outcome, Reason, ReasonKind, Verdict};
use threadproof_llvm::rust::{Entry, Reader};
use threadproof_program::ErrorKind;
use threadproof_report::Report;

/// How every test is checked.
pub struct Settings {
    pub check: Check,
}

impl Settings {
    pub fn new(search: &Search) -> Result<Settings, String> {
        // The options are those of `check`, so its parser reads them.
        let mut words: Vec<String> = ["threadproof", "check", "program.rs"]
            .map(String::from)
            .into();
        for (name, value) in [
            ("--model", &search.model),
            ("--algorithm", &search.algorithm),
            ("--unroll", &search.unroll),
            ("--check", &search.check),
            ("--no-check", &search.no_check),
            ("--timeout", &search.timeout),
            ("--max-executions", &search.max_executions),
            ("--max-steps", &search.max_steps),
            ("--preemptions", &search.preemptions),
            ("--sample", &search.sample),
        ] {
            if let Some(value) = value {
                words.extend([name.to_string(), value.clone()]);
            }
        }
        if search.locks_as_written {
            words.push("--locks-as-written".into());
        }
        let parsed = Arguments::read_from(words).map_err(|error| {
            let words = error.to_string();
            words.strip_prefix("error: ").unwrap_or(&words).to_string()
        })?;
        let Command::Check(check) = parsed.command else {
            return Err("the options are not understood".into());
        };
        Settings::of(&check)
    }

    /// As `check` would check a program.
    pub fn of(check: &Check) -> Result<Settings, String> {
        let mut check = check.clone();
        check.files = vec!["program.rs".into()];
        check::options(&check, check.model)?;
        Ok(Settings { check })
    }
}

#[derive(Clone, Debug)]
pub struct Job {
    pub name: String,
    pub entry: Entry,
    pub should_panic: bool,
}

/// A test and what came out.
pub struct Checked {
    pub name: String,
    pub should_panic: Option<ShouldPanic>,
    /// It is a test for loom.
    pub loom: bool,
    pub report: Report,
}

/// How a test ended, with what it should do taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Verified,
    Failed,
    Inconclusive,
}

impl Checked {
    pub fn ending(&self) -> Ending {
        let outcome = &self.report.outcome;
        match (&self.should_panic, outcome.verdict) {
            (Some(should), Verdict::Error) => match self.panics_as(should) {
                true => Ending::Verified,
                false => Ending::Failed,
            },
            (Some(_), Verdict::Verified) | (None, Verdict::Error) => Ending::Failed,
            (None, Verdict::Verified) => Ending::Verified,
            (_, Verdict::Inconclusive) => Ending::Inconclusive,
        }
    }

    /// It panics as it should, but says something else.
    fn panics_otherwise(&self) -> bool {
        let error = self.report.outcome.errors.first();
        self.should_panic.is_some() && error.is_some_and(|e| e.kind == ErrorKind::Panic)
    }

    fn panics_as(&self, should: &ShouldPanic) -> bool {
        let errors = &self.report.outcome.errors;
        errors.first().is_some_and(|error| match error.kind {
            ErrorKind::Panic => threadproof_report::words::bug(error).contains(&should.expected),
            kind => self.loom && words_of_loom(kind).any(|w| w.contains(&should.expected)),
        })
    }
}

/// The words with which loom panics for an error that is no panic here.
fn words_of_loom(kind: ErrorKind) -> impl Iterator<Item = &'static str> {
    let words: &[&str] = match kind {
        ErrorKind::DataRace => &["Causality violation: Concurrent", "causality violation"],
        ErrorKind::Deadlock | ErrorKind::Livelock => &["deadlock; threads = "],
        ErrorKind::Leak => &["Object leaked", "Arc leaked.", "Messages leaked"],
        _ => &[""],
    };
    words.iter().copied()
}

/// Checks all, in the order in which they come; `on` is told of each that is done.
pub fn all(
    reader: &Reader,
    jobs: &[Job],
    settings: &Settings,
    workers: usize,
    mut on: impl FnMut(Checked),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers.clamp(1, jobs.len().max(1)) {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(one(reader, job, settings)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().for_each(&mut on);
    });
}

/// Messages of a search that runs in a thread of its own.
struct Searched {
    explored: Explored,
    should_panic: Option<ShouldPanic>,
    loom: bool,
}

pub fn one(reader: &Reader, job: &Job, settings: &Settings) -> Checked {
    let options =
        check::options(&settings.check, settings.check.model).expect("they were right before");
    let search = {
        let (reader, job) = (reader.clone(), job.clone());
        let check = settings.check.clone();
        move |watched: Watched| explore(&reader, &job, &check, &options, &watched)
    };
    let searched = match watch::run(options.limits.deadline, |_| (), search) {
        Ok(searched) => searched,
        Err(stopped) => Searched {
            explored: Explored::stopped(&options, stopped.reason, stopped.counts),
            should_panic: None,
            loom: false,
        },
    };
    let Explored {
        outcome,
        shown_under,
        restless,
        try_inputs: _,
        compile,
        explore,
    } = searched.explored;
    Checked {
        name: job.name.clone(),
        should_panic: searched.should_panic,
        loom: searched.loom,
        report: Report {
            program: vec![job.name.clone()],
            model: settings.check.model,
            unroll: settings.check.unroll,
            outcome,
            shown_under,
            compile,
            explore,
            peak_memory_bytes: system::peak_memory_bytes(),
            notes: restless,
            replayed: false,
        },
    }
}

fn explore(
    reader: &Reader,
    job: &Job,
    check: &Check,
    options: &Options,
    watched: &Watched,
) -> Searched {
    let begin = Instant::now();
    let refused = |message: String, compile: Duration| {
        let reason = Reason::in_words(ReasonKind::Unsupported, message);
        let mut explored = Explored::stopped(options, reason, Default::default());
        explored.compile = compile;
        explored
    };
    let loaded = match reader.load(&job.entry) {
        Ok(loaded) => loaded,
        Err(error) => {
            return Searched {
                explored: refused(error.to_string(), begin.elapsed()),
                should_panic: None,
                loom: false,
            };
        }
    };
    let should_panic = job.should_panic.then(|| {
        let (file, line) = loaded.place.unwrap_or_default();
        let name = job.name.rsplit("::").next().unwrap_or_default();
        attributes::should_panic(&file, name, line)
    });
    let compiled =
        threadproof_ir::compile(loaded.module, &frontend::options(check, options.checks));
    let compile = begin.elapsed();
    let begin = Instant::now();
    let outcome = compiled.and_then(|program| {
        let tell = &mut |progress: &_| watched.tell(progress);
        let outcome = threadproof_engine::check(&program, options, tell)
            .map_err(|unsupported| unsupported.to_string())?;
        let restless = crate::check::restless(&program, &outcome, check.unroll);
        Ok((outcome, restless))
    });
    let explored = match outcome {
        Ok((outcome, restless)) => Explored {
            restless,
            try_inputs: false,
            shown_under: Vec::new(),
            outcome,
            compile,
            explore: begin.elapsed(),
        },
        Err(message) => refused(message, compile),
    };
    Searched {
        explored,
        should_panic,
        loom: loaded.loom,
    }
}

/// The words behind the name of a test: `verified (8 executions)`.
pub fn words(checked: &Checked) -> String {
    let outcome: &Outcome = &checked.report.outcome;
    match (checked.ending(), outcome.verdict) {
        (Ending::Verified, Verdict::Error) => "verified (panics as it should)".into(),
        (Ending::Verified, _) => {
            let executions = executions(outcome.counts.complete);
            format!("verified{} ({executions})", bounds(&checked.report))
        }
        (Ending::Failed, Verdict::Verified) => "FAILED (does not panic)".into(),
        (Ending::Failed, _) if checked.panics_otherwise() => {
            "FAILED (panics with other words than expected)".into()
        }
        (Ending::Failed, _) => {
            let kind = outcome.errors.first().map(|error| error.kind.name());
            format!("FAILED ({})", kind.unwrap_or("error"))
        }
        (Ending::Inconclusive, _) => {
            let reason = outcome.reason.as_ref();
            let kind = reason.map_or("inconclusive", |reason| reason_word(reason.kind()));
            format!("inconclusive ({kind})")
        }
    }
}

/// The bounds of a verdict, if there are any.
fn bounds(report: &Report) -> String {
    let mut words = String::new();
    if let Some(bound) = report.unroll.filter(|_| report.outcome.bound_hit) {
        words += &format!(" up to {}", counted(bound, "iteration"));
    }
    if let Some(bound) = report.outcome.preemptions {
        words += &format!(" for at most {}", counted(bound, "preemption"));
    }
    words
}

fn counted(number: u32, word: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {word}{plural}")
}

fn reason_word(kind: ReasonKind) -> &'static str {
    match kind {
        ReasonKind::Timeout => "timeout",
        ReasonKind::Interrupted => "interrupted",
        ReasonKind::Unsupported => "unsupported",
        _ => "limit",
    }
}

/// `1 execution`, `1,108 executions`.
pub fn executions(count: u64) -> String {
    let digits = count.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    let plural = if count == 1 { "" } else { "s" };
    format!("{shown} execution{plural}")
}

#[cfg(test)]
mod tests {
    use super::executions;

    #[test]
    fn numbers_have_groups() {
        assert_eq!(executions(1), "1 execution");
        assert_eq!(executions(999), "999 executions");
        assert_eq!(executions(1108), "1,108 executions");
        assert_eq!(executions(1_234_567), "1,234,567 executions");
    }
}
