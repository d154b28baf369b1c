//! The report for people: the verdict first, then the evidence for it.
//!
//! The text has colours; print it through a stream that strips them where they are not wanted.

use crate::Report;
use crate::snippet::{self, Sources, place, printable};
use crate::style::{ERROR, FAINT, GOOD, STRONG, UNSURE, paint};
use crate::wrap::{PAGE, wrap};
use crate::{table, violation, why, words};
use std::time::Duration;
use threadproof_engine::{
    Algorithm, Cause, Choice, Estimate, Execution, Found, Measure, Number, Outcome, Reason,
    ReasonKind, Sampled, Step, Trial, Verdict, Waiting,
};
use threadproof_program::Location;

/// Fewer say nothing.
const LEAST_PROBES: u64 = 8;
/// Calls shown of a deep stack.
const MOST_CALLS: usize = 8;

/// The whole report, with a newline at the end. `verbose` shows every step of an execution.
pub fn render(report: &Report, verbose: bool, sources: &mut Sources) -> String {
    let mut shown = String::new();
    match report.outcome.verdict {
        Verdict::Verified => match &report.outcome.replayed {
            Some(execution) => shown += &replayed(execution, report, verbose, sources),
            None => shown += &verified(report),
        },
        Verdict::Error => {
            for found in &report.outcome.errors {
                shown += &error(found, report, verbose, sources);
                shown.push('\n');
            }
        }
        Verdict::Inconclusive => {
            if let Some(reason) = &report.outcome.reason {
                shown += &inconclusive(reason, sources);
                shown += &match report.replayed {
                    true => "Check the program to look at all executions.\n".into(),
                    false => outlook(reason, &report.outcome),
                };
            }
        }
    }
    shown += &crate::notes::text(&report.outcome.notes);
    for note in &report.notes {
        let note = wrap("note:", &printable(note), 2);
        shown += &note.replacen("note", &paint(UNSURE, "note"), 1);
    }
    shown += &robustness(report);
    shown += &summary(report);
    if verbose {
        shown += &decisions(&report.outcome.effort).unwrap_or_default();
        shown += &report.outcome.choice.as_ref().map_or(String::new(), choice);
        shown += &orderings(&report.outcome.effort).unwrap_or_default();
        shown += &abandoned(&report.outcome.effort).unwrap_or_default();
    }
    shown
}

/// The same without colours.
pub fn plain(report: &Report, sources: &mut Sources) -> String {
    anstream::adapter::strip_str(&render(report, false, sources)).to_string()
}

fn verified(report: &Report) -> String {
    let program = printable(&report.program.join(", "));
    let counts = report.outcome.counts;
    let bounds = bounds(report);
    let mut shown = match bounds.is_empty() {
        true => format!(
            "{}: no execution of {program} has an error\n",
            paint(GOOD, "verified")
        ),
        false => {
            let head = format!("verified {}", bounds.words);
            let found = format!("no execution of {program} within this bound has an error");
            let others = format!(
                "were not looked at; a larger {} looks further.",
                bounds.options
            );
            wrap(&format!("{head}:"), &found, 2).replacen(&head, &paint(GOOD, &head), 1)
                + &wrap(&bounds.others, &others, 0)
        }
    };
    if counts.complete == 0 && counts.blocked > 0 {
        let words = "no execution ran to its end; each stopped at an assumption, a wait, a bound, or an error that \
                     is not looked for";
        let note = wrap("Note:", words, 6);
        shown += &format!("{}\n", paint(UNSURE, note.trim_end()));
    }
    shown
}

/// The bounds of a verdict, in words.
#[derive(Default)]
struct Bounds {
    words: String,
    others: String,
    options: String,
}

impl Bounds {
    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
    fn add(&mut self, words: String, others: &str, option: &str) {
        for (text, more, link) in [
            (&mut self.words, words.as_str(), " and "),
            (&mut self.others, others, " and "),
            (&mut self.options, option, " or "),
        ] {
            if !text.is_empty() {
                *text += link;
            }
            *text += more;
        }
    }
}

fn bounds(report: &Report) -> Bounds {
    let mut bounds = Bounds::default();
    if let Some(bound) = report.bound() {
        let times = if bound == 1 {
            "iteration"
        } else {
            "iterations"
        };
        let words = format!("up to {bound} {times} of each loop");
        bounds.add(words, "Longer executions", "--unroll");
    }
    if let Some(bound) = report.outcome.preemptions {
        let times = if bound == 1 {
            "preemption"
        } else {
            "preemptions"
        };
        let words = format!("for at most {bound} {times}");
        let others = match bounds.is_empty() {
            true => "Executions with more preemptions",
            false => "those with more preemptions",
        };
        bounds.add(words, others, "--preemptions");
    }
    bounds
}

/// One execution, from its beginning to its end.
fn replayed(
    execution: &Execution,
    report: &Report,
    verbose: bool,
    sources: &mut Sources,
) -> String {
    let program = printable(&report.program.join(", "));
    let mut shown = format!(
        "{}: the saved execution of {program} ended without an error\n",
        paint(GOOD, "no error")
    );
    if execution.blocked {
        shown += "Some thread stopped before its end, at an assumption, a wait or a bound.\n";
    }
    shown += &format!("\n{}", paint(STRONG, "The execution"));
    shown += how_to_read(&execution.trace);
    shown += &table::of_execution(execution, report.model, verbose, sources);
    shown += &output("Printed:", &execution.output);
    shown.push('\n');
    shown
}

fn how_to_read(trace: &[Step]) -> &'static str {
    match trace.iter().any(table::tells_source) {
        true => " ([3]: the value read was written by step 3):\n",
        false => ":\n",
    }
}

fn error(found: &Found, report: &Report, verbose: bool, sources: &mut Sources) -> String {
    let head = format!("error[{}]:", found.kind.name());
    let mut shown = String::new();
    for (index, line) in wrap(&head, &printable(&words::bug(found)), 2)
        .lines()
        .enumerate()
    {
        shown += &match line.strip_prefix(&head).filter(|_| index == 0) {
            Some(rest) => paint(ERROR, &head) + &paint(STRONG, rest),
            None => paint(STRONG, line),
        };
        shown.push('\n');
    }
    if let Some(location) = found.locations.first() {
        shown += &arrow(location, &format!(", thread {}", found.thread));
        shown += &snippet::render(sources, location);
        shown += &calls(&found.locations[1..]);
    }
    shown += &waiting(&found.waiting);
    if let Some(why) = why::sentence(report, found) {
        let sentence = wrap("Why:", &printable(&why), 5);
        shown += &sentence.replacen("Why:", &paint(STRONG, "Why:"), 1);
    }
    if let Some(words) = models(report) {
        shown += &wrap("Models:", &words, 8).replacen("Models:", &paint(STRONG, "Models:"), 1);
    }
    if !found.trace.is_empty() {
        shown += &format!("\n{}", paint(STRONG, "The execution that shows it"));
        shown += how_to_read(&found.trace);
        shown += &table::render(found, report.model, verbose, sources);
    }
    if let Some(violation) = &found.violation {
        shown += &violation::render(found, violation);
    }
    shown += &output("Printed until then:", &found.output);
    shown
}

/// `appears under c11 and pso, not under sc and tso`. Nothing if every model shows it: that is usual.
fn models(report: &Report) -> Option<String> {
    let names = |wanted: Option<bool>| {
        let those = report
            .shown_under
            .iter()
            .filter(|(_, answer)| *answer == wanted);
        let names: Vec<&str> = those.map(|(model, _)| model.name()).collect();
        (!names.is_empty()).then(|| and(&names))
    };
    let shown = names(Some(true))?;
    let missing = names(Some(false)).map(|names| format!("not under {names}"));
    let unknown = names(None).map(|names| format!("not found out for {names}"));
    let rest: Vec<String> = missing.into_iter().chain(unknown).collect();
    (!rest.is_empty()).then(|| format!("appears under {shown}, {}", rest.join(", ")))
}

/// `sc, tso and pso`
fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `--> file:line:column in function`. A long path stays whole, for those who click on it.
fn arrow(location: &Location, more: &str) -> String {
    let line = format!("  --> {}{more}", place(location));
    if line.chars().count() <= PAGE {
        return line + "\n";
    }
    let nowhere = Location {
        function: String::new(),
        ..location.clone()
    };
    let path = place(&nowhere);
    let rest = place(location)[path.len()..].to_string() + more;
    format!("  --> {path}\n{}", wrap("     ", &rest, 6))
}

/// The innermost calls.
fn calls(callers: &[Location]) -> String {
    let mut shown = String::new();
    for caller in callers.iter().take(MOST_CALLS) {
        shown += &format!("  called from {}\n", place(caller));
    }
    match callers.len().saturating_sub(MOST_CALLS) {
        0 => (),
        1 => shown += "  and one more call\n",
        more => shown += &format!("  and {more} more calls\n"),
    }
    shown
}

fn waiting(waiting: &[Waiting]) -> String {
    let mut shown = String::new();
    for thread in waiting {
        let mut what = printable(&words::waiting(thread));
        if let Some(location) = &thread.location {
            what += &format!(" at {}", place(location));
        }
        shown += &wrap(&format!("  {}", thread.thread), &what, 4);
    }
    shown
}

fn output(head: &str, output: &str) -> String {
    if output.is_empty() {
        return String::new();
    }
    let mut shown = format!("\n{}\n", paint(STRONG, head));
    for line in output.trim_start_matches('\n').lines() {
        shown += &format!("  {}\n", printable(line));
    }
    shown
}

fn inconclusive(reason: &Reason, sources: &mut Sources) -> String {
    let shown = wrap("inconclusive:", &printable(&words::cause(&reason.cause)), 2);
    let mut shown = shown.replacen("inconclusive", &paint(UNSURE, "inconclusive"), 1);
    if let Some(location) = &reason.location {
        shown += &arrow(location, "");
        shown += &snippet::render(sources, location);
    }
    shown
}

/// The meaning of an inconclusive search, and advice.
fn outlook(reason: &Reason, outcome: &Outcome) -> String {
    let advice = wrap("try:", advice(reason, outcome), 2);
    format!(
        "No error was found in what was looked at, but not everything was.\n{}",
        advice.replacen("try", &paint(STRONG, "try"), 1)
    )
}

fn advice(reason: &Reason, outcome: &Outcome) -> &'static str {
    match reason.kind() {
        ReasonKind::Timeout if outcome.sampled.is_some() => {
            "a larger --timeout, a smaller --sample, or the search for few preemptions (--preemptions auto)"
        }
        ReasonKind::Timeout if outcome.bounded_search => {
            "a larger --timeout, fewer threads or operations, a smaller bound (--preemptions K), or \
             random executions (--sample 10000)"
        }
        ReasonKind::Timeout => {
            "a larger --timeout, fewer threads or operations, a bound on loops (--unroll N) or on \
             preemptions (--preemptions auto), or random executions (--sample 10000)"
        }
        ReasonKind::ExecutionLimit => {
            "a bound on loops (--unroll N), a larger --max-executions, or a smaller program"
        }
        ReasonKind::Unsupported => {
            "a program without this construct; docs/limits.md lists what is supported"
        }
        ReasonKind::Interrupted => "running it again, perhaps with --timeout SECONDS",
        ReasonKind::Memory => "a smaller program, or a bound on loops (--unroll N)",
        ReasonKind::Sampled => {
            "a larger --sample, another --seed, or the search for few preemptions (--preemptions auto)"
        }
        ReasonKind::NothingComplete
            if reason.cause == (Cause::NothingComplete { bound: false }) =>
        {
            "assumptions that can hold"
        }
        ReasonKind::NothingComplete => "a larger --unroll N, or assumptions that can hold",
    }
}

fn robustness(report: &Report) -> String {
    match report.outcome.robust {
        None => String::new(),
        Some(true) => format!(
            "{}: every behaviour under {} is sequentially consistent\n",
            paint(GOOD, "robust"),
            report.model.name()
        ),
        Some(false) => format!(
            "{}: some behaviour under {} is not sequentially consistent\n",
            paint(ERROR, "not robust"),
            report.model.name()
        ),
    }
}

/// Executions, time and memory.
fn summary(report: &Report) -> String {
    let counts = report.outcome.counts;
    let mut parts = vec![match counts.complete {
        1 => "1 complete execution".into(),
        n => format!("{n} complete executions"),
    }];
    if counts.blocked > 0 {
        parts.push(format!("{} blocked", counts.blocked));
    }
    if counts.redundant > 0 {
        parts.push(format!("{} redundant", counts.redundant));
    }
    let errors = &report.outcome.errors;
    if errors.len() > 1 {
        parts.push(format!("{} errors", errors.len()));
    }
    let memory = match report.peak_memory_bytes {
        Some(bytes) => format!(", {} MB", bytes.div_ceil(1 << 20)),
        None => String::new(),
    };
    let counts = match report.replayed {
        true => "1 saved execution".into(),
        false => parts.join(", "),
    };
    let model = report.model.name();
    let algorithm = match &report.outcome.instead_of {
        Some((first, _)) => format!(
            "{}, since {} cannot do this program",
            report.outcome.algorithm.name(),
            first.name()
        ),
        None => report.outcome.method().to_string(),
    };
    let (compile, explore) = (seconds(report.compile), seconds(report.explore));
    let counts = match unfinished(report) {
        Some(total) => format!("{counts} of {total}"),
        None => counts,
    };
    let sampled = report
        .outcome
        .sampled
        .as_ref()
        .map_or(String::new(), sampled);
    let lines = [
        format!("{counts}{sampled} (model {model}, algorithm {algorithm})"),
        format!("compiled in {compile}, explored in {explore}{memory}"),
    ];
    lines
        .map(|line| format!("{}\n", paint(FAINT, &line)))
        .concat()
}

/// `, 12 classes of at least about 20`
fn sampled(sampled: &Sampled) -> String {
    let classes = match sampled.classes {
        1 => "1 class".to_string(),
        n => format!("{n} classes"),
    };
    let all = sampled.estimated.round() as u64;
    match all > sampled.classes {
        true => format!(", {classes} of at least about {all}"),
        false => format!(", {classes}"),
    }
}

/// A count that `rf` kept.
fn count(effort: &[Measure], name: &str) -> Option<u64> {
    let mut rows = effort.iter().filter(|m| m.algorithm == Algorithm::Rf);
    match rows.find(|measure| measure.name == name)?.number {
        Number::Count(count) => Some(count),
        Number::Time(_) => None,
    }
}

/// Why `auto` took its algorithm.
fn choice(choice: &Choice) -> String {
    let (taken, left) = (&choice.taken, &choice.left);
    let work = |trial: &Trial| trial.work.div_ceil(trial.executions.max(1));
    let line = match choice.ended_first {
        true => format!(
            "{} ended first, when {} had seen {} executions",
            taken.algorithm.name(),
            left.algorithm.name(),
            left.executions
        ),
        false => format!(
            "{} after a trial of {} executions, nearly all in different classes, with the work of {} steps each; \
             {} had seen {} executions with the work of {} steps each",
            taken.algorithm.name(),
            taken.executions,
            work(taken),
            left.algorithm.name(),
            left.executions,
            work(left)
        ),
    };
    paint(FAINT, &wrap("auto:", &line, 2)).to_string()
}

/// How `rf` decided whether traces are consistent, if it did.
fn decisions(effort: &[Measure]) -> Option<String> {
    let line = format!(
        "consistency decided by insertion {} times, by saturation {}, by construction {}, by \
         decision {}",
        count(effort, "inserted")?,
        count(effort, "saturation")?,
        count(effort, "construction")?,
        count(effort, "decision")?
    );
    Some(format!("{}\n", paint(FAINT, &line)))
}

/// How often sequentially consistent events had to be ordered, under C11.
fn orderings(effort: &[Measure]) -> Option<String> {
    let line = format!(
        "order of seq_cst accesses and fences asked for {} times, with {} guesses",
        count(effort, "seq_cst_questions")?,
        count(effort, "seq_cst_guesses")?
    );
    Some(format!("{}\n", paint(FAINT, &line)))
}

/// The executions that several threads began in vain.
fn abandoned(effort: &[Measure]) -> Option<String> {
    let row = effort.iter().find(|measure| measure.name == "abandoned")?;
    let Number::Count(count) = row.number else {
        return None;
    };
    let line =
        format!("{count} beginnings of executions were given up, since threads share the search");
    Some(format!("{}\n", paint(FAINT, &line)))
}

/// The estimated total of a search that ran out of time.
fn unfinished(report: &Report) -> Option<String> {
    let outcome = &report.outcome;
    let out_of_time = outcome.reason.as_ref().is_some_and(|reason| {
        matches!(reason.kind(), ReasonKind::Timeout | ReasonKind::Interrupted)
    });
    let counts = outcome.counts;
    let seen = counts.complete + counts.blocked + counts.redundant;
    total(outcome.estimate.filter(|_| out_of_time)?, seen)
}

/// `about 3.1 million (±20%)`: an estimated total with two standard errors. `roughly` if they say only its order of magnitude. There
/// are at least as many as were `seen`. `None` if the estimate is no good.
pub fn total(estimate: Estimate, seen: u64) -> Option<String> {
    let relative = 2.0 * estimate.error / estimate.executions;
    if estimate.probes < LEAST_PROBES || !relative.is_finite() || estimate.is_refuted(seen) {
        return None;
    }
    let executions = estimate.executions.max(seen as f64);
    let shown = match executions {
        n if n < 1e4 => format!("{n:.0}"),
        n if n < 1e6 => format!("{:.0} thousand", n / 1e3),
        n if n < 1e9 => format!("{:.1} million", n / 1e6),
        n if n < 1e12 => format!("{:.1} billion", n / 1e9),
        n => format!("{n:.0e}"),
    };
    Some(match relative {
        r if r <= 1.0 => format!("about {shown} (±{:.0}%)", 100.0 * r),
        _ => format!("roughly {shown}"),
    })
}

fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.2} s")
    } else {
        format!("{seconds:.0} s")
    }
}
