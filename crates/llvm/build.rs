//! Links LLVM, and compiles the modelled C library in `runtime/` to LLVM bitcode, which the
//! crate embeds as one piece, `runtime.bc` in the output folder.
//!
//! The parts of LLVM to link are chosen here and not by `llvm-sys`, which would link all of it
//! and so need the development files of libraries (zstd, Polly) that we never call.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CLANG: &str = "clang-22";
const LLVM_CONFIG: &str = "llvm-config-22";
/// What `src/read` calls.
const COMPONENTS: &[&str] = &["core", "irreader", "linker", "analysis", "target"];
/// How the runtime is compiled; `runtime/tp.h` says why. No `-g`: a location in the runtime is
/// reported as the user's call of it.
const FLAGS: &[&str] = &[
    "-O1",
    "-g0",
    "-fno-builtin",
    "-fno-exceptions",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-fno-delete-null-pointer-checks",
    "-fno-stack-protector",
    "-fno-unroll-loops",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-asynchronous-unwind-tables",
    "-fno-jump-tables",
    "-fno-discard-value-names",
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
    "-D_GNU_SOURCE",
    "-D__NO_INLINE__",
];
/// The one file of the runtime that throws.
const WITH_EXCEPTIONS: &str = "cxx_standard_exceptions.cpp";

/// The one whose objects the program asks for their types.
const WITH_TYPES: &str = "cxx_locale.cpp";

fn main() {
    link_llvm();
    compile_runtime();
}

fn link_llvm() {
    println!("cargo::rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    println!(
        "cargo::rustc-link-search=native={}",
        llvm_config(&["--libdir"])
    );
    if env::var_os("CARGO_FEATURE_DYNAMIC").is_some() {
        println!("cargo::rustc-link-lib=dylib=LLVM-22");
    } else {
        let options = ["--link-static", "--libnames"];
        let names = llvm_config(&[&options, COMPONENTS].concat());
        for name in names.split_whitespace() {
            let name = name.strip_prefix("lib").unwrap_or(name);
            let name = name.strip_suffix(".a").unwrap_or(name);
            println!("cargo::rustc-link-lib=static={name}");
        }
        println!("cargo::rustc-link-lib=dylib=z");
    }
    println!("cargo::rustc-link-lib=dylib=stdc++");
}

fn llvm_config(arguments: &[&str]) -> String {
    let program = match env::var_os("LLVM_SYS_221_PREFIX") {
        Some(prefix) => PathBuf::from(prefix).join("bin/llvm-config"),
        None => LLVM_CONFIG.into(),
    };
    let output = Command::new(&program).args(arguments).output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_string()
        }
        _ => panic!(
            "cannot run {}: install the Debian package llvm-22-dev, or set LLVM_SYS_221_PREFIX to \
             the folder of LLVM 22",
            program.display()
        ),
    }
}

fn compile_runtime() {
    println!("cargo::rerun-if-changed=runtime");
    println!("cargo::rerun-if-env-changed=THREADPROOF_CLANG");
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut pieces = Vec::new();
    for source in sources() {
        let name = source
            .file_name()
            .expect("a file has a name")
            .to_string_lossy();
        let target = output.join(format!("{name}.bc"));
        compile(&source, &target);
        pieces.push(target);
    }
    let linker = PathBuf::from(llvm_config(&["--bindir"])).join("llvm-link");
    let mut command = Command::new(&linker);
    command
        .args(&pieces)
        .arg("-o")
        .arg(output.join("runtime.bc"));
    run(command, "install the Debian package llvm-22");
}

/// The runtime's C and C++ files, sorted: their order decides which weak definition wins.
fn sources() -> Vec<PathBuf> {
    let folder = fs::read_dir("runtime").expect("the runtime folder is part of this crate");
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.expect("the runtime folder can be read").path())
        .filter(|path| extension(path).is_some_and(|e| e == "c" || e == "cpp"))
        .collect();
    files.sort();
    files
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|e| e.to_str())
}

fn compile(source: &Path, target: &Path) {
    let clang = env::var("THREADPROOF_CLANG").unwrap_or_else(|_| CLANG.into());
    let mut command = Command::new(&clang);
    match extension(source) {
        Some("cpp") => command.args(["-std=gnu++17", "-fno-threadsafe-statics"]),
        _ => command.arg("-std=gnu11"),
    };
    command.args(FLAGS);
    if source.ends_with(WITH_EXCEPTIONS) {
        command.arg("-fexceptions");
    } else if extension(source) == Some("cpp") && !source.ends_with(WITH_TYPES) {
        command.arg("-fno-rtti");
    }
    command.args(["-c", "-emit-llvm", "-o"]);
    command.arg(target).arg(source);
    run(
        command,
        "install the Debian package clang-22, or set THREADPROOF_CLANG to a clang of version 22",
    );
}

/// Runs a command to its good end, or says what would help.
fn run(mut command: Command, advice: &str) {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{program} failed ({status}): {command:?}"),
        Err(error) => panic!("cannot run {program} ({error}): {advice}"),
    }
}
