//! `threadproof cc` and `threadproof c++`: clang, with objects that also carry the bitcode that a check reads.
//!
//! A build runs it in the place of its compiler. The object is what clang makes of the same arguments; what a check reads
//! is compiled beside it, without optimisation, and put into a section of the object with `objcopy`. Whatever is no
//! compilation goes to clang as it is.

mod invocation;

use crate::{Exit, system};
use invocation::{Invocation, Kind};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use threadproof_llvm::built;

/// The compiler whose place is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    C,
    Cpp,
}

/// Runs the compiler; ends as clang does.
pub fn run(driver: Driver, words: &[OsString]) -> Result<Exit, String> {
    let words: Vec<String> = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words = invocation::without_response_files(words)?;
    let invocation = Invocation::read(driver, &words);
    let compiler = Compiler {
        driver,
        clang: find_clang()?,
    };
    match invocation.kind {
        Kind::Other => compiler.run(&invocation.words),
        Kind::Compile => compiler.compile_all(&invocation),
        Kind::Link => compiler.link(&invocation),
    }
}

/// The clang that the user wants, if one is named.
pub fn wanted_clang() -> Option<PathBuf> {
    std::env::var_os("THREADPROOF_CLANG")
        .filter(|clang| !clang.is_empty())
        .map(Into::into)
}

fn find_clang() -> Result<PathBuf, String> {
    let candidates = threadproof_llvm::clangs(wanted_clang().as_deref());
    let exists = |clang: &&PathBuf| {
        let output = Command::new(clang).arg("--version").output();
        !matches!(output, Err(error) if error.kind() == ErrorKind::NotFound)
    };
    let names = || {
        let names = candidates.iter().map(|clang| clang.display().to_string());
        names.collect::<Vec<_>>().join(", ")
    };
    let found = candidates.iter().find(exists).cloned();
    found.ok_or_else(|| format!("clang was not found (tried {})", names()))
}

struct Compiler {
    driver: Driver,
    clang: PathBuf,
}

impl Compiler {
    /// clang with these words, on our own standard output and error.
    fn run(&self, words: &[String]) -> Result<Exit, String> {
        let mut command = Command::new(&self.clang);
        if self.driver == Driver::Cpp {
            command.arg("--driver-mode=g++");
        }
        let status = command.args(words).status();
        let status = status.map_err(|error| format!("{}: {error}", self.clang.display()))?;
        match status.code() {
            Some(code) => Ok(Exit::Compiler(u8::try_from(code).unwrap_or(1))),
            None => Err(format!("{} ended with {status}", self.clang.display())),
        }
    }

    /// `-c`: an object for each source file, and bitcode in each.
    fn compile_all(&self, invocation: &Invocation) -> Result<Exit, String> {
        let exit = self.run(&invocation.words)?;
        if exit != Exit::Compiler(0) {
            return Ok(exit);
        }
        for source in &invocation.sources {
            let object = invocation.object_of(source);
            self.carry(invocation, source, &object);
        }
        Ok(exit)
    }

    /// Compiles what is still source, and links all.
    fn link(&self, invocation: &Invocation) -> Result<Exit, String> {
        let folder = Folder::new("link")?;
        let mut words = invocation.words.clone();
        for (number, source) in invocation.sources.iter().enumerate() {
            let object = folder.0.join(format!("{number}.o"));
            let compile = invocation.compile(source, &object);
            let exit = self.run(&compile)?;
            if exit != Exit::Compiler(0) {
                return Ok(exit);
            }
            self.carry(invocation, source, &object);
            words[source.place] = object.display().to_string();
        }
        let objects = invocation.objects.iter();
        let without: Vec<String> = objects
            .flat_map(|object| built::without_bitcode(Path::new(object)))
            .collect();
        if !without.is_empty() {
            words.push(self.note(&without, &folder)?);
        }
        self.run(&invocation::for_linking(words, &invocation.sources))
    }

    /// Puts the bitcode of a source file into its object. An object without is still good for its purpose, so that is
    /// no failure.
    fn carry(&self, invocation: &Invocation, source: &invocation::Source, object: &Path) {
        let carried = threadproof_llvm::compile_to_carry(
            Path::new(&source.file),
            source.cpp,
            &invocation.meaning(source),
            Some(&self.clang),
        );
        let put = carried
            .map_err(|error| error.to_string())
            .and_then(|record| add_section(object, &record));
        if let Err(problem) = put {
            system::say(&format!(
                "threadproof: {} carries no bitcode: {problem}",
                object.display()
            ));
        }
    }

    /// An object that says which others have no bitcode.
    fn note(&self, without: &[String], folder: &Folder) -> Result<String, String> {
        let (source, object) = (folder.0.join("note.c"), folder.0.join("note.o"));
        std::fs::write(&source, "").map_err(|error| error.to_string())?;
        let command = Command::new(&self.clang)
            .args(["-c", "-o"])
            .args([&object, &source])
            .status();
        command.map_err(|error| error.to_string())?;
        let records = without.iter().flat_map(|name| built::encode_missing(name));
        add_section(&object, &records.collect::<Vec<u8>>())?;
        Ok(object.display().to_string())
    }
}

/// A folder for temporary files, gone in the end.
struct Folder(PathBuf);

impl Folder {
    /// `purpose` tells the folders of one process apart.
    fn new(purpose: &str) -> Result<Folder, String> {
        let name = format!("threadproof-cc-{purpose}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        match std::fs::create_dir_all(&folder) {
            Ok(()) => Ok(Folder(folder)),
            Err(error) => Err(format!("{}: {error}", folder.display())),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn add_section(object: &Path, contents: &[u8]) -> Result<(), String> {
    let folder = Folder::new("section")?;
    let file = folder.0.join("section");
    std::fs::write(&file, contents).map_err(|error| format!("{}: {error}", file.display()))?;
    let section = built::SECTION;
    let output = Command::new("objcopy")
        .arg("--add-section")
        .arg(format!("{section}={}", file.display()))
        .arg("--set-section-flags")
        .arg(format!("{section}=contents,readonly"))
        .arg(object)
        .output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_string()),
        Err(error) => Err(format!("objcopy (of binutils): {error}")),
    }
}
