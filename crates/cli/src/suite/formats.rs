//! The results of a suite for other programs.

use super::expectation::{Ended, got};
use super::test::Test;
use super::workers::Ran;
use crate::arguments::SuiteFormat;
use serde_json::{Value, json};
use std::time::Duration;
use threadproof_report::junit::{Case, Problem};
use threadproof_report::{github as annotations, junit as cases, sarif as log};

/// The number of the JSON form; a change that could break a reader raises it.
const SCHEMA: u32 = 1;

/// The word for an end.
pub fn result(ended: &Ended) -> &'static str {
    match ended {
        Ended::AsExpected => "as-expected",
        Ended::Failed(_) => "failed",
        Ended::Inconclusive(_) => "inconclusive",
        Ended::BadInput(_) => "bad-input",
    }
}

fn why(ended: &Ended) -> Option<&str> {
    match ended {
        Ended::AsExpected => None,
        Ended::Failed(why) | Ended::Inconclusive(why) | Ended::BadInput(why) => Some(why),
    }
}

/// All tests without running them.
pub fn list(tests: &[Test], format: SuiteFormat) -> String {
    if format == SuiteFormat::Json {
        let tests: Vec<Value> = tests.iter().map(describe).collect();
        let list = json!({ "schema": SCHEMA, "tests": tests });
        return pretty(&list);
    }
    let lines = tests.iter().map(|test| format!("{}\n", test.name));
    lines.collect()
}

fn describe(test: &Test) -> Value {
    json!({
        "name": test.name,
        "origin": test.origin,
        "files": test.files,
        "model": test.model,
        "expected": test.expected.words(),
        "arguments": test.words,
    })
}

pub fn json(all: &[(&Test, &Ran)], elapsed: Duration) -> String {
    let tests = all.iter().map(|(test, ran)| {
        let mut value = describe(test);
        value["result"] = json!(result(&ran.ended));
        value["why"] = json!(why(&ran.ended));
        value["recorded"] = json!(ran.recorded);
        value["seconds"] = json!(ran.seconds);
        value["report"] = ran.bundle["report"].clone();
        value
    });
    let count = |name: &str| {
        let same = |(_, ran): &&(&Test, &Ran)| result(&ran.ended) == name;
        all.iter().filter(same).count()
    };
    pretty(&json!({
        "schema": SCHEMA,
        "tool": concat!("threadproof ", env!("CARGO_PKG_VERSION")),
        "summary": {
            "tests": all.len(),
            "as_expected": count("as-expected"),
            "failed": count("failed"),
            "inconclusive": count("inconclusive"),
            "bad_input": count("bad-input"),
            "seconds": elapsed.as_secs_f64(),
        },
        "tests": tests.collect::<Vec<_>>(),
    }))
}

pub fn junit(all: &[(&Test, &Ran)]) -> String {
    let case = |(test, ran): &(&Test, &Ran)| {
        let problem = why(&ran.ended).map(|why| Problem {
            undecided: !matches!(ran.ended, Ended::Failed(_)),
            kind: result(&ran.ended).into(),
            message: why.into(),
            text: plain(&ran.bundle["text"]),
        });
        Case {
            class: format!("threadproof.{}", test.model),
            name: test.name.clone(),
            time: Duration::from_secs_f64(ran.seconds),
            problem,
        }
    };
    let all: Vec<Case> = all.iter().map(case).collect();
    cases::suite(&all)
}

/// An annotation for each test that did not end as expected, and a notice for all.
pub fn github(all: &[(&Test, &Ran)]) -> String {
    let mut text = String::new();
    let mut good = 0;
    for (test, ran) in all {
        let Some(why) = why(&ran.ended) else {
            good += 1;
            continue;
        };
        let verdict = ran.bundle["report"]["verdict"].as_str();
        let finds = ran.bundle["github"].as_str();
        match (verdict, finds) {
            // The annotations of the errors stand where these are.
            (Some("error"), Some(annotations)) => text += annotations,
            _ => {
                let level = match ran.ended {
                    Ended::Inconclusive(_) => "warning",
                    _ => "error",
                };
                let place = place_of_complaint(why).unwrap_or_else(|| place_of(&test.origin));
                text += &annotations::annotation(level, Some(place), &test.name, why);
            }
        }
    }
    let message = format!("{good} of {} tests ended as expected", all.len());
    text + &annotations::annotation("notice", None, "threadproof test", &message)
}

/// The place where a test is described.
fn place_of(origin: &str) -> (&str, u32) {
    match origin.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().unwrap_or(0)),
        None => (origin, 0),
    }
}

/// The place that a compiler complains of.
fn place_of_complaint(words: &str) -> Option<(&str, u32)> {
    words.lines().find_map(|line| {
        let (place, _) = line
            .split_once(": error: ")
            .or_else(|| line.split_once(": fatal error: "))?;
        let (place, column) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        let _: u32 = column.parse().ok()?;
        Some((file, line.parse().ok()?))
    })
}

/// The errors that nobody expects, each once.
pub fn sarif(all: &[(&Test, &Ran)]) -> String {
    let mut results: Vec<Value> = Vec::new();
    let mut decided = true;
    for (test, ran) in all {
        decided &= !matches!(ran.ended, Ended::Inconclusive(_) | Ended::BadInput(_));
        if ran.ended == Ended::AsExpected {
            continue;
        }
        for result in ran.bundle["sarif"].as_array().into_iter().flatten() {
            let place = |result: &Value| {
                let of = &result["locations"][0]["physicalLocation"];
                (result["ruleId"].clone(), of.clone())
            };
            if results.iter().all(|known| place(known) != place(result)) {
                let mut result = result.clone();
                result["properties"] = json!({ "test": test.name, "model": test.model });
                results.push(result);
            }
        }
    }
    log::merged(&results, decided)
}

/// The result of a test, for a table.
pub fn verdict(ran: &Ran) -> String {
    match (&ran.ended, ran.bundle["report"].is_null()) {
        (Ended::BadInput(why) | Ended::Inconclusive(why), true) => {
            why.lines().next().unwrap_or("bad input").into()
        }
        (_, true) => "bad input".into(),
        (_, false) => got(&ran.bundle["report"]),
    }
}

fn plain(text: &Value) -> String {
    anstream::adapter::strip_str(text.as_str().unwrap_or_default()).to_string()
}

fn pretty(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).expect("strings and numbers can be written");
    format!("{text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_complaint() {
        let words =
            "error: clang cannot compile a.c:\na.c:2:12: error: use of undeclared identifier\n";
        assert_eq!(place_of_complaint(words), Some(("a.c", 2)));
        let header = "a.c:1:10: fatal error: 'b.h' file not found";
        assert_eq!(place_of_complaint(header), Some(("a.c", 1)));
        assert_eq!(
            place_of_complaint("error: a.c: No such file or directory"),
            None
        );
    }
}
