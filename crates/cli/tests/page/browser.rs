//! A headless Chromium, driven through its debugging pipe: JSON messages that end with a zero byte.

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

pub struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    session: Option<String>,
    last: u64,
    /// What the browser told without being asked.
    pub events: Vec<Value>,
}

impl Browser {
    /// Starts a browser with a profile of its own in `folder`.
    pub fn start(folder: &Path) -> Browser {
        let program = NAMES
            .into_iter()
            .find(|name| {
                let mut version = Command::new(name);
                version
                    .arg("--version")
                    .stdout(Stdio::null())
                    .stderr(Stdio::null());
                version.status().is_ok_and(|status| status.success())
            })
            .expect("there is no chromium: `cargo xtask setup` installs it");
        let (to, from) = (folder.join("to"), folder.join("from"));
        for pipe in [&to, &from] {
            let _ = std::fs::remove_file(pipe);
            let made = Command::new("mkfifo").arg(pipe).status();
            assert!(made.is_ok_and(|status| status.success()), "mkfifo works");
        }
        let script = r#"exec timeout 120 "$1" --headless --no-sandbox --disable-gpu \
            --disable-dev-shm-usage --window-size=1300,900 --user-data-dir="$2/profile" \
            --remote-debugging-pipe 3<"$2/to" 4>"$2/from""#;
        let child = Command::new("sh")
            .args(["-c", script, "sh", program])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("there is a shell");
        // In the order in which the shell opens them: each waits for the other side.
        let to = File::options()
            .write(true)
            .open(to)
            .expect("the pipe was made");
        let from = File::open(from).expect("the pipe was made");
        let mut browser = Browser {
            child,
            to,
            from: BufReader::new(from),
            session: None,
            last: 0,
            events: Vec::new(),
        };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.ask("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Sends a command and waits for its result.
    pub fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let answer = self.read();
            if answer["id"] == self.last {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        let length = self
            .from
            .read_until(0, &mut bytes)
            .expect("the browser speaks");
        assert!(length > 0, "the browser ended");
        bytes.pop();
        serde_json::from_slice(&bytes).expect("the browser speaks JSON")
    }

    pub fn open(&mut self, file: &Path) {
        let url = format!("file://{}", file.display());
        self.ask("Page.navigate", json!({ "url": url }));
        let loaded = |event: &Value| event["method"] == "Page.loadEventFired";
        while !self.events.iter().any(loaded) {
            let event = self.read();
            self.events.push(event);
        }
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true });
        let result = self.ask("Runtime.evaluate", parameters);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {result}"
        );
        result["result"]["value"].clone()
    }

    /// Waits until an expression in the page is true.
    pub fn wait_for(&mut self, expression: &str) {
        for _ in 0..200 {
            if self.evaluate(expression) == Value::Bool(true) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
        panic!("it never came true: {expression}");
    }

    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.ask(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": key }),
            );
        }
    }

    /// The page as a PNG, in base64.
    pub fn screenshot(&mut self) -> String {
        let shot = self.ask("Page.captureScreenshot", json!({ "format": "png" }));
        shot["data"].as_str().expect("a picture is a string").into()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It also ends when nobody holds the other end of its pipes, as after a failed test.
        let close = json!({ "id": self.last + 1, "method": "Browser.close" });
        let _ = self.to.write_all(format!("{close}\0").as_bytes());
        let _ = self.child.wait();
    }
}
