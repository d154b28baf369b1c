//! `cargo xtask bench [NAME]`: runs the sequential-consistency suite in release mode and counts
//! instructions per execution, and writes both to `bench/results/NAME.md`.
//!
//! Times vary with the machine; instructions hardly do. Instructions per execution are the
//! difference between two sizes of a program, so that start-up and compilation cancel out.

use crate::process::{cargo, command, read, run as execute, works};
use crate::{root, setup};

const ALGORITHMS: [&str; 2] = ["optimal", "rf"];

/// Program, a smaller and a larger size.
const COUNTED: [(&str, u32, u32); 6] = [
    ("circular-buffer", 6, 7),
    ("readers", 9, 11),
    ("lastzero", 9, 11),
    ("casrot", 8, 9),
    ("lastwrite", 7, 8),
    ("fib-bench", 3, 4),
];

pub fn run(arguments: &[String]) -> Result<(), String> {
    let name = arguments.first().map_or("sc", String::as_str);
    if !name
        .chars()
        .all(|c| c.is_alphanumeric() || "-_.".contains(c))
    {
        return Err(format!("`{name}` is no name for a file of results"));
    }
    setup::run(&[])?;
    execute(cargo().args(["build", "--release", "--locked", "--package", "threadproof"]))?;
    let table = read(command(binary()).args(["bench", "sc"]))?;
    let mut page = format!(
        "# Results of the suite `sc`\n\nWritten by `cargo xtask bench {name}`.\n\n{}\
         ## Times: `threadproof bench sc`\n\n```text\n{table}```\n",
        machine()
    );
    if works("valgrind", &["--version"]) {
        page += "\n## Instructions per execution\n\n\
                 Counted by `valgrind --tool=callgrind`, as the difference between two sizes.\n\n\
                 | program | sizes | algorithm | executions | instructions per execution |\n\
                 |---|---|---|---|---|\n";
        for (program, small, large) in COUNTED {
            for algorithm in ALGORITHMS {
                page += &instructions(program, algorithm, small, large)?;
            }
        }
    } else {
        eprintln!("warning: valgrind is not installed: no instructions are counted");
    }
    let folder = root().join("bench/results");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let file = folder.join(format!("{name}.md"));
    std::fs::write(&file, page).map_err(|error| error.to_string())?;
    eprintln!("written: {}", file.display());
    Ok(())
}

fn binary() -> std::path::PathBuf {
    root().join("target/release/threadproof")
}

/// The processor, as far as the system tells.
fn machine() -> String {
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information
        .lines()
        .find(|line| line.starts_with("model name"));
    let name = model.and_then(|line| line.split(':').nth(1));
    name.map_or(String::new(), |name| {
        format!("Processor: {}\n\n", name.trim())
    })
}

/// A row of the table of instructions.
fn instructions(program: &str, algorithm: &str, small: u32, large: u32) -> Result<String, String> {
    let (few, few_instructions) = count(program, algorithm, small)?;
    let (many, many_instructions) = count(program, algorithm, large)?;
    let executions = many.saturating_sub(few).max(1);
    let each = many_instructions.saturating_sub(few_instructions) / executions;
    Ok(format!(
        "| {program} | {small}, {large} | {algorithm} | {few}, {many} | {each} |\n"
    ))
}

/// Executions and instructions of one run.
fn count(program: &str, algorithm: &str, size: u32) -> Result<(u64, u64), String> {
    let file = format!("bench/sc/{program}.c");
    let output = root().join("target/callgrind.out");
    let mut valgrind = command("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind", "--trace-children=no"]);
    valgrind.arg(format!("--callgrind-out-file={}", output.display()));
    valgrind.arg(binary());
    valgrind.args(["check", &file, "--format", "json"]);
    valgrind.args(["--algorithm", algorithm]);
    let report = read(valgrind.args(["--", &format!("-DN={size}")]))?;
    let counted = std::fs::read_to_string(&output).map_err(|error| error.to_string())?;
    let number = |text: &str, key: &str| -> Option<u64> {
        let rest = &text[text.find(key)? + key.len()..];
        let digits = rest
            .trim_start_matches([' ', ':'])
            .split(|c: char| !c.is_ascii_digit());
        digits.into_iter().next()?.parse().ok()
    };
    let executions = number(&report, "\"complete\"").ok_or("no executions in the report")?;
    let instructions = number(&counted, "\nsummary").or(number(&counted, "\ntotals"));
    Ok((executions, instructions.ok_or("callgrind counted nothing")?))
}
