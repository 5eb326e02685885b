//! What the pages do without the server: the rules run in the browser.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::thread;

use serde_json::json;
use thirtyfour::Key;

use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::play::{HOSTILE, Table};

/// What the component shows.
fn board(inside: &str) -> String {
    format!("document.querySelector('arbitre-board').shadowRoot.querySelector('{inside}')")
}

/// Stops the server, and lets it go on.
fn signal(tableau: &Tableau, name: &str) {
    let status = Command::new("kill").args([name, &tableau.pid().to_string()]).status().expect("kill");
    assert!(status.success());
}

#[test]
fn a_move_is_seen_while_the_server_says_nothing() {
    let Some(table) = Table::set("offline::a_move_is_seen_while_the_server_says_nothing") else { return };
    let chrome = &table.chrome;
    table.begin("colonnes", "hasard", |_| {});
    chrome.until_there("#plateau [data-touch='B2'].open");
    chrome.until_there("#plateau[data-rules]");
    let before = chrome.eval("return document.querySelector('#plateau svg').outerHTML");
    signal(&table.tableau, "-STOP");
    chrome.touch("#plateau [data-touch='B2'].open");
    chrome.until(&format!("document.querySelector('#plateau svg').outerHTML !== {before}"));
    assert_eq!(chrome.count("#plateau .open"), 0, "it is not one's turn any more");
    assert_eq!(chrome.count(".past li"), 0, "the server has not said it");
    signal(&table.tableau, "-CONT");
    chrome.until(
        "document.querySelectorAll('.past li').length === 2 && document.querySelector('#plateau .open')",
    );
    chrome.is_content(&table.origin, "colonnes");
    // Without the rules it is as it was before there were any.
    chrome.devtools("Network.setBlockedURLs", json!({ "urls": ["*jeux.wasm"] }));
    table.begin("morpion", "hasard", |_| {});
    chrome.touch("#plateau [data-touch='B2'].open");
    chrome.until(
        "document.querySelectorAll('.past li').length === 2 && document.querySelector('#plateau .open')",
    );
    assert_eq!(chrome.count("#plateau[data-rules]"), 0);
}

#[test]
fn colonnes_is_explored_and_played_when_the_server_has_gone() {
    let test = "offline::colonnes_is_explored_and_played_when_the_server_has_gone";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let origin = format!("http://{}", tableau.address);
    chrome.open(&format!("{origin}/jouer/ici/colonnes?mode=valeurs&coups=A1,B1,A1,B1"));
    chrome.until_there("arbitre-board[ready]");
    chrome.is_content(&origin, "ici");
    drop(tableau);
    // A1 wins at once.
    chrome.until(&format!("{}?.textContent === '+1'", board(".worth")));
    chrome.until(&format!("{}?.dataset.move === 'A1'", board("button.best")));
    let play = |mv: &str| {
        chrome.eval(&format!(
            "{}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))",
            board(&format!("[data-touch=\"{mv}\"].open"))
        ))
    };
    play("A1");
    chrome.until(&format!("{}.textContent === 'BLANC gagne.'", board(".says")));
    chrome.eval(&format!("{}.click()", board("[data-step=first]")));
    chrome.until(&format!("{}.textContent === '0 / 5'", board(".where")));
    chrome.until(&format!("{}?.textContent === '='", board(".worth")));
    // By keys: to the board, to another cell, and there.
    chrome.eval(&format!("{}.focus()", board(".plank [tabindex=\"0\"]")));
    chrome.key(Key::Right);
    chrome.key(Key::Enter);
    chrome.until(&format!("{}.textContent === '1 / 1'", board(".where")));
    // The solution answers by itself.
    chrome.eval("document.querySelector('arbitre-board').setAttribute('against', 'perfect')");
    chrome.until(&format!("{}.textContent === '4 / 4'", board(".where")));
    play("C3");
    chrome.until(&format!("{}.textContent === '6 / 6'", board(".where")));
    // By keys, the focus waits on the board.
    chrome.eval("document.querySelector('arbitre-board').setAttribute('moves', '')");
    chrome.until(&format!("{}.textContent === '0 / 0'", board(".where")));
    chrome.eval(&format!("{}.focus()", board(".plank [tabindex=\"0\"]")));
    chrome.key(Key::Enter);
    chrome.until(&format!("{}.textContent === '2 / 2'", board(".where")));
    chrome.until(&format!("{}.matches(':focus')", board(".plank [tabindex=\"0\"]")));
    let news = chrome.news();
    assert!(news.asked.is_empty() && news.complaints.is_empty(), "{news:?}");
}

/// Serves these files on a free port, until the test has ended; other sites may use them.
fn serve(files: Vec<(String, &'static str, Vec<u8>)>, policy: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut lines = BufReader::new(&stream).lines();
            let Some(Ok(first)) = lines.next() else { continue };
            let path = first.split(' ').nth(1).unwrap_or_default();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let found = files.iter().find(|(name, ..)| path == format!("/{name}"));
            let (status, kind, body) = match found {
                Some((_, kind, body)) => ("200 OK", *kind, body.as_slice()),
                None => ("404 Not Found", "text/plain", &[][..]),
            };
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\naccess-control-allow-origin: *\r\n\
                 content-security-policy: {policy}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            // A browser that has gone asks for nothing more.
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        }
    });
    address
}

/// The page, the program and the record are each of another site.
#[test]
fn a_page_of_another_site_shows_a_record() {
    let Some(chrome) = Chrome::start("offline::a_page_of_another_site_shows_a_record", "en") else { return };
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/web");
    let file = |name: &str, kind| (name.to_owned(), kind, std::fs::read(here.join(name)).expect("a file"));
    let js = "text/javascript";
    let files = vec![
        file("arbitre-board.js", js),
        file("jeux.js", js),
        file("solution.js", js),
        file("touches.js", js),
        file("jeux.wasm", "application/wasm"),
    ];
    let program = serve(files, "default-src 'none'".to_owned());
    let moves: Vec<_> =
        ["A1", "B2", "A2", "B3", "A3"].map(|text| json!({ "text": text, "verdict": "VALID" })).into();
    let record = json!({ "schema": 1, "game": "morpion", "players": [{ "name": "bob" }, { "name": HOSTILE }],
        "parties": [{ "name": "aller", "first": 1, "moves": moves, "result": { "winner": 1, "termination": "win" } }] });
    let records = serve(
        vec![("r.json".to_owned(), "application/json", record.to_string().into_bytes())],
        String::new(),
    );
    let page = format!(
        "<!doctype html><html lang=en><title>x</title><script type=module src=\"http://{program}/arbitre-board.js\"></script>\
         <arbitre-board record=\"http://{records}/r.json\"></arbitre-board>"
    );
    let policy = format!(
        "default-src 'none'; script-src http://{program} 'wasm-unsafe-eval'; connect-src http://{program} http://{records}; img-src 'self'"
    );
    let site = serve(
        vec![
            ("page.html".to_owned(), "text/html", page.into_bytes()),
            ("favicon.ico".to_owned(), "image/x-icon", Vec::new()),
        ],
        policy,
    );
    chrome.open(&format!("http://{site}/page.html"));
    chrome.until_there("arbitre-board[ready]");
    let says = |text: &str| chrome.until(&format!("{}.textContent === {}", board(".says"), json!(text)));
    says(&format!("{HOSTILE} to move"));
    chrome.eval(&format!("{}.click()", board("[data-step=on]")));
    says("bob to move");
    let second = chrome.eval(&format!("return {}.innerHTML", board(".plank")));
    chrome.eval(&format!("{}.focus()", board("[data-step=on]")));
    chrome.key(Key::End);
    says(&format!("{HOSTILE} wins."));
    chrome.key(Key::Home);
    chrome.key(Key::Right);
    chrome.until(&format!("{}.innerHTML === {second}", board(".plank")));
    assert_eq!(chrome.eval(&format!("return {} === null", board("img"))), true);
    // Values need no worker, which a program of another site may not have.
    chrome.eval("const board = document.querySelector('arbitre-board'); board.removeAttribute('record'); board.setAttribute('values', '')");
    chrome.until(&format!("{}?.textContent === '='", board(".worth")));
    // What cannot be shown is said.
    chrome.eval("document.querySelector('arbitre-board').setAttribute('record', '{\"game\": \"go\", \"parties\": [{}]}')");
    chrome.until(&format!("{}.textContent.includes('unknown-game')", board(".says")));
    let news = chrome.news();
    let complaints: Vec<_> =
        news.complaints.iter().filter(|complaint| !complaint.contains("Worker")).collect();
    assert!(complaints.is_empty(), "{complaints:?}");
}
