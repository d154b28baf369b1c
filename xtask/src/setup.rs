//! `cargo xtask setup`: installs the Debian packages that building, running and testing need.
//!
//! Looks for what the packages contain rather than for the packages, so that an LLVM from
//! elsewhere is good enough. Knows only `apt-get`; on other systems it says what is missing.

use crate::process::{command, run as execute, works};
use std::path::Path;

/// A package and how to tell that what it has is there.
struct Package {
    name: &'static str,
    present: fn() -> bool,
}

const PACKAGES: &[Package] = &[
    Package {
        name: "clang-22",
        present: || works("clang-22", &["--version"]),
    },
    Package {
        name: "llvm-22-dev",
        present: || llvm("bin/llvm-config") && llvm("lib/libLLVMCore.a"),
    },
    Package {
        name: "libpolly-22-dev",
        present: || llvm("lib/libPolly.a"),
    },
    // The static libraries of LLVM ask for these.
    Package {
        name: "zlib1g-dev",
        present: || library("libz.so"),
    },
    Package {
        name: "libzstd-dev",
        present: || library("libzstd.so"),
    },
    Package {
        name: "libxml2-dev",
        present: || library("libxml2.so"),
    },
];

/// Packages that only the tests need.
const TEST_PACKAGES: &[Package] = &[
    // The page of `--html` is tested in a real browser.
    Package {
        name: "chromium",
        present: || {
            let names = ["chromium", "chromium-browser", "google-chrome"];
            names.iter().any(|name| works(name, &["--version"]))
        },
    },
    // Counts the instructions of an execution.
    Package {
        name: "valgrind",
        present: || works("valgrind", &["--version"]),
    },
    // Machines that share a search meet there.
    Package {
        name: "redis-server",
        present: || works("redis-server", &["--version"]),
    },
    // The extension for VS Code is tested without VS Code.
    Package {
        name: "nodejs",
        present: || works("node", &["--version"]),
    },
];

/// What `cargo xtask dist-test` needs besides.
const DIST_TEST_PACKAGES: &[Package] = &[Package {
    name: "debootstrap",
    present: || works("debootstrap", &["--version"]),
}];

/// For building, running and testing.
pub fn run(_arguments: &[String]) -> Result<(), String> {
    install(PACKAGES)?;
    install(TEST_PACKAGES)
}

/// For building and running alone.
pub fn without_tests() -> Result<(), String> {
    install(PACKAGES)
}

/// For trying the package in a bare system.
pub fn for_dist_test() -> Result<(), String> {
    install(PACKAGES)?;
    install(DIST_TEST_PACKAGES)
}

fn install(packages: &[Package]) -> Result<(), String> {
    let missing = missing(packages);
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    eprintln!("missing: {names}");
    let by_hand = format!("install the Debian packages {names} (apt-get install {names})");
    if !works("apt-get", &["--version"]) {
        return Err(format!("there is no apt-get here: {by_hand}"));
    }
    let root = std::fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    });
    if !root && !works("sudo", &["--version"]) {
        return Err(format!("neither root nor sudo: {by_hand}"));
    }
    apt_get(root, &["update"]).or_else(|problem| {
        // One broken source of packages need not be the one that has ours.
        eprintln!("warning: {problem}");
        Ok::<(), String>(())
    })?;
    let mut install = vec!["install", "--yes", "--no-install-recommends"];
    install.extend(&missing);
    apt_get(root, &install).map_err(|problem| {
        format!("{problem}\n{by_hand}; they are in Debian 12 with its security updates, and at apt.llvm.org")
    })?;
    match self::missing(packages) {
        none if none.is_empty() => Ok(()),
        still => Err(format!(
            "still missing after installing: {}",
            still.join(" ")
        )),
    }
}

fn missing(packages: &[Package]) -> Vec<&'static str> {
    let missing = packages.iter().filter(|package| !(package.present)());
    missing.map(|package| package.name).collect()
}

fn apt_get(root: bool, arguments: &[&str]) -> Result<(), String> {
    let mut apt_get = if root {
        command("apt-get")
    } else {
        let mut sudo = command("sudo");
        sudo.arg("apt-get");
        sudo
    };
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    execute(apt_get.args(arguments))
}

/// Is this file part of the LLVM that cargo is told of in `.cargo/config.toml`?
fn llvm(file: &str) -> bool {
    let prefix = std::env::var("LLVM_SYS_221_PREFIX").unwrap_or("/usr/lib/llvm-22".into());
    Path::new(&prefix).join(file).exists()
}

/// Can the linker find this library?
fn library(file: &str) -> bool {
    let triple = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let folders = [triple.as_str(), "/usr/lib64", "/usr/lib", "/usr/local/lib"];
    let archive = file.replace(".so", ".a");
    let mut places = folders.iter().map(Path::new);
    places.any(|folder| folder.join(file).exists() || folder.join(&archive).exists())
}
