//! `cargo threadproof`: what cargo starts for a command that it does not know. The work is done by `threadproof cargo`.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // Cargo repeats the name of the command.
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments
        .first()
        .is_some_and(|first| first == "threadproof")
    {
        arguments.remove(0);
    }
    let program = beside().unwrap_or_else(|| "threadproof".into());
    let status = Command::new(&program).arg("cargo").args(arguments).status();
    match status {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ExitCode::from(code.unwrap_or(3))
        }
        Err(error) => {
            eprintln!("error: cannot run {}: {error}", program.display());
            ExitCode::from(2)
        }
    }
}

/// The program `threadproof` in the same folder, where an installation puts both.
fn beside() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.with_file_name("threadproof");
    program.exists().then_some(program)
}
