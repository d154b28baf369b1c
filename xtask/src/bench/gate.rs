//! `cargo xtask bench --check`: fails if an execution costs more instructions than is recorded in
//! `bench/results/instructions.tsv`. `cargo xtask bench --record` writes the numbers of today there.
//!
//! Instructions are counted by callgrind as the difference between two sizes of a program, so start-up and
//! compilation cancel out. They hardly depend on the machine, and not at all on its load.

use super::search::Program;
use super::{binary, cost};
use crate::process::{cargo, run as execute};
use crate::{root, setup};

const FILE: &str = "bench/results/instructions.tsv";
/// How many percent more than recorded are too many.
const MOST_PERCENT: f64 = 3.0;

/// A program under a model and an algorithm, in two sizes, with the instructions of an execution.
struct Row {
    name: String,
    model: String,
    algorithm: String,
    sizes: [String; 2],
    instructions: u64,
}

impl Row {
    fn parse(line: &str) -> Result<Row, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, model, algorithm, small, large, instructions] = fields[..] else {
            return Err(format!("{FILE}: a row needs six fields: {line}"));
        };
        let instructions = instructions
            .parse()
            .map_err(|error| format!("{FILE}: {instructions}: {error}"))?;
        Ok(Row {
            name: name.into(),
            model: model.into(),
            algorithm: algorithm.into(),
            sizes: [small.into(), large.into()],
            instructions,
        })
    }

    /// The instructions of an execution today.
    fn count(&self) -> Result<u64, String> {
        let [small, large] = [&self.sizes[0], &self.sizes[1]].map(|size| format!("-DN={size}"));
        let program = |size| Program {
            name: &self.name,
            model: &self.model,
            algorithm: &self.algorithm,
            macros: size,
        };
        let difference = cost::Difference::between(&program(&[&small]), &program(&[&large]))?;
        Ok(difference.each)
    }
}

/// Compares with the record, or makes a new one.
pub fn run(record: bool) -> Result<(), String> {
    setup::run(&[])?;
    execute(cargo().args(["build", "--release", "--locked", "--package", "threadproof"]))?;
    let path = root().join(FILE);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{FILE}: {error}"))?;
    let (mut page, mut worse) = (String::new(), Vec::new());
    for line in text.lines() {
        if line.starts_with('#') {
            page += &format!("{line}\n");
            continue;
        }
        let row = Row::parse(line)?;
        let now = row.count()?;
        let change = 100.0 * (now as f64 / row.instructions.max(1) as f64 - 1.0);
        let Row {
            name,
            model,
            algorithm,
            sizes: [small, large],
            instructions,
        } = &row;
        eprintln!(
            "{name} ({algorithm}, {model}): {instructions} recorded, {now} now, {change:+.1} %"
        );
        page += &format!("{name}\t{model}\t{algorithm}\t{small}\t{large}\t{now}\n");
        if change > MOST_PERCENT {
            worse.push(format!("{name} under {model} ({change:+.1} %)"));
        }
    }
    if record {
        return std::fs::write(&path, page).map_err(|error| format!("{FILE}: {error}"));
    }
    match worse.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "more than {MOST_PERCENT} % above {FILE}: {}. If that has a good reason, record it with \
             `cargo xtask bench --record` and say why in the commit; {} is the program that was measured",
            worse.join(", "),
            binary().display()
        )),
    }
}
