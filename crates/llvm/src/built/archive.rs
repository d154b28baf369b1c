//! Static libraries as `ar` makes them, thin ones included.

use std::path::Path;

const ORDINARY: &[u8] = b"!<arch>\n";
const THIN: &[u8] = b"!<thin>\n";
const HEADER: usize = 60;

/// A file in an archive.
pub struct Member {
    pub name: String,
    pub contents: Vec<u8>,
}

pub fn is_archive(contents: &[u8]) -> bool {
    contents.starts_with(ORDINARY) || contents.starts_with(THIN)
}

/// The members, without the tables that `ar` adds. Those of a thin library are files of their own.
pub fn members(file: &Path, contents: &[u8]) -> Result<Vec<Member>, String> {
    let damaged = || "the library is damaged".to_string();
    let thin = contents.starts_with(THIN);
    let mut long_names: &[u8] = &[];
    let mut members = Vec::new();
    let mut rest = &contents[ORDINARY.len()..];
    while !rest.is_empty() {
        let (header, after) = rest.split_at_checked(HEADER).ok_or_else(damaged)?;
        let field = |range: std::ops::Range<usize>| {
            let text = String::from_utf8_lossy(&header[range]).into_owned();
            text.trim_end().to_string()
        };
        let size: usize = field(48..58).parse().map_err(|_| damaged())?;
        let name = field(0..16);
        let is_table = matches!(name.as_str(), "/" | "//" | "/SYM64/");
        // A thin library has the tables and the names alone.
        let stored = if thin && !is_table { 0 } else { size };
        let body = after.get(..stored).ok_or_else(damaged)?;
        // Members begin at even places.
        rest = after.get(stored + stored % 2..).unwrap_or(&[]);
        if name == "//" {
            long_names = body;
        }
        if is_table {
            continue;
        }
        let name = full_name(&name, long_names).ok_or_else(damaged)?;
        let contents = match thin {
            false => body.to_vec(),
            true => {
                let folder = file.parent().unwrap_or(Path::new(""));
                let path = folder.join(&name);
                std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?
            }
        };
        members.push(Member { name, contents });
    }
    Ok(members)
}

/// Names end with a slash; those that are too long stand in a table, with their place in it instead.
fn full_name(name: &str, long_names: &[u8]) -> Option<String> {
    let place = name
        .strip_prefix('/')
        .and_then(|at| at.parse::<usize>().ok());
    match place {
        Some(at) => {
            let rest = String::from_utf8_lossy(long_names.get(at..)?).into_owned();
            let name = rest.split('\n').next()?;
            Some(name.strip_suffix('/').unwrap_or(name).to_string())
        }
        None => Some(name.strip_suffix('/').unwrap_or(name).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, contents: &[u8]) -> Vec<u8> {
        let size = contents.len();
        let mut bytes = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644);
        if size % 2 == 1 {
            bytes.push('\0');
        }
        let (head, padding) = bytes.split_at(HEADER);
        [head.as_bytes(), contents, padding.as_bytes()].concat()
    }

    #[test]
    fn names_of_all_lengths() {
        let long = "a-very-long-name-of-a-member.o/\n";
        let library = [
            ORDINARY.to_vec(),
            member("/", b"table"),
            member("//", long.as_bytes()),
            member("a.o/", b"one"),
            member("/0", b"two!"),
        ]
        .concat();
        let found = members(Path::new("l.a"), &library).expect("it is whole");
        let found: Vec<_> = found
            .iter()
            .map(|m| (m.name.as_str(), m.contents.as_slice()))
            .collect();
        let expected: [(&str, &[u8]); 2] =
            [("a.o", b"one"), ("a-very-long-name-of-a-member.o", b"two!")];
        assert_eq!(found, expected);
        assert!(members(Path::new("l.a"), &library[..40]).is_err());
    }
}
