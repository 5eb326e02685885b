//! Debian's Chromium without a screen, driven through chromedriver: one person at a browser, who waits for what is to be seen.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use testing::output::lines;
use testing::process::Killed;
use testing::{PATIENCE, left_out};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{
    By, CapabilitiesHelper, DesiredCapabilities, Key, LoggingPrefsLogLevel, WebDriver, WebElement,
};
use tokio::runtime::Runtime;

/// Where Debian has it. The `chromium` in the path is a script that loads extensions and looks for a graphics card.
const CHROMIUM: &str = "/usr/lib/chromium";
/// The programs, and what chromedriver calls them. The first has no windows: it starts in a sixth of the processor time.
const BROWSERS: [(&str, &str); 2] =
    [("chromium-headless-shell", "chrome-headless-shell"), ("chromium", "chrome")];
/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// How many times chromedriver is started until it has a port.
const DRIVER_STARTS: usize = 5;
/// What a test has no use for, or asks others about.
const FLAGS: [&str; 14] = [
    "--headless",
    "--no-sandbox",
    "--no-zygote",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];

/// A browser of its own, with nothing in it.
pub struct Chrome {
    runtime: Runtime,
    web: Option<WebDriver>,
    _driver: Killed,
    /// Whoever writes lines wants somebody to be there.
    _lines: Receiver<String>,
    _home: TempDir,
}

/// What the browser has to say of what it was shown since it was asked last.
#[derive(Default, Debug)]
pub struct News {
    /// Errors and warnings of the console: of programs, of requests, of the content-security policy.
    pub complaints: Vec<String>,
    /// Every address that was asked for.
    pub asked: BTreeSet<String>,
    /// What came over the network, heads included, in bytes.
    pub bytes: u64,
}

/// A program in the path.
fn found(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

impl Chrome {
    /// Starts one that wishes its pages in this language; `None` without Chromium: the test is left out, and `tests.sh` counts it so.
    pub fn start(test: &str, language: &str) -> Option<Self> {
        let browser = BROWSERS.iter().find_map(|(program, name)| {
            let installed = Some(Path::new(CHROMIUM).join(program)).filter(|path| path.is_file());
            Some((installed.or_else(|| found(program))?, name))
        });
        let Some(((chromium, name), driver)) = browser.zip(found("chromedriver")) else {
            let why = "il manque Chromium (paquets chromium-headless-shell et chromium-driver)";
            left_out(&format!("browser::{test}"), why);
            return None;
        };
        let home = tempfile::Builder::new().prefix("navigateur").tempdir().expect("a folder");
        let started = (0..DRIVER_STARTS).find_map(|_| start_driver(&driver, home.path()));
        let (driver, lines, port) = started.expect("chromedriver has a port");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("tokio");
        let mut wishes = DesiredCapabilities::chrome();
        let profile = home.path().join("profil");
        let own = [format!("--user-data-dir={}", profile.display()), format!("--accept-lang={language}")];
        for flag in FLAGS.into_iter().chain(own.iter().map(String::as_str)) {
            wishes.add_arg(flag).expect("a flag");
        }
        wishes.set("browserName", name).expect("a name");
        wishes.set_binary(&chromium.to_string_lossy()).expect("a browser");
        for log in ["browser", "performance"] {
            wishes.set_logging_prefs(log, LoggingPrefsLogLevel::All).expect("a log");
        }
        let web =
            runtime.block_on(WebDriver::new(format!("http://127.0.0.1:{port}"), wishes)).expect("a browser");
        let chrome = Chrome { runtime, web: Some(web), _driver: driver, _lines: lines, _home: home };
        // It begins with a page of its own, of which nobody wants to hear.
        chrome.open("about:blank");
        chrome.news();
        Some(chrome)
    }

    fn web(&self) -> &WebDriver {
        self.web.as_ref().expect("until it is dropped")
    }

    /// Waits for what the browser was asked.
    fn wait<T>(&self, what: impl Debug, answer: impl Future<Output = WebDriverResult<T>>) -> T {
        self.runtime.block_on(answer).unwrap_or_else(|error| panic!("{what:?}: {error}"))
    }

    /// Opens a page, and waits until all that belongs to it is there.
    pub fn open(&self, url: &str) {
        self.wait(url, self.web().goto(url));
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        self.wait("the address", self.web().current_url()).to_string()
    }

    /// What this program gives, run in the page; promises are waited for.
    pub fn eval(&self, script: &str) -> Value {
        self.eval_with(script, vec![])
    }

    /// The same with arguments.
    pub fn eval_with(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.wait(script, self.web().execute(script, arguments)).json().clone()
    }

    /// Waits until this expression holds in the page, which may be another one by then.
    pub fn until(&self, expression: &str) {
        let script = format!("return !!({expression})");
        let start = Instant::now();
        loop {
            // Between two pages there is none.
            let holds = self.runtime.block_on(self.web().execute(script.as_str(), vec![]));
            if holds.is_ok_and(|holds| holds.json() == &json!(true)) {
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "never: {expression}\nat {}:\n{}",
                self.url(),
                self.text("body")
            );
            thread::sleep(LOOK);
        }
    }

    /// Waits until this expression holds in the page, which is loaded anew until then.
    pub fn until_reloaded(&self, expression: &str) {
        let start = Instant::now();
        while self.eval(&format!("return !!({expression})")) != true {
            assert!(start.elapsed() < PATIENCE, "never: {expression}\nat {}", self.url());
            self.open(&self.url());
        }
    }

    /// Waits until there is something of this selector.
    pub fn until_there(&self, css: &str) {
        self.until(&format!("document.querySelector({})", json!(css)));
    }

    /// Waits until this text is somewhere in what the selector names.
    pub fn until_says(&self, css: &str, text: &str) {
        let (css, text) = (json!(css), json!(text));
        self.until(&format!(
            "[...document.querySelectorAll({css})].some((e) => e.textContent.includes({text}))"
        ));
    }

    fn find(&self, css: &str) -> WebElement {
        self.until_there(css);
        self.wait(css, self.web().find(By::Css(css)))
    }

    /// How many there are.
    pub fn count(&self, css: &str) -> usize {
        self.wait(css, self.web().find_all(By::Css(css))).len()
    }

    /// The text that is seen there.
    pub fn text(&self, css: &str) -> String {
        self.wait(css, self.find(css).text())
    }

    /// Clicks there, as soon as it is there and the pointer can reach it.
    pub fn click(&self, css: &str) {
        let start = Instant::now();
        // What is sent anew may take the place of what was found.
        while let Err(error) = self.runtime.block_on(self.find(css).click()) {
            assert!(start.elapsed() < PATIENCE, "{css}: {error}\nat {}", self.url());
            thread::sleep(LOOK);
        }
    }

    /// Clicks on a drawing where this part of it is to be seen, which may be of any shape.
    pub fn touch(&self, css: &str) {
        let script = "const part = document.querySelector(arguments[0]);
            part.scrollIntoView({ block: 'center', behavior: 'instant' });
            const box = part.getBoundingClientRect();
            for (const n of [2, 60]) for (let i = 1; i < n; i++) for (let j = 1; j < n; j++) {
              const [x, y] = [box.left + box.width * i / n, box.top + box.height * j / n].map(Math.round);
              if (document.elementFromPoint(x, y)?.closest(arguments[0]) === part) return [x, y];
            }
            return null";
        self.until_there(css);
        let point = self.eval_with(script, vec![css.into()]);
        let Some((x, y)) = point[0].as_i64().zip(point[1].as_i64()) else { panic!("{css} is hidden") };
        self.wait(css, self.web().action_chain().move_to(x, y).click().perform());
    }

    /// Writes into a field, in the place of what it holds.
    pub fn write(&self, css: &str, text: &str) {
        let field = self.find(css);
        self.wait(css, field.clear());
        self.wait(css, field.send_keys(text));
    }

    /// Chooses a file, or a folder.
    pub fn upload(&self, css: &str, path: &Path) {
        let field = self.find(css);
        self.wait(css, field.send_keys(path.to_string_lossy()));
    }

    /// Chooses what a list offers under this value, or under one that begins so.
    pub fn choose(&self, css: &str, value: &str) {
        let script = "const list = document.querySelector(arguments[0]);
            const option = [...list.options].find((option) => option.value.startsWith(arguments[1]));
            list.value = option?.value; list.dispatchEvent(new Event('change', { bubbles: true })); return !!option";
        self.until_there(css);
        assert_eq!(self.eval_with(script, vec![css.into(), value.into()]), true, "{css} offers no {value}");
    }

    /// Goes on with the tabulator until the focus is there; fails after a round.
    pub fn tab_to(&self, css: &str) {
        self.until_there(css);
        for _ in 0..200 {
            let there = format!("return document.activeElement.matches({})", json!(css));
            if self.eval(&there) == true {
                return;
            }
            self.key(Key::Tab);
        }
        panic!("the tabulator never comes to {css} at {}", self.url());
    }

    /// Presses keys, wherever the focus is.
    pub fn press(&self, keys: &str) {
        self.wait(keys, self.web().action_chain().send_keys(keys).perform());
    }

    /// Presses a key that writes nothing.
    pub fn key(&self, key: Key) {
        self.press(&char::from(key).to_string());
    }

    /// Keeps a cookie for the pages at this address.
    pub fn cookie(&self, url: &str, name: &str, value: &str) {
        self.devtools("Network.setCookie", json!({ "url": url, "name": name, "value": value }));
    }

    /// Wishes pages on dark or on light paper.
    pub fn wish_dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Makes the page so many pixels wide and high.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Says something to the developer's tools of the browser.
    pub fn devtools(&self, command: &str, arguments: Value) -> Value {
        self.wait(command, self.web().cdp().send_raw(command, arguments))
    }

    /// Writes what is seen into a file.
    pub fn picture(&self, path: &Path) {
        self.wait(path, self.web().screenshot(path));
    }

    /// What happened since this was asked last.
    pub fn news(&self) -> News {
        let mut news = News::default();
        for entry in self.wait("console", self.web().get_log("browser")) {
            if ["SEVERE", "WARNING"].contains(&entry.level.as_str()) {
                news.complaints.push(entry.message);
            }
        }
        for entry in self.wait("network", self.web().get_log("performance")) {
            let event: Value = serde_json::from_str(&entry.message).expect("an event");
            let (event, about) = (&event["message"]["method"], &event["message"]["params"]);
            match event.as_str() {
                Some("Network.requestWillBeSent") => {
                    news.asked.extend(about["request"]["url"].as_str().map(str::to_owned));
                }
                // The heads, then what came behind them.
                Some("Network.responseReceived") => {
                    news.bytes += about["response"]["encodedDataLength"].as_f64().unwrap_or_default() as u64;
                }
                Some("Network.dataReceived") => {
                    news.bytes += about["encodedDataLength"].as_u64().unwrap_or_default();
                }
                _ => {}
            }
        }
        news
    }

    /// Fails if the browser complained, or if anybody else was asked for anything, since this was asked last.
    pub fn is_content(&self, origin: &str, page: &str) -> News {
        let news = self.news();
        assert!(news.complaints.is_empty(), "{page}: {:?}", news.complaints);
        let own = |url: &String| url.starts_with(&format!("{origin}/")) || url.starts_with("data:");
        let elsewhere: Vec<_> = news.asked.iter().filter(|url| !own(url)).collect();
        assert!(elsewhere.is_empty(), "{page}: {elsewhere:?}");
        news
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        if let Some(web) = self.web.take() {
            self.runtime.block_on(web.quit()).ok();
        }
    }
}

/// A chromedriver with its output and its port. `None` if it has ended: it takes a port that is free on one of the
/// addresses of this machine, and needs it on two.
fn start_driver(driver: &Path, home: &Path) -> Option<(Killed, Receiver<String>, u16)> {
    let mut driver = Killed::start(
        Command::new(driver)
            .arg("--port=0")
            .env("HOME", home)
            .env("TMPDIR", home)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null()),
    );
    let said = lines(driver.0.stdout.take().expect("its output"));
    loop {
        let line = match said.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => panic!("chromedriver says nothing"),
        };
        if let Some((_, port)) = line.trim_end_matches('.').rsplit_once("successfully on port ") {
            return Some((driver, said, port.parse().expect("a port")));
        }
    }
}
