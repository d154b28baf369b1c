//! Where a server is: `redis://[USER][:PASSWORD@]HOST[:PORT][/DATABASE]`.

const PORT: u16 = 6379;

#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub host: String,
    pub port: u16,
    pub user: Option<String>,
    pub password: Option<String>,
    pub database: u32,
}

/// Without the password, so that no message tells it.
impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let host = match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        };
        write!(f, "redis://{host}:{}", self.port)?;
        match self.database {
            0 => Ok(()),
            database => write!(f, "/{database}"),
        }
    }
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::str::FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let wanted = "an address is redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]";
        let Some(rest) = text.strip_prefix("redis://") else {
            return Err(match text.starts_with("rediss://") {
                true => format!("TLS is not supported; {wanted}"),
                false => wanted.into(),
            });
        };
        let (login, rest) = match rest.rsplit_once('@') {
            Some((login, rest)) => (Some(login), rest),
            None => (None, rest),
        };
        let (place, database) = match rest.split_once('/') {
            Some((place, "")) => (place, 0),
            Some((place, number)) => {
                let wrong = || format!("{number:?} is no number of a database; {wanted}");
                (place, number.parse().map_err(|_| wrong())?)
            }
            None => (rest, 0),
        };
        let (host, port) = split_port(place).ok_or(wanted)?;
        if host.is_empty() {
            return Err(format!("there is no host; {wanted}"));
        }
        let (user, password) = match login {
            None => (None, None),
            Some(login) => {
                let (user, password) = login.split_once(':').ok_or(wanted)?;
                let user = (!user.is_empty()).then(|| decoded(user));
                (user, Some(decoded(password)))
            }
        };
        Ok(Address {
            host: host.into(),
            port,
            user,
            password,
            database,
        })
    }
}

/// `host`, `host:port`, `[v6]` or `[v6]:port`.
fn split_port(place: &str) -> Option<(&str, u16)> {
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']')?;
            (
                host,
                after.strip_prefix(':').or(after.is_empty().then_some("")),
            )
        }
        None => match place.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (place, Some("")),
        },
    };
    match port? {
        "" => Some((host, PORT)),
        port => Some((host, port.parse().ok()?)),
    }
}

/// `%40` is `@`, and so on.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|_| first == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Address {
        text.parse().expect("it is right")
    }

    #[test]
    fn addresses() {
        let full = parsed("redis://me:p%40ss:word@example.org:7000/3");
        assert_eq!((full.host.as_str(), full.port), ("example.org", 7000));
        assert_eq!(full.user.as_deref(), Some("me"));
        assert_eq!(full.password.as_deref(), Some("p@ss:word"));
        assert_eq!(full.database, 3);
        assert_eq!(full.to_string(), "redis://example.org:7000/3");
        let short = parsed("redis://:secret@[::1]");
        assert_eq!((short.host.as_str(), short.port), ("::1", 6379));
        assert_eq!((short.user, short.password), (None, Some("secret".into())));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "localhost",
            "rediss://localhost",
            "redis://",
            "redis://host:port",
            "redis://host/first",
            "redis://secret@host",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
