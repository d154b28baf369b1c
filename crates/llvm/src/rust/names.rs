//! Names of Rust as people write them, without the hashes of the compiler.

/// `<a::B<u8> as c::D>::f` for a symbol of Rust; `None` if it is not one.
pub fn shown(symbol: &str) -> Option<String> {
    if !symbol.starts_with("_R") && !symbol.starts_with("_ZN") {
        return None;
    }
    let name = rustc_demangle::try_demangle(symbol).ok()?;
    let name = format!("{name:#}");
    // C++ has symbols of the older form, too, but no hash at their ends.
    let hashed = symbol.starts_with("_R") || has_hash(symbol);
    hashed.then_some(name)
}

fn has_hash(symbol: &str) -> bool {
    let tail = symbol.get(symbol.len().saturating_sub(20)..).unwrap_or("");
    let hash = tail.strip_prefix("17h").and_then(|t| t.strip_suffix('E'));
    hash.is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// `a::B::f` for a symbol of Rust, whatever the types and the trait.
pub fn path(symbol: &str) -> Option<String> {
    shown(symbol).map(|name| without_types(&name))
}

/// Leaves out generic arguments. Of `<T as Trait>::f` the type is kept, of `<T>::f` too.
pub fn without_types(name: &str) -> String {
    if let Some((inside, rest)) = split_bracket(name) {
        let ty = inside.split(" as ").next().unwrap_or(inside);
        return without_types(ty.trim_start_matches('&')) + &without_types(rest);
    }
    let mut depth = 0;
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            // An arrow closes nothing.
            '>' if before != '-' => depth -= 1,
            c if depth == 0 => out.push(c),
            _ => {}
        }
        before = c;
    }
    out.trim_end_matches("::").replace("::::", "::")
}

/// The inside of a bracket that the name begins with, and what follows.
fn split_bracket(name: &str) -> Option<(&str, &str)> {
    let inside = name.strip_prefix('<')?;
    let mut depth = 1;
    let mut before = ' ';
    for (at, c) in inside.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inside[..at], &inside[at + 1..]));
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{path, shown, without_types};

    #[test]
    fn both_manglings_are_known() {
        let old = "_ZN3std4sync6poison5mutex14Mutex$LT$T$GT$4lock17h1496ca34e1ffb275E";
        assert_eq!(
            shown(old).as_deref(),
            Some("std::sync::poison::mutex::Mutex<T>::lock")
        );
        assert_eq!(
            path(old).as_deref(),
            Some("std::sync::poison::mutex::Mutex::lock")
        );
        let new = "_RNvMNtNtNtNtCsjrHSEGnQ3l9_3std3sys4sync5mutex5futexNtB2_5Mutex14lock_contended";
        let locks = "std::sys::sync::mutex::futex::Mutex::lock_contended";
        assert_eq!(path(new).as_deref(), Some(locks));
    }

    #[test]
    fn others_are_left_alone() {
        for other in ["main", "_ZN2ns1fEi", "_Znwm", "printf"] {
            assert_eq!(shown(other), None, "{other}");
        }
    }

    #[test]
    fn types_are_left_out() {
        for (name, expected) in [
            ("<a::B<c::D<e>>>::f", "a::B::f"),
            ("<a::B<T> as c::D>::f", "a::B::f"),
            ("a::f::<fn(u8) -> u8>::g", "a::f::g"),
            ("a::f::{closure#0}", "a::f::{closure#0}"),
        ] {
            assert_eq!(without_types(name), expected);
        }
    }
}
