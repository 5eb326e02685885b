//! Playing: against engines and by link, by clicks and by keys.

use serde_json::Value;
use thirtyfour::Key;

use crate::adviser::Adviser;
use crate::chrome::Chrome;
use crate::common::Tableau;

/// What the page says of the game: whose turn it is, what can be done next.
const MINE: &str = "document.querySelector('#coups input[name=n]')";
const NEXT: &str = "document.querySelector('#coups form[action$=\"/suivante\"]')";
const OVER: &str = "document.querySelector('#coups [data-over]')";
/// The moves so far, in the order of play.
const MOVES: &str = "return [...document.querySelectorAll('.past ol li')].reverse().map((line) => line.lastChild.textContent.trim())";

/// A name that becomes a program where somebody is careless.
pub const HOSTILE: &str = "<img src=x onerror=alert(1)>";

/// Pages on which everybody who has entered may play, and a browser that has.
pub struct Table {
    pub chrome: Chrome,
    pub tableau: Tableau,
    pub origin: String,
    _folder: tempfile::TempDir,
}

impl Table {
    pub fn set(test: &str) -> Option<Self> {
        let chrome = Chrome::start(test, "fr")?;
        let folder = tempfile::tempdir().expect("a folder");
        let tableau = Tableau::start(folder.path(), &["--jouees", "jouees"]);
        let origin = format!("http://{}", tableau.address);
        chrome.open(&format!("{origin}/entrer#{}", tableau.player));
        chrome.until_there("footer form[action='/sortir']");
        Some(Table { chrome, tableau, origin, _folder: folder })
    }

    /// Begins a game against this opponent; `rest` chooses the rest on the page.
    pub fn begin(&self, game: &str, opponent: &str, rest: impl FnOnce(&Chrome)) {
        let chrome = &self.chrome;
        chrome.open(&format!("{}/jouer", self.origin));
        chrome.click(&format!("nav.games a[href$='jeu={game}']"));
        chrome.until_there(&format!("form.wish input[name=jeu][value='{game}']"));
        chrome.choose("form.wish select[name=moteur]", opponent);
        rest(chrome);
        chrome.click("form.wish button.first");
        chrome.until_there("[data-seat]");
    }
}

fn seed(chrome: &Chrome, seed: &str) {
    chrome.click("form.wish details summary");
    chrome.write("form.wish input[name=graine]", seed);
}

/// Plays the move on the board as a hand does: where it is to be touched, one after the other.
fn touch(chrome: &Chrome, mv: &str) {
    let script = "return [...document.querySelectorAll('#coups [data-touches]')].find((move) => move.value === arguments[0])?.dataset.touches";
    let touches = chrome.eval_with(script, vec![mv.into()]);
    let touches =
        touches.as_str().unwrap_or_else(|| panic!("{mv} is not offered: {}", chrome.text("#coups")));
    assert!(!touches.is_empty(), "{mv} cannot be touched");
    for name in touches.split(' ') {
        chrome.touch(&format!("#plateau [data-touch='{name}'].open"));
    }
}

fn moves(chrome: &Chrome) -> Vec<String> {
    let Value::Array(moves) = chrome.eval(MOVES) else { panic!("a list") };
    moves.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Plays one game to its end by clicks, as the adviser says.
fn win(chrome: &Chrome, mut adviser: Adviser) {
    let mut known = 0;
    loop {
        chrome.until(&format!("{NEXT} || {OVER} || +{MINE}?.value >= {known}"));
        if chrome.eval(&format!("return !!({NEXT} || {OVER})")) == true {
            return;
        }
        let moves = moves(chrome);
        for mv in &moves[known..] {
            adviser.hears(mv);
        }
        touch(chrome, &adviser.advises());
        known = moves.len() + 1;
    }
}

#[test]
fn a_rencontre_of_colonnes_is_won_by_clicks() {
    let Some(table) = Table::set("play::a_rencontre_of_colonnes_is_won_by_clicks") else { return };
    let chrome = &table.chrome;
    table.begin("colonnes", "hasard", |chrome| seed(chrome, "3"));
    win(chrome, Adviser::new("colonnes", &["alphabeta", "--profondeur", "4", "--graine", "1"], true));
    // The aller is won; the other one begins the retour.
    chrome.click("#coups form[action$='/suivante'] button");
    chrome.until(&format!("!{NEXT}"));
    win(chrome, Adviser::new("colonnes", &["alphabeta", "--profondeur", "4", "--graine", "1"], false));
    chrome.until(OVER);
    println!("{}\n{}", chrome.text("#etat"), chrome.text("main"));
    assert_eq!(chrome.count(".results li"), 2);
    chrome.is_content(&table.origin, "colonnes");
    let record = chrome.eval("return document.querySelector('#coups a.first')?.getAttribute('href')");
    let record = record.as_str().expect("a record").to_owned();
    chrome.click("#coups a.first");
    chrome.until(&format!("location.pathname === '{record}'"));
}

#[test]
fn morpion_is_won_by_clicks() {
    let Some(table) = Table::set("play::morpion_is_won_by_clicks") else { return };
    table.begin("morpion", "hasard", |chrome| seed(chrome, "1"));
    let chrome = &table.chrome;
    win(chrome, Adviser::new("morpion", &["minimax"], true));
    println!("{}\n{}", chrome.text("#etat"), chrome.text("main"));
    chrome.is_content(&table.origin, "morpion");
}

#[test]
fn every_game_is_played_by_clicks() {
    let Some(table) = Table::set("play::every_game_is_played_by_clicks") else { return };
    let chrome = &table.chrome;
    for game in ["colonnes", "labyrinthe", "sept-couleurs", "coursidor", "sphinx", "morpion"] {
        table.begin(game, "hasard", |_| ());
        chrome.until(MINE);
        let before = moves(chrome).len();
        let touched = chrome
            .eval("return document.querySelector('#coups [data-touches]:not([data-touches=\"\"])')?.value");
        match touched.as_str() {
            Some(mv) => touch(chrome, mv),
            None => chrome.click("#coups form button"),
        }
        chrome.until(&format!(
            "document.querySelectorAll('.past ol li').length > {before} || {NEXT} || {OVER}"
        ));
        chrome.is_content(&table.origin, game);
    }
}

#[test]
fn two_people_play_by_a_link() {
    let test = "play::two_people_play_by_a_link";
    let Some(table) = Table::set(test) else { return };
    let Some(other) = Chrome::start(test, "en") else { return };
    table.begin("morpion", "lien", |_| ());
    let chrome = &table.chrome;
    let link = chrome.text("#lien");
    assert!(link.starts_with(&table.origin), "{link}");
    other.open(&link);
    assert_eq!(other.eval("return document.documentElement.lang"), "en");
    other.write("#coups input[name=nom]", HOSTILE);
    other.click("#coups form[action$='/venir'] button");
    loop {
        let over = format!("{NEXT} || {OVER}");
        let turns = [chrome, &other].map(|who| {
            who.until(&format!("{over} || {MINE} || document.querySelector('.says:not(.mine)')"));
            who.eval(&format!("return {MINE} ? 'mine' : ({over}) ? 'over' : 'waits'"))
        });
        if turns.contains(&"over".into()) {
            break;
        }
        let Some(place) = turns.iter().position(|turn| turn == "mine") else { continue };
        let who = [chrome, &other][place];
        let number = moves(who).len();
        let mv = who.eval("return document.querySelector('#coups [data-touches]')?.value");
        touch(who, mv.as_str().expect("a move"));
        who.until(&format!("{over} || !{MINE} || +{MINE}.value > {number}"));
    }
    for who in [chrome, &other] {
        who.until_says("body", HOSTILE);
        assert_eq!(who.eval("return document.querySelectorAll('img').length"), 0);
        who.is_content(&table.origin, "by link");
    }
}

#[test]
fn somebody_plays_by_keys_alone() {
    let Some(table) = Table::set("play::somebody_plays_by_keys_alone") else { return };
    let chrome = &table.chrome;
    chrome.open(&format!("{}/", table.origin));
    // Over what every page begins with, to where one plays.
    chrome.tab_to("a[href='/jouer']");
    chrome.key(Key::Enter);
    chrome.until("location.pathname === '/jouer'");
    chrome.tab_to("nav.games a[href$='jeu=morpion']");
    chrome.key(Key::Enter);
    chrome.until_there("form.wish input[name=jeu][value=morpion]");
    chrome.tab_to("form.wish button.first");
    chrome.key(Key::Enter);
    chrome.until_there("[data-seat]");
    loop {
        chrome.until(&format!("{NEXT} || {OVER} || {MINE}"));
        if chrome.eval(&format!("return !!({NEXT} || {OVER})")) == true {
            break;
        }
        let number = moves(chrome).len();
        chrome.tab_to("#plateau [data-touch].open");
        chrome.key(Key::Enter);
        chrome.until(&format!("{NEXT} || {OVER} || +{MINE}?.value > {number}"));
    }
    assert!(!moves(chrome).is_empty());
    chrome.is_content(&table.origin, "keys");
    drop(table.tableau);
}

#[test]
fn whoever_plays_by_keys_keeps_his_place() {
    let Some(table) = Table::set("play::whoever_plays_by_keys_keeps_his_place") else { return };
    let chrome = &table.chrome;
    table.begin("colonnes", "hasard", |chrome| seed(chrome, "3"));
    let on_board = "document.activeElement.closest('#plateau')";
    let mine = |number: usize| chrome.until(&format!("+{MINE}?.value === {number} && {on_board}"));
    chrome.until(MINE);
    chrome.tab_to("#plateau [data-touch].open");
    for number in [2, 4] {
        chrome.key(Key::Right);
        chrome.key(Key::Enter);
        mine(number);
        assert_eq!(chrome.count("#plateau [tabindex='0']"), 1);
    }
    // A list that was closed stays closed.
    chrome.click(".past summary");
    chrome.tab_to("#plateau [data-touch].open");
    chrome.key(Key::Enter);
    mine(6);
    assert_eq!(chrome.count(".past[open]"), 0);
    // A move is taken back: the same key takes back another one or plays, and never gives up.
    chrome.tab_to("form[action$='/reprendre'] button");
    chrome.key(Key::Enter);
    chrome.until(&format!("+{MINE}?.value === 4"));
    let goes_on = format!("{on_board} || document.activeElement.closest('form[action$=\"/reprendre\"]')");
    assert_eq!(chrome.eval(&format!("return !!({goes_on})")), true);
    // Who is about to give up stays there while the game goes on.
    chrome.tab_to("#suite summary");
    chrome.eval(
        "const move = document.querySelector('#coups form button[name=coup]'); move.form.requestSubmit(move)",
    );
    chrome.until(&format!("+{MINE}?.value === 6"));
    assert_eq!(chrome.eval("return document.activeElement.matches('#abandonner')"), true);
    // Giving up is confirmed.
    chrome.key(Key::Enter);
    assert_eq!(chrome.eval(&format!("return !!({MINE})")), true);
    chrome.tab_to("form[action$='/abandon'] button");
    chrome.key(Key::Enter);
    chrome.until(NEXT);
    chrome.is_content(&table.origin, "colonnes");
}

#[test]
fn a_wall_of_coursidor_is_placed_by_keys() {
    let Some(table) = Table::set("play::a_wall_of_coursidor_is_placed_by_keys") else { return };
    let chrome = &table.chrome;
    table.begin("coursidor", "hasard", |_| ());
    chrome.until(MINE);
    // Hundreds of walls may be placed: the board is one stop of the tabulator all the same, and one button.
    assert!(chrome.count("#plateau [data-touch].open") > 50);
    assert_eq!(chrome.count("#plateau [tabindex='0']"), 1);
    assert_eq!(chrome.count("#plateau [role=button]"), 1);
    chrome.tab_to("#plateau [data-touch].open");
    let name =
        || chrome.eval("return document.activeElement.dataset.touch").as_str().unwrap_or_default().to_owned();
    let shown = || chrome.count("#plateau .preview.shown");
    // To a corner: walls bend about it, each round another cell.
    let mut ways = [Key::Right, Key::Down].into_iter().cycle();
    let mut before = name();
    while !name().contains('-') {
        chrome.key(ways.next().expect("a way"));
        assert_ne!(name(), before, "the focus goes on");
        before = name();
    }
    let several = shown();
    assert!((1..=3).contains(&several), "{several} walls are possible there");
    assert_eq!(chrome.eval("return document.activeElement.getAttribute('role')"), "button");
    chrome.key(Key::Enter);
    assert_eq!(chrome.count("#plateau [tabindex='0']"), 1);
    assert!(!name().contains('-'), "a cell is chosen now: {}", name());
    assert_eq!(
        (shown(), chrome.count("#plateau .preview.sure")),
        (1, 1),
        "the wall is seen before it is placed"
    );
    // Back, and once more.
    chrome.key(Key::Escape);
    assert!(name().contains('-') && chrome.count("#plateau .chosen") == 0, "{}", name());
    chrome.key(Key::Enter);
    chrome.key(Key::Enter);
    chrome.until(
        "[...document.querySelectorAll('.past ol li')].some((line) => line.textContent.includes('+'))",
    );
    chrome.is_content(&table.origin, "walls");
}

#[test]
fn a_finger_beside_a_corner_means_it() {
    let Some(table) = Table::set("play::a_finger_beside_a_corner_means_it") else { return };
    let chrome = &table.chrome;
    table.begin("coursidor", "hasard", |_| ());
    chrome.resize(390, 844);
    chrome.until(MINE);
    // Twelve pixels from the middle of a corner, where nothing is drawn that could be touched.
    let beside = "for (const spot of document.querySelectorAll('#plateau .open')) {
        if (!spot.dataset.touch.includes('-')) continue;
        spot.scrollIntoView({ block: 'center' });
        const box = spot.getBoundingClientRect();
        for (let angle = 0; angle < 6.28; angle += 0.5) {
            const x = box.x + box.width / 2 + 12 * Math.cos(angle), y = box.y + box.height / 2 + 12 * Math.sin(angle);
            const there = document.elementFromPoint(x, y);
            if (!there?.closest('#plateau svg') || there.classList.contains('open')) continue;
            there.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y }));
            return document.querySelector('#plateau .chosen')?.dataset.touch === spot.dataset.touch;
        }
    }";
    assert_eq!(chrome.eval(beside), true);
}
