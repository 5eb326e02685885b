//! A student hands in an engine, and gets its verdict; a class goes all the way to the podium.

use std::fs;

use echelle::spool::{deposits, remove};
use echelle::{Class, Folder, Stage, TrialGame, files};
use jiff::Zoned;
use testing::process::run;
use testing::until;

use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::{command, play};
use crate::common::ladder::{files as texts, ladder, version};
use crate::{axe, reveal};

/// An engine that plays and says so, and the same with less thought.
const ENGINE: &str = include_str!("../../../moteur-ia/exemples/morpion.py");

fn engine(thinks: bool) -> String {
    let says = "coup = choisir()\n        print('je joue', coup, file=sys.stderr)\n";
    let engine = ENGINE.replace("coup = choisir()\n", says);
    if thinks { engine } else { engine.replace("aligne(moi) or aligne(1 - moi) or random.choice", "min") }
}

/// Drops a file anywhere on the page.
fn drop_file(chrome: &Chrome, name: &str, text: &str) {
    let script = "const dropped = new DataTransfer();
         dropped.items.add(new File([arguments[1]], arguments[0]));
         document.querySelector('h2').dispatchEvent(
             new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));";
    chrome.eval_with(script, vec![name.into(), text.into()]);
}

/// Comes in by the link of a mail.
fn enter(chrome: &Chrome, ladder: &str, secret: &str) {
    chrome.open(&format!("{ladder}/entrer#{secret}"));
    chrome.until("location.pathname.endsWith('/moi')");
}

/// Whether nothing is beside the screen.
fn fits(chrome: &Chrome) -> bool {
    chrome.eval("return document.documentElement.scrollWidth <= innerWidth") == true
}

#[test]
fn a_student_drops_a_file_and_gets_its_verdict() {
    let test = "ladder::a_student_drops_a_file_and_gets_its_verdict";
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
    let page = format!("http://{}/echelle/l3", tableau.address);
    chrome.resize(390, 844);
    enter(&chrome, &page, &secrets[0]);
    chrome.until_says("#versions", "Vous n'avez encore rien déposé");
    assert_eq!((axe::found(&chrome, &axe), fits(&chrome)), (vec![], true));
    drop_file(&chrome, "joueur.py", "print(1)\n");
    chrome.until_says("#versions", "en attente, place 1");
    let spool = folder.spool();
    let waiting = deposits(&spool).expect("deposits");
    assert_eq!(texts(&waiting[0].files(&spool)), [("joueur.py".into(), "print(1)\n".to_owned())]);
    // A folder, with its paths.
    let project = root.join("projet");
    fs::create_dir_all(project.join("src")).expect("a folder");
    fs::write(project.join("src/a.c"), "int a;\n").expect("a file");
    chrome.upload("[name=dossier]", &project);
    chrome.click(".hand-in button");
    chrome.until_says("#versions", "en attente, place 2");
    let folders = deposits(&spool).expect("deposits");
    assert_eq!(texts(&folders[1].files(&spool)), [("projet/src/a.c".into(), "int a;\n".to_owned())]);
    remove(&spool, &folders[1].id).expect("removed");
    // What is wrong is told where it was sent from.
    drop_file(&chrome, &"a".repeat(300), "x");
    chrome.until_says("[data-said]", "trop long");
    // It is taken, tried and accepted, while the page is open.
    version(&folder, "ana", 1, Stage::Tried);
    remove(&spool, &waiting[0].id).expect("removed");
    chrome.until_says("#versions", "Essai en cours");
    chrome.until_says("#versions", "à temps");
    // Of the whole list only the newest stage is read out.
    chrome.until("document.querySelector('#etape[role=status]').textContent === 'Essai en cours'");
    assert_eq!(chrome.count("[aria-live]"), 0);
    version(&folder, "ana", 2, Stage::Passed);
    chrome.until("document.querySelector('#etape').textContent === 'Admise'");
    chrome.click("#versions a[href$='/version/ana/1']");
    chrome.until_says("#version", "Essai en cours");
    let report = folder.version("ana", 1).join("essai.txt");
    files::write(&report, "protocole : oui\n".as_bytes()).expect("a report");
    chrome.until_says("#version", "protocole : oui");
    let mut passed = version(&folder, "ana", 1, Stage::Passed);
    passed.games =
        vec![TrialGame { opponent: "hasard".into(), record: "essai".into(), score: 2.0, parties: 2 }];
    folder.write_version("ana", &passed).expect("a version");
    chrome.until_says("#version", "contre hasard : 2 sur 2 parties");
    assert_eq!((axe::found(&chrome, &axe), fits(&chrome)), (vec![], true));
    // Pasted, with the keyboard alone.
    chrome.open(&format!("{page}/moi"));
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
}

#[test]
fn a_class_goes_from_the_dropped_file_to_the_podium() {
    let test = "ladder::a_class_goes_from_the_dropped_file_to_the_podium";
    let Some(axe) = axe::program(test) else { return };
    let Some(ana) = Chrome::start(test, "fr") else { return };
    let Some(bob) = Chrome::start(test, "en") else { return };
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    fs::write(root.join("classe.csv"), "nom\nAna Durand\nBob Martin\n").expect("a list");
    let words = ["--jeu", "morpion", "--eleves", "classe.csv", "--nom", "mai", "--temps", "3"];
    let ladder = Tableau::start_by(command("echelle", root, &[]), root, &words);
    let folder = Folder::new(&root.join("echelles"), "mai").expect("a name");
    let class = Class::read(&folder.class()).expect("a class").students;
    let origin = format!("http://{}", ladder.address);
    let page = format!("{origin}/echelle/mai");
    // Both hand in an engine: one drops it, the other chooses it and sends it by the keyboard.
    ana.resize(390, 844);
    enter(&ana, &page, class[0].token.reveal());
    drop_file(&ana, "joueur.py", &engine(true));
    let file = root.join("bob.py");
    fs::write(&file, engine(false)).expect("an engine");
    enter(&bob, &page, class[1].token.reveal());
    bob.upload("[name=fichiers]", &file);
    bob.tab_to(".hand-in button");
    bob.press(" ");
    // The verdict comes by itself.
    for (chrome, accepted, report) in [(&ana, "Admise", "14 sur 14"), (&bob, "Accepted", "14 of 14")] {
        chrome.until_says("#versions", accepted);
        chrome.click("#versions li a.name");
        chrome.until_says("#version", report);
    }
    // So do the games of the ladder.
    for (chrome, own, other) in [(&ana, "ana-durand", "bob-martin"), (&bob, "bob-martin", "ana-durand")] {
        chrome.open(&page);
        chrome.until("document.querySelector('tr.mine td:nth-of-type(3)')?.textContent > 0");
        chrome.until_there("[aria-labelledby=h-finies] tbody tr");
        assert_eq!((axe::found(chrome, &axe), fits(chrome)), (vec![], true), "the ranking");
        // A game against each other: what the own engine wrote comes into sight with its move.
        chrome.open(&format!("{page}/eleve/{own}"));
        let game = format!(
            "[...document.querySelectorAll('.games tr')].find((row) => row.querySelector(\"a[href*='/{other}/']\"))?.querySelector('.n a')"
        );
        chrome.until_reloaded(&game);
        assert_eq!((axe::found(chrome, &axe), fits(chrome)), (vec![], true), "a student");
        chrome.eval(&format!("{game}.click()"));
        chrome.click("[data-turn] a");
        chrome.until_says("[data-here]", "je joue");
        assert_eq!((axe::found(chrome, &axe), fits(chrome)), (vec![], true), "a game");
    }
    ana.open(&format!("{page}/version/ana-durand/1"));
    assert_eq!((axe::found(&ana, &axe), fits(&ana)), (vec![], true), "a version");
    ana.cookie(&origin, &format!("arbitre-{}", ladder.address.port()), &ladder.organiser);
    ana.open(&format!("{page}/organiser"));
    assert_eq!((axe::found(&ana, &axe), fits(&ana)), (vec![], true), "the organiser");
    // The organiser closes it, and has the last versions play the final.
    let mut settings = fs::read_to_string(folder.settings()).expect("settings");
    settings += &format!("fermeture = \"{}\"\n", Zoned::now().strftime("%Y-%m-%dT%H:%M:%S"));
    fs::write(folder.settings(), settings).expect("settings");
    for (chrome, over) in [(&ana, "Les dépôts sont fermés."), (&bob, "Submissions are closed.")] {
        chrome.open(&format!("{page}/moi"));
        chrome.until_reloaded("!document.querySelector('.hand-in')");
        assert!(chrome.text("main").contains(over), "{}", chrome.text("main"));
        chrome.open("about:blank");
        chrome.is_content(&origin, "the ladder");
    }
    drop(ladder);
    run(&mut command("serveur", root, &["echelle", "championnat", "mai", "mai.toml"]));
    play(root);
    let tableau = Tableau::start(root, &["mai.toml"]);
    let origin = format!("http://{}", tableau.address);
    until("its results", || tableau.get("/championnat/mai").body.contains("class=\"podium small\""));
    for (chrome, count) in [(&ana, "2 concurrents"), (&bob, "2 contestants")] {
        chrome.cookie(&origin, &format!("arbitre-{}", tableau.address.port()), &tableau.organiser);
        chrome.open(&format!("{origin}/championnat/mai/devoile"));
        assert!(chrome.text("main").contains(count), "{}", chrome.text("main"));
        let told = reveal::walk(chrome);
        let (ranks, mut names): (Vec<u64>, Vec<String>) = told.into_iter().unzip();
        assert!(ranks.is_sorted_by(|one, next| one >= next) && ranks.last() == Some(&1), "{ranks:?}");
        names.sort();
        assert_eq!(names, ["Ana Durand", "Bob Martin"]);
        assert_eq!(chrome.count(".podium li.shown"), 2);
        assert_eq!((axe::found(chrome, &axe), fits(chrome)), (vec![], true), "the podium");
        chrome.is_content(&origin, "the reveal");
    }
}
