//! Reads the table of a suite: `SUITE.tsv`, a line for each program, size and algorithm.

use crate::arguments::Size;
use std::path::Path;
use threadproof_engine::{Algorithm, Model};

/// The columns, as the first line of the file names them.
const COLUMNS: [&str; 9] = [
    "program",
    "arguments",
    "model",
    "algorithm",
    "options",
    "verdict",
    "complete",
    "blocked",
    "size",
];

/// One run and what it must give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Relative to the folder of the suites.
    pub program: String,
    /// For clang.
    pub arguments: Vec<String>,
    pub model: Model,
    pub algorithm: Algorithm,
    /// For `threadproof check`.
    pub options: Vec<String>,
    pub verdict: String,
    /// Expected numbers; `None` where the table has none.
    pub complete: Option<u64>,
    pub blocked: Option<u64>,
    pub size: Size,
}

/// `tso` is short for `tso-pso`.
pub fn read(folder: &Path, suite: &str) -> Result<Vec<Row>, String> {
    let suite = if suite == "tso" { "tso-pso" } else { suite };
    let file = folder.join(format!("{suite}.tsv"));
    let text = std::fs::read_to_string(&file)
        .map_err(|error| format!("no suite `{suite}`: {}: {error}", file.display()))?;
    parse(&text).map_err(|problem| format!("{}: {problem}", file.display()))
}

fn parse(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        if line.trim().is_empty() || line.starts_with('#') || fields == COLUMNS {
            continue;
        }
        let row = parse_row(&fields).map_err(|problem| format!("line {}: {problem}", index + 1))?;
        rows.push(row);
    }
    Ok(rows)
}

fn parse_row(fields: &[&str]) -> Result<Row, String> {
    let &[
        program,
        arguments,
        model,
        algorithm,
        options,
        verdict,
        complete,
        blocked,
        size,
    ] = fields
    else {
        return Err(format!("{} columns instead of 9", fields.len()));
    };
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let number = |text: &str| match text {
        "" | "-" => Ok(None),
        digits => digits
            .parse()
            .map(Some)
            .map_err(|_| format!("`{digits}` is no number")),
    };
    let model = Model::ALL.into_iter().find(|m| m.name() == model);
    let algorithm = Algorithm::ALL.into_iter().find(|a| a.name() == algorithm);
    Ok(Row {
        program: program.into(),
        arguments: words(arguments),
        model: model.ok_or("unknown model")?,
        algorithm: algorithm.ok_or("unknown algorithm")?,
        options: words(options),
        verdict: verdict.into(),
        complete: number(complete)?,
        blocked: number(blocked)?,
        size: match size {
            "small" => Size::Small,
            "medium" => Size::Medium,
            "large" => Size::Large,
            other => return Err(format!("unknown size `{other}`")),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read() {
        let text = "program\targuments\tmodel\talgorithm\toptions\tverdict\tcomplete\tblocked\tsize\n\
                    sc/parker.c\t-DN=8\tsc\toptimal\t--unroll 4\tverified\t2008\t1423\tmedium\n\
                    sc/x.c\t\tra\trf\t\terror\t\t\tsmall\n";
        let rows = parse(text).expect("a good table");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].arguments, ["-DN=8"]);
        assert_eq!(rows[0].options, ["--unroll", "4"]);
        assert_eq!(
            (rows[0].complete, rows[0].blocked),
            (Some(2008), Some(1423))
        );
        assert_eq!((rows[1].complete, rows[1].size), (None, Size::Small));
    }

    #[test]
    fn mistakes_are_named() {
        assert!(parse("a\tb\n").is_err());
        let row = "p\t\tsc\toptimal\t\tverified\tmany\t\tsmall";
        assert_eq!(parse(row), Err("line 1: `many` is no number".into()));
    }
}
