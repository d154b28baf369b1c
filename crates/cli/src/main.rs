//! `threadproof`: reads the command line, picks the parts, and ends with the right exit code.
//!
//! 0 verified, 1 error found, 2 bad usage or unreadable input, 3 inconclusive; our own bugs are 3
//! too, with a request to report them.

mod advise;
mod arguments;
mod bench;
mod bundle;
mod cache_folder;
mod cargo;
mod check;
mod check_list;
mod checkpoint;
#[cfg(feature = "cluster")]
mod cluster;
mod compile_commands;
mod compiler;
mod crash;
mod frontend;
mod help;
mod litmus;
mod manual;
mod outputs;
mod progress;
mod replay;
mod schedules;
mod show;
mod suite;
mod system;
mod values;
mod watch;

use arguments::{Arguments, Command};
use std::process::ExitCode;

/// How a command ended, as the exit code says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Verified,
    ErrorFound,
    BadUsage,
    Inconclusive,
    /// As the compiler ended whose place was taken.
    Compiler(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Verified => 0,
            Exit::ErrorFound => 1,
            Exit::BadUsage => 2,
            Exit::Inconclusive => 3,
            Exit::Compiler(code) => code,
        })
    }
}

fn main() -> ExitCode {
    crash::install();
    // The hook has spoken already when this comes back with a panic.
    let exit = std::panic::catch_unwind(run).unwrap_or(Exit::Inconclusive);
    exit.into()
}

fn run() -> Exit {
    let result = match Arguments::read().command {
        Command::Check(arguments) if cargo::is_manifest(&arguments) => {
            cargo::check_manifest(&arguments)
        }
        Command::Check(arguments) => check::run(&arguments),
        Command::Cc { words } => compiler::run(compiler::Driver::C, &words),
        Command::Cpp { words } => compiler::run(compiler::Driver::Cpp, &words),
        Command::Advise(arguments) => advise::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Cargo(arguments) => cargo::run(&arguments),
        Command::Test(arguments) => suite::run(&arguments),
        Command::Init(arguments) => suite::init(&arguments),
        Command::Litmus(arguments) => litmus::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Worker(arguments) => cluster::run_worker(&arguments),
        Command::Explain(arguments) => manual::explain(&arguments),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::man(),
    };
    result.unwrap_or_else(|message| {
        system::say(&format!("error: {message}"));
        Exit::BadUsage
    })
}
