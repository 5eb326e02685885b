//! A page of this machine on which a game is watched while it is played: drawings of the board, pushed to the browser.
//!
//! The page is for one person at this machine, and for nobody else: it listens on the loopback address only. A game never waits for who
//! watches it: the page shows the last board that there is.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a browser may take to ask, or to take what it is sent.
const PATIENCE: Duration = Duration::from_secs(5);
/// After so long without news a line is sent, which shows whether the browser is still there.
const BREATH: Duration = Duration::from_secs(15);
/// The longest request that is read, in bytes.
const LONGEST_REQUEST: u64 = 16 * 1024;
/// So many windows may look on at once.
const MOST_VIEWERS: usize = 32;
/// How long to wait when the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(100);

/// The document; what changes comes over `/events`.
const DOCUMENT: &str = include_str!("page.html");

/// A page that is open.
pub struct Page {
    state: Arc<State>,
    address: SocketAddr,
}

/// What is shown, and who waits for the next of it.
#[derive(Default)]
struct State {
    view: Mutex<View>,
    changed: Condvar,
    viewers: AtomicUsize,
}

/// What is shown.
#[derive(Clone, Default)]
struct View {
    /// Counts the changes.
    number: u64,
    /// As the browser reads it.
    json: String,
}

impl Page {
    /// Opens a page on a free port; browsers are served by threads of its own, as long as this process lasts.
    ///
    /// # Errors
    /// What the system reports.
    pub fn open() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let state = Arc::<State>::default();
        let shared = Arc::clone(&state);
        thread::Builder::new().name("page".into()).spawn(move || accept(&listener, &shared))?;
        Ok(Page { state, address })
    }

    /// Where the browser finds it.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Shows a drawing (an SVG document) with what is said of it, line by line, in the place of the one before; waits
    /// for nobody.
    pub fn show(&self, drawing: &str, said: &[String]) {
        let json = serde_json::json!({ "drawing": drawing, "said": said }).to_string();
        let mut view = self.state.view();
        *view = View { number: view.number + 1, json };
        self.state.changed.notify_all();
    }
}

impl State {
    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The view after this one, or the same after a while.
    fn after(&self, number: u64) -> View {
        let view = self.changed.wait_timeout_while(self.view(), BREATH, |view| view.number == number);
        view.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

/// Takes browsers in, each on a thread of its own.
fn accept(listener: &TcpListener, state: &Arc<State>) {
    loop {
        let Ok((stream, _)) = listener.accept() else {
            thread::sleep(PAUSE);
            continue;
        };
        if state.viewers.fetch_add(1, Ordering::Relaxed) >= MOST_VIEWERS {
            state.viewers.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let shared = Arc::clone(state);
        let serve = move || {
            // A browser that leaves is no news.
            let _ = serve(stream, &shared);
            shared.viewers.fetch_sub(1, Ordering::Relaxed);
        };
        if thread::Builder::new().name("viewer".into()).spawn(serve).is_err() {
            state.viewers.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn serve(stream: TcpStream, state: &State) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut output = stream.try_clone()?;
    match asked(BufReader::new(stream.take(LONGEST_REQUEST)))?.as_deref() {
        Some("/") => answer(&mut output, "200 OK", "text/html; charset=utf-8", DOCUMENT),
        Some("/events") => {
            head(&mut output, "200 OK", "text/event-stream")?;
            output.write_all(b"\r\n")?;
            let mut seen = 0;
            loop {
                let view = state.after(seen);
                // A line that begins so means nothing; JSON has no line ends.
                let line =
                    if view.number == seen { ":\n\n".to_owned() } else { format!("data: {}\n\n", view.json) };
                output.write_all(line.as_bytes())?;
                seen = view.number;
            }
        }
        Some(_) => answer(&mut output, "404 Not Found", "text/plain", "404\n"),
        None => answer(&mut output, "400 Bad Request", "text/plain", "400\n"),
    }
}

/// The path that is asked for by a browser that means this page: other sites must not read it under a name of theirs.
fn asked(mut input: impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let path = match (words.next(), words.next()) {
        (Some("GET"), Some(path)) => path.to_owned(),
        _ => return Ok(None),
    };
    let mut own = false;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(own.then_some(path));
        }
        if let Some((name, host)) = line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("host"))
        {
            let host = host.trim();
            let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
            own = !name.is_empty() && ["127.0.0.1", "localhost"].contains(&host);
        }
    }
}

fn head(output: &mut TcpStream, status: &str, kind: &str) -> io::Result<()> {
    write!(
        output,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\nConnection: close\r\n\
         Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'\r\n"
    )
}

fn answer(output: &mut TcpStream, status: &str, kind: &str, body: &str) -> io::Result<()> {
    head(output, status, kind)?;
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes back on a request, up to so many bytes or its end.
    fn got(page: &Page, request: &str, enough: &str) -> String {
        let mut stream = TcpStream::connect(page.address).expect("connected");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        stream.write_all(request.as_bytes()).expect("written");
        let mut text = Vec::new();
        let mut bytes = [0; 4096];
        while !String::from_utf8_lossy(&text).contains(enough) {
            match stream.read(&mut bytes).expect("read") {
                0 => break,
                read => text.extend_from_slice(&bytes[..read]),
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn boards_are_pushed() {
        let page = Page::open().expect("a page");
        let document = got(&page, "GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", "</html>");
        assert!(document.starts_with("HTTP/1.1 200 ") && document.contains("/events"), "{document}");
        page.show("<svg>1</svg>", &["un".to_owned()]);
        let events = "GET /events HTTP/1.1\r\nhost: localhost:1\r\n\r\n";
        assert!(got(&page, events, "</svg>").contains(r#"data: {"drawing":"<svg>1</svg>","said":["un"]}"#));
        page.show("<svg>2</svg>", &[]);
        assert!(got(&page, events, "</svg>").contains("<svg>2</svg>"), "who comes later sees the last one");
    }

    #[test]
    fn only_this_page_is_served_and_only_by_its_name() {
        let page = Page::open().expect("a page");
        for (request, status) in [
            ("GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "404"),
            ("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\n\r\n", "400"),
            ("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "400"),
            ("\r\n", "400"),
        ] {
            let answer = got(&page, request, "\r\n\r\n");
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request:?}: {answer}");
        }
    }
}
