//! Broken inputs: arbitrary bytes, and valid inputs with a few things changed.

use crate::random::Rng;

/// Numbers at which readers go wrong.
const NUMBERS: [&str; 10] = [
    "0",
    "-1",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999999",
    "0x",
];

/// Makes a broken input out of valid ones; `samples` are not empty.
pub fn mangle(rng: &mut Rng, samples: &[Vec<u8>]) -> Vec<u8> {
    if rng.below(12) == 0 {
        return (0..rng.below(80)).map(|_| rng.below(256) as u8).collect();
    }
    let pick = |rng: &mut Rng| &samples[rng.below(samples.len() as u32) as usize];
    let mut bytes = pick(rng).clone();
    // Few changes get deep.
    let most = [1, 1, 4][rng.below(3) as usize];
    for _ in 0..1 + rng.below(most) {
        let other = pick(rng);
        change(rng, &mut bytes, other);
    }
    bytes
}

fn change(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    let at = place(rng, bytes.len());
    let end = (at + 1 + rng.below(20) as usize).min(bytes.len());
    match rng.below(8) {
        0 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
        1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let piece = bytes[at..end].to_vec();
            let to = place(rng, bytes.len());
            bytes.splice(to..to, piece);
        }
        5 => {
            let from = place(rng, other.len());
            let until = (from + 1 + rng.below(30) as usize).min(other.len());
            bytes.splice(at..at, other[from..until].iter().copied());
        }
        6 => number(rng, bytes, at),
        _ => word(rng, bytes, at, other),
    }
}

fn place(rng: &mut Rng, len: usize) -> usize {
    rng.below(len as u32 + 1) as usize
}

/// Replaces the next number by another one.
fn number(rng: &mut Rng, bytes: &mut Vec<u8>, at: usize) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(from) = bytes[at..].iter().position(is_digit).map(|n| at + n) else {
        return;
    };
    let length = bytes[from..].iter().take_while(|b| is_digit(b)).count();
    let new = NUMBERS[rng.below(NUMBERS.len() as u32) as usize];
    bytes.splice(from..from + length, new.bytes());
}

/// Replaces the next word by one of another input.
fn word(rng: &mut Rng, bytes: &mut Vec<u8>, at: usize, other: &[u8]) {
    let find = |bytes: &[u8], at: usize| {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let from = at + bytes[at..].iter().position(is_part)?;
        let length = bytes[from..].iter().take_while(|b| is_part(b)).count();
        Some(from..from + length)
    };
    let start = place(rng, other.len());
    if let (Some(old), Some(new)) = (find(bytes, at), find(other, start)) {
        bytes.splice(old, other[new].iter().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_broken_and_stay_the_same() {
        let samples = vec![b"name x\ninit y = 1".to_vec(), b"exists (y = 22)".to_vec()];
        let all: Vec<Vec<u8>> = (0..500)
            .map(|seed| mangle(&mut Rng::new(seed), &samples))
            .collect();
        let changed = all.iter().filter(|bytes| !samples.contains(bytes)).count();
        assert!(changed > 400, "{changed}");
        assert_eq!(all[7], mangle(&mut Rng::new(7), &samples));
    }
}
