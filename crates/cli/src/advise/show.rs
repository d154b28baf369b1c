//! The advice as a table, and as JSON.

use super::Advice;
use serde_json::{Value, json};
use threadproof_engine::Verdict;
use threadproof_ir::orders::{Order, SiteKind};
use threadproof_report::words;

pub fn text(advice: &Advice) -> String {
    let head = match (advice.outcome.verdict, &advice.together) {
        (Verdict::Verified, _) => match changes(advice) {
            0 if advice.undecided.contains(&true) => "verified".into(),
            0 => "verified, and no order can be weaker".into(),
            count => format!("verified, and {} could be weaker together", orders(count)),
        },
        (Verdict::Error, Some(_)) => {
            format!("{}; {} mends it", error(advice), changed_orders(advice))
        }
        (Verdict::Error, None) if advice.unproved => {
            format!(
                "{}; whether memory orders mend it is not known: the check with seq_cst everywhere ended without an answer",
                error(advice)
            )
        }
        (Verdict::Error, None) => {
            format!(
                "{}; memory orders do not mend it: it is there with seq_cst everywhere",
                error(advice)
            )
        }
        (Verdict::Inconclusive, _) => {
            let reason = advice.outcome.reason.as_ref();
            format!(
                "inconclusive: {}",
                reason.map_or(String::new(), |reason| words::cause(&reason.cause))
            )
        }
    };
    let mut lines = vec![head];
    if advice.outcome.verdict != Verdict::Inconclusive {
        lines.extend(table(advice));
    }
    lines.push(format!("Proved by {} checks under c11.", advice.runs));
    lines.extend(doubts(advice));
    if advice.load_buffering {
        lines.push(
            "Note: with these orders the program could show load buffering, which c11 leaves out."
                .into(),
        );
    }
    lines.join("\n") + "\n"
}

/// Answers that are missing.
fn doubts(advice: &Advice) -> Vec<String> {
    let mut notes = Vec::new();
    let undecided = advice.sites.iter().zip(&advice.undecided);
    let places: Vec<String> = undecided
        .filter(|(_, undecided)| **undecided)
        .map(|(site, _)| format!("{}:{}", site.location.line, site.location.column))
        .collect();
    if !places.is_empty() {
        notes.push(format!(
            "Note: less may do at {}, where a check ended without an answer; --timeout sets its time.",
            places.join(", ")
        ));
    }
    if advice.unproved && advice.together.is_some() {
        notes.push(
            "Note: fewer changes may do: a check of some ended without an answer; --timeout sets its time.".into(),
        );
    }
    notes
}

fn error(advice: &Advice) -> String {
    let found = advice.outcome.errors.first();
    found.map_or(String::new(), |found| {
        format!("error[{}]: {}", found.kind.name(), words::bug(found))
    })
}

fn orders(count: usize) -> String {
    match count {
        1 => "1 order".into(),
        count => format!("{count} orders"),
    }
}

/// `1 order`, `2 orders and a fence`
fn changed_orders(advice: &Advice) -> String {
    let kinds = advice.sites.iter().map(|site| site.kind);
    let fences = kinds.filter(|kind| *kind == SiteKind::MissingFence).count();
    let new = match fences {
        1 => "a new fence".to_string(),
        count => format!("{count} new fences"),
    };
    match (changes(advice) - fences, fences) {
        (0, _) => new,
        (count, 0) => format!("changing {}", orders(count)),
        (count, _) => format!("changing {} with {new}", orders(count)),
    }
}

/// How many orders are to be changed.
fn changes(advice: &Advice) -> usize {
    let new = advice.together.iter().flatten();
    let both = advice.sites.iter().zip(new);
    both.filter(|(site, new)| site.order != **new).count()
}

fn table(advice: &Advice) -> Vec<String> {
    let verified = advice.outcome.verdict == Verdict::Verified;
    let mut rows: Vec<Vec<String>> = vec![match verified {
        true => [
            "place",
            "access",
            "order",
            "weakest alone",
            "weakest together",
        ]
        .map(String::from)
        .into(),
        false => ["place", "access", "order", "needed"]
            .map(String::from)
            .into(),
    }];
    for (at, site) in advice.sites.iter().enumerate() {
        let new = advice.together.as_ref().map_or(site.order, |new| new[at]);
        let mut row = vec![
            format!(
                "{}:{}:{}",
                site.location.file, site.location.line, site.location.column
            ),
            site.kind.name().into(),
            site.order.name().into(),
        ];
        if verified {
            row.push(changed(site.order, advice.alone[at]));
        }
        row.push(changed(site.order, new));
        rows.push(row);
    }
    let columns = rows[0].len();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        format!("  {}", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// Nothing where nothing changes, so that changes are seen.
fn changed(old: Order, new: Order) -> String {
    match old == new {
        true => "-".into(),
        false => new.name().into(),
    }
}

pub fn json(advice: &Advice) -> String {
    let sites = advice.sites.iter().enumerate().map(|(at, site)| {
        json!({
            "file": site.location.file,
            "line": site.location.line,
            "column": site.location.column,
            "access": site.kind.name(),
            "order": site.order.name(),
            "alone": advice.alone[at].name(),
            "together": advice.together.as_ref().map(|new| new[at].name()),
            "undecided": advice.undecided[at],
        })
    });
    let sites: Vec<Value> = sites.collect();
    let verdict = match advice.outcome.verdict {
        Verdict::Verified => "verified",
        Verdict::Error => "error",
        Verdict::Inconclusive => "inconclusive",
    };
    let value = json!({
        "tool": concat!("threadproof ", env!("CARGO_PKG_VERSION")),
        "verdict": verdict,
        "error": advice.outcome.errors.first().map(|found| found.kind.name()),
        "mended": advice.together.is_some(),
        "unproved": advice.unproved,
        "checks": advice.runs,
        "load_buffering": advice.load_buffering,
        "sites": sites,
    });
    let text = serde_json::to_string_pretty(&value);
    text.expect("strings and numbers can be written") + "\n"
}
