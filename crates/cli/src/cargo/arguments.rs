//! The command line of `threadproof cargo`, which is that of `cargo threadproof`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Clone, Debug)]
pub struct Cargo {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Check the tests of a package, each in all orders of its threads
    Test(Test),
    /// Check a program of a package
    Run(Run),
}

#[derive(Args, Clone, Debug, Default)]
pub struct Test {
    /// Only tests whose names contain this
    #[arg(value_name = "FILTER")]
    pub filter: Vec<String>,
    /// The filter is the whole name
    #[arg(long)]
    pub exact: bool,
    /// Leave out tests whose names contain this
    #[arg(long, value_name = "FILTER")]
    pub skip: Vec<String>,
    /// Only tests that are marked with #[ignore]
    #[arg(long, conflicts_with = "include_ignored")]
    pub ignored: bool,
    /// Also tests that are marked with #[ignore]
    #[arg(long)]
    pub include_ignored: bool,
    /// Tests to check at a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Form of the results on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub package: Package,
    /// Only the library's tests
    #[arg(long)]
    pub lib: bool,
    /// Only this file of the folder `tests`
    #[arg(long, value_name = "NAME")]
    pub test: Vec<String>,
    /// Only the tests of this program
    #[arg(long, value_name = "NAME")]
    pub bin: Vec<String>,
    /// Only the tests of this example
    #[arg(long, value_name = "NAME")]
    pub example: Vec<String>,
    /// The tests of all files of the folder `tests`, of the library and of the programs
    #[arg(long)]
    pub tests: bool,
    /// Only the tests of the programs
    #[arg(long)]
    pub bins: bool,
    /// Only the tests of the examples
    #[arg(long)]
    pub examples: bool,
    /// The tests of all of them
    #[arg(long)]
    pub all_targets: bool,
    /// Not checked: tests in documentation
    #[arg(long, hide = true)]
    pub doc: bool,
    /// Options for the harness, which is not run: those that choose tests have their meaning
    #[arg(last = true, value_name = "HARNESS-OPTIONS")]
    pub harness: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub struct Run {
    /// The program to check, if there are several
    #[arg(long, value_name = "NAME", conflicts_with = "example")]
    pub bin: Option<String>,
    /// The example to check
    #[arg(long, value_name = "NAME")]
    pub example: Option<String>,
    /// Form of the report on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub package: Package,
}

/// How to explore a test. `threadproof check --help` explains these options.
#[derive(Args, Clone, Debug, Default)]
pub struct Search {
    /// Memory model
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// How to explore
    #[arg(long, value_name = "NAME")]
    pub algorithm: Option<String>,
    /// Cut loops after N iterations: a test is then verified up to this bound
    #[arg(long, value_name = "N")]
    pub unroll: Option<String>,
    /// Look for these errors too
    #[arg(long, value_name = "LIST")]
    pub check: Option<String>,
    /// Do not look for these errors
    #[arg(long, value_name = "LIST")]
    pub no_check: Option<String>,
    /// Give up on a test after this time
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<String>,
    /// Give up on a test after N executions
    #[arg(long, value_name = "N")]
    pub max_executions: Option<String>,
    /// Take an execution for endless in which a thread has more than N steps
    #[arg(long, value_name = "N")]
    pub max_steps: Option<String>,
    /// Only executions with at most K preemptions, or `auto`: a test is then verified up to this bound
    #[arg(long, value_name = "K|auto")]
    pub preemptions: Option<String>,
    /// N random executions instead of all, which proves nothing
    #[arg(long, value_name = "N")]
    pub sample: Option<String>,
    /// Take the locks of the standard library as they are written, not as single steps
    #[arg(long)]
    pub locks_as_written: bool,
    /// Show every step of an execution
    #[arg(long)]
    pub verbose: bool,
}

/// What cargo is to build. These options are cargo's own.
#[derive(Args, Clone, Debug, Default)]
pub struct Package {
    #[arg(long, short, value_name = "SPEC")]
    pub package: Vec<String>,
    #[arg(long, alias = "all")]
    pub workspace: bool,
    #[arg(long, value_name = "SPEC")]
    pub exclude: Vec<String>,
    #[arg(long, short = 'F', value_name = "FEATURES")]
    pub features: Vec<String>,
    #[arg(long)]
    pub all_features: bool,
    #[arg(long)]
    pub no_default_features: bool,
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    #[arg(long)]
    pub offline: bool,
    #[arg(long)]
    pub locked: bool,
    #[arg(long)]
    pub frozen: bool,
    /// The profile whose checks of overflow and debug assertions count; nothing is optimised
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// The profile `release`
    #[arg(long, short, conflicts_with = "profile")]
    pub release: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For services that show test results
    Junit,
}
