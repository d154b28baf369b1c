//! Functions of C that are only `inline`.
//!
//! By C99 another file has to define them once more, and clang emits none without optimisation. Programs that
//! consist of one file mean what GNU C meant by it: a function like others.

use std::path::Path;

/// The argument that clang needs for a program that is this file alone.
pub fn argument(file: &Path) -> Option<&'static str> {
    let contents = std::fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&contents);
    are_left_out(&text).then_some("-fgnu89-inline")
}

/// Is some `inline` function neither `static` nor `extern`, and no function `extern inline`? (GNU89 would drop the
/// latter.)
fn are_left_out(text: &str) -> bool {
    let ends = |c: char| matches!(c, ';' | '{' | '}' | '(' | ')');
    let mut found = false;
    for declaration in text.split(ends) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = declaration.split(|c| !is_word(c)).collect();
        let is_inline = |word: &&str| matches!(*word, "inline" | "__inline" | "__inline__");
        if !words.iter().any(is_inline) {
            continue;
        }
        if words.contains(&"extern") {
            return false;
        }
        found |= !words.contains(&"static");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::are_left_out;

    #[test]
    fn declarations_are_told_apart() {
        assert!(are_left_out("int x; inline int f(void) { return 1; }"));
        assert!(are_left_out(
            "static inline int g(void) {}\n__inline void f(int x) {}"
        ));
        assert!(!are_left_out("static inline int f(void) { return 1; }"));
        assert!(!are_left_out(
            "inline int f(void) {} extern inline int f(void);"
        ));
        assert!(!are_left_out("int f(void) { int inlined = 1; }"));
    }
}
