//! A student hands in an engine, and sees what becomes of it.

use arbitre::host::turns_log;
use echelle::spool::{deposits, remove};
use echelle::{Folder, GameLine, PartieLine, PlayerId, Stage, Standings, Tallies, TrialGame, files};
use jeux::Slot;
use protocol::Termination;
use testing::until;

use crate::axe;
use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::ladder::{at, files as texts, ladder, version};
use crate::played;

/// Results between all of them, and the ranking that follows.
fn play(folder: &Folder) {
    let mut tallies = Tallies::default();
    let mut text = String::new();
    let pairs = [["ana/1", "bob/1"], ["bob/1", "=glouton"], ["ana/2", "bob/1"], ["ana/2", "=glouton"]];
    for (number, players) in pairs.into_iter().enumerate() {
        let partie = PartieLine {
            winner: Some(if number == 0 { Slot::One } else { Slot::Zero }),
            charged: (number == 0).then_some(Slot::Zero),
            termination: if number == 0 { Termination::Timeout } else { Termination::Win },
        };
        let line = GameLine {
            id: format!("jeu-{number}"),
            ended: at("2026-11-21T10:00:00Z"),
            players: players.map(|player| player.parse().expect("a player")),
            parties: vec![partie.clone(), partie],
            trial: false,
        };
        tallies.take(&line);
        text += &(serde_json::to_string(&line).expect("JSON") + "\n");
    }
    std::fs::write(folder.journal(), text).expect("results");
    let rate = |before: &Standings, players: [&str; 3]| {
        let players = players.map(|player| player.parse::<PlayerId>().expect("a player"));
        before.rate(&players, &tallies, at("2026-11-21T10:01:00Z")).0
    };
    let before = rate(&Standings::default(), ["ana/1", "bob/1", "=glouton"]);
    files::write_json(&folder.standings(), &rate(&before, ["ana/2", "bob/1", "=glouton"]))
        .expect("a ranking");
}

#[test]
fn a_student_drops_a_file_and_sees_what_becomes_of_it() {
    let test = "ladder::a_student_drops_a_file_and_sees_what_becomes_of_it";
    let Some(axe) = axe::program(test) else { return };
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(
        root,
        "l3",
        "jeu = \"colonnes\"\nfermeture = \"2090-12-18T18:00\"",
        &[("Ana", ""), ("Bob", "")],
    );
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let origin = format!("http://{}", tableau.address);
    chrome.resize(390, 844);
    let wide = || chrome.eval("return document.documentElement.scrollWidth <= innerWidth");
    // The link of a mail.
    chrome.open(&format!("{origin}/echelle/l3/entrer#{}", secrets[0]));
    chrome.until("location.pathname === '/echelle/l3/moi'");
    chrome.until_says("#versions", "Vous n'avez encore rien déposé");
    assert_eq!((axe::found(&chrome, &axe), wide()), (vec![], true.into()));
    // A file dropped anywhere.
    chrome.eval(
        "const dropped = new DataTransfer();
         dropped.items.add(new File(['print(1)\\n'], 'joueur.py'));
         document.querySelector('h2').dispatchEvent(
             new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));",
    );
    chrome.until_says("#versions", "en attente, place 1");
    let spool = folder.spool();
    let waiting = deposits(&spool).expect("deposits");
    assert_eq!(texts(&waiting[0].files(&spool)), [("joueur.py".into(), "print(1)\n".to_owned())]);
    // A folder, with its paths.
    let project = root.join("projet");
    std::fs::create_dir_all(project.join("src")).expect("a folder");
    std::fs::write(project.join("src/a.c"), "int a;\n").expect("a file");
    chrome.upload("[name=dossier]", &project);
    chrome.click(".hand-in button");
    chrome.until_says("#versions", "en attente, place 2");
    let folders = deposits(&spool).expect("deposits");
    assert_eq!(texts(&folders[1].files(&spool)), [("projet/src/a.c".into(), "int a;\n".to_owned())]);
    remove(&spool, &folders[1].id).expect("removed");
    // What is wrong is told where it was sent from.
    chrome.eval(
        "const dropped = new DataTransfer();
         dropped.items.add(new File(['x'], 'a'.repeat(300)));
         document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));",
    );
    chrome.until_says("[data-said]", "trop long");
    // It is taken, tried and accepted, while the page is open.
    version(&folder, "ana", 1, Stage::Tried);
    remove(&spool, &waiting[0].id).expect("removed");
    chrome.until_says("#versions", "Essai en cours");
    chrome.until_says("#versions", "à temps");
    chrome.click("#versions li a.name");
    chrome.until_says("#version", "Essai en cours");
    let report = folder.version("ana", 1).join("essai.txt");
    files::write(&report, "protocole : oui\n".as_bytes()).expect("a report");
    chrome.until_says("#version", "protocole : oui");
    let mut passed = version(&folder, "ana", 1, Stage::Passed);
    passed.games =
        vec![TrialGame { opponent: "hasard".into(), record: "essai".into(), score: 2.0, parties: 2 }];
    folder.write_version("ana", &passed).expect("a version");
    chrome.until_says("#version", "contre hasard : 2 sur 2 parties");
    assert_eq!((axe::found(&chrome, &axe), wide()), (vec![], true.into()));
    // Pasted, with the keyboard alone.
    chrome.open(&format!("{origin}/echelle/l3/moi"));
    chrome.tab_to(".hand-in summary");
    chrome.press(" ");
    chrome.tab_to("[name=nom]");
    chrome.press("b.py");
    chrome.tab_to("[name=code]");
    chrome.press("print(2)");
    chrome.tab_to(".hand-in button");
    chrome.press(" ");
    until("the second deposit", || deposits(&spool).is_ok_and(|all| all.len() == 1));
    let second = &deposits(&spool).expect("deposits")[0];
    assert_eq!(texts(&second.files(&spool)), [("b.py".into(), "print(2)".to_owned())]);
    chrome.until_says("#versions", "Admise");
    // The other pages, once games have been played.
    version(&folder, "ana", 2, Stage::Passed);
    version(&folder, "bob", 1, Stage::Passed);
    play(&folder);
    chrome.cookie(&origin, &format!("arbitre-{}", tableau.address.port()), &tableau.organiser);
    // A game of one's own: what the engine wrote comes into sight with its move.
    let mut record = played::record("colonnes", "jeu-2", ["Ana, v2", "Bob, v1"]);
    record.players[0].from = "ana/2".into();
    record.commit(&folder.records()).expect("a record");
    let log: String = (0..5).map(|turn| format!("-- aller {}\nje pense\nà {turn}\n", 2 * turn + 1)).collect();
    std::fs::write(turns_log(&folder.records(), "jeu-2", Slot::Zero), log).expect("a log");
    chrome.open(&format!("{origin}/echelle/l3/partie/jeu-2"));
    chrome.click("[data-turn='5'] a");
    chrome.until("document.querySelector('.at').textContent === '5'");
    chrome.until_says("[data-here]", "à 2");
    assert_eq!((chrome.count("[data-here]"), axe::found(&chrome, &axe), wide()), (1, vec![], true.into()));
    for path in ["", "/eleve/ana", "/version/ana/2", "/organiser"] {
        chrome.open(&format!("{origin}/echelle/l3{path}"));
        assert_eq!((axe::found(&chrome, &axe), wide()), (vec![], true.into()), "{path}");
    }
}
