//! Runs other programs, in the root of the workspace.

use std::process::{Command, Stdio};

/// The cargo that runs us.
pub fn cargo() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    command(cargo)
}

pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(crate::root());
    command
}

/// Runs a command to its end; an error says which one failed.
pub fn run(command: &mut Command) -> Result<(), String> {
    let shown = describe(command);
    eprintln!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed: {status}")),
        Err(error) => Err(format!("`{shown}` cannot be run: {error}")),
    }
}

/// What a command prints on standard output, whatever its exit code.
pub fn read(command: &mut Command) -> Result<String, String> {
    let shown = describe(command);
    eprintln!("$ {shown}");
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(error) => Err(format!("`{shown}` cannot be run: {error}")),
    }
}

/// Does the command exist and succeed? Says nothing.
pub fn works(program: &str, arguments: &[&str]) -> bool {
    let mut command = command(program);
    command.args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn describe(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit('/').next().unwrap_or(&program).to_owned();
    let words = command.get_args().map(|word| word.to_string_lossy());
    std::iter::once(name.into())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}
