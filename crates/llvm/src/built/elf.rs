//! As much of ELF as is needed to find a section by its name, and the shared libraries that a program needs.

const SHT_DYNAMIC: u32 = 6;
const DT_NEEDED: u64 = 1;
const DT_RPATH: u64 = 15;
const DT_RUNPATH: u64 = 29;

/// The shared libraries of a program, and where it looks for them first.
#[derive(Default)]
pub struct Needed {
    pub libraries: Vec<String>,
    pub folders: Vec<String>,
}

pub fn is_elf(contents: &[u8]) -> bool {
    contents.starts_with(b"\x7fELF")
}

struct Section {
    name: u32,
    kind: u32,
    link: u32,
    offset: u64,
    size: u64,
}

/// The contents of the section of this name, if there is one.
pub fn section<'a>(file: &'a [u8], name: &str) -> Result<Option<&'a [u8]>, &'static str> {
    let (sections, names) = sections(file)?;
    let names = contents(file, sections.get(names).ok_or(DAMAGED)?)?;
    for section in &sections {
        if string(names, u64::from(section.name)) == Some(name.as_bytes()) {
            return contents(file, section).map(Some);
        }
    }
    Ok(None)
}

/// None if the file is no program or shared library.
pub fn needed(file: &[u8]) -> Option<Needed> {
    if !is_elf(file) {
        return None;
    }
    let (sections, _) = sections(file).ok()?;
    let dynamic = sections
        .iter()
        .find(|section| section.kind == SHT_DYNAMIC)?;
    let strings = contents(file, sections.get(dynamic.link as usize)?).ok()?;
    let mut needed = Needed::default();
    for entry in contents(file, dynamic).ok()?.chunks_exact(16) {
        let (tag, value) = (number(entry, 0, 8)?, number(entry, 8, 8)?);
        let text = || string(strings, value).map(|name| String::from_utf8_lossy(name).into_owned());
        match tag {
            DT_NEEDED => needed.libraries.extend(text()),
            DT_RPATH | DT_RUNPATH => {
                let folders = text().unwrap_or_default();
                let folders = folders.split(':').filter(|folder| !folder.is_empty());
                needed.folders.extend(folders.map(String::from));
            }
            _ => (),
        }
    }
    Some(needed)
}

/// All sections, and the number of the one with their names.
fn sections(file: &[u8]) -> Result<(Vec<Section>, usize), &'static str> {
    // 64 bits, lowest byte first.
    if file.get(4..6) != Some(&[2, 1]) {
        return Err("it is compiled for another kind of machine");
    }
    let at = |from, size| number(file, from, size).ok_or(DAMAGED);
    let (start, size, count) = (at(0x28, 8)?, at(0x3a, 2)?, at(0x3c, 2)?);
    let names = at(0x3e, 2)? as usize;
    let mut found = Vec::new();
    for index in 0..count {
        let header = start.checked_add(index * size).ok_or(DAMAGED)?;
        let header = usize::try_from(header).map_err(|_| DAMAGED)?;
        let end = header.checked_add(size as usize).ok_or(DAMAGED)?;
        let header = file.get(header..end).ok_or(DAMAGED)?;
        let field = |from, size| number(header, from, size).ok_or(DAMAGED);
        found.push(Section {
            name: field(0, 4)? as u32,
            kind: field(4, 4)? as u32,
            offset: field(0x18, 8)?,
            size: field(0x20, 8)?,
            link: field(0x28, 4)? as u32,
        });
    }
    Ok((found, names))
}

const DAMAGED: &str = "its sections are damaged";

fn contents<'a>(file: &'a [u8], section: &Section) -> Result<&'a [u8], &'static str> {
    let start = usize::try_from(section.offset).map_err(|_| DAMAGED)?;
    let size = usize::try_from(section.size).map_err(|_| DAMAGED)?;
    let end = start.checked_add(size).ok_or(DAMAGED)?;
    file.get(start..end).ok_or(DAMAGED)
}

/// The characters up to the next zero.
fn string(table: &[u8], at: u64) -> Option<&[u8]> {
    let rest = table.get(usize::try_from(at).ok()?..)?;
    rest.split(|byte| *byte == 0).next()
}

/// A number of up to 8 bytes, the lowest first.
fn number(bytes: &[u8], from: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(from..from.checked_add(size)?)?;
    let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    Some(bytes.iter().rev().fold(0, add))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_no_panic() {
        let own = std::env::current_exe().and_then(std::fs::read);
        let own = own.expect("the test can read itself");
        assert!(section(&own, ".text").is_ok_and(|text| text.is_some()));
        assert!(section(&own, ".no-such-section").is_ok_and(|text| text.is_none()));
        let libraries = needed(&own).map(|needed| needed.libraries);
        assert!(libraries.is_some_and(|all| all.iter().any(|name| name.starts_with("libc.so"))));
        for length in [0, 4, 16, 63, 64, 100, own.len() / 2] {
            let part = &own[..length];
            let _ = needed(part);
            assert!(section(part, ".text").is_err(), "{length}");
        }
    }
}
