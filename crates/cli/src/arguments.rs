//! The command line.

use crate::values::{
    algorithm_parser, model_parser, preemptions, seconds, strategy_parser, volatile_parser,
    with_negative_values,
};
use crate::{frontend, help};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use threadproof_engine::{Algorithm, Model, Preemptions, Strategy, resolve};
use threadproof_llvm::{ModelFunction, Volatile};

/// More threads than this no search has.
pub const MOST_JOBS: i64 = 1024;

/// Checks concurrent C, C++ and Rust programs: explores every way their threads can interleave, and
/// shows the schedule of each bug.
#[derive(Parser, Debug)]
#[command(name = "threadproof", version, after_help = help::overview())]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// Reads the command line; ends the program with a message if it makes no sense.
    pub fn read() -> Arguments {
        let command = with_negative_values(Arguments::command());
        let read = Arguments::from_arg_matches(&command.get_matches());
        let mut arguments = read.unwrap_or_else(|error| error.exit());
        arguments.choose_model();
        arguments
    }

    /// The same for words that the program itself has put together.
    pub fn read_from(words: impl IntoIterator<Item = String>) -> Result<Arguments, clap::Error> {
        let mut arguments = Arguments::try_parse_from(words)?;
        arguments.choose_model();
        Ok(arguments)
    }

    fn choose_model(&mut self) {
        match &mut self.command {
            Command::Check(check) => check.choose_model(),
            Command::Advise(advise) => advise.check.choose_model(),
            Command::Show(show) => show.check.choose_model(),
            _ => (),
        }
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a program
    #[command(after_help = help::check())]
    Check(Check),
    /// Compile C as clang does, with objects that can be checked: CC="threadproof cc" make
    #[command(after_help = help::cc(), disable_help_flag = true)]
    Cc {
        /// Arguments for clang
        #[arg(
            trailing_var_arg = true,
            allow_hyphen_values = true,
            value_name = "ARGUMENT"
        )]
        words: Vec<OsString>,
    },
    /// The same for C++: CXX="threadproof c++" make
    #[command(name = "c++", after_help = help::cc(), disable_help_flag = true)]
    Cpp {
        /// Arguments for clang
        #[arg(
            trailing_var_arg = true,
            allow_hyphen_values = true,
            value_name = "ARGUMENT"
        )]
        words: Vec<OsString>,
    },
    /// Find out which memory orders a program needs
    #[command(after_help = help::advise())]
    Advise(Advise),
    /// Print a program as the checker sees it
    #[command(after_help = help::show())]
    Show(Show),
    /// Run a suite of benchmarks and compare with the known numbers of executions
    #[command(after_help = help::bench())]
    Bench(Bench),
    /// Run a suite of tests: those of threadproof.toml, or those that files describe in comments
    #[command(after_help = help::test())]
    Test(Test),
    /// Check the tests or a program of a Rust package; `cargo threadproof` does the same
    #[command(after_help = help::cargo())]
    Cargo(crate::cargo::Cargo),
    /// Write a threadproof.toml and a first test
    #[command(after_help = help::init())]
    Init(Init),
    /// Work on the searches of a Redis server, which `check --cluster` puts there, until it is interrupted
    #[cfg(feature = "cluster")]
    #[command(after_help = help::worker())]
    Worker(crate::cluster::Worker),
    /// Run litmus tests, a line for each
    #[command(after_help = help::litmus())]
    Litmus(Litmus),
    /// Explain a kind of error, with an example and what to do
    #[command(after_help = help::explain())]
    Explain(Explain),
    /// Print the completions of a shell
    #[command(after_help = help::completions())]
    Completions {
        /// The shell that reads them
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = help::man())]
    Man,
}

#[derive(Args, Clone, Debug)]
pub struct Explain {
    /// The kind, as reports name it; all are listed without one
    #[arg(value_name = "KIND")]
    pub kind: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub struct Check {
    /// Sources of one program: C, C++, .ll or .bc, by extension; objects, static libraries or a program that were built
    /// with `threadproof cc`; or one .litmus test
    #[arg(required_unless_present_any = ["replay", "compile_commands"], value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Compile the files as a build does; FILE may then also be an object or a target of it, and without any all are taken
    #[arg(long, value_name = "JSON")]
    pub compile_commands: Option<PathBuf>,
    /// The function to begin with, instead of main; it takes no arguments
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// The arguments that a build gives to single files.
    #[arg(skip)]
    pub file_arguments: Vec<(PathBuf, Vec<String>)>,
    /// Memory model [default: c11; sc for litmus tests and for algorithms that c11 does not have]
    #[arg(long = "model", value_name = "MODEL", value_parser = model_parser())]
    model_wish: Option<Model>,
    /// The model that is meant; see [`Arguments::read`].
    #[arg(skip)]
    pub model: Model,
    /// How to explore; `auto` takes the best that supports the model
    #[arg(long, default_value = "auto", value_parser = algorithm_parser())]
    pub algorithm: Algorithm,
    /// Cut loops after N iterations: a program is then verified up to this bound
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unroll: Option<u32>,
    /// Do not shorten loops whose iterations have no effect
    #[arg(long)]
    pub no_purity: bool,
    /// Do not turn spinning into waiting
    #[arg(long)]
    pub no_await: bool,
    /// Do not treat additions to a counter as independent
    #[arg(long)]
    pub no_commute: bool,
    /// Try a few values of every input, also of those that the program hands on. For replays
    #[arg(long, hide = true)]
    pub try_inputs: bool,
    /// Rust: take the locks of the standard library as they are written, not as single steps
    #[arg(long)]
    pub locks_as_written: bool,
    /// How `volatile` accesses are taken: as the standards say (`plain`), as in kernels (`relaxed`), or
    /// as on x86 (`ordered`: stores release, loads acquire)
    #[arg(long, default_value = "plain", value_name = "HOW", value_parser = volatile_parser())]
    pub volatile: Volatile,
    /// Look for these errors too: names, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub check: Vec<String>,
    /// Do not look for these errors
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub no_check: Vec<String>,
    /// What a read of memory that was never written gives, where it decides something [default: `error` under c11 and ra,
    /// `note` elsewhere: zeros, and the verdict is inconclusive]
    #[arg(long, value_enum, value_name = "HOW")]
    pub uninitialized: Option<Uninitialized>,
    /// Is every behaviour also a sequentially consistent one? For tso and pso
    #[arg(long)]
    pub robustness: bool,
    /// Do not look which other memory models show an error
    #[arg(long)]
    pub no_compare_models: bool,
    /// Do not stop at the first error
    #[arg(long)]
    pub keep_going: bool,
    /// Give up after this time; fractions are allowed
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Give up after N executions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_executions: Option<u64>,
    /// Take an execution for endless in which a thread has more than N steps [default: 100000], or all have ten times as
    /// many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub max_steps: Option<u32>,
    /// Only executions with at most K preemptions; `auto`: 0, 1, 2 and so on until all are seen or the time is up
    #[arg(long, value_name = "K|auto", value_parser = preemptions, conflicts_with = "sample")]
    pub preemptions: Option<Preemptions>,
    /// Run N random executions instead of all: finds bugs in programs that are too large, and proves nothing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// The same seed gives the same random executions
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// How random executions are chosen: `walk` (any thread at each step), `pct` (priorities of threads), `pos` (priorities
    /// of operations), or all three in turns
    #[arg(long, default_value = "turns", value_parser = strategy_parser())]
    pub strategy: Strategy,
    /// Search with N threads. Unless it is given, one thread searches for a second, and then one for each core does. Counts and errors are the
    /// same for every N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    pub jobs: Option<u32>,
    /// One thread searches alone for so long, for tests of what several do
    #[arg(long, hide = true, value_name = "SECONDS", value_parser = seconds, requires = "jobs")]
    pub alone: Option<Duration>,
    /// Keep the search in a file while it goes on, so that --resume can continue it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// How often it is kept, 60 seconds unless given; it is also kept when it is interrupted or its time is up
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub checkpoint_every: Option<Duration>,
    /// Go on with a search that was kept, of the same program with the same options, and keep it there
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub resume: Option<PathBuf>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub cluster: crate::cluster::Wish,
    /// Explore in tasks of so many executions, and write down how long each takes
    #[arg(long, hide = true, requires = "task_times")]
    pub task_size: Option<u64>,
    #[arg(long, hide = true)]
    pub task_times: Option<PathBuf>,
    /// Form of the report on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Save the execution that shows the error, to run it again with --replay
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Run a saved execution again, with the options it was saved with; program files and clang
    /// arguments may be given anew
    #[arg(long, value_name = "FILE", conflicts_with = "save")]
    pub replay: Option<PathBuf>,
    /// Write each run of --algorithm sat that shows something new into a folder, as 0001.json and so
    /// on, to run it again with --replay
    #[arg(long, value_name = "DIR", conflicts_with = "replay")]
    pub emit_schedules: Option<PathBuf>,
    #[command(flatten)]
    pub files_written: FilesWritten,
    /// How to tell of a search that goes on, on standard error
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW")]
    pub progress: Progress,
    /// Show every step of an execution
    #[arg(long)]
    pub verbose: bool,
    /// What a function that no file defines returns; it does nothing else. May be given several times
    #[arg(long = "model-function", value_name = "NAME=NUMBER")]
    pub model_functions: Vec<ModelFunction>,
    /// Compile everything, also files whose modules are kept from earlier runs
    #[arg(long)]
    pub no_cache: bool,
    /// Where modules are kept, instead of the user's folder for such things
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache_dir: Option<PathBuf>,
    /// Where compiled files are kept for the other tests of a suite
    #[arg(long, hide = true)]
    pub compiled: Option<PathBuf>,
    /// The bundle has a page for browsers
    #[arg(long, hide = true)]
    pub bundle_page: bool,
    /// Arguments for clang
    #[arg(last = true, value_name = "CLANG-ARGUMENTS")]
    pub clang_arguments: Vec<String>,
}

/// The model of the files' language, unless the user asks for something that it does not have.
pub fn default_model(files: &[PathBuf], algorithm: Algorithm, robustness: bool) -> Model {
    let model = frontend::first_of(files).model;
    let supported = resolve(algorithm, model).is_ok();
    match supported && !robustness {
        true => model,
        false => Model::Sc,
    }
}

impl Check {
    fn choose_model(&mut self) {
        let default = default_model(&self.files, self.algorithm, self.robustness);
        self.model = self.model_wish.unwrap_or(default);
    }

    /// The same with the files and arguments of the build that it is about.
    pub fn resolved(&self) -> Result<Check, String> {
        let mut resolved = self.clone();
        let Some(database) = &self.compile_commands else {
            return Ok(resolved);
        };
        let sources = crate::compile_commands::sources(database, &self.files)?;
        resolved.files = sources.iter().map(|(file, _)| file.clone()).collect();
        let known = |(file, arguments): (PathBuf, Option<Vec<String>>)| Some((file, arguments?));
        resolved.file_arguments = sources.into_iter().filter_map(known).collect();
        Ok(resolved)
    }

    /// Is the search one for many machines?
    pub fn is_for_cluster(&self) -> bool {
        #[cfg(feature = "cluster")]
        return self.cluster.cluster.is_some();
        #[cfg(not(feature = "cluster"))]
        false
    }

    /// Does the user ask for reads of memory that was never written as errors?
    pub fn asks_for_uninitialized(&self) -> bool {
        self.uninitialized == Some(Uninitialized::Error)
            || crate::check_list::names(&self.check, threadproof_program::ErrorKind::Uninitialized)
    }

    /// Is the program one in Rust?
    pub fn is_rust(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|file| threadproof_llvm::is_rust(file))
    }
}

/// What a read of memory that was never written gives.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialized {
    /// Is an error of the program
    Error,
    /// Gives zeros, and the verdict is inconclusive where they decide something
    Note,
    /// Gives zeros, without a word
    Zero,
    /// Gives all values that matter, one after the other
    Any,
}

impl Uninitialized {
    pub fn name(self) -> &'static str {
        match self {
            Uninitialized::Error => "error",
            Uninitialized::Note => "note",
            Uninitialized::Zero => "zero",
            Uninitialized::Any => "any",
        }
    }
}

/// Reports for other programs, beside the one on standard output.
#[derive(Args, Clone, Debug, Default)]
pub struct FilesWritten {
    /// Write a page to step through the execution in a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the execution as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Write the errors as SARIF 2.1.0, for code scanning
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the verdict as a JUnit test case
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write a violation witness of SV-COMP (YAML, format 2)
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct Advise {
    #[command(flatten)]
    pub check: Check,
    /// Write the changes of the source into a file, as a patch
    #[arg(long, value_name = "FILE")]
    pub patch: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct Show {
    #[command(flatten)]
    pub check: Check,
    /// The step of the preparation after which to look
    #[arg(long, value_enum, default_value = "purity")]
    pub after: Step,
    /// Print only this function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// As it was read
    Reading,
    /// With local variables as values
    Promotion,
    /// With the assumptions and waits of spin loops, and with bounds if these are asked for
    Purity,
}

#[derive(Args, Clone, Debug)]
pub struct Litmus {
    /// Files, and folders with .litmus files
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub paths: Vec<PathBuf>,
    /// Memory model
    #[arg(long, default_value = "c11", value_parser = model_parser())]
    pub model: Model,
    /// How to explore; `auto` takes the best that supports the model
    #[arg(long, default_value = "auto", value_parser = algorithm_parser())]
    pub algorithm: Algorithm,
    /// Give up after this time; fractions are allowed
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

#[derive(Args, Clone, Debug)]
pub struct Test {
    /// Files and folders with tests, or a threadproof.toml; without any, the suite of this folder
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Run only tests whose name contains one of these
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Print the names of the tests and run none
    #[arg(long)]
    pub list: bool,
    /// How many tests run at a time; as many as there are processors unless given
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Time for each test that sets none itself; fractions are allowed
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: Duration,
    /// Tests that take longer are marked as slow
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub slow: Duration,
    /// Compile and run all tests, also those whose results are recorded
    #[arg(long)]
    pub no_cache: bool,
    /// Where results and modules are kept, instead of the user's folder for such things
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache_dir: Option<PathBuf>,
    /// Form of the report on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: SuiteFormat,
    /// Write the errors of all tests as SARIF 2.1.0, those that are expected left out
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write a page for each error and one with all tests into a folder
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// How to tell of tests that run, on standard error
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW")]
    pub progress: Progress,
}

#[derive(Args, Clone, Debug)]
pub struct Init {
    /// The folder of the project
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuiteFormat {
    /// For people
    Text,
    /// For programs: docs/suite.schema.json describes it
    Json,
    /// JUnit XML, a test case for each test
    Junit,
    /// Annotations for GitHub Actions
    Github,
}

#[derive(Args, Clone, Debug)]
pub struct Bench {
    /// sc, ra, tso-pso, spin, sat or c11; parallel measures what several threads gain
    #[arg(default_value = "sc")]
    pub suite: String,
    /// The folder with the suites
    #[arg(long, default_value = "bench")]
    pub dir: PathBuf,
    /// Largest size to run
    #[arg(long, value_enum, default_value = "medium")]
    pub size: Size,
    /// Give up on a row after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Threads of each search
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    pub jobs: u32,
    /// Compare the number of executions with the estimate that is there after two seconds
    #[arg(long)]
    pub estimate: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// For programs: docs/report.schema.json describes it
    Json,
    /// Annotations for GitHub Actions
    Github,
    /// All that a suite needs of a test
    #[value(hide = true)]
    Bundle,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A line that is updated, if people look at it
    Auto,
    /// A JSON object on a line, some times a second
    Json,
    /// Nothing
    None,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Size {
    Small,
    Medium,
    Large,
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        with_negative_values(Arguments::command()).debug_assert();
    }
}
