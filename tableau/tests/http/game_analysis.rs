//! What positions are worth, on pages: asked of the real program, which is built beside this one.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};

use arbitre::replay;
use jeux::Reason;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use protocol::Termination;
use testing::{find, until};

use crate::common::{Answer, Tableau};
use crate::game::paste;
use crate::played;

const BUSY: &str = "Trop d&#39;analyses";

/// A page as it is once what was asked for is known.
fn known(tableau: &Tableau, path: &str) -> Answer {
    find(path, || {
        let page = tableau.get(path);
        assert_eq!(page.status, 200, "{path}");
        (!page.body.contains("data-awaited")).then_some(page)
    })
}

/// The moves that are listed, each with what is said of it.
fn choices(page: &str) -> Vec<&str> {
    let list = page.split_once("<ol class=\"choices\">").expect("choices").1;
    list.split_once("</ol>").expect("an end").0.split("<li ").skip(1).collect()
}

#[test]
fn a_solved_game_is_explored_from_any_position() {
    let home = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    let page = known(&tableau, "/analyse/colonnes?coups=A1,B1,A1,B1").body;
    let choices_here = choices(&page);
    assert_eq!(choices_here.len(), 9, "placing anywhere: {page}");
    let (best, others) = choices_here.split_first().expect("choices");
    assert!(best.contains("best") && best.contains("data-touches=\"A1\"") && best.contains("gain en 1 coup"));
    assert!(
        best.contains("data-sign=\"+1\"") && best.contains("href=\"/analyse/colonnes?coups=A1,B1,A1,B1,A1\"")
    );
    assert!(others.iter().all(|other| !other.contains("best")));
    assert!(page.contains("Le jeu parfait à partir d&#39;ici"));
    let over = known(&tableau, "/analyse/colonnes?coups=A1,B1,A1,B1,A1").body;
    assert!(over.contains("BLANC a gagné") && !over.contains("class=\"choices\""));
    for (wrong, left) in [("A1,Z9", 1), ("A1,%3Cimg%3E", 1), ("Z9,A1", 0), ("A1,B1,A1,B1,A1,A2", 5)] {
        let page = known(&tableau, &format!("/analyse/colonnes?coups={wrong}")).body;
        assert!(page.contains("role=\"alert\"") && !page.contains("<img"), "{wrong}");
        let path = page
            .split_once("<nav class=\"path\"")
            .expect("a path")
            .1
            .split_once("</nav>")
            .expect("its end")
            .0;
        assert_eq!(path.matches("<a ").count(), left + 1, "{wrong}");
    }
    assert_eq!(tableau.get(&format!("/analyse/colonnes?coups={}", "A1,".repeat(2_000))).status, 200);
    assert_eq!(tableau.get("/analyse/echecs").status, 404);
    assert_eq!(tableau.get("/analyse").status, 200);
}

#[test]
fn the_moves_of_a_record_are_judged_when_somebody_asks() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("parties");
    std::fs::create_dir(&folder).expect("a folder");
    for game in ["colonnes", "morpion"] {
        played::record(game, game, ["ada", "bob"]).commit(&folder).expect("written");
    }
    let tableau = Tableau::start(home.path(), &[]);
    let offered = tableau.get("/parties/parties/colonnes").body;
    assert!(offered.contains("analyse=1") && !offered.contains("coups justes"), "not before it is asked for");
    let page = known(&tableau, "/parties/parties/colonnes?analyse=1").body;
    assert_eq!(page.matches("coups justes").count(), 2, "a mark for each player");
    assert!(page.contains("<span class=\"value\"") && page.contains("Valeur des positions"));
    // Who plays at random throws something away.
    assert!(page.contains("il fallait jouer") && page.contains("<strong class=\"sign\""), "{page}");
    let again = tableau.get("/parties/parties/colonnes").body;
    assert!(again.contains("coups justes"), "what is known is shown");
    assert!(known(&tableau, "/parties/parties/morpion?analyse=1").body.contains("id=\"worth\""));
}

#[test]
fn of_other_games_an_opinion_is_asked_for_and_labelled() {
    let home = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    let led = tableau.get("/analyse/labyrinthe");
    assert_eq!((led.status, led.header("location")), (303, Some("/analyse/labyrinthe?graine=1")));
    let page = known(&tableau, "/analyse/labyrinthe?graine=1").body;
    assert!(
        page.contains("avis de minmax") && page.contains("une estimation, non une valeur exacte"),
        "{page}"
    );
    assert!(page.contains("<svg xmlns") && !choices(&page).is_empty());
    for game in played::games() {
        let page = tableau.get(&format!("/analyse/{game}?graine=3"));
        assert_eq!(page.status, 200, "{game}");
        assert!(page.body.contains("<svg xmlns"), "{game}");
    }
}

#[test]
fn what_the_rules_contradict_is_not_analysed() {
    let home = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    let mut record = played::record("morpion", "long", ["ada", "bob"]);
    let game = record.parties[0].clone();
    record.parties.extend(vec![game; 500]);
    let pasted = paste(&tableau, &record.to_json().expect("JSON"));
    let path = pasted.header("location").expect("a path").to_owned();
    for path in [path.clone(), format!("{path}?analyse=1")] {
        let page = tableau.get(&path);
        assert!(page.body.contains("Les règles contredisent cet enregistrement"), "{path}");
        assert!(!page.body.contains("data-awaited") && !page.body.contains("data-worth"), "{path}");
        assert!(!page.body.contains("Valeur des positions"), "{path}");
    }
}

#[test]
fn visitors_without_a_token_leave_an_analyst_to_the_others() {
    let home = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    // Different ones, each of which takes a while.
    let whole = played::record("coursidor", "long", ["ada", "bob"]);
    let pasted = (1..=14).map(|moves| {
        let mut record = whole.clone();
        record.interrupted = Some(Reason::new("text").with("stop"));
        record.parties[1].moves.truncate(moves);
        let result = &mut record.parties[1].result;
        (result.winner, result.charged, result.termination) = (None, None, Termination::Interrupted);
        replay::verify(&record).expect("a record that holds");
        paste(&tableau, &record.to_json().expect("JSON")).header("location").expect("a path").to_owned()
    });
    let pasted: Vec<String> = pasted.collect();
    let refused = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (tableau, refused) = (&tableau, &refused);
        for path in &pasted {
            scope.spawn(move || {
                let page = tableau.get(&format!("{path}?analyse=1"));
                refused.fetch_add(usize::from(page.body.contains(BUSY)), Ordering::Relaxed);
            });
        }
        until("too many questions", || refused.load(Ordering::Relaxed) > 0);
        let cookie = tableau.cookie(&tableau.player);
        let page = tableau.ask("GET", "/analyse/morpion?coups=A1", &[("cookie", &cookie)], "");
        assert!(page.body.contains("nulle") && !page.body.contains(BUSY), "{}", page.body);
    });
}

#[test]
fn an_analysis_for_which_nobody_waits_ends() {
    let home = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    let record = played::record("labyrinthe", "long", ["ada", "bob"]).to_json().expect("JSON");
    let pasted = paste(&tableau, &record);
    let path = pasted.header("location").expect("a path").to_owned();
    let request = format!("GET {path}?analyse=1 HTTP/1.1\r\nhost: {}\r\n\r\n", tableau.address);
    let mut stream = TcpStream::connect(tableau.address).expect("connected");
    stream.write_all(request.as_bytes()).expect("asked");
    let analyst = || {
        let children = confine::descendants(tableau.pid().cast_signed());
        let is_analyst = |child: &i32| {
            let command = std::fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
            let mut words = command.split(|byte| *byte == 0);
            words.next().is_some_and(|program| program.ends_with(b"/moteur"))
                && words.any(|word| word == b"analyse-lignes")
        };
        children.into_iter().find(is_analyst)
    };
    // Stopped, it cannot answer first, after which the process would be kept.
    let pid = find("an analyst", analyst);
    kill(Pid::from_raw(pid), Signal::SIGSTOP).expect("stopped");
    drop(stream);
    until("its end", || analyst().is_none());
}
