//! Annotations for GitHub Actions: a line of workflow commands for each error.

use crate::{Report, notes, why, words};
use threadproof_engine::Verdict;
use threadproof_program::Location;

/// All lines, with a newline at the end of each.
pub fn render(report: &Report) -> String {
    let outcome = &report.outcome;
    let program = report.program.join(", ");
    let model = report.model.name();
    let mut shown = String::new();
    for note in &report.notes {
        shown += &command("notice", None, "threadproof", note);
    }
    for note in notes::sentences(&outcome.notes) {
        shown += &command("notice", None, "threadproof", &note);
    }
    for found in &outcome.errors {
        let title = format!("{} under {model}", found.kind.name());
        let mut message = format!("{} (thread {})", words::bug(found), found.thread);
        if let Some(why) = why::sentence(report, found) {
            message += &format!("\n{why}");
        }
        shown += &command("error", found.locations.first(), &title, &message);
    }
    match (outcome.verdict, &outcome.reason) {
        (Verdict::Inconclusive, Some(reason)) => {
            let place = reason.location.as_ref();
            shown += &command(
                "warning",
                place,
                "inconclusive",
                &words::cause(&reason.cause),
            );
        }
        (Verdict::Verified, _) => {
            let mut bound = match report.bound() {
                Some(bound) => format!(" up to {bound} iterations of each loop"),
                None => String::new(),
            };
            if let Some(preemptions) = outcome.preemptions {
                bound += &format!(" with at most {preemptions} preemptions");
            }
            let message = format!("no execution of {program} under {model} has an error{bound}");
            shown += &command("notice", None, "verified", &message);
        }
        _ => (),
    }
    shown
}

/// An annotation in a file and line, if there is one.
pub fn annotation(level: &str, at: Option<(&str, u32)>, title: &str, message: &str) -> String {
    let place = at.map(|(file, line)| Location {
        file: file.into(),
        line,
        column: 0,
        function: String::new(),
    });
    command(level, place.as_ref(), title, message)
}

fn command(level: &str, place: Option<&Location>, title: &str, message: &str) -> String {
    let mut properties = Vec::new();
    if let Some(place) = place.filter(|place| place.line > 0) {
        properties.push(format!("file={}", property(&place.file)));
        properties.push(format!("line={}", place.line));
        if place.column > 0 {
            properties.push(format!("col={}", place.column));
        }
    }
    properties.push(format!("title={}", property(title)));
    format!("::{level} {}::{}\n", properties.join(","), data(message))
}

/// Text after the second colons.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Text between them, where colons and commas have a meaning too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
