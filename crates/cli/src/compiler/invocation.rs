//! The arguments of a compiler, as far as one has to know them to see what it is asked to do.

use super::Driver;
use crate::compile_commands;
use std::path::{Path, PathBuf};

/// Arguments whose value is the next word.
const WITH_VALUE: [&str; 30] = [
    "-o",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-x",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "--sysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xlinker",
    "-Xclang",
    "-Xassembler",
    "-Xpreprocessor",
    "-target",
    "-T",
    "-u",
    "-z",
    "-e",
    "--param",
    "-mllvm",
    "-rpath",
];
/// Arguments with which nothing is compiled that a check could read.
const OTHER: [&str; 12] = [
    "-E",
    "-S",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-emit-llvm",
    "--version",
    "-v",
    "-dumpversion",
    "-dumpmachine",
    "--help",
    "-###",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Compile,
    Link,
    /// Nothing to add to.
    Other,
}

/// A file in C or C++ to compile.
#[derive(Debug)]
pub struct Source {
    pub file: String,
    /// Its place among the words.
    pub place: usize,
    pub cpp: bool,
}

#[derive(Debug)]
pub struct Invocation {
    pub kind: Kind,
    pub words: Vec<String>,
    pub sources: Vec<Source>,
    /// Objects and static libraries.
    pub objects: Vec<String>,
    output: Option<String>,
}

impl Invocation {
    pub fn read(driver: Driver, words: &[String]) -> Invocation {
        // Link-time optimisation makes objects that are none.
        let words: Vec<String> = words
            .iter()
            .filter(|word| !word.starts_with("-flto"))
            .cloned()
            .collect();
        let mut found = Invocation {
            kind: Kind::Link,
            words: Vec::new(),
            sources: Vec::new(),
            objects: Vec::new(),
            output: None,
        };
        let mut language: Option<bool> = None;
        let mut unknown = false;
        let mut place = 0;
        while place < words.len() {
            let word = words[place].as_str();
            let value = words.get(place + 1);
            match word {
                "-o" => found.output = value.cloned(),
                "-x" => language = value.and_then(|name| cpp_by_name(name)),
                "-c" if found.kind == Kind::Link => found.kind = Kind::Compile,
                word if OTHER.contains(&word) || word.starts_with("-print-") => {
                    found.kind = Kind::Other;
                }
                _ => (),
            }
            unknown |=
                word == "-x" && value.is_some_and(|name| name != "none") && language.is_none();
            if WITH_VALUE.contains(&word) {
                place += 2;
                continue;
            }
            found.input(driver, word, place, language);
            unknown |= word == "-";
            place += 1;
        }
        let has_input = !found.sources.is_empty() || !found.objects.is_empty();
        if unknown || !has_input {
            found.kind = Kind::Other;
        }
        found.words = words;
        found
    }

    fn input(&mut self, driver: Driver, word: &str, place: usize, language: Option<bool>) {
        if word.starts_with('-') {
            if let Some(name) = word.strip_prefix("-o") {
                self.output = Some(name.to_string());
            }
            return;
        }
        let extension = Path::new(word).extension().and_then(|e| e.to_str());
        let cpp = language.or(match extension {
            Some("c" | "i") => Some(driver == Driver::Cpp),
            Some("cc" | "cpp" | "cxx" | "c++" | "C" | "CPP" | "ii") => Some(true),
            _ => None,
        });
        match (cpp, extension) {
            (Some(cpp), _) => self.sources.push(Source {
                file: word.to_string(),
                place,
                cpp,
            }),
            (None, Some("o" | "a" | "lo" | "obj")) => self.objects.push(word.to_string()),
            _ => (),
        }
    }

    /// The object that `-c` makes of a source file.
    pub fn object_of(&self, source: &Source) -> PathBuf {
        match &self.output {
            Some(output) => output.into(),
            None => {
                let name = Path::new(&source.file).file_name().unwrap_or_default();
                Path::new(name).with_extension("o")
            }
        }
    }

    /// The words that compile one of several sources, which were to be compiled and linked at once.
    pub fn compile(&self, source: &Source, object: &Path) -> Vec<String> {
        let mut words = Vec::new();
        let mut place = 0;
        while place < self.words.len() {
            let word = &self.words[place];
            let pair = WITH_VALUE.contains(&word.as_str());
            let other = self.sources.iter().any(|s| s.place == place) && place != source.place;
            let links = is_for_linker(word) || self.objects.contains(word);
            let dropped = other || links || word.starts_with("-o");
            let next = place + 1 + usize::from(pair);
            if !dropped {
                words.extend(
                    self.words[place..next.min(self.words.len())]
                        .iter()
                        .cloned(),
                );
            }
            place = next;
        }
        words.extend(["-c".into(), "-o".into(), object.display().to_string()]);
        words
    }

    /// The arguments that say what the source means, without those about the build.
    pub fn meaning(&self, source: &Source) -> Vec<String> {
        let inputs = self.sources.iter().map(|source| source.file.clone());
        let inputs: Vec<String> = inputs.chain(self.objects.iter().cloned()).collect();
        let mut words = compile_commands::meaning(self.words.clone(), &inputs);
        let extension = Path::new(&source.file).extension().and_then(|e| e.to_str());
        let own = match extension {
            Some("c" | "i") => Some(false),
            Some("cc" | "cpp" | "cxx" | "ii") => Some(true),
            _ => None,
        };
        if own != Some(source.cpp) {
            let name = if source.cpp { "c++" } else { "c" };
            words.extend(["-x".into(), name.into()]);
        }
        words
    }
}

fn cpp_by_name(language: &str) -> Option<bool> {
    match language {
        "c" | "cpp-output" => Some(false),
        "c++" | "c++-cpp-output" => Some(true),
        _ => None,
    }
}

fn is_for_linker(word: &str) -> bool {
    let starts = [
        "-l",
        "-L",
        "-Wl,",
        "-shared",
        "-static",
        "-rdynamic",
        "-pie",
        "-no-pie",
    ];
    starts.iter().any(|start| word.starts_with(start))
        || matches!(word, "-Xlinker" | "-T" | "-u" | "-z" | "-e" | "-rpath")
}

/// The words of a link whose sources are objects by now: no word may say that they are sources.
pub fn for_linking(words: Vec<String>, sources: &[Source]) -> Vec<String> {
    if sources.is_empty() {
        return words;
    }
    let mut kept = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-x" => drop(words.next()),
            _ => kept.push(word),
        }
    }
    kept
}

/// The words with those of `@file` in their place.
pub fn without_response_files(words: Vec<String>) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for word in words {
        match word.strip_prefix('@') {
            Some(file) if Path::new(file).is_file() => {
                let text = std::fs::read_to_string(file);
                let text = text.map_err(|error| format!("{file}: {error}"))?;
                all.extend(compile_commands::shell_words(&text));
            }
            _ => all.push(word),
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(driver: Driver, line: &str) -> Invocation {
        let words: Vec<String> = line.split(' ').map(String::from).collect();
        Invocation::read(driver, &words)
    }

    fn sources(found: &Invocation) -> Vec<(&str, bool)> {
        let sources = found.sources.iter();
        sources.map(|s| (s.file.as_str(), s.cpp)).collect()
    }

    #[test]
    fn an_object() {
        let found = read(
            Driver::C,
            "-O2 -Wall -I inc -DX=1 -MD -MF a.d -o b/a.o -c src/a.c",
        );
        assert_eq!(found.kind, Kind::Compile);
        assert_eq!(sources(&found), [("src/a.c", false)]);
        assert_eq!(found.object_of(&found.sources[0]), Path::new("b/a.o"));
        assert_eq!(found.meaning(&found.sources[0]), ["-I", "inc", "-DX=1"]);
    }

    #[test]
    fn a_program_from_sources_and_objects() {
        let found = read(
            Driver::Cpp,
            "a.cc b.c c.o libd.a -o prog -lfoo -Llib -pthread",
        );
        assert_eq!(found.kind, Kind::Link);
        assert_eq!(sources(&found), [("a.cc", true), ("b.c", true)]);
        assert_eq!(found.objects, ["c.o", "libd.a"]);
        let words = found.compile(&found.sources[1], Path::new("/tmp/1.o"));
        assert_eq!(words, ["b.c", "-pthread", "-c", "-o", "/tmp/1.o"]);
        assert_eq!(found.meaning(&found.sources[1]), ["-pthread", "-x", "c++"]);
    }

    #[test]
    fn questions_go_to_clang() {
        for line in [
            "--version",
            "-E a.c",
            "-print-search-dirs",
            "-c -x c -",
            "-v",
            "-S a.c -o a.s",
        ] {
            assert_eq!(read(Driver::C, line).kind, Kind::Other, "{line}");
        }
        assert_eq!(read(Driver::C, "-c boot.S -o boot.o").kind, Kind::Other);
    }
}
