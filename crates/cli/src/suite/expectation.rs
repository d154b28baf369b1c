//! The expectation of a test, and whether a report fulfils it.

use serde_json::Value;
use threadproof_program::ErrorKind;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expectation {
    pub verdict: Wanted,
    /// Of an error, or of the reason of an inconclusive verdict.
    pub kind: Option<String>,
    /// Numbers of executions, as the algorithm counts them.
    pub complete: Option<u64>,
    pub blocked: Option<u64>,
    /// The source line of an error.
    pub line: Option<u64>,
    /// The answer to `--robustness`.
    pub robust: Option<bool>,
    /// The algorithm `rf` must say that it cannot do the program.
    pub not_rf: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wanted {
    #[default]
    Verified,
    Error,
    Inconclusive,
    /// The input is refused.
    BadInput,
}

/// How a test ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    AsExpected,
    /// Not as expected; why.
    Failed(String),
    /// Nothing is known, though something was expected; why.
    Inconclusive(String),
    /// It could not be read or compiled; what the checker said.
    BadInput(String),
}

const REASONS: [&str; 7] = [
    "timeout",
    "execution-limit",
    "unsupported",
    "interrupted",
    "memory",
    "sampled",
    "nothing-complete",
];

impl Wanted {
    pub fn name(self) -> &'static str {
        match self {
            Wanted::Verified => "verified",
            Wanted::Error => "error",
            Wanted::Inconclusive => "inconclusive",
            Wanted::BadInput => "bad-input",
        }
    }
}

impl Expectation {
    /// `verified`, `error:data-race`, `inconclusive:timeout`, …
    pub fn parse(text: &str) -> Result<Expectation, String> {
        let (verdict, kind) = match text.split_once(':') {
            Some((verdict, kind)) => (verdict, Some(kind)),
            None => (text, None),
        };
        let all = [
            Wanted::Verified,
            Wanted::Error,
            Wanted::Inconclusive,
            Wanted::BadInput,
        ];
        let verdict = all.into_iter().find(|wanted| wanted.name() == verdict);
        let verdict = verdict.ok_or_else(|| {
            format!(
                "`{text}` is no verdict; verified, error[:KIND], inconclusive[:REASON] and bad-input are"
            )
        })?;
        let mut expectation = Expectation {
            verdict,
            ..Expectation::default()
        };
        if let Some(kind) = kind {
            expectation.set_kind(kind)?;
        }
        Ok(expectation)
    }

    pub fn set_kind(&mut self, kind: &str) -> Result<(), String> {
        match self.verdict {
            Wanted::Error if ErrorKind::from_name(kind).is_none() => {
                let names = ErrorKind::ALL.map(ErrorKind::name).join(", ");
                return Err(format!("`{kind}` is no kind of error; there are {names}"));
            }
            Wanted::Inconclusive if !REASONS.contains(&kind) => {
                let names = REASONS.join(", ");
                return Err(format!("`{kind}` is no reason; there are {names}"));
            }
            Wanted::Verified | Wanted::BadInput => {
                return Err(format!("`{}` has no kinds", self.verdict.name()));
            }
            _ => self.kind = Some(kind.into()),
        }
        Ok(())
    }

    /// A detail: `complete=3`; false if there is none of this name.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let number = || {
            let number = value.parse();
            number.map_err(|_| format!("`{value}` is no number"))
        };
        match key {
            "complete" => self.complete = Some(number()?),
            "blocked" => self.blocked = Some(number()?),
            "line" => self.line = Some(number()?),
            "robust" => {
                let robust = value.parse();
                self.robust = Some(robust.map_err(|_| "`robust` is true or false".to_string())?);
            }
            "rf" if value == "unsupported" => self.not_rf = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Are there numbers that only some algorithms count?
    pub fn counts(&self) -> bool {
        self.complete.is_some() || self.blocked.is_some()
    }

    /// As people write it.
    pub fn words(&self) -> String {
        let mut words = self.verdict.name().to_string();
        if let Some(kind) = &self.kind {
            words += &format!(":{kind}");
        }
        words
    }

    /// Compares a report that is there with what is expected.
    pub fn compare(&self, report: &Value) -> Ended {
        let got = got(report);
        let verdict = report["verdict"].as_str().unwrap_or_default();
        if verdict != self.verdict.name() {
            let what = format!("expected {}, got {got}", self.words());
            return match verdict {
                "inconclusive" => Ended::Inconclusive(what),
                _ => Ended::Failed(what),
            };
        }
        match self.differs(report) {
            None => Ended::AsExpected,
            Some(what) => Ended::Failed(what),
        }
    }

    /// The differences of a report with the right verdict.
    fn differs(&self, report: &Value) -> Option<String> {
        let errors = report["errors"].as_array().into_iter().flatten();
        let here: Vec<&Value> = errors
            .filter(|error| {
                let line = error["location"]["line"].as_u64();
                self.line.is_none() || line == self.line
            })
            .collect();
        if let (Wanted::Error, Some(line), []) = (self.verdict, self.line, &here[..]) {
            return Some(format!(
                "expected an error in line {line}, got {}",
                got(report)
            ));
        }
        let kinds: Vec<&Value> = match self.verdict {
            Wanted::Error => here.iter().map(|error| &error["kind"]).collect(),
            _ => vec![&report["reason"]["kind"]],
        };
        if let Some(kind) = &self.kind
            && !kinds.iter().any(|found| found.as_str() == Some(kind))
        {
            return Some(format!("expected {}, got {}", self.words(), got(report)));
        }
        let executions = &report["executions"];
        for (name, wanted) in [("complete", self.complete), ("blocked", self.blocked)] {
            let found = &executions[name];
            if wanted.is_some() && found.as_u64() != wanted {
                let wanted = wanted.unwrap_or_default();
                return Some(format!(
                    "expected {wanted} {name} executions, got {found} ({})",
                    report["algorithm"].as_str().unwrap_or_default()
                ));
            }
        }
        let robust = report["robust"].as_bool();
        if self.robust.is_some() && robust != self.robust {
            let name = |robust: Option<bool>| match robust {
                Some(true) => "robust",
                Some(false) => "not robust",
                None => "no answer",
            };
            return Some(format!(
                "expected {}, got {}",
                name(self.robust),
                name(robust)
            ));
        }
        None
    }
}

/// The verdict of a report in a few words.
pub fn got(report: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match report["verdict"].as_str() {
        Some("error") => {
            let first = &report["errors"][0];
            let place = match first["location"]["line"].as_u64() {
                Some(line) => format!(" at {}:{line}", text(&first["location"]["file"])),
                None => String::new(),
            };
            format!(
                "error:{} ({}){place}",
                text(&first["kind"]),
                text(&first["message"])
            )
        }
        Some("inconclusive") => {
            let reason = &report["reason"];
            format!(
                "inconclusive:{} ({})",
                text(&reason["kind"]),
                text(&reason["message"])
            )
        }
        Some("verified") => match &[bounds(report), reservations(report)].concat()[..] {
            [] => "verified".into(),
            all => format!("verified ({})", all.join(", ")),
        },
        verdict => verdict.unwrap_or("nothing").to_owned(),
    }
}

/// The bounds of a verdict in a few words.
fn bounds(report: &Value) -> Vec<String> {
    let bound = |key: &str| report["bounded"][key].as_u64();
    let loops = bound("loop").map(|n| format!("at most {n} iterations"));
    let switches = bound("preemptions").map(|n| format!("at most {n} preemptions"));
    loops.into_iter().chain(switches).collect()
}

/// Why the verdict says less than it seems to, in a few words each.
pub fn reservations(report: &Value) -> Vec<String> {
    let notes = report["notes"].as_array().into_iter().flatten();
    let words = notes.filter_map(|note| match note["kind"].as_str() {
        Some("sequential") => Some("no thread was created"),
        Some("no-assertion") => Some("no assertion was reached"),
        Some("passed-over") => Some("some errors are passed over"),
        _ => None,
    });
    let mut words: Vec<String> = words.map(String::from).collect();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(kind: &str, line: u64) -> Value {
        json!({ "verdict": "error", "algorithm": "optimal",
            "executions": { "complete": 3, "blocked": 0, "redundant": 0 },
            "errors": [{ "kind": kind, "message": "x == 1",
                         "location": { "file": "a.c", "line": line } }] })
    }

    #[test]
    fn verdicts_and_kinds_are_read() {
        let expectation = Expectation::parse("error:data-race").expect("a known kind");
        assert_eq!(expectation.verdict, Wanted::Error);
        assert_eq!(expectation.words(), "error:data-race");
        for wrong in [
            "",
            "fine",
            "error:fine",
            "verified:data-race",
            "inconclusive:tired",
        ] {
            assert!(Expectation::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        let mut expected = Expectation::parse("error:assertion").expect("a known kind");
        assert_eq!(expected.compare(&error("assertion", 7)), Ended::AsExpected);
        let Ended::Failed(what) = expected.compare(&error("deadlock", 7)) else {
            panic!("another kind");
        };
        assert_eq!(
            what,
            "expected error:assertion, got error:deadlock (x == 1) at a.c:7"
        );
        assert_eq!(expected.set("line", "8"), Ok(true));
        assert!(matches!(
            expected.compare(&error("assertion", 7)),
            Ended::Failed(_)
        ));
        expected.line = Some(7);
        assert_eq!(expected.set("complete", "4"), Ok(true));
        assert_eq!(
            expected.compare(&error("assertion", 7)),
            Ended::Failed("expected 4 complete executions, got 3 (optimal)".into())
        );
    }

    #[test]
    fn reservations_are_part_of_a_verdict_in_words() {
        let mut report = json!({ "verdict": "verified", "notes": [{ "kind": "assumed" }] });
        assert_eq!(got(&report), "verified");
        report["bounded"] = json!({ "loop": 3, "preemptions": 2 });
        report["notes"] = json!([{ "kind": "sequential" }]);
        let words = "verified (at most 3 iterations, at most 2 preemptions, no thread was created)";
        assert_eq!(got(&report), words);
    }

    #[test]
    fn an_inconclusive_search_refutes_nothing() {
        let report = json!({ "verdict": "inconclusive",
            "reason": { "kind": "timeout", "message": "late" } });
        let verified = Expectation::default();
        assert!(matches!(verified.compare(&report), Ended::Inconclusive(_)));
        let wanted = Expectation::parse("inconclusive:timeout").expect("a known reason");
        assert_eq!(wanted.compare(&report), Ended::AsExpected);
    }
}
