//! The output of `printf`.
//!
//! `%n` and long doubles are not known; they print as they stand in the format.

use std::fmt::Write;

/// No output is longer: a string without end must not fill the memory.
const MAX_LENGTH: usize = 10_000;

type Read<'a> = &'a dyn Fn(u64) -> Option<u8>;

/// The string at an address; `None` if there is no memory.
pub fn read_string(address: u64, read: Read) -> Option<String> {
    let bytes = read_bytes(address, MAX_LENGTH, read)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_bytes(address: u64, limit: usize, read: Read) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while bytes.len() < limit {
        match read(address.wrapping_add(bytes.len() as u64)) {
            Some(0) => break,
            Some(byte) => bytes.push(byte),
            None if bytes.is_empty() => return None,
            None => break,
        }
    }
    Some(bytes)
}

/// One conversion: `%-08.3ld`.
#[derive(Default)]
struct Conversion {
    minus: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    /// Of an integer argument, in bits.
    bits: u32,
}

/// `values` are the arguments after the format at address `format`.
pub fn printf(format: u64, values: &[u64], read: Read) -> String {
    let Some(format) = read_bytes(format, MAX_LENGTH, read) else {
        return String::new();
    };
    let mut values = values.iter().copied();
    let mut out: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < format.len() && out.len() < MAX_LENGTH {
        if format[at] != b'%' {
            out.push(format[at]);
            at += 1;
            continue;
        }
        let (conversion, end) = parse(&format, at + 1, &mut values);
        match format.get(end) {
            Some(&letter) => match convert(&conversion, letter, &mut values, read) {
                Some(text) => out.extend(text),
                None => out.extend(&format[at..=end]),
            },
            None => out.extend(&format[at..]),
        }
        at = end + 1;
    }
    out.truncate(MAX_LENGTH);
    String::from_utf8_lossy(&out).into_owned()
}

/// Reads flags, width, precision and length. Returns the place of the letter that ends them.
fn parse(
    format: &[u8],
    mut at: usize,
    values: &mut impl Iterator<Item = u64>,
) -> (Conversion, usize) {
    let mut found = Conversion {
        bits: 32,
        ..Conversion::default()
    };
    while let Some(flag) = format.get(at) {
        match flag {
            b'-' => found.minus = true,
            b'0' => found.zero = true,
            b'+' => found.plus = true,
            b' ' => found.space = true,
            b'#' => found.alternate = true,
            _ => break,
        }
        at += 1;
    }
    let (width, after) = number(format, at, values);
    found.minus |= width < 0;
    found.width = (width.unsigned_abs() as usize).min(MAX_LENGTH);
    at = after;
    if format.get(at) == Some(&b'.') {
        let (precision, after) = number(format, at + 1, values);
        found.precision = usize::try_from(precision).ok().map(|p| p.min(MAX_LENGTH));
        at = after;
    }
    while let Some(length) = format.get(at) {
        found.bits = match length {
            b'h' if found.bits == 16 => 8,
            b'h' => 16,
            b'l' | b'z' | b'j' | b't' | b'q' => 64,
            _ => break,
        };
        at += 1;
    }
    (found, at)
}

/// A number or `*`, which takes an argument; 0 if there is none.
fn number(format: &[u8], mut at: usize, values: &mut impl Iterator<Item = u64>) -> (i64, usize) {
    if format.get(at) == Some(&b'*') {
        return (i64::from(values.next().unwrap_or(0) as i32), at + 1);
    }
    let mut value = 0i64;
    while let Some(digit) = format.get(at).filter(|byte| byte.is_ascii_digit()) {
        value = (10 * value + i64::from(digit - b'0')).min(MAX_LENGTH as i64);
        at += 1;
    }
    (value, at)
}

/// `None` if the letter is not known.
fn convert(
    conversion: &Conversion,
    letter: u8,
    values: &mut impl Iterator<Item = u64>,
    read: Read,
) -> Option<Vec<u8>> {
    let mut next = || values.next().unwrap_or(0);
    let text = match letter {
        b'%' => return Some(b"%".to_vec()),
        b'c' => return Some(conversion.pad_text(&[next() as u8])),
        b's' => {
            let limit = conversion.precision.unwrap_or(MAX_LENGTH);
            let bytes = match next() {
                0 => b"(null)".to_vec(),
                address => read_bytes(address, limit, read).unwrap_or_default(),
            };
            return Some(conversion.pad_text(&bytes));
        }
        b'd' | b'i' => conversion.signed(next()),
        b'u' => conversion.unsigned(next(), |value| value.to_string(), ""),
        b'x' => conversion.unsigned(next(), |value| format!("{value:x}"), "0x"),
        b'X' => conversion.unsigned(next(), |value| format!("{value:X}"), "0X"),
        b'o' => conversion.unsigned(next(), |value| format!("{value:o}"), "0"),
        b'p' => return Some(conversion.pad_text(format!("{:#x}", next()).as_bytes())),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => conversion.float(letter, f64::from_bits(next())),
        _ => return None,
    };
    Some(text.into_bytes())
}

impl Conversion {
    fn signed(&self, value: u64) -> String {
        let shift = 64 - self.bits;
        let value = ((value << shift) as i64) >> shift;
        let digits = self.digits(value.unsigned_abs().to_string(), value == 0);
        self.pad_number(self.sign(value < 0), &digits, self.precision.is_none())
    }

    fn unsigned(&self, value: u64, show: fn(u64) -> String, prefix: &str) -> String {
        let value = value & (u64::MAX >> (64 - self.bits));
        let digits = self.digits(show(value), value == 0);
        let prefix = if self.alternate && value != 0 {
            prefix
        } else {
            ""
        };
        self.pad_number(prefix, &digits, self.precision.is_none())
    }

    /// At least `precision` digits; zero with precision zero has none.
    fn digits(&self, digits: String, is_zero: bool) -> String {
        match self.precision {
            Some(0) if is_zero => String::new(),
            Some(least) => format!("{digits:0>least$}"),
            None => digits,
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match () {
            () if negative => "-",
            () if self.plus => "+",
            () if self.space => " ",
            () => "",
        }
    }

    fn float(&self, letter: u8, value: f64) -> String {
        let sign = self.sign(value.is_sign_negative());
        let size = value.abs();
        let upper = letter.is_ascii_uppercase();
        let mut digits = if !size.is_finite() {
            String::from(if size.is_nan() { "nan" } else { "inf" })
        } else {
            let precision = self.precision.unwrap_or(6).min(300);
            match letter.to_ascii_lowercase() {
                b'f' => format!("{size:.precision$}"),
                b'e' => exponential(size, precision),
                _ => self.general(size, precision.max(1)),
            }
        };
        if upper {
            digits = digits.to_uppercase();
        }
        self.pad_number(sign, &digits, size.is_finite())
    }

    /// `%g`: the shorter form with `precision` significant digits, without trailing zeros.
    fn general(&self, size: f64, precision: usize) -> String {
        let rounded = exponential(size, precision - 1);
        let exponent = rounded
            .split_once('e')
            .map_or("0", |(_, exponent)| exponent);
        let exponent: i64 = exponent.parse().unwrap_or(0);
        let fixed = (-4..precision as i64).contains(&exponent);
        if fixed {
            let decimals = (precision as i64 - 1 - exponent).max(0) as usize;
            let text = format!("{size:.decimals$}");
            return if self.alternate {
                text
            } else {
                trim(&text).into()
            };
        }
        match rounded.split_once('e') {
            Some((digits, exponent)) if !self.alternate => format!("{}e{exponent}", trim(digits)),
            _ => rounded,
        }
    }

    fn pad_number(&self, prefix: &str, digits: &str, zeros_allowed: bool) -> String {
        let missing = self.width.saturating_sub(prefix.len() + digits.len());
        let fill = |with: &str| with.repeat(missing);
        match (self.minus, self.zero && zeros_allowed) {
            (true, _) => format!("{prefix}{digits}{}", fill(" ")),
            (false, true) => format!("{prefix}{}{digits}", fill("0")),
            (false, false) => format!("{}{prefix}{digits}", fill(" ")),
        }
    }

    fn pad_text(&self, text: &[u8]) -> Vec<u8> {
        let padding = vec![b' '; self.width.saturating_sub(text.len())];
        match self.minus {
            true => [text, &padding].concat(),
            false => [&padding, text].concat(),
        }
    }
}

/// `1.500000e+00`: at least two digits of exponent, with sign.
fn exponential(size: f64, precision: usize) -> String {
    let text = format!("{size:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    let mut out = String::from(digits);
    write!(out, "e{sign}{:02}", exponent.abs()).expect("writing to a string works");
    out
}

fn trim(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}
