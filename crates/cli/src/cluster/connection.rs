//! Speaks with a Redis server: the part of its protocol (RESP2) that a cluster needs.
//!
//! The crate `redis` does far more and brings 33 others along; they take 24 seconds of processor time to build, and would be left out of
//! most builds for that. This file is all of it that is asked for here.

use super::address::Address;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// A server that says nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(10);
const CONNECTING: Duration = Duration::from_secs(2);
/// Longer answers are none of ours.
const LONGEST: usize = 1 << 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Nil,
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Value>),
}

impl Value {
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        match self {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
    pub fn into_list(self) -> Vec<Value> {
        match self {
            Value::List(list) => list,
            _ => Vec::new(),
        }
    }
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }
    /// Also of numbers that are kept as texts.
    pub fn number(&self) -> Option<u64> {
        match self {
            Value::Number(number) => u64::try_from(*number).ok(),
            other => other.text()?.parse().ok(),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The server may be back later.
    Gone(String),
    /// The server does not want to.
    Refused(String),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem::Gone(match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => "it does not answer".into(),
            ErrorKind::UnexpectedEof => "it has ended the connection".into(),
            _ => error.to_string(),
        })
    }
}

pub struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub fn open(address: &Address) -> Result<Connection, Problem> {
        let stream = BufReader::new(connect(address)?);
        let mut connection = Connection { stream };
        if let Some(password) = &address.password {
            let user = address.user.as_ref().map(|user| user.as_bytes());
            let mut words: Vec<&[u8]> = vec![b"AUTH"];
            words.extend(user);
            words.push(password.as_bytes());
            connection.call(&words)?;
        }
        let database = address.database.to_string();
        connection.call(&[b"SELECT", database.as_bytes()])?;
        Ok(connection)
    }

    /// Asks the server for something.
    pub fn call(&mut self, words: &[&[u8]]) -> Result<Value, Problem> {
        let mut message = format!("*{}\r\n", words.len()).into_bytes();
        for word in words {
            message.extend(format!("${}\r\n", word.len()).into_bytes());
            message.extend_from_slice(word);
            message.extend_from_slice(b"\r\n");
        }
        self.stream.get_mut().write_all(&message)?;
        self.answer()
    }

    fn answer(&mut self) -> Result<Value, Problem> {
        let line = self.line()?;
        let (kind, rest) = line.split_at_checked(1).ok_or_else(strange)?;
        let number = || rest.parse::<i64>().map_err(|_| strange());
        Ok(match kind {
            "+" => Value::Bytes(rest.as_bytes().to_vec()),
            "-" => return Err(Problem::Refused(rest.into())),
            ":" => Value::Number(number()?),
            "$" => match usize::try_from(number()?) {
                Ok(length) => Value::Bytes(self.bytes(length)?),
                Err(_) => Value::Nil,
            },
            "*" => match usize::try_from(number()?) {
                Ok(length) if length > LONGEST => return Err(strange()),
                Ok(length) => {
                    let values = (0..length).map(|_| self.answer());
                    Value::List(values.collect::<Result<_, _>>()?)
                }
                Err(_) => Value::Nil,
            },
            _ => return Err(strange()),
        })
    }

    fn line(&mut self) -> Result<String, Problem> {
        let mut line = Vec::new();
        // Whoever speaks another protocol may never end a line.
        let mut limited = (&mut self.stream).take(4096);
        limited.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Err(Error::from(ErrorKind::UnexpectedEof).into());
        }
        let line = line.strip_suffix(b"\r\n").ok_or_else(strange)?;
        String::from_utf8(line.to_vec()).map_err(|_| strange())
    }

    fn bytes(&mut self, length: usize) -> Result<Vec<u8>, Problem> {
        if length > LONGEST {
            return Err(strange());
        }
        let mut bytes = vec![0; length + 2];
        self.stream.read_exact(&mut bytes)?;
        bytes.truncate(length);
        Ok(bytes)
    }
}

fn strange() -> Problem {
    Problem::Refused("it does not speak the protocol of Redis".into())
}

fn connect(address: &Address) -> Result<TcpStream, Problem> {
    let places = (address.host.as_str(), address.port).to_socket_addrs()?;
    let mut problem = Error::from(ErrorKind::AddrNotAvailable);
    for place in places {
        match TcpStream::connect_timeout(&place, CONNECTING) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(SILENCE))?;
                stream.set_write_timeout(Some(SILENCE))?;
                return Ok(stream);
            }
            Err(error) => problem = error,
        }
    }
    Err(problem.into())
}

/// What to say of a server that does not want to.
pub fn words(address: &Address, problem: &Problem) -> String {
    match problem {
        Problem::Gone(why) => format!("{address}: cannot be reached: {why}"),
        Problem::Refused(why) if why.starts_with("NOAUTH") => {
            format!("{address}: wants a password: redis://:PASSWORD@HOST")
        }
        Problem::Refused(why) if why.starts_with("WRONGPASS") || why.contains("AUTH") => {
            format!("{address}: does not accept the password")
        }
        Problem::Refused(why) => format!("{address}: {why}"),
    }
}
