//! The Debian package.

use super::{LICENCES, copy_folder, put};
use crate::process::{command, read, run as execute};
use std::fs;
use std::path::{Path, PathBuf};

/// Packs the tree as it is below `/usr`.
pub fn build(folder: &Path, tree: &Path, version: &str) -> Result<PathBuf, String> {
    let architecture = read(command("dpkg").arg("--print-architecture"))?;
    let architecture = architecture.trim();
    let staged = folder.join("deb");
    copy_folder(tree, &staged.join("usr"))?;
    let page = staged.join("usr/share/man/man1/threadproof.1");
    execute(command("gzip").args(["-9", "-n"]).arg(&page))?;
    let mut licence = String::new();
    for file in LICENCES {
        let text = fs::read_to_string(crate::root().join(file));
        licence += &text.map_err(|error| format!("{file}: {error}"))?;
        licence.push('\n');
    }
    put(
        &staged.join("usr/share/doc/threadproof/copyright"),
        &licence,
    )?;
    let control = format!(
        "Package: threadproof\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Section: devel\n\
         Priority: optional\n\
         Maintainer: The Threadproof authors <threadproof@localhost>\n\
         Depends: libc6 (>= 2.36), libstdc++6 (>= 12), libgcc-s1, libc6-dev, clang-22 | clang\n\
         Description: model checker for concurrent C, C++ and Rust programs\n \
         Runs a test with every order of its threads' operations that can make a\n \
         difference: either proves that no order leads to a bug, or shows one that does.\n"
    );
    put(&staged.join("DEBIAN/control"), &control)?;
    execute(command("chmod").args(["-R", "u=rwX,go=rX"]).arg(&staged))?;
    let package = folder.join(format!("threadproof_{version}_{architecture}.deb"));
    execute(
        command("dpkg-deb")
            .args(["--root-owner-group", "--build"])
            .args([&staged, &package]),
    )?;
    Ok(package)
}
