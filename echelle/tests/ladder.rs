//! Ladders through the real program: what is handed in, tried, played, killed, closed, and made into a championship.

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use arbitre::host::turns_log;
use arbitre::record::{PartieRecord, Record};
use echelle::spool::{Draft, Wish, deposits};
use echelle::{Folder, Ladder, PlayerId, Refused, Stage, StudentVersions, Version, wake};
use jeux::Slot;
use jiff::Timestamp;
use nix::sys::signal::Signal;
use testing::output::{Heard, room, text};
use testing::process::{Killed, program};
use testing::{find, until};

/// An engine that plays, and passes its trial.
const GOOD: &str = include_str!("../../moteur-ia/exemples/morpion.py");
/// The class of the tests.
const CLASS: &str = "nom;e-mail\nAna Durand;ana@x.fr\nBob Martin;\nEve;eve@x.fr\n";

/// A folder of ladders with one of morpion, and its program.
struct Term {
    home: tempfile::TempDir,
    server: Option<Killed>,
}

impl Term {
    fn begin() -> Term {
        for name in ["joueur", "moteur"] {
            program(name);
        }
        let home = tempfile::tempdir().expect("a folder");
        fs::write(home.path().join("classe.csv"), CLASS).expect("a list");
        let mut term = Term { home, server: None };
        term.start(&["--jeu", "morpion", "--eleves", "classe.csv", "--nom", "mai", "--temps", "0.3"]);
        term
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_echelle"));
        command.current_dir(self.home.path()).args(words).env("RUST_LOG", "warn").env_remove("LANG");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    /// Starts its program, and waits until it is there.
    fn start(&mut self, words: &[&str]) {
        let mut command = self.command(words);
        let mut server = Killed::start(command.arg("--sans-pages"));
        let mut line = String::new();
        let out = server.0.stdout.take().expect("its output");
        std::io::BufReader::new(out).read_line(&mut line).expect("a line");
        assert!(line.contains("Échelle mai"), "{line:?}");
        self.server = Some(server);
    }

    fn kill(&mut self) {
        self.server = None;
    }

    /// Asks it to stop, and waits for its end.
    fn stop(&mut self) {
        let mut server = self.server.take().expect("it runs");
        server.signal(Signal::SIGINT);
        assert!(server.0.wait().expect("its end").success());
    }

    fn run(&self, words: &[&str]) -> Output {
        let output = self.command(words).stderr(Stdio::piped()).output().expect("echelle");
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        output
    }

    fn root(&self) -> PathBuf {
        self.home.path().join("echelles")
    }

    fn folder(&self) -> Folder {
        Folder::new(&self.root(), "mai").expect("a name")
    }

    /// Hands in files as the pages do.
    fn hand_in(&self, student: &str, files: &[(&str, &str)]) {
        self.hand_in_at(student, files, Timestamp::now(), Wish::Submit);
    }

    fn hand_in_at(&self, student: &str, files: &[(&str, &str)], at: Timestamp, wish: Wish) {
        let draft = Draft::new(&self.folder().spool()).expect("a draft");
        for (name, contents) in files {
            fs::write(draft.files().join(name), contents).expect("a file");
        }
        draft.finish(student, at, "en", wish).expect("handed in");
        wake(&self.root());
    }

    fn student(&self, slug: &str) -> StudentVersions {
        self.folder().student(slug).expect("versions")
    }

    /// The version of this number, once it is decided.
    fn decided(&self, slug: &str, number: u32) -> Version {
        find("the version is decided", || {
            self.student(slug).version(number).filter(|version| version.is_decided()).cloned()
        })
    }

    /// Waits until this version plays.
    fn plays(&self, slug: &str, number: u32) {
        until("the version plays", || self.student(slug).choice.plays == Some(number));
    }

    fn ladder(&self) -> Ladder {
        Ladder::open(self.folder()).expect("a ladder")
    }

    fn rencontres(&self, player: &PlayerId) -> u32 {
        self.ladder().standings.of(player).map_or(0, |standing| standing.rencontres)
    }

    fn all_is_taken(&self) {
        until("all is taken", || deposits(&self.folder().spool()).expect("a spool").is_empty());
    }
}

#[test]
fn what_plays_is_on_the_ladder_and_what_does_not_says_why() {
    let term = Term::begin();
    let secret = term.folder().class().canonicalize().expect("a path").display().to_string();
    let spy = format!("#include \"{secret}\"\nint main(void) {{ return 0; }}\n");
    term.hand_in("ana-durand", &[("main.py", GOOD)]);
    term.hand_in("bob-martin", &[("main.py", "print('bonjour')\n")]);
    term.hand_in("eve", &[("main.c", &spy)]);
    let good = term.decided("ana-durand", 1);
    assert_eq!((good.stage.clone(), good.written_in.as_deref()), (Stage::Passed, Some("Python")));
    assert_eq!(good.games.len(), 2);
    let report =
        |slug| fs::read_to_string(term.folder().version(slug, 1).join("essai.txt")).expect("a report");
    assert!(report("ana-durand").contains("14 of 14"));
    assert_eq!(term.decided("bob-martin", 1).stage, Stage::Refused(Refused::Trial));
    assert!(report("bob-martin").contains("WRONG"));
    let eve = term.decided("eve", 1);
    assert!(matches!(eve.stage, Stage::Refused(Refused::NoEngine(_))), "{eve:?}");
    assert!(eve.said.contains("No such file") && !eve.said.contains("token"), "{}", eve.said);
    // It plays until nothing more can be learned.
    let ana = PlayerId::version("ana-durand", 1);
    until("all is played", || term.ladder().standings.settled);
    assert!((6..=20).contains(&term.rencontres(&ana)), "{}", term.rencontres(&ana));
    let ladder = term.ladder();
    let of = |name: &str| ladder.standings.rating(&name.parse().expect("a player")).expect("rated").value;
    assert!(of("ana-durand/1") > of("=hasard"));
    assert_eq!(ladder.standings.place("ana-durand").map(|(place, _)| place), Some(1));
    assert_eq!(testing::championship::records(&ladder.folder.records()).len(), ladder.games.len());
    // What its engine had of the machine stands beside its moves.
    let records = testing::championship::records(&ladder.folder.records()).into_iter();
    let mut parties = records.flat_map(|path| Record::read(&path).expect("a record").parties);
    let is_seen = |partie: PartieRecord| partie.moves.iter().any(|mv| mv.memory_bytes > Some(1 << 20));
    assert!(parties.any(is_seen));
    let state = text(&term.run(&["etat", "mai"]).stdout);
    assert!(state.contains("Ana Durand v1") && state.contains("Bob Martin : version 1"), "{state}");
    assert_eq!(text(&term.run(&["rappels", "mai"]).stdout), "eve@x.fr\n");
}

#[test]
fn versions_follow_each_other_and_the_closing_is_the_hour_of_arrival() {
    let mut term = Term::begin();
    let with = |comment: &str| format!("# {comment}\n{GOOD}");
    term.hand_in("ana-durand", &[("main.py", &with("one"))]);
    term.decided("ana-durand", 1);
    term.hand_in("ana-durand", &[("main.py", &with("two"))]);
    term.plays("ana-durand", 2);
    // The same files again are the version that there is, and so is a version by its number.
    term.hand_in("ana-durand", &[("main.py", &with("one"))]);
    term.plays("ana-durand", 1);
    term.hand_in_at("ana-durand", &[], Timestamp::now(), Wish::Return(2));
    term.plays("ana-durand", 2);
    // What is refused changes nothing.
    term.hand_in("ana-durand", &[("main.py", "print()\n")]);
    assert!(!term.decided("ana-durand", 3).has_passed());
    // A comment makes no other program.
    let programs = term.student("ana-durand").versions.into_iter().map(|version| version.program);
    let [one, two, three] = &programs.collect::<Vec<_>>()[..] else { panic!("three versions") };
    assert!(one.is_some() && one == two && three.is_some() && one != three);
    assert_eq!(term.student("ana-durand").choice.plays, Some(2));
    until("it is on the ladder", || term.rencontres(&PlayerId::version("ana-durand", 2)) > 0);
    // A deposit of before the closing counts, although it is tried later.
    term.kill();
    let settings = fs::read_to_string(term.folder().settings()).expect("settings");
    let closed = jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S");
    fs::write(term.folder().settings(), format!("{settings}fermeture = \"{closed}\"\n")).expect("settings");
    let closed = term.ladder().settings.closes.expect("a closing");
    let second = Duration::from_secs(1);
    term.hand_in_at("bob-martin", &[("main.py", &with("three"))], closed - second, Wish::Submit);
    term.hand_in_at("eve", &[("main.py", &with("four"))], closed + second, Wish::Submit);
    term.start(&[]);
    assert!(term.decided("bob-martin", 1).has_passed());
    assert!(matches!(term.decided("eve", 1).stage, Stage::Refused(Refused::Otherwise(_))));
    // The last versions are a championship, from wherever the folder is.
    term.all_is_taken();
    term.stop();
    fs::rename(term.root(), term.home.path().join("copie")).expect("moved");
    let describe = ["championnat", "mai", "finale.toml", "--dossier", "copie"];
    term.run(&describe);
    // Its secrets stay where they are: the folder of a ladder is none of submissions.
    let description = fs::read_to_string(term.home.path().join("finale.toml")).expect("a description");
    assert!(description.contains("echelle championnat mai AUTRE.toml --dossier copie"), "{description}");
    assert!(!description.contains("importe"), "{description}");
    let again = term.command(&describe).stderr(Stdio::piped()).output().expect("echelle");
    let said = text(&again.stderr);
    assert!(said.contains("finale.toml existe déjà") && !said.contains("--ajouter"), "{said}");
    let played = Command::new(program("championnat"))
        .current_dir(term.home.path())
        .args(["jouer", "finale.toml", "--discret"])
        .env_remove("LANG")
        .output()
        .expect("championnat");
    let said = testing::output::both(&played);
    assert!(played.status.success() && said.contains("Ana Durand") && said.contains("Bob Martin"), "{said}");
}

#[test]
fn nothing_is_lost_when_it_is_killed_at_any_instant() {
    let mut term = Term::begin();
    let students = ["ana-durand", "bob-martin", "eve"];
    for (turn, student) in students.iter().cycle().take(6).enumerate() {
        term.hand_in(student, &[("main.py", &format!("# {turn}\n{GOOD}"))]);
        // After something new is on disk, whatever that is.
        let before = snapshot(&term.folder());
        until("something happens", || snapshot(&term.folder()) != before);
        term.kill();
        term.start(&[]);
    }
    for student in students {
        for number in [1, 2] {
            assert_eq!(term.decided(student, number).stage, Stage::Passed);
        }
        assert_eq!(term.student(student).versions.len(), 2);
        term.plays(student, 2);
    }
    term.all_is_taken();
    until("games are played", || term.ladder().games.len() > 20);
    term.stop();
    // Each record counts once.
    let ladder = term.ladder();
    let mut ids: Vec<&str> = ladder.games.iter().map(|line| line.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let records = testing::championship::records(&ladder.folder.records());
    assert_eq!((ids.len(), records.len()), (ladder.games.len(), ladder.games.len()));
    let lines = fs::read_to_string(ladder.folder.journal()).expect("results");
    assert_eq!(lines.lines().count(), ladder.games.len());
}

/// How much there is in a ladder.
fn snapshot(folder: &Folder) -> (usize, u64) {
    fn count(folder: &Path) -> usize {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| 1 + if entry.path().is_dir() { count(&entry.path()) } else { 0 }).sum()
    }
    (count(folder.path()), fs::metadata(folder.journal()).map_or(0, |file| file.len()))
}

#[test]
fn one_program_plays_a_folder_and_links_can_be_taken_back() {
    let mut term = Term::begin();
    let second = term.command(&["--sans-pages"]).stderr(Stdio::piped()).output().expect("echelle");
    assert!(!second.status.success());
    assert!(text(&second.stderr).contains("un autre programme joue déjà"), "{}", text(&second.stderr));
    let table = term.root().join("mai-liens.csv");
    let link = |name: &str| {
        let table = fs::read_to_string(&table).expect("links");
        table.lines().find(|line| line.starts_with(name)).map(str::to_owned)
    };
    let before = link("ana-durand").expect("a link");
    assert!(before.contains("/echelle/mai/entrer#"), "{before}");
    fs::write(term.home.path().join("plus.csv"), "nom;e-mail\nZoé;z@x.fr\nAna Durand;\nZoé;\n")
        .expect("a list");
    let args = ["liens", "mai", "--nouveau", "ana-durand", "--retire", "eve", "--eleves", "plus.csv"];
    let said = text(&term.run(&args).stderr);
    assert!(said.contains("« Zoé » est deux fois dans la liste") && !said.contains("Ana"), "{said}");
    assert_ne!(link("ana-durand").expect("a link"), before);
    assert!(link("eve").is_none() && link("zoe").is_some());
    // Who was added while it runs may hand in.
    term.hand_in("zoe", &[("main.py", "x\n")]);
    assert!(!term.decided("zoe", 1).has_passed());
    term.stop();
}

#[test]
fn links_that_are_changed_at_once_are_all_changed() {
    let mut term = Term::begin();
    term.stop();
    let list: String = ('a'..='h').map(|name| format!("{name}\n")).collect();
    fs::write(term.home.path().join("plus.csv"), format!("nom\n{list}")).expect("a list");
    term.run(&["liens", "mai", "--eleves", "plus.csv"]);
    let revoke = |name: char| term.command(&["liens", "mai", "--retire", &name.to_string()]).spawn();
    let revoked: Vec<Killed> = ('a'..='h').map(|name| Killed(revoke(name).expect("echelle"))).collect();
    for mut one in revoked {
        assert!(one.0.wait().expect("its end").success());
    }
    let table = fs::read_to_string(term.root().join("mai-liens.csv")).expect("links");
    let left: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split(';').next()).collect();
    assert_eq!(left, ["ana-durand", "bob-martin", "eve"]);
}

#[test]
fn a_ladder_that_is_there_keeps_its_settings_and_says_so() {
    let mut term = Term::begin();
    term.stop();
    let path = term.folder().settings();
    let settings = fs::read_to_string(&path).expect("settings") + "fermeture = \"2020-12-18T18:00\"\n";
    fs::write(&path, &settings).expect("settings");
    let begin = |game: &str, options: &[&str]| {
        let words = ["--sans-pages", "--jeu", game, "--eleves", "classe.csv", "--nom", "mai"];
        let mut command = term.command(&[&words[..], options].concat());
        Killed::start(command.stderr(Stdio::piped()))
    };
    let mut other = begin("colonnes", &[]);
    Heard::of(other.0.stderr.take().expect("its errors")).wait_for("l'échelle mai joue à morpion");
    assert!(!other.0.wait().expect("its end").success());
    let mut server = begin("morpion", &["--fermeture", "2030-12-18T18:00", "--temps", "0.3"]);
    let mut said = Heard::of(server.0.stdout.take().expect("its output"));
    said.wait_for("3 étudiants, fermée depuis le 2020-12-18 18:00");
    server.signal(Signal::SIGINT);
    let complained = text(&server.end().stderr);
    assert!(complained.contains("--fermeture n'y change rien"), "{complained}");
    assert!(complained.contains("mai/echelle.toml") && !complained.contains("--temps"), "{complained}");
    assert_eq!(fs::read_to_string(&path).expect("settings"), settings);
}

#[test]
fn the_machines_of_a_room_play_the_ladder() {
    let mut term = Term::begin();
    term.stop();
    let options = ["--sans-pages", "--machines", "0", "--ecart-machines", "100000"];
    let mut command = term.command(&options);
    let mut server = Killed::start(command.stderr(Stdio::piped()));
    let mut said = Heard::of(server.0.stdout.take().expect("its output"));
    let mut complained = Heard::of(server.0.stderr.take().expect("its errors"));
    term.server = Some(server);
    let (address, token) = room(&mut said);
    let mut machine = |name: &str| {
        let mut command = Command::new(program("machines"));
        command.args(["rejoindre", &address, "--jeton", &token, "--nom", name, "--places", "1", "--dossier"]);
        command.arg(term.home.path().join("salle")).env_remove("LANG").stdin(Stdio::null());
        let process = Killed::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        (process, complained.wait_for(&format!("{name} joue")))
    };
    let machines = machine("salle-1");
    let talks = format!("import sys\nprint('bonjour', file=sys.stderr)\n{GOOD}");
    term.hand_in("ana-durand", &[("main.py", &talks)]);
    term.hand_in("bob-martin", &[("main.py", &format!("# deux\n{GOOD}"))]);
    let folder = term.folder().records();
    let records = || {
        let paths = testing::championship::records(&folder).into_iter();
        paths.map(|path| Record::read(&path).expect("a record")).collect::<Vec<_>>()
    };
    let in_room = |record: &Record| record.machine.as_ref().is_some_and(|machine| machine.name == "salle-1");
    until("the room plays", || records().iter().filter(|record| in_room(record)).count() >= 4);
    let log =
        |record: &Record, slot| fs::read_to_string(turns_log(&folder, &record.id, slot)).unwrap_or_default();
    let logged = |record: &Record| Slot::ALL.into_iter().any(|slot| log(record, slot).contains("bonjour"));
    // The first games there may all be of others.
    until("an engine has logged there", || records().iter().any(|record| in_room(record) && logged(record)));
    // An engine that plays only here still plays.
    let only_here = format!("import os, sys\nif '/salle/' in os.path.abspath(__file__): sys.exit(3)\n{GOOD}");
    term.hand_in("eve", &[("main.py", &only_here)]);
    assert!(term.decided("eve", 1).has_passed());
    complained.wait_for("Eve v1 : pendant une heure");
    let eve = PlayerId::version("eve", 1);
    until("it plays", || term.rencontres(&eve) > 0);
    let of_eve = |record: &&Record| record.players.iter().any(|player| player.from == eve.to_string());
    assert!(records().iter().filter(of_eve).all(|record| !in_room(record)));
    // When nobody is left in the room, this computer plays alone, also what the room has not played.
    drop(machines);
    term.hand_in("ana-durand", &[("main.py", GOOD)]);
    let pair = [PlayerId::version("ana-durand", 2), PlayerId::version("bob-martin", 1)]
        .map(|player| player.to_string());
    let of_pair = |record: &Record| record.players.iter().all(|player| pair.contains(&player.from));
    until("this computer plays", || records().iter().any(|record| of_pair(record) && !in_room(record)));
    term.stop();
    // Each record counts once, wherever it was played.
    assert_eq!(term.ladder().games.len(), records().len());
}

#[test]
fn a_student_hands_in_from_the_command_line() {
    program("tableau");
    let mut term = Term::begin();
    term.stop();
    let mut command = term.command(&["--adresse", "127.0.0.1:0"]);
    let mut server = Killed::start(&mut command);
    let lines = testing::output::lines(server.0.stdout.take().expect("its output"));
    let address = find("the pages are there", || {
        let line = lines.try_recv().ok()?;
        let at = line.find("http://127.0.0.1:")?;
        line[at..].split('/').nth(2).map(str::to_owned)
    });
    term.server = Some(server);
    let token = term.ladder().class.students[0].token.reveal().to_owned();
    let engine = term.home.path().join("moteur");
    fs::create_dir(&engine).expect("a folder");
    let hand_in = |source: &str, token: &str| {
        fs::write(engine.join("main.py"), source).expect("an engine");
        let mut command = Command::new(program("joueur"));
        command.args(["--langue", "en", "depose"]).arg(&engine);
        command.env("ARBITRE_LIEN", format!("http://{address}/echelle/mai/entrer#{token}"));
        command.output().expect("joueur")
    };
    let good = hand_in(GOOD, &token);
    assert!(good.status.success(), "{}", testing::output::both(&good));
    assert!(text(&good.stdout).contains("Version 1:"), "{}", text(&good.stdout));
    term.plays("ana-durand", 1);
    let bad = hand_in("print()\n", &token);
    assert_eq!(bad.status.code(), Some(1), "{}", testing::output::both(&bad));
    assert!(text(&bad.stdout).contains("Version 2:"), "{}", text(&bad.stdout));
    let stranger = hand_in(GOOD, &token.replace(|c: char| c.is_ascii_digit(), "a"));
    assert!(text(&stranger.stderr).contains("refused (403)"), "{}", testing::output::both(&stranger));
    assert!(!testing::output::both(&stranger).contains(&token));
}
