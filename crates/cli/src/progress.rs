//! The line on a terminal that says how far the search is.

use crate::arguments;
use crate::system;
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::time::Duration;
use threadproof_engine::Progress;
use threadproof_report::text::total;

/// Shows progress on standard error: to people if that is a terminal, or to programs.
pub struct Line {
    terminal: bool,
    json: bool,
    /// The age of what programs were told last.
    told: Option<Duration>,
    /// The text that stands there now; empty if nothing does.
    shown: String,
}

impl Line {
    /// `for_people`: the report is for people, too.
    pub fn new(how: arguments::Progress, for_people: bool) -> Line {
        let wanted = for_people && how == arguments::Progress::Auto;
        Line {
            terminal: wanted && std::io::stderr().is_terminal(),
            json: how == arguments::Progress::Json,
            told: None,
            shown: String::new(),
        }
    }

    pub fn show(&mut self, progress: &Progress) {
        if self.json && self.told != Some(progress.elapsed) {
            self.told = Some(progress.elapsed);
            system::say(&line(progress));
        }
        if !self.terminal {
            return;
        }
        let words = words(progress, system::memory_bytes(), system::columns());
        if words != self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K{words}");
            self.shown = words;
        }
    }

    pub fn clear(&mut self) {
        if !self.shown.is_empty() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
            self.shown.clear();
        }
    }
}

/// The state of a search, from which everything shown follows.
struct News {
    executions: u64,
    per_second: f64,
    /// How long it may go on.
    left: Option<f64>,
    memory: Option<u64>,
}

impl News {
    fn of(progress: &Progress, memory: Option<u64>) -> News {
        let counts = progress.counts;
        let executions = counts.complete + counts.blocked + counts.redundant;
        let per_second = executions as f64 / progress.elapsed.as_secs_f64().max(1e-3);
        // An estimate that is not good enough to be shown says nothing about the time, either.
        let estimate = progress.estimate;
        let estimate = estimate.filter(|estimate| total(*estimate, executions).is_some());
        let left = estimate.map(|e| (e.executions - executions as f64).max(0.0) / per_second);
        News {
            executions,
            per_second,
            left: left.filter(|left| left.is_finite()),
            memory,
        }
    }
}

/// The progress for programs.
fn line(progress: &Progress) -> String {
    let counts = progress.counts;
    let news = News::of(progress, system::memory_bytes());
    let estimate = progress.estimate;
    let estimate = estimate.filter(|estimate| !estimate.is_refuted(news.executions));
    let estimate = estimate.map(|estimate| {
        json!({
            // There are at least as many as were seen.
            "executions": estimate.executions.max(news.executions as f64),
            "error": estimate.error,
        })
    });
    let progress = json!({
        "complete": counts.complete,
        "blocked": counts.blocked,
        "redundant": counts.redundant,
        "seconds": progress.elapsed.as_secs_f64(),
        "per_second": news.per_second,
        "estimate": estimate,
        "seconds_left": news.left,
        "depth": progress.depth,
        "memory_bytes": news.memory,
    });
    json!({ "progress": progress }).to_string()
}

/// The progress for people, in a line of at most so many columns: a longer one would fill the terminal.
fn words(progress: &Progress, memory: Option<u64>, width: usize) -> String {
    let news = News::of(progress, memory);
    let executions = news.executions;
    let total = progress.estimate.and_then(|e| total(e, executions));
    let total = total.map_or(String::new(), |total| format!(" of {total}"));
    let rate = format!("{:.0}", news.per_second);
    let mut rest = vec![duration(progress.elapsed.as_secs_f64())];
    rest.extend(news.left.map(|left| format!("{} left", duration(left))));
    rest.push(format!("depth {}", progress.depth));
    rest.extend(news.memory.map(|bytes| format!("{} MB", bytes >> 20)));
    let rest = rest.join(", ");
    let noun = match executions {
        1 => "execution",
        _ => "executions",
    };
    let long = format!("{executions} {noun}{total}, {rate} per second, {rest}");
    if long.chars().count() <= width {
        return long;
    }
    let short = format!("{executions}{total}, {rate}/s, {rest}");
    short.chars().take(width).collect()
}

/// A length of time in its largest fitting unit.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s if s < 1e9 => format!("{:.0} days", s / 86_400.0),
        _ => "decades".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadproof_engine::{Counts, Estimate};

    #[test]
    fn the_line_has_all_that_is_known() {
        let counts = Counts {
            complete: 900,
            blocked: 90,
            redundant: 10,
        };
        let mut progress = Progress {
            counts,
            elapsed: Duration::from_millis(500),
            depth: 45,
            estimate: None,
        };
        assert_eq!(
            words(&progress, None, 100),
            "1000 executions, 2000 per second, 0.5 s, depth 45"
        );
        progress.estimate = Some(Estimate {
            executions: 3_141_592.0,
            error: 314_159.0,
            probes: 1000,
        });
        assert_eq!(
            words(&progress, Some(31 << 20), 100),
            "1000 executions of about 3.1 million (±20%), 2000 per second, 0.5 s, 26 min left, \
             depth 45, 31 MB"
        );
        assert_eq!(
            words(&progress, Some(31 << 20), 79),
            "1000 of about 3.1 million (±20%), 2000/s, 0.5 s, 26 min left, depth 45, 31 MB"
        );
        assert_eq!(
            words(&progress, Some(31 << 20), 30),
            "1000 of about 3.1 million (±20"
        );
    }

    /// An estimate that the search has overtaken does not promise that the end is near.
    #[test]
    fn an_estimate_that_is_too_small_is_not_shown() {
        let counts = Counts {
            complete: 1000,
            blocked: 0,
            redundant: 0,
        };
        let shown = |executions| {
            let estimate = Estimate {
                executions,
                error: 20.0,
                probes: 1000,
            };
            let progress = Progress {
                counts,
                elapsed: Duration::from_millis(500),
                depth: 45,
                estimate: Some(estimate),
            };
            let told: serde_json::Value = serde_json::from_str(&line(&progress)).expect("JSON");
            let told = told["progress"]["estimate"].is_object();
            (words(&progress, None, 100), told)
        };
        let alone = "1000 executions, 2000 per second, 0.5 s, depth 45";
        assert_eq!(shown(900.0), (alone.into(), false));
        let near =
            "1000 executions of about 1000 (±4%), 2000 per second, 0.5 s, 0.0 s left, depth 45";
        assert_eq!(shown(970.0), (near.into(), true));
    }

    #[test]
    fn times() {
        let shown = [0.04, 61.0, 600.0, 8000.0, 1e6, 1e30].map(duration);
        let wanted = ["0.0 s", "61 s", "10 min", "2 h", "12 days", "decades"];
        assert_eq!(shown, wanted);
    }
}
