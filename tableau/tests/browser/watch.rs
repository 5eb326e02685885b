//! Watching: a championship to its end, games of Labyrinthe that are begun on a page; and names that would be programs.

use std::fs;
use std::path::Path;

use arbitre::live;
use nix::sys::signal::Signal;
use serde_json::{Value, json};

use testing::championship::{describe, engine};
use testing::process::{program, run};
use testing::until;
use thirtyfour::Key;

use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::{command, start};
use crate::play::HOSTILE;
use crate::stage::{self, Game, lobby, script};

/// An engine of Colonnes that thinks until there is a file of this name.
fn gated(folder: &Path, gate: &str) -> String {
    let (gate, moteur) = (folder.join(gate), program("moteur"));
    let lines = format!(
        "while read -r line; do\ncase $line in\ngo*) while [ ! -e '{}' ]; do sleep 0.05; done ;;\nesac\necho \"$line\"\ndone | '{}' colonnes hasard --graine 1\n",
        gate.display(),
        moteur.display()
    );
    engine(folder, "attend.sh", &lines)
}

/// Counts what moves without being asked to, on every page from now on, until it says who has won: that stands above the ranking.
fn mind_shifts(chrome: &Chrome) {
    let source = r#"globalThis.shifts = []; new PerformanceObserver((list) => { for (const shift of list.getEntries())
        if (!shift.hadRecentInput && !document.getElementById('vainqueur')?.firstElementChild) shifts.push({ sources: shift.sources, said: [shift.value, ...shift.sources.map(({ node, previousRect, currentRect }) =>
            [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height]).join(" -> ") + " " + node?.outerHTML?.slice(0, 120))] });
    }).observe({ type: "layout-shift", buffered: true })"#;
    chrome.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
}

/// What has moved, but for what is in such elements.
fn shifted(chrome: &Chrome, but: &str) -> Vec<String> {
    let within = format!("({{ node }}) => !node || node.closest?.({})", json!(but));
    let shifts = chrome.eval(&format!(
        "return shifts.filter((shift) => !shift.sources.every({within})).map((shift) => shift.said.join(' '))"
    ));
    shifts.as_array().expect("a list").iter().map(ToString::to_string).collect()
}

/// Where elements are, in pixels.
fn places(chrome: &Chrome, css: &[&str]) -> Value {
    let of = "({ x, y, width, height }) => [x, y, width, height]";
    chrome.eval(&format!(
        "return [...document.querySelectorAll({})].map((e) => ({of})(e.getBoundingClientRect()))",
        json!(css.join(", "))
    ))
}

#[test]
fn a_championship_is_watched_to_its_end() {
    let test = "watch::a_championship_is_watched_to_its_end";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let Some(wall) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let head = format!(
        "jeu = \"colonnes\"\ntemps = 0\nsimultanees = 2\nlecture = [{:?}, {:?}]\n[format]\ntype = \"aller-simple\"",
        path.display().to_string(),
        program("moteur").parent().expect("a folder").display().to_string()
    );
    let waits = gated(path, "ouvert");
    let contestants = [
        ("ada", "hasard --graine 2"),
        ("bob", "glouton --graine 3"),
        ("chloé", "hasard --graine 4"),
        ("dora", &waits),
    ];
    describe(&path.join("mai.toml"), &head, &contestants);
    // Nothing is said again of a game in which nobody moves: somebody must listen when it begins.
    let records = path.join("mai.parties");
    fs::create_dir(&records).expect("a folder");
    let tableau = Tableau::start(path, &["mai.toml"]);
    until("the pages listen", || live::path_in(&records).exists());
    let origin = format!("http://{}", tableau.address);
    for (browser, width, height) in [(&chrome, 1280, 800), (&wall, 1920, 1080)] {
        mind_shifts(browser);
        browser.resize(width, height);
    }
    chrome.open(&format!("{origin}/championnat/mai"));
    wall.open(&format!("{origin}/mur"));
    let frame = [".wall-top", ".wall-top .full", ".wall-boards", "#wall-ranking"];
    let at_rest = places(&wall, &frame);
    let begin = || start("championnat", path, &["jouer", "mai.toml", "--discret", "--sans-essai"]);
    let mut playing = begin();
    // Pages that were opened before anything had begun go on by themselves, or are opened again.
    chrome.until_reloaded("document.querySelectorAll('#classement tr').length === 4");
    // Until then there was no such championship, and the browser has said so.
    chrome.news();
    wall.until_says(".wall-boards", "dora");
    wall.until_there("#wall-ranking tr");
    // Its organiser stops it, more than once as games are under way, and who opens it then sees it go on.
    until("it stops", || {
        playing.signal(Signal::SIGINT);
        playing.0.try_wait().expect("championnat").is_some()
    });
    chrome.until_reloaded("!document.querySelector('#maintenant svg')");
    playing = begin();
    chrome.until_says("#maintenant", "dora");
    wall.until_there(".wall-boards .clock");
    assert!(chrome.count("#maintenant svg") > 0 && wall.count(".wall-boards svg") > 0);
    fs::write(path.join("ouvert"), "").expect("a file");
    chrome.until_says("#avancement", "terminé");
    chrome.until("document.querySelectorAll('#finies time').length === 6");
    wall.until_says("main", "terminé");
    // From rest to the last result nothing has moved; a board of the wall is smaller when there are more of them.
    assert_eq!(shifted(&chrome, "none"), [""; 0]);
    assert_eq!(shifted(&wall, ".wall-place"), [""; 0]);
    assert_eq!(places(&wall, &frame), at_rest);
    assert!(playing.0.wait().expect("championnat").success());
    for browser in [&chrome, &wall] {
        browser.is_content(&origin, "live");
    }
}

#[test]
fn a_game_is_followed_move_by_move() {
    let test = "watch::a_game_is_followed_move_by_move";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let Some(wall) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    stage::duels(folder.path());
    let tableau = Tableau::start(folder.path(), &["--parties", "parties"]);
    let origin = format!("http://{}", tableau.address);
    let records = folder.path().join("parties");
    let mut game = Game::like(stage::record_of(folder.path(), "colonnes"), "en-cours", &records);
    for browser in [&chrome, &wall] {
        mind_shifts(browser);
    }
    wall.resize(1920, 1080);
    until("somebody looks at the game", || {
        game.after(1);
        tableau.get(&format!("/direct/{}", game.id)).status == 200
    });
    chrome.open(&format!("{origin}/direct/{}", game.id));
    wall.open(&format!("{origin}/mur"));
    wall.until_there("#wall-1 .clock");
    let lines = ["#wall-1 .who", "#wall-1 .drawing"];
    let seen_first = places(&wall, &lines);
    for moves in 2..game.moves() {
        let seen = [(&chrome, ".plank"), (&wall, "#wall-1 .drawing")]
            .map(|(browser, css)| (browser, format!("document.querySelector('{css}').innerHTML")));
        let before = seen.each_ref().map(|(browser, html)| browser.eval(&format!("return {html}")));
        game.after(moves);
        chrome.until(&format!("document.querySelector('.of').textContent === '{moves}'"));
        for ((browser, html), before) in seen.iter().zip(before) {
            browser.until(&format!("{html} !== {before}"));
        }
        // The clock is with one player, then with the other.
        assert_eq!(places(&wall, &lines), seen_first);
    }
    for browser in [&chrome, &wall] {
        assert_eq!(shifted(browser, "none"), [""; 0]);
    }
    // The clock is of who is to move now, whatever position is looked at.
    let on_clock = |query: &str| {
        let page = tableau.get(&format!("/direct/{}{query}", game.id)).body;
        let (_, clock) = page.split_once("class=\"clock\"").expect("a clock");
        let (_, name) = clock.split_once("class=\"name\">").expect("a name");
        name.split('<').next().map(str::to_owned)
    };
    assert_eq!([on_clock("?coup=1"), on_clock("?coup=2")], [on_clock(""), on_clock("")]);
    // Nobody thinks any more.
    game.drawn();
    chrome.until("document.querySelector('.clock').offsetParent === null");
    chrome.is_content(&origin, "a game");
}

#[test]
fn a_ranking_that_nobody_sees_hears_nothing_and_one_that_was_refused_asks_again() {
    let test = "watch::a_ranking_that_nobody_sees_hears_nothing_and_one_that_was_refused_asks_again";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    describe(&folder.path().join("mai.toml"), "jeu = \"colonnes\"", &[("un", "hasard"), ("deux", "hasard")]);
    let tableau = Tableau::start(folder.path(), &["mai.toml"]);
    let origin = format!("http://{}", tableau.address);
    // Streams are counted, a refused one asks again without the pause, and the test says whether the page is seen.
    let source = "globalThis.streams = []; globalThis.unseen = false; Math.random = () => -0.5;
        globalThis.EventSource = class extends EventSource { constructor(url) { super(url); streams.push(this); } };
        Object.defineProperty(document, 'hidden', { get: () => unseen });
        globalThis.seen = (is) => { unseen = !is; document.dispatchEvent(new Event('visibilitychange')); }";
    chrome.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    chrome.open(&format!("{origin}/championnat/mai"));
    let open = |number: usize| {
        chrome
            .until(&format!("streams.length === {number} && streams.at(-1).readyState === EventSource.OPEN"));
    };
    open(1);
    chrome.eval("seen(false)");
    assert_eq!(chrome.eval("return streams[0].readyState === EventSource.CLOSED"), true);
    chrome.eval("seen(true)");
    open(2);
    // As a browser does that was answered by a proxy, in the place of the pages.
    chrome.eval("streams[1].close(); streams[1].dispatchEvent(new Event('error'))");
    open(3);
    chrome.is_content(&origin, "a ranking");
}

#[test]
fn games_of_labyrinthe_are_begun_in_the_lobby() {
    let Some(chrome) = Chrome::start("watch::games_of_labyrinthe_are_begun_in_the_lobby", "fr") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let control = folder.path().join("salon.sock");
    let control = control.to_str().expect("a path");
    let mut others = lobby(folder.path(), control);
    let tableau = Tableau::start(folder.path(), &["--parties", "parties", "--labyrinthe", control]);
    let origin = format!("http://{}", tableau.address);
    chrome.open(&format!("{origin}/entrer#{}", tableau.player));
    chrome.until_there("footer form[action='/sortir']");
    chrome.open(&format!("{origin}/labyrinthe"));
    // One after the other: two clicks.
    chrome.click("#with-ada");
    chrome.until("location.search === '?avec=ada'");
    chrome.click("#with-bob");
    let begun = |chrome: &Chrome| {
        chrome.until_there("p[role=status] a[href^='/direct/']");
        chrome.eval(
            "return document.querySelector(\"p[role=status] a[href^='/direct/']\").getAttribute('href')",
        )
    };
    let first = begun(&chrome);
    let first = first.as_str().expect("a game").to_owned();
    chrome.click("p[role=status] a[href^='/direct/']");
    // The game is watched, and becomes the record that it was written into.
    chrome.until("location.pathname.startsWith('/parties/')");
    chrome.until_says("h1", "ada");
    chrome.until_says("h1", "bob");
    chrome.open(&format!("{origin}/labyrinthe"));
    // Whoever is about to press a button does not lose it when somebody else goes.
    chrome.tab_to("#train-ada-ASTAR");
    drop(others.pop());
    chrome.until("!document.querySelector('#lobby-people').textContent.includes('bob')");
    assert_eq!(chrome.eval("return document.activeElement.id"), "train-ada-ASTAR");
    chrome.key(Key::Enter);
    let second = begun(&chrome);
    assert_ne!(second, first.as_str());
    chrome.click("p[role=status] a[href^='/direct/']");
    chrome.until("location.pathname.startsWith('/parties/')");
    chrome.until_says("h1", "ada");
    chrome.is_content(&origin, "lobby");
}

#[test]
fn names_are_no_programs() {
    let Some(chrome) = Chrome::start("watch::names_are_no_programs", "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let other = "\"><script>alert(2)</script>";
    let words = script(path, "dit", &format!("echo '{HOSTILE}</pre>' >&2; echo 'move {HOSTILE}'"));
    let contestants = [
        (HOSTILE, "hasard --graine 1"),
        (other, words.as_str()),
        ("</bdi><svg onload=alert(3)>", "glouton --graine 2"),
    ];
    describe(&path.join("mai.toml"), "jeu = \"colonnes\"\n[format]\ntype = \"aller-simple\"", &contestants);
    run(&mut command("championnat", path, &["jouer", "mai.toml", "--discret", "--sans-essai"]));
    let tableau = Tableau::start(path, &["mai.toml", "--jouees", "mai.parties"]);
    let origin = format!("http://{}", tableau.address);
    chrome.cookie(&origin, &format!("arbitre-{}", tableau.address.port()), &tableau.organiser);
    let of = |rest: &str| format!("/championnat/mai{rest}");
    let mut paths: Vec<String> =
        ["", "/grille", "/programme", "/courbes", "/fautes", "/tableau-final"].map(of).into();
    paths.extend((0..3).map(|id| of(&format!("/concurrent/{id}"))));
    paths.extend(["1.1", "2.1", "3.1"].map(|key| of(&format!("/rencontre/{key}"))));
    paths.extend(["/", "/mur", "/mur/mai", "/organiser/mai", "/parties/mai"].map(str::to_owned));
    let mut shown = 0;
    for page in paths {
        chrome.open(&format!("{origin}{page}"));
        let foreign = chrome.eval(
            "return document.querySelectorAll('img, svg[onload], script:not([src^=\"/assets/\"])').length",
        );
        assert_eq!(foreign, 0, "{page}");
        shown += usize::from(chrome.text("body").contains(HOSTILE));
        chrome.is_content(&origin, &page);
    }
    assert!(shown > 5, "the name is shown on {shown} pages only");
}
