//! Results of earlier runs. A result counts for the same options, the same checker and compiler, and the same
//! contents of all files that went into the program, headers of the system included.
//!
//! Only results are kept that another run would give again: nothing that depends on time or memory, and nothing whose files were
//! changed while it was found. A header that is new in a folder searched before that of one of the same name is noticed by its
//! name ([`super::shadows`]).

use super::shadows::Folders;
use crate::cache_folder::{clang, identity, is_newer, variables};
use crate::frontend;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::SystemTime;
use threadproof_llvm::is_rust;
use threadproof_report::saved::fingerprint;

/// Results that are kept; the oldest go.
const MOST: usize = 20_000;
/// `__has_include`, and `__has_include_next`.
const ASKS: &[u8] = b"__has_include";

pub struct Cache {
    pub folder: PathBuf,
    /// The checker, the compiler and where we are.
    circumstances: String,
    /// The compiler of Rust; rustup may choose another one each time, so it has to be asked.
    rustc: OnceLock<String>,
    known: Mutex<HashMap<PathBuf, Option<String>>>,
    folders: Folders,
    /// Files that are newer may have been read before and after a change.
    opened: SystemTime,
}

impl Cache {
    /// The cache in a folder, which is made if it is missing.
    pub fn open(folder: PathBuf) -> Result<Cache, String> {
        let opened = SystemTime::now();
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        prune(&folder);
        let here = std::env::current_dir().unwrap_or_default();
        let variables = variables();
        let circumstances = format!(
            "{} {} {} {here:?} {variables:?}",
            env!("CARGO_PKG_VERSION"),
            identity(std::env::current_exe().ok().as_deref()),
            identity(clang().as_deref()),
        );
        Ok(Cache {
            folder,
            circumstances,
            rustc: OnceLock::new(),
            known: Mutex::default(),
            folders: Folders::default(),
            opened,
        })
    }

    /// The record for these words, if nothing has changed since.
    pub fn find(&self, words: &[String]) -> Option<Value> {
        let text = std::fs::read_to_string(self.file(words)).ok()?;
        let record: Value = serde_json::from_str(&text).ok()?;
        let files = record["files"].as_object()?;
        let same = files.iter().all(|(file, then)| {
            let now = self.fingerprint(Path::new(file));
            now.is_some() && now.as_deref() == then.as_str()
        });
        let same = same && record["hidden"] == json!(self.folders.hidden(files.keys(), words));
        same.then(|| record["bundle"].clone())
    }

    /// Records a result, if it is one that counts.
    pub fn record(&self, words: &[String], bundle: &Value) {
        let Some(files) = bundle["dependencies"].as_array() else {
            return;
        };
        if is_passing(words, &bundle["report"]) {
            return;
        }
        let mut prints = serde_json::Map::new();
        for file in files.iter().filter_map(Value::as_str) {
            let path = Path::new(file);
            let Some(print) = self.fingerprint(path) else {
                return;
            };
            if is_newer(path, self.opened) || self.asks_for_headers(path) {
                return;
            }
            prints.insert(file.into(), json!(print));
        }
        let hidden = self.folders.hidden(prints.keys(), words);
        let record = json!({ "files": prints, "hidden": hidden, "bundle": bundle });
        let file = self.file(words);
        // Written whole or not at all; a result that cannot be kept is found again.
        let draft = file.with_extension(format!("{}", std::process::id()));
        if std::fs::write(&draft, record.to_string()).is_ok() {
            let _ = std::fs::rename(&draft, &file);
        }
    }

    fn file(&self, words: &[String]) -> PathBuf {
        // How long it may take says nothing of a result that is there.
        let lasting = words.iter().filter(|word| !word.starts_with("--timeout="));
        let lasting: Vec<&String> = lasting.collect();
        let mut key = format!("{} {lasting:?}", self.circumstances);
        if words.iter().any(|word| is_rust(Path::new(word))) {
            key += self.rustc.get_or_init(rustc);
        }
        let name = fingerprint(key.as_bytes());
        self.folder.join(format!("{name}.json"))
    }

    /// Does a file of the user ask whether headers exist? The answer may change without a change of any file that was read.
    fn asks_for_headers(&self, file: &Path) -> bool {
        let asks = |bytes: Vec<u8>| bytes.windows(ASKS.len()).any(|at| at == ASKS);
        !file.starts_with("/usr") && std::fs::read(file).is_ok_and(asks)
    }

    /// Of a file's contents; each file is read once.
    fn fingerprint(&self, file: &Path) -> Option<String> {
        let mut known = self.known.lock().expect("no panic while it is held");
        if let Some(print) = known.get(file) {
            return print.clone();
        }
        let print = std::fs::read(file).ok().map(|bytes| fingerprint(&bytes));
        known.insert(file.into(), print.clone());
        print
    }
}

/// Does a result depend on time or memory? The bound that `--preemptions auto` reaches does.
fn is_passing(words: &[String], report: &Value) -> bool {
    let reason = report["reason"]["kind"].as_str();
    let cut_short = reason.is_some_and(|kind| ["timeout", "interrupted", "memory"].contains(&kind));
    let in_turn = words.iter().any(|word| word == "--preemptions=auto");
    cut_short || in_turn && report["bounded"]["preemptions"].is_u64()
}

/// What the compiler of Rust says of itself.
fn rustc() -> String {
    let program = frontend::rustc().unwrap_or_else(|| "rustc".into());
    let said = Command::new(&program)
        .arg("-vV")
        .stdin(Stdio::null())
        .output();
    let said = said.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    format!("{} {}", program.display(), said.unwrap_or_default())
}

fn prune(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    if files.len() > MOST {
        files.sort();
        for (_, file) in &files[..files.len() - MOST] {
            let _ = std::fs::remove_file(file);
        }
    }
}
