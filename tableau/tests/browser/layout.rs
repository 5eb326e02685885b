//! How the pages of a large championship lie on a projector and on a telephone, what moves in them, and on which paper.

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;
use testing::championship::{describe, records};
use testing::process::{Killed, listening, run};
use testing::until;

use crate::axe;
use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::{command, start};

/// More than thirty, with names as long as people have them.
const CONTESTANTS: usize = 40;
/// Decisions of the organiser.
const DECISIONS: usize = 12;

/// A championship that was stopped after a few rounds, and in which somebody left.
struct Stopped {
    tableau: Tableau,
    folder: TempDir,
}

impl Stopped {
    fn set() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        let name = |number| format!("Maximilienne Delacroix {number}");
        let all: Vec<_> = (1..=CONTESTANTS)
            .map(|number| (name(number), if number % 3 == 0 { "glouton" } else { "hasard" }))
            .collect();
        let all: Vec<_> = all.iter().map(|(name, engine)| (name.as_str(), *engine)).collect();
        let head = "jeu = \"morpion\"\ntemps = 20\nconfinement = \"aucun\"\nmoteurs = \"gardes\"\n[format]\ntype = \"aller-simple\"";
        describe(&path.join("promo.toml"), head, &all);
        let tableau = Tableau::start(path, &["promo.toml"]);
        let mut playing = start("championnat", path, &["jouer", "promo.toml", "--sans-essai", "--discret"]);
        until("its third round", || records(&path.join("promo.parties")).len() > CONTESTANTS * 3 / 2);
        let decide = |words: &[&str]| {
            run(&mut command("championnat", path, &[&["decision", "promo.toml"], words].concat()))
        };
        // While it runs: what is left of his rencontres is forfeited at once, up to the last round.
        decide(&["retire", &name(7), "--motif", "malade"]);
        until("the forfeits", || tableau.get("/championnat/promo/fautes").body.contains("/rencontre/39."));
        playing.signal(Signal::SIGINT);
        playing.0.wait().expect("championnat");
        for number in 1..DECISIONS {
            decide(&["annonce", &format!("Annonce {number}")]);
        }
        until("the pages know", || tableau.get("/championnat/promo").body.contains("Annonce 11"));
        Stopped { tableau, folder }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.tableau.address)
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Lines of text of one row that are written over each other, or out of the screen.
const COVERED: &str = "const wrong = [];
    for (const row of [...document.querySelectorAll('.ranking tr')].slice(0, 12)) {
      const cells = [...row.cells].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector('a') ?? cell);
        const own = range.getBoundingClientRect(), box = cell.getBoundingClientRect();
        return [cell.className, Math.max(own.left, box.left), own.top, Math.min(own.right, box.right), own.bottom];
      }).filter(([, left, , right]) => right > left);
      for (const [i, one] of cells.entries()) {
        if (one[3] > innerWidth + .5) wrong.push(row.innerText + ': ' + one + ' leaves the screen');
        for (const other of cells.slice(i + 1)) {
          const over = (a, b) => Math.min(one[b], other[b]) - Math.max(one[a], other[a]) > 1;
          if (over(1, 3) && over(2, 4)) wrong.push(row.innerText + ': ' + one + ' / ' + other);
        }
      }
    }
    return wrong";

#[test]
fn a_large_championship_is_read_on_a_projector_and_on_a_telephone() {
    let test = "layout::a_large_championship_is_read_on_a_projector_and_on_a_telephone";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let stopped = Stopped::set();
    let page = stopped.url("/championnat/promo");
    // The page's own announcement takes a line of what is seen.
    chrome.resize(1920, 1080);
    chrome.open(&page);
    chrome.until_there("#classement tr");
    let seen = "return [...document.querySelectorAll('#classement tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length";
    assert!(number(&chrome.eval(seen)) >= 30.0, "{} lines are seen", chrome.eval(seen));
    let high =
        "return Math.max(...[...document.querySelectorAll('#classement tr')].map((row) => row.offsetHeight))";
    assert!(number(&chrome.eval(high)) <= 32.0, "a line of {} pixels", chrome.eval(high));
    let beside = "const of = (css) => document.querySelector('#classement ' + css).getBoundingClientRect();
        return of('.points').right - of('th a').right";
    assert!(number(&chrome.eval(beside)) < 220.0, "points {} pixels from the name", chrome.eval(beside));
    // Games played are games won, drawn and lost, and all figures stand on one line.
    let sums = "return [...document.querySelectorAll('#classement tr')].filter((row) =>
        +row.querySelector('.games').textContent !== [...row.querySelectorAll('.counts b')].reduce((sum, one) => sum + +one.textContent, 0)).length";
    assert_eq!(chrome.eval(sums), 0);
    let lines = "const foot = (css) => { const range = document.createRange();
        range.selectNodeContents(document.querySelector('#classement ' + css)); return Math.round(range.getClientRects()[0].bottom); };
        return ['.points', '.games', '.counts b', '.strength span', 'th bdi'].map(foot)";
    let Value::Array(feet) = chrome.eval(lines) else { panic!("feet") };
    assert!(feet.iter().all(|foot| *foot == feet[0]), "{feet:?}");
    // The head of the ranking stays while it is scrolled, and the foot of the page stands where the page does.
    chrome.eval("scrollTo(0, 600)");
    let head =
        "return [document.querySelector('.ranking thead th').getBoundingClientRect().top, scrollY > 0]";
    assert_eq!(chrome.eval(head), json!([0, true]));
    chrome.eval("scrollTo(0, 0)");
    let edges = "return ['.top .home', 'h1', 'footer button'].map((css) => { const range = document.createRange();
        range.selectNodeContents(document.querySelector(css)); return Math.abs(range.getBoundingClientRect().left - document.querySelector('.tabs').getBoundingClientRect().left) < 6; })";
    assert_eq!(chrome.eval(edges), json!([true, true, true]));
    assert_eq!(chrome.eval(COVERED), json!([]));
    // Nothing is drawn where nothing is played, and of decisions the latest are listed.
    chrome.until("!document.querySelector('#maintenant li')");
    assert_eq!(chrome.count("#suite [aria-labelledby=h-decisions] li"), 5);
    chrome.until_says("#suite [aria-labelledby=h-decisions] li:first-child", "Annonce 11");
    chrome.click("#suite a[href$='/decisions']");
    chrome.until(&format!("document.querySelectorAll('main .plain li').length === {DECISIONS}"));
    // A curve ends where the championship stands, though who left forfeits all 39 rounds, and fills the page.
    chrome.open(&format!("{page}/courbes"));
    let last = chrome.eval("return +document.querySelector('.points-at thead th:last-child').textContent");
    assert!((3.0..30.0).contains(&number(&last)), "round {last}");
    let wide = "return document.querySelector('.chart').getBoundingClientRect().width / document.querySelector('main').clientWidth";
    assert!(number(&chrome.eval(wide)) > 0.9);
    let labels = "const boxes = [...document.querySelectorAll('.chart g text')].map((text) => text.getBoundingClientRect());
        return boxes.some((one, i) => boxes.some((other, j) => i < j && one.top < other.bottom - 2 && other.top < one.bottom - 2))";
    assert_eq!(chrome.eval(labels), false, "labels cover each other");
    chrome.is_content(&stopped.url(""), "on a projector");
    // A telephone: nothing is cut, nothing wraps that is one line, and what is looked for comes first.
    for (width, height) in [(390, 844), (360, 740)] {
        chrome.resize(width, height);
        for rest in ["", "/grille", "/programme", "/courbes", "/fautes", "/decisions", "/concurrent/3"] {
            chrome.open(&format!("{page}{rest}"));
            let wide = chrome.eval("return document.documentElement.scrollWidth");
            assert!(number(&wide) <= f64::from(width), "{rest} is {wide} wide");
            let line = "return [...document.querySelectorAll('.strip')].map((strip) => new Set([...strip.querySelectorAll('a')].map((a) => a.offsetTop)).size)";
            assert_eq!(chrome.eval(line), json!([1, 1]), "{rest}");
            let here = "const strip = document.querySelector('.tabs').getBoundingClientRect(), here = document.querySelector('.tabs [aria-current]')?.getBoundingClientRect();
                return !here || (here.left >= strip.left - 1 && here.right <= strip.right + 1)";
            assert_eq!(chrome.eval(here), true, "{rest}: the page that is open is not seen among the others");
        }
        chrome.open(&page);
        assert_eq!(chrome.eval(COVERED), json!([]));
        assert_eq!(
            chrome.eval("return [...document.querySelector('#classement tr').cells].filter((cell) => !cell.getClientRects().length).length"),
            0,
            "columns are missing"
        );
        chrome.open(&format!("{page}/programme"));
        let first =
            chrome.eval("return document.querySelector('.games tbody tr').getBoundingClientRect().top");
        assert!(number(&first) < f64::from(height), "the first rencontre is {first} pixels down");
    }
    drop(stopped.folder);
}

#[test]
fn lines_that_climb_are_not_read_through_each_other() {
    let Some(chrome) = Chrome::start("layout::lines_that_climb_are_not_read_through_each_other", "fr") else {
        return;
    };
    let stopped = Stopped::set();
    for (width, height) in [(1280, 800), (390, 844)] {
        chrome.resize(width, height);
        chrome.open(&stopped.url("/championnat/promo"));
        chrome.until_there("#classement tr");
        // The last becomes the first, as the server would send it; the animations are held half-way.
        let moves = "const part = document.getElementById('classement');
            const rows = [...part.rows].map((row) => row.outerHTML);
            put(part, [rows.at(-1), ...rows.slice(0, -1)].join(''));
            const moving = document.getAnimations().filter((one) => one.effect.target.matches?.('[data-row]'));
            for (const one of moving) { one.pause(); one.currentTime = 100; }
            const clear = 'rgba(0, 0, 0, 0)', row = (one) => one.effect.target;
            return [moving.length, moving.filter((one) => [...row(one).cells].some((cell) => getComputedStyle(cell).position === 'static' && getComputedStyle(cell).backgroundColor === clear)).length,
              moving.filter((one) => row(one).matches('.climbs')).map((one) => getComputedStyle(row(one)).zIndex),
              getComputedStyle(document.querySelector('.ranking thead')).zIndex]";
        let found = chrome.eval(moves);
        assert!(number(&found[0]) > 5.0, "{found}");
        assert_eq!((&found[1], &found[2], &found[3]), (&json!(0), &json!(["1"]), &json!("2")), "{found}");
        chrome.eval("document.getAnimations().forEach((one) => one.play())");
        chrome.until("!document.querySelector('.climbs, .falls')");
    }
}

#[test]
fn the_theme_is_kept_and_there_from_the_beginning() {
    let test = "layout::the_theme_is_kept_and_there_from_the_beginning";
    let Some(axe) = axe::program(test) else { return };
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let stopped = Stopped::set();
    let page = stopped.url("/championnat/promo");
    let paper = "return getComputedStyle(document.body).backgroundColor";
    // What the page says of itself when its body begins.
    let source = "new MutationObserver((_, observer) => { if (!document.body) return; observer.disconnect();
        globalThis.beginning = document.documentElement.dataset.theme ?? 'none'; }).observe(document, { childList: true, subtree: true })";
    chrome.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    chrome.wish_dark(false);
    chrome.open(&page);
    let light = chrome.eval(paper);
    chrome.click(".theme [value=dark]");
    let dark = chrome.eval(paper);
    assert_ne!(light, dark);
    assert_eq!(axe::found(&chrome, &axe), [""; 0]);
    for path in [page.as_str(), &stopped.url("/"), &stopped.url("/mur")] {
        chrome.open(path);
        assert_eq!((chrome.eval(paper), chrome.eval("return beginning")), (dark.clone(), json!("dark")));
    }
    // The same in a system that is dark, and for who cannot see it.
    chrome.wish_dark(true);
    chrome.open(&page);
    chrome.click(".theme [value=light]");
    assert_eq!(chrome.eval(paper), light);
    assert_eq!(chrome.count(".theme [aria-pressed=true]"), 1);
    assert_eq!(axe::found(&chrome, &axe), [""; 0]);
    chrome.click(".theme [value=system]");
    assert_eq!(chrome.eval(paper), dark);
    chrome.wish_dark(false);
    chrome.until(&format!("getComputedStyle(document.body).backgroundColor === {light}"));
    chrome.is_content(&stopped.url(""), "themes");
}

#[test]
fn who_is_there_is_a_list_that_changes() {
    let test = "layout::who_is_there_is_a_list_that_changes";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let head = "jeu = \"colonnes\"\ntemps = 5\nconfinement = \"aucun\"\n[format]\ntype = \"aller-simple\"";
    describe(&path.join("salle.toml"), head, &[("ada", "reseau"), ("bob", "hasard"), ("zoé", "reseau")]);
    let words = ["jouer", "salle.toml", "--sans-essai", "--port", "0", "--adresse", "127.0.0.1"];
    let (_doors, port, mut out) = listening(&mut command("championnat", path, &words));
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    let tableau = Tableau::start(path, &["salle.toml"]);
    until("its doors are open", || tableau.get("/championnat/salle").body.contains("class=\"presence"));
    chrome.open(&format!("http://{}/championnat/salle", tableau.address));
    let listed = |names: &[(&str, &str)]| {
        chrome.until(&format!(
            "JSON.stringify([...document.querySelectorAll('#presence li')].map((li) => [li.querySelector('a').textContent, li.querySelector('.state').textContent])) === {}",
            json!(json!(names).to_string())
        ));
    };
    listed(&[("ada", "absent"), ("zoé", "absent")]);
    // Nobody has a rank before the first result.
    let ranked = "document.querySelector('.ranking').offsetParent !== null";
    assert_eq!(chrome.eval(&format!("return {ranked}")), false);
    let player: Killed =
        start("joueur", path, &["127.0.0.1", &port.to_string(), "ada", "--moteur", "hasard", "--insiste"]);
    listed(&[("zoé", "absent"), ("ada", "là")]);
    assert_eq!(
        chrome.eval("return document.querySelector('#presence a').getAttribute('href')"),
        "/championnat/salle/concurrent/2"
    );
    drop(player);
    listed(&[("ada", "absent"), ("zoé", "absent")]);
    // The wall has the contestants, and no ranking in which everybody is first.
    chrome.resize(1920, 1080);
    chrome.open(&format!("http://{}/mur/salle", tableau.address));
    chrome.until_says(".wall-coming li", "bob");
    assert_eq!(chrome.count("#wall-ranking tr"), 0);
    let wide = chrome
        .eval("return document.querySelector('.wall-coming').getBoundingClientRect().width / innerWidth");
    assert!(number(&wide) > 0.9, "{wide}");
}
