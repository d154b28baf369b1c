//! Links LLVM, and compiles the modelled C library in `runtime/` to LLVM bitcode, which the
//! crate embeds: each file becomes one piece of bitcode, listed in `runtime.rs` in the output
//! folder.
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

/// Why these, and why `-O1` is safe: see `runtime/tp.h`.
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
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
    "-D_GNU_SOURCE",
    "-D__NO_INLINE__",
    "-emit-llvm",
    "-c",
];

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
    let mut list = String::from("&[\n");
    for source in sources() {
        let stem = source.file_name().expect("a file has a name");
        let target = output.join(format!("{}.bc", stem.to_string_lossy()));
        compile(&source, &target);
        let name = stem.to_string_lossy();
        let path = target.display().to_string();
        list += &format!("    ({name:?}, include_bytes!({path:?})),\n");
    }
    list += "]\n";
    fs::write(output.join("runtime.rs"), list).expect("cargo's output folder can be written");
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

/// No `-g`: a location in the runtime is reported as the user's call of it.
fn compile(source: &Path, target: &Path) {
    let clang = env::var("THREADPROOF_CLANG").unwrap_or_else(|_| CLANG.into());
    let mut command = Command::new(&clang);
    command.args(FLAGS);
    match extension(source) {
        Some("cpp") => command.args(["-std=gnu++17", "-fno-rtti", "-fno-threadsafe-statics"]),
        _ => command.arg("-std=gnu11"),
    };
    command.arg("-Iruntime").arg("-o").arg(target).arg(source);
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(_) => panic!("{clang} cannot compile {}", source.display()),
        Err(error) => panic!(
            "cannot run {clang} ({error}): install the Debian package clang-22, \
             or set THREADPROOF_CLANG to a clang of version 22"
        ),
    }
}
