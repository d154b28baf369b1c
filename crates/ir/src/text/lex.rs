//! Splits a text into tokens.

use super::Error;

/// A word of the text form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    Word(String),
    Number(u64),
    Text(Vec<u8>),
    Mark(u8),
    End,
}

impl Token {
    pub fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Text(_) => "a string".into(),
            Token::Mark(mark) => format!("`{}`", char::from(*mark)),
            Token::End => "the end".into(),
        }
    }
}

/// Cuts a text into tokens.
pub struct Lexer<'a> {
    text: &'a [u8],
    next: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8]) -> Lexer<'a> {
        Lexer { text, next: 0 }
    }

    /// The next token and the offset where it begins.
    pub fn token(&mut self) -> Result<(Token, usize), Error> {
        self.skip_space();
        let start = self.next;
        let Some(&byte) = self.text.get(start) else {
            return Ok((Token::End, start));
        };
        let token = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Token::Word(self.word()),
            b'0'..=b'9' => Token::Number(self.number()?),
            b'"' => Token::Text(self.string()?),
            b'%' | b'@' | b'&' | b'(' | b')' | b'{' | b'}' | b',' | b':' | b'=' | b'+' | b'-'
            | b'!' | b'#' | b'>' => {
                self.next += 1;
                Token::Mark(byte)
            }
            _ => return Err(self.error(start, "a character that means nothing here")),
        };
        Ok((token, start))
    }

    /// An error at an offset.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> Error {
        let before = &self.text[..offset.min(self.text.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n');
        let line_start = line_start.map_or(0, |at| at + 1);
        Error {
            line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
            column: 1 + String::from_utf8_lossy(&before[line_start..])
                .chars()
                .count(),
            message: message.into(),
        }
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.text.get(self.next) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.next += 1,
                b';' => {
                    let rest = &self.text[self.next..];
                    let length = rest.iter().position(|byte| *byte == b'\n');
                    self.next += length.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    fn word(&mut self) -> String {
        let start = self.next;
        while let Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'$') =
            self.text.get(self.next)
        {
            self.next += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.next]).into_owned()
    }

    fn number(&mut self) -> Result<u64, Error> {
        let start = self.next;
        let word = self.word();
        let parsed = match word.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => word.parse(),
        };
        parsed.map_err(|_| self.error(start, format!("`{word}` is not a number of 64 bits")))
    }

    fn string(&mut self) -> Result<Vec<u8>, Error> {
        let start = self.next;
        self.next += 1;
        let mut bytes = Vec::new();
        loop {
            let Some(&byte) = self.text.get(self.next) else {
                return Err(self.error(start, "this string has no end"));
            };
            self.next += 1;
            match byte {
                b'"' => return Ok(bytes),
                b'\\' => {
                    let digits = self.text.get(self.next..self.next + 2);
                    let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
                    let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                    let Some(value) = value else {
                        let message = "`\\` must be followed by two hexadecimal digits";
                        return Err(self.error(self.next - 1, message));
                    };
                    bytes.push(value);
                    self.next += 2;
                }
                byte => bytes.push(byte),
            }
        }
    }
}

/// A string as the lexer reads it.
pub fn quote(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.push_str(&format!("\\{byte:02x}")),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:02x}")),
        }
    }
    text.push('"');
    text
}

/// A name as the lexer reads it: quoted unless it is a word.
pub fn quote_name(name: &str) -> String {
    let mut lexer = Lexer::new(name.as_bytes());
    match lexer.token() {
        Ok((Token::Word(word), 0)) if word == name => word,
        _ => quote(name.as_bytes()),
    }
}
