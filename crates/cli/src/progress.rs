//! The line on a terminal that says how far the search is.

use crate::arguments;
use crate::system;
use serde_json::json;
use std::io::{IsTerminal, Write};
use threadproof_engine::Progress;
use threadproof_report::text::total;

/// Shows progress on standard error: to people if that is a terminal, or to programs.
pub struct Line {
    terminal: bool,
    json: bool,
    /// What stands there now; empty if nothing does.
    shown: String,
}

impl Line {
    /// `for_people`: the report is for people, too.
    pub fn new(how: arguments::Progress, for_people: bool) -> Line {
        let wanted = for_people && how == arguments::Progress::Auto;
        Line {
            terminal: wanted && std::io::stderr().is_terminal(),
            json: how == arguments::Progress::Json,
            shown: String::new(),
        }
    }

    pub fn show(&mut self, progress: &Progress) {
        if self.json {
            system::say(&line(progress));
        }
        if !self.terminal {
            return;
        }
        let words = words(progress);
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

/// The progress for programs.
fn line(progress: &Progress) -> String {
    let counts = progress.counts;
    let estimate = progress.estimate.map(|estimate| {
        json!({
            "executions": estimate.executions,
            "error": estimate.error,
            "at_most": estimate.at_most,
        })
    });
    let progress = json!({
        "complete": counts.complete,
        "blocked": counts.blocked,
        "redundant": counts.redundant,
        "seconds": progress.elapsed.as_secs_f64(),
        "estimate": estimate,
    });
    json!({ "progress": progress }).to_string()
}

fn words(progress: &Progress) -> String {
    let counts = progress.counts;
    let executions = counts.complete + counts.blocked + counts.redundant;
    let seconds = progress.elapsed.as_secs_f64();
    let rate = executions as f64 / seconds.max(1e-3);
    let total = match progress.estimate {
        Some(estimate) => match total(estimate, executions) {
            Some(total) => format!(" of {total}"),
            None => String::new(),
        },
        None => String::new(),
    };
    format!("{executions} executions{total}, {rate:.0} per second, {seconds:.1} s")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use threadproof_engine::{Counts, Estimate};

    #[test]
    fn rate_is_per_second() {
        let counts = Counts {
            complete: 900,
            blocked: 90,
            redundant: 10,
        };
        let elapsed = Duration::from_millis(500);
        let mut progress = Progress {
            counts,
            elapsed,
            estimate: None,
        };
        assert_eq!(words(&progress), "1000 executions, 2000 per second, 0.5 s");
        progress.estimate = Some(Estimate {
            executions: 3_141_592.0,
            error: 314_159.0,
            probes: 1000,
            at_most: false,
        });
        assert_eq!(
            words(&progress),
            "1000 executions of about 3.1 million (±20%), 2000 per second, 0.5 s"
        );
    }
}
