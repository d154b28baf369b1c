//! `cargo xtask bless`: makes the recorded outputs those of today. Look at the difference
//! before you commit it.

use crate::process::{cargo, run as execute};

pub fn run(_arguments: &[String]) -> Result<(), String> {
    let mut reports = cargo();
    reports.args(["test", "--quiet", "--package", "threadproof-report"]);
    execute(reports.env("INSTA_UPDATE", "always"))?;
    let mut kinds = cargo();
    kinds.args(["test", "--quiet", "--package", "threadproof"]);
    kinds.args(["--test", "kinds"]);
    execute(kinds.env("INSTA_UPDATE", "always"))?;
    let mut readme = cargo();
    readme.args([
        "test",
        "--quiet",
        "--package",
        "threadproof",
        "--test",
        "readme",
    ]);
    execute(readme.env("THREADPROOF_BLESS", "1"))
}
