//! Does a C++ file need exceptions?
//!
//! Without them the code is smaller and clearer, so they are on only if they must be: clang says so of a file that throws
//! or catches, but that costs a run of it, and it says nothing of `pthread_exit`, which destroys variables on its way
//! as an exception does. So the words of the file are looked at first. What they say in vain, in a comment, only makes the
//! code larger.

use std::path::Path;

/// Words after which variables are destroyed because a function is left.
const ENDS_OF_THREADS: &[&str] = &["pthread_exit", "thrd_exit", "pthread_cancel"];

pub fn are_needed(file: &Path) -> bool {
    let Ok(contents) = std::fs::read(file) else {
        return false;
    };
    let text = String::from_utf8_lossy(&contents);
    text.lines().any(|line| {
        let code = line.split("//").next().unwrap_or_default();
        has_word(code, "catch", |rest| rest.trim_start().starts_with('('))
            || ENDS_OF_THREADS
                .iter()
                .any(|word| has_word(code, word, |_| true))
    })
}

/// Is there this word, and behind it what is `expected`?
fn has_word(code: &str, word: &str, expected: impl Fn(&str) -> bool) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        let rest = &code[at + word.len()..];
        !code[..at].ends_with(is_letter) && !rest.starts_with(is_letter) && expected(rest)
    })
}

/// Does clang complain that there are none?
pub fn are_missing(complaint: &str) -> bool {
    complaint.contains("with exceptions disabled")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_outside_of_comments() {
        let is_open = |rest: &str| rest.trim_start().starts_with('(');
        assert!(has_word("} catch (...) {", "catch", is_open));
        assert!(has_word("catch(int)", "catch", is_open));
        assert!(!has_word("TRY_catch(int)", "catch", is_open));
        assert!(!has_word("catch_all(1)", "catch", is_open));
        assert!(!has_word("a catch here", "catch", is_open));
    }
}
