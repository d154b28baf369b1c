//! Where the instructions of an execution go: interpreter, machine, trace, races, planning, sleep sets, undo.
//!
//! Callgrind counts the instructions of each function. Functions that the compiler has put into others count as part of
//! these, so the borders between neighbouring parts are not sharp.

use super::cost::callgrind;
use super::search::Program;
use std::collections::HashMap;

/// Program, algorithm, model, and the macros of a smaller and a larger size.
type Row = (&'static str, &'static str, &'static str, [&'static str; 2]);

const ROWS: [Row; 13] = [
    ("readers", "optimal", "sc", ["-DN=9", "-DN=11"]),
    ("lastzero", "optimal", "sc", ["-DN=9", "-DN=11"]),
    ("casrot", "optimal", "sc", ["-DN=7", "-DN=8"]),
    ("fib-bench", "optimal", "sc", ["-DN=3", "-DN=4"]),
    ("sigma", "optimal", "sc", ["-DN=5", "-DN=6"]),
    ("circular-buffer", "optimal", "sc", ["-DN=6", "-DN=7"]),
    ("lock-rounds", "optimal", "sc", ["-DM=2", "-DM=3"]),
    ("../ra/indexer", "optimal", "sc", ["-DN=13", "-DN=14"]),
    ("fib-bench", "optimal", "tso", ["-DN=2", "-DN=3"]),
    ("readers", "rf", "sc", ["-DN=9", "-DN=11"]),
    ("readers", "rf", "c11", ["-DN=9", "-DN=11"]),
    ("sigma", "rf", "ra", ["-DN=5", "-DN=6"]),
    ("../ra/indexer", "rf", "ra", ["-DN=13", "-DN=14"]),
];

/// The parts, and words in the names of their functions. The first part that fits counts.
const PARTS: [(&str, &[&str]); 10] = [
    (
        "memory of the system",
        &["malloc", "free", "realloc", "memmove", "memset", "memcpy"],
    ),
    ("interpreter", &["threadproof_ir::interp"]),
    ("undo", &["undo", "rewind", "backtrack", "pop"]),
    ("planning", &["reversal", "wakeup_tree"]),
    ("races", &["plan_reversals", "races"]),
    ("sleep sets", &["sleep_sets", "run_to_end"]),
    ("trace and clocks", &["trace::", "clock"]),
    ("machine", &["machine::", "host::"]),
    ("graph and rf", &["graph::", "explore::rf"]),
    ("rest of the search", &["threadproof_engine"]),
];

/// A table of all rows.
pub fn split() -> Result<String, String> {
    let heads: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
    let mut page = format!(
        "\n## Where instructions go\n\nInstructions per execution, as the difference between two sizes.\n\n\
         | program | executions | all | {} |\n|{}\n",
        heads.join(" | "),
        "---|".repeat(3 + PARTS.len())
    );
    for (name, algorithm, model, [small, large]) in ROWS {
        let [few, many] = [[small], [large]].map(|macros| {
            Counted::of(&Program {
                name,
                model,
                algorithm,
                macros: &macros,
            })
        });
        let (few, many) = (few?, many?);
        let executions = many.executions.saturating_sub(few.executions).max(1);
        let each = |many: u64, few: u64| many.saturating_sub(few) as f64 / executions as f64;
        let all = each(many.all, few.all);
        page += &format!(
            "| {} {large}, {algorithm}, {model} | {} | {all:.0} |",
            name.trim_start_matches("../ra/"),
            many.executions
        );
        for (many, few) in many.parts.iter().zip(few.parts) {
            page += &format!(" {:.0} |", each(*many, few));
        }
        page += "\n";
    }
    Ok(page)
}

/// The instructions of one run.
struct Counted {
    executions: u64,
    all: u64,
    parts: [u64; PARTS.len()],
}

impl Counted {
    fn of(program: &Program<'_>) -> Result<Counted, String> {
        let (executions, all, text) = callgrind(program, &[])?;
        let mut counted = Counted {
            executions,
            all,
            parts: [0; PARTS.len()],
        };
        // Names are written out once, and are numbers afterwards.
        let mut names: HashMap<&str, &str> = HashMap::new();
        let mut function = "";
        let mut is_call = false;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("fn=") {
                function = resolve(&mut names, name);
            } else if let Some(name) = line.strip_prefix("cfn=") {
                resolve(&mut names, name);
            } else if line.starts_with("calls=") {
                is_call = true;
            } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) {
                let cost = line.split(' ').nth(1).and_then(|cost| cost.parse().ok());
                if !std::mem::take(&mut is_call) {
                    counted.add(function, cost.unwrap_or(0));
                }
            }
        }
        Ok(counted)
    }

    fn add(&mut self, function: &str, cost: u64) {
        let fits = |words: &[&str]| words.iter().any(|word| function.contains(word));
        if let Some(part) = PARTS.iter().position(|(_, words)| fits(words)) {
            self.parts[part] += cost;
        }
    }
}

/// The name of a function: `(12) name` where it comes first, `(12)` later.
fn resolve<'a>(names: &mut HashMap<&'a str, &'a str>, text: &'a str) -> &'a str {
    let (number, name) = text.split_once(' ').unwrap_or((text, ""));
    if !name.is_empty() {
        names.insert(number, name);
    }
    names.get(number).copied().unwrap_or("")
}
