//! The records of the section that objects carry, one behind the other.
//!
//! A record is its mark, a byte for its kind, the length of its name (4 bytes, the lowest first), the name, the length of its
//! contents (8 bytes) and these. Linkers may put zeros between sections.

/// The section's name.
pub const SECTION: &str = ".threadproof";
const MARK: &[u8; 8] = b"TPROOF1\n";
const WITHOUT_EXCEPTIONS: u8 = 0;
const WITH_EXCEPTIONS: u8 = 1;
const MISSING: u8 = 2;

pub enum Record {
    Module {
        name: String,
        bitcode: Vec<u8>,
        exceptions: bool,
    },
    /// An object without bitcode was linked.
    Missing { name: String },
}

/// The record of a compiled file.
pub fn encode(name: &str, bitcode: &[u8], exceptions: bool) -> Vec<u8> {
    let kind = match exceptions {
        true => WITH_EXCEPTIONS,
        false => WITHOUT_EXCEPTIONS,
    };
    put(kind, name, bitcode)
}

/// The record of an object that has no bitcode.
pub fn encode_missing(name: &str) -> Vec<u8> {
    put(MISSING, name, &[])
}

fn put(kind: u8, name: &str, contents: &[u8]) -> Vec<u8> {
    let mut record = MARK.to_vec();
    record.push(kind);
    record.extend((name.len() as u32).to_le_bytes());
    record.extend(name.as_bytes());
    record.extend((contents.len() as u64).to_le_bytes());
    record.extend(contents);
    record
}

/// All records of a section.
pub fn decode(section: &[u8]) -> Result<Vec<Record>, &'static str> {
    let mut rest = Rest(section);
    let mut records = Vec::new();
    while rest.skip_zeros() {
        if rest.take(MARK.len() as u64)? != MARK {
            return Err("its bitcode has no mark that is known");
        }
        let kind = rest.take(1)?[0];
        let length = u64::from(u32::from_le_bytes(rest.array()?));
        let name = String::from_utf8_lossy(rest.take(length)?).into_owned();
        let length = u64::from_le_bytes(rest.array()?);
        let bitcode = rest.take(length)?.to_vec();
        records.push(match kind {
            WITHOUT_EXCEPTIONS | WITH_EXCEPTIONS => Record::Module {
                name,
                bitcode,
                exceptions: kind == WITH_EXCEPTIONS,
            },
            MISSING => Record::Missing { name },
            _ => return Err("its bitcode is of a kind that is not known"),
        });
    }
    Ok(records)
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    /// False at the end.
    fn skip_zeros(&mut self) -> bool {
        let zeros = self.0.iter().take_while(|byte| **byte == 0).count();
        self.0 = &self.0[zeros..];
        !self.0.is_empty()
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], &'static str> {
        let length = usize::try_from(length).map_err(|_| TOO_SHORT)?;
        let (taken, rest) = self.0.split_at_checked(length).ok_or(TOO_SHORT)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], &'static str> {
        let taken = self.take(N as u64)?;
        taken.try_into().map_err(|_| TOO_SHORT)
    }
}

const TOO_SHORT: &str = "its bitcode is cut off";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let section = [
            encode("a.c", b"BC1", false),
            vec![0, 0, 0],
            encode_missing("b.o"),
            encode("c.cc", b"", true),
        ]
        .concat();
        let records = decode(&section).expect("it is whole");
        let names: Vec<_> = records
            .iter()
            .map(|record| match record {
                Record::Module {
                    name,
                    bitcode,
                    exceptions,
                } => (name.as_str(), bitcode.len(), *exceptions),
                Record::Missing { name } => (name.as_str(), 99, false),
            })
            .collect();
        let expected = [("a.c", 3, false), ("b.o", 99, false), ("c.cc", 0, true)];
        assert_eq!(names, expected);
    }

    #[test]
    fn damage_is_no_panic() {
        let whole = encode("a.c", b"BC1", false);
        for length in 1..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length}");
        }
        assert!(decode(b"something else entirely").is_err());
        let mut huge = whole.clone();
        huge[9..13].fill(0xff);
        assert!(decode(&huge).is_err());
    }
}
