//! Games on the pages: against engines, between two people, taken back, left, cut off.

use std::path::Path;

use testing::championship::records;
use testing::until;

use crate::common::Tableau;
use crate::seat::{Seat, Turn, values};
use arbitre::record::Record;
use arbitre::replay;
use jeux::game::fallback;
use jeux::{Position, Reason, Slot, colonnes, morpion};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use protocol::Termination;

fn record(folder: &Path, seat: &Seat<'_>) -> Record {
    let path = folder.join("parties").join(format!("{}.json", seat.record()));
    let record = Record::read(&path).expect("a record");
    replay::verify(&record).unwrap_or_else(|contradiction| panic!("{contradiction}"));
    record
}

#[test]
fn a_whole_game_is_played_against_an_engine_in_each_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    for form in [
        "jeu=colonnes&moteur=hasard&nom=Ada",
        "jeu=labyrinthe&moteur=astar&p-L=13&p-H=9&graine=5",
        "jeu=morpion&moteur=minimax&place=seconde",
        "jeu=sept-couleurs&moteur=glouton&p-L=6&p-H=6&temps=60",
        "jeu=coursidor&moteur=hasard&p-m=2&p-M=24&p-objectifs=1",
        "jeu=sphinx&moteur=profondeur&p-h=4&p-w=4&p-n=4&parties=1",
    ] {
        let mut seat = Seat::begin(&tableau, form);
        let mut number = 0;
        seat.play_on(|_, moves| {
            number += 7;
            moves[number % moves.len()].clone()
        });
        let record = record(folder.path(), &seat);
        assert!(record.ended.is_some() && record.interrupted.is_none(), "{form}");
        assert_eq!(record.parties.len(), if form.contains("parties=1") { 1 } else { 2 }, "{form}");
        let person = record.players.iter().find(|player| player.from == "personne").expect("a person");
        assert_eq!(person.name, if form.contains("nom=Ada") { "Ada" } else { "invité" });
        let moved = record.parties.iter().all(|partie| {
            let end = partie.result.termination;
            (end == Termination::Win || end == Termination::Draw) && !partie.moves.is_empty()
        });
        assert!(moved, "{form}: {:?}", record.parties);
        let engine = record.players.iter().find(|player| player.from != "personne").expect("an engine");
        assert!(engine.confinement.is_some(), "{form}");
    }
}

/// Plays rencontres without thinking ahead until a game is won.
fn win<P: Position>(folder: &Path, tableau: &Tableau, form: &str, start: impl Fn() -> P) {
    for _ in 0..20 {
        let mut seat = Seat::begin(tableau, form);
        let mut won = false;
        loop {
            match seat.turn() {
                Turn::Mine(after, _) => {
                    let mut position = start();
                    for text in seat.moves() {
                        let mv = position.parse_move(&text).expect("a move");
                        position.play(mv).expect("legal");
                    }
                    seat.play(after, &fallback(&position).expect("a move").to_string());
                }
                Turn::Next => {
                    won |= seat.parts["etat"].contains("vous gagnez");
                    seat.send("suivante", "");
                }
                Turn::Over => break,
            }
        }
        let record = record(folder, &seat);
        let winner = record.parties.iter().any(|partie| partie.result.winner == Some(Slot::Zero));
        assert!(!won || winner, "{:?}", record.parties);
        if won {
            return;
        }
    }
    panic!("{form}: never won");
}

#[test]
fn a_game_is_won_where_the_engine_is_weak() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    win(folder.path(), &tableau, "jeu=morpion&moteur=hasard", morpion::Morpion::default);
    win(folder.path(), &tableau, "jeu=colonnes&moteur=hasard", colonnes::Board::new);
}

#[test]
fn moves_are_taken_back_and_the_record_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    for form in [
        "jeu=colonnes&moteur=glouton&place=seconde",
        "jeu=sphinx&moteur=stratege --echantillons 4&p-h=5&p-w=5&p-n=6",
        "jeu=coursidor&moteur=stratege --profondeur 1&p-m=3&p-M=12&p-objectifs=1",
    ] {
        let mut seat = Seat::begin(&tableau, form);
        let mut taken = 0;
        let mut games = 0;
        loop {
            match seat.turn() {
                Turn::Mine(after, _) if after >= 3 && taken < 2 * (games + 1) => {
                    let before = seat.moves();
                    assert_eq!(seat.send("reprendre", "").status, 303);
                    taken += 1;
                    let Turn::Mine(now, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
                    assert!(now < after, "{now} {after}");
                    assert_eq!(seat.moves()[..], before[..now], "{form}");
                    seat.play(now, &moves[moves.len() / 2]);
                }
                Turn::Mine(after, moves) => seat.play(after, &moves[0]),
                Turn::Next => {
                    games += 1;
                    seat.send("suivante", "");
                }
                Turn::Over => break,
            }
        }
        let record = record(folder.path(), &seat);
        assert!(taken > 1 && record.ended.is_some() && record.interrupted.is_none());
        let said = format!("personne ; coups repris : {taken}");
        assert!(record.players.iter().any(|player| player.from == said), "{:?}", record.players);
        assert_eq!(record.parties.len(), 2, "{form}");
    }
}

/// While the engine is started again, and before and after.
#[test]
fn a_game_that_is_stopped_after_a_take_back_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    for pause in [0, 10, 20, 30, 40, 60, 80, 120] {
        let mut seat = Seat::begin(&tableau, "jeu=morpion&moteur=hasard&parties=1");
        for _ in 0..2 {
            let Turn::Mine(after, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
            seat.play(after, &moves[0]);
        }
        let Turn::Mine(4, _) = seat.turn() else { continue };
        assert_eq!(seat.send("reprendre", "").status, 303);
        std::thread::sleep(std::time::Duration::from_millis(pause));
        assert_eq!(seat.send("arreter", "").status, 303);
        while seat.turn() != Turn::Over {}
        let record = record(folder.path(), &seat);
        assert!(
            record.interrupted == Some(Reason::new("left-table")) && record.parties[0].moves.len() >= 2,
            "{pause}: {record:?}"
        );
    }
}

#[test]
fn two_people_play_by_a_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let mut ada = Seat::begin(&tableau, "jeu=morpion&moteur=lien&nom=<b>Ada&parties=1");
    ada.until("coups", "id=\"lien\"");
    let link = values(&ada.parts["coups"], "id=\"lien\">http://").remove(0);
    let path = link.split_once('/').map(|(_, path)| format!("/{path}")).expect("a path");
    let path = path.split('<').next().expect("a path").to_owned();
    let invitation = tableau.get(&path);
    assert!(invitation.body.contains("&#60;b&#62;Ada vous invite"), "{}", invitation.body);
    // Who only looks has not come, and who has invited cannot come in the place of the other.
    assert_eq!(ada.send("venir", "nom=Eve").status, 303);
    // The same link is open as often as may be.
    let [guest, mut eve, mut zoe, mut max] = [(); 4].map(|()| Seat::at(&tableau, &path));
    eve.until("coups", "/venir\"");
    let come = guest.send("venir", "nom=Bob");
    let seat = come.header("location").expect("a place");
    assert!(come.status == 303 && seat != path, "{come:?}");
    for other in [&mut eve, &mut zoe, &mut max] {
        other.until("etat", "déjà été acceptée");
    }
    let mut bob = Seat::at(&tableau, seat);
    while eve.parts["coups"].contains("<form") {
        eve.part().expect("her page goes on");
    }
    assert!(!eve.parts.values().any(|part| part.contains("<form")), "{:?}", eve.parts);
    let accepted = tableau.get(&path);
    assert!(accepted.status == 410 && accepted.body.contains("href=\"/direct/morpion-"), "{accepted:?}");
    for action in ["abandon", "venir"] {
        assert_eq!(eve.send(action, "").status, 410, "{action}");
    }
    // A, B, D, C, G: the left column is Ada's.
    let cells = |turn: Turn| match turn {
        Turn::Mine(after, moves) => (after, moves),
        turn => panic!("{turn:?}"),
    };
    for round in 0..3 {
        let (after, moves) = cells(ada.turn());
        assert_eq!(after, 2 * round);
        // Bob cannot move in Ada's turn.
        bob.play(after, &moves[0]);
        ada.play(after, &moves[0]);
        if round == 2 {
            break;
        }
        let (after, moves) = cells(bob.turn());
        bob.play(after, &moves[moves.len() - 1]);
    }
    assert_eq!((ada.turn(), bob.turn()), (Turn::Over, Turn::Over));
    let record = record(folder.path(), &ada);
    assert_eq!(record.id, bob.record());
    assert_eq!(record.players.each_ref().map(|player| player.name.as_str()), ["<b>Ada", "Bob"]);
    assert_eq!(record.parties[0].moves.len(), 5);
    assert_eq!(record.parties[0].result.winner, Some(Slot::Zero));
    assert!(ada.parts["etat"].contains("Vous gagnez contre Bob"), "{:?}", ada.parts);
    assert!(bob.parts["etat"].contains("Vous perdez contre &#60;b&#62;Ada"), "{:?}", bob.parts);
}

#[test]
fn a_move_that_cannot_be_played_costs_nothing_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    // Who watches listens there from the beginning.
    std::fs::create_dir(folder.path().join("parties")).expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let mut seat = Seat::begin(&tableau, "jeu=colonnes&moteur=hasard");
    let Turn::Mine(0, _) = seat.turn() else { panic!("{:?}", seat.parts) };
    // It is shown to everybody, as any other.
    let public = values(&tableau.get(&seat.path).body, "href=\"/direct/").remove(0);
    until("it is shown", || tableau.get(&format!("/direct/{public}")).status == 200);
    for (wrong, why) in [("A1-B2", "A1-B2 : "), ("Z9", "Z9 : "), ("<script>", "&#60;script&#62; : ")] {
        assert_eq!(seat.send("coup", &format!("n=0&coup={wrong}")).status, 303);
        seat.until("etat", why);
    }
    assert!(tableau.get(&seat.path).body.contains("role=\"status\""));
    // It is still the same turn, and what was refused is in no record.
    seat.play(0, "B2");
    let Turn::Mine(2, _) = seat.turn() else { panic!("{:?}", seat.parts) };
    assert_eq!(seat.moves()[0], "B2");
    // What is no move at all is not even passed on; what is for another position is none.
    for nothing in ["n=2&coup=", "n=2", "n=2&coup=%00", "coup=A1&n=x", "n=-1&coup=A1"] {
        assert!([422, 400].contains(&seat.send("coup", nothing).status), "{nothing}");
    }
    let long = format!("n=2&coup={}", "A".repeat(30_000));
    assert_eq!(seat.send("coup", &long).status, 422);
    assert_eq!(seat.send("coup", &format!("n=2&coup={}", "A".repeat(100_000))).status, 413);
    seat.play(1, "A1");
    assert_eq!(seat.send("abandon", "").status, 303);
    assert_eq!(seat.turn(), Turn::Next);
    assert!(seat.parts["etat"].contains("Aller : vous avez abandonné"), "{:?}", seat.parts);
    seat.send("arreter", "");
    assert_eq!(seat.turn(), Turn::Over);
    let record = record(folder.path(), &seat);
    assert_eq!(record.parties[0].moves.len(), 2);
    assert_eq!(record.parties[0].result.charged, Some(Slot::Zero));
    assert!(record.interrupted.is_some());
}

#[test]
fn what_has_not_begun_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let mut seat = Seat::begin(&tableau, "jeu=morpion&moteur=hasard");
    let Turn::Mine(0, _) = seat.turn() else { panic!("{:?}", seat.parts) };
    assert_eq!(seat.send("arreter", "").status, 303);
    seat.until("etat", "pas eu lieu");
    let records = std::fs::read_dir(folder.path().join("parties")).expect("a folder").flatten();
    assert!(records.map(|entry| entry.path()).all(|path| path.extension().is_none()));
}

/// Its engine is killed together with what confines it: nobody has lost.
#[test]
fn a_game_that_is_interrupted_before_its_first_move_is_over_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("a folder");
    let tableau = Tableau::start(&real, &[]);
    let mut seat = Seat::begin(&tableau, "jeu=coursidor&moteur=stratege&place=seconde&temps=3600");
    seat.until("etat", "réfléchit");
    for (pid, command) in family(&real) {
        if command.contains("--arbitre-enclos") {
            kill(Pid::from_raw(pid.cast_signed()), Signal::SIGKILL).ok();
        }
    }
    seat.until("etat", "pas eu lieu");
}

#[test]
fn a_record_that_cannot_be_kept_is_told_and_handed_in_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let mut seat = Seat::begin(&tableau, "jeu=morpion&moteur=hasard");
    for game in ["aller", "retour"] {
        let Turn::Mine(..) = seat.turn() else { panic!("{:?}", seat.parts) };
        if game == "aller" {
            // What the engine needs of it has been read: it plays.
            assert!(testing::happens(|| std::fs::remove_dir_all(folder.path().join("parties")).is_ok()));
        }
        assert_eq!(seat.send("abandon", "").status, 303);
        if game == "aller" {
            assert_eq!(seat.turn(), Turn::Next);
            assert_eq!(seat.send("suivante", "").status, 303);
        }
    }
    seat.until("etat", "pas encore pu être enregistrée");
    // The person has been told of the end all the same.
    seat.until("suite", "class=\"results\"");
    // No more games are kept in memory than are played.
    let others = (1..32).map(|_| tableau.post("/jouer", &tableau.player, "jeu=morpion&moteur=lien").status);
    assert!(others.into_iter().all(|status| status == 303));
    let refused = tableau.post("/jouer", &tableau.player, "jeu=morpion&moteur=lien");
    assert!(refused.body.contains("trop de parties"), "{}", refused.body);
    std::fs::create_dir(folder.path().join("parties")).expect("a folder");
    seat.until("coups", "href=\"/parties/parties/");
    assert_eq!(record(folder.path(), &seat).parties.len(), 2);
}

#[test]
fn hostile_forms_begin_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    for form in [
        "jeu=echecs",
        "jeu=colonnes&moteur=pipe:sh",
        "jeu=colonnes&moteur=parfait --table /etc/passwd",
        "jeu=colonnes&moteur=java",
        "jeu=colonnes&moteur=so:/lib/x.so",
        "jeu=colonnes&moteur=minmax",
        "jeu=colonnes&moteur=hasard&temps=0",
        "jeu=colonnes&moteur=hasard&temps=-1",
        "jeu=colonnes&moteur=hasard&temps=1e9",
        "jeu=labyrinthe&moteur=astar&p-L=14",
        "jeu=labyrinthe&moteur=astar&p-L=99999999999999999999",
        "jeu=labyrinthe&moteur=astar&graine=x",
        "jeu=coursidor&moteur=chemin&p-bases=1-2-<script>",
        "jeu=sphinx&moteur=hasard&p-n=9999",
    ] {
        let refused = tableau.post("/jouer", &tableau.player, form);
        assert_eq!(refused.status, 422, "{form}: {}", refused.body);
        assert!(refused.body.contains("role=\"alert\"") && !refused.body.contains("<script>"), "{form}");
    }
    assert_eq!(tableau.post("/jouer", &tableau.player, &"a=b&".repeat(50)).status, 422);
    let form = "jeu=colonnes&moteur=hasard";
    assert_eq!(tableau.ask("POST", "/jouer", &[], form).status, 403);
    let looking = tableau.get("/jouer");
    assert!(looking.body.contains("href=\"/entrer\"") && looking.body.contains(" disabled>"), "no token");
    assert_eq!(tableau.get("/jouer/s/00000000000000000000000000000000").status, 404);
    let seat = Seat::begin(&tableau, form);
    assert_eq!(seat.send("tuer", "").status, 404);
    // A page of the same seat more than anybody has open is refused, and the others go on.
    let streams: Vec<_> =
        (0..3).map(|_| Seat::at(&tableau, &seat.path)).map(|mut seat| seat.part()).collect();
    assert_eq!(streams.len(), 3);
    // No more games than the machine carries; the organiser is no exception.
    let begun = (0..40).map(|_| tableau.post("/jouer", &tableau.organiser, "jeu=morpion&moteur=lien").status);
    let begun: Vec<u16> = begun.collect();
    assert_eq!(begun.iter().filter(|status| **status == 303).count(), 31, "{begun:?}");
}

/// The processes that run in a folder, and all that they have started.
fn family(folder: &Path) -> Vec<(u32, String)> {
    let numbers = std::fs::read_dir("/proc").expect("processes").flatten();
    let numbers: Vec<u32> = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    let read =
        |pid: u32, file: &str| std::fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let parent = |pid: u32| -> Option<u32> {
        let stat = read(pid, "stat");
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
    };
    let here = |pid: &u32| std::fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd == folder);
    let mut found: Vec<u32> = numbers.iter().copied().filter(here).collect();
    loop {
        let more = numbers.iter().filter(|pid| !found.contains(pid));
        let more: Vec<u32> =
            more.copied().filter(|pid| parent(*pid).is_some_and(|of| found.contains(&of))).collect();
        if more.is_empty() {
            return found.into_iter().map(|pid| (pid, read(pid, "cmdline").replace('\0', " "))).collect();
        }
        found.extend(more);
    }
}

#[test]
fn a_killed_tableau_leaves_a_record_and_no_process_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("a folder");
    let tableau = Tableau::start(&real, &[]);
    let mut seat = Seat::begin(&tableau, "jeu=coursidor&moteur=stratege&nom=Ada");
    let Turn::Mine(0, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
    seat.play(0, &moves[0]);
    let Turn::Mine(2, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
    let family = family(&real);
    let engine = family.iter().any(|(_, command)| command.contains("moteur coursidor stratege"));
    let host = family.iter().any(|(_, command)| command.contains("--hote"));
    assert!(engine && host, "{family:?}");
    // Cut off while the engine thinks.
    seat.play(2, &moves[1]);
    drop(tableau);
    let runs = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
    };
    until("their end", || !family.iter().any(|(pid, _)| runs(*pid)));
    let records = records(&real.join("parties"));
    let [path] = &records[..] else { panic!("{records:?}") };
    let record = Record::read(path).expect("a record");
    replay::verify(&record).expect("true to the rules");
    assert!(record.interrupted.is_some() && record.parties[0].moves.len() >= 2);
}

#[test]
fn rules_are_one_click_away_in_the_language_of_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    assert!(tableau.get("/jouer?jeu=coursidor").body.contains("href=\"/regles/coursidor\""));
    let seat = Seat::begin(&tableau, "jeu=morpion&moteur=hasard");
    assert!(tableau.get(&seat.path).body.contains("href=\"/regles/morpion\""));
    let french = tableau.get("/regles/morpion").body;
    assert!(french.contains("<h1>Morpion</h1>") && !french.contains("Rencontre.</strong> Two"), "{french}");
    assert_eq!(tableau.get("/regles/dames").status, 404);
}

/// The engine of a table, among the processes of this folder; not what confines it.
fn engine(folder: &Path, game: &str) -> Option<u32> {
    let name = format!("moteur {game}");
    let engine = |command: &str| command.contains(&name) && !command.contains("--arbitre-enclos");
    family(folder).into_iter().find(|(_, command)| engine(command)).map(|(pid, _)| pid)
}

/// The processor time that a process has used, in nanoseconds.
fn used(pid: u32) -> u64 {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).expect("a process").flatten();
    let time = |path: std::path::PathBuf| -> Option<u64> {
        std::fs::read_to_string(path.join("schedstat")).ok()?.split(' ').next()?.parse().ok()
    };
    tasks.filter_map(|task| time(task.path())).sum()
}

/// The person thinks, and is refused a few moves meanwhile.
fn think(seat: &mut Seat<'_>) {
    for number in 0..10 {
        let wrong = format!("Z{number}");
        assert_eq!(seat.send("coup", &format!("n=2&coup={wrong}")).status, 303);
        seat.until("etat", &format!("{wrong} : "));
    }
}

#[test]
fn an_engine_thinks_in_its_own_turn_only_unless_it_was_asked_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("a folder");
    let form = "jeu=colonnes&moteur=alphabeta";
    for asked in [false, true] {
        let tableau = Tableau::start(&real, &[]);
        let form = format!("{form}{}", if asked { "&reflechit=1" } else { "" });
        let mut seat = Seat::begin(&tableau, &form);
        let Turn::Mine(0, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
        let pid = engine(&real, "colonnes").expect("an engine");
        seat.play(0, &moves[0]);
        let before = used(pid);
        until("it thinks in its own turn", || used(pid) > before);
        while !matches!(seat.turn(), Turn::Mine(2, _)) {}
        if asked {
            let before = used(pid);
            until("it thinks in the person's turn", || used(pid) > before);
            continue;
        }
        // It is stopped once it has read how its move was judged.
        think(&mut seat);
        let before = used(pid);
        think(&mut seat);
        assert_eq!(used(pid), before, "it has not had the processor");
    }
}

#[test]
fn a_game_that_its_person_has_left_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("a folder");
    let tableau = Tableau::start(&real, &["--abandon", "0.05"]);
    let mut seat = Seat::begin(&tableau, "jeu=coursidor&moteur=chemin&nom=Ada");
    let Turn::Mine(0, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
    seat.play(0, &moves[0]);
    let Turn::Mine(2, _) = seat.turn() else { panic!("{:?}", seat.parts) };
    let pid = engine(&real, "coursidor").expect("an engine");
    let path = seat.path.clone();
    drop(seat);
    until("its record", || records(&real.join("parties")).len() == 1);
    let record = Record::read(&records(&real.join("parties"))[0]).expect("a record");
    replay::verify(&record).expect("true to the rules");
    assert_eq!(record.interrupted.as_ref().map(|why| why.code.as_str()), Some("abandoned"));
    assert_eq!(record.parties[0].moves.len(), 2);
    let detail = record.parties[0].result.detail.as_ref().map(|why| why.code.as_str());
    assert_eq!(detail, Some("abandoned"));
    until("the end of the engine", || engine(&real, "coursidor") != Some(pid));
    // Who comes back is told, and finds what was played.
    until("who comes back is told", || {
        tableau.get(&path).body.contains("La partie s&#39;est arrêtée : vous n&#39;étiez plus là")
    });
    let page = tableau.get(&path).body;
    assert!(page.contains(&format!("/parties/parties/{}", record.id)), "{page}");
    let english = tableau.ask("GET", &path, &[("accept-language", "en")], "").body;
    assert!(english.contains("The game has ended: you had been away"), "{english}");
    let replayed = tableau.get(&format!("/parties/parties/{}", record.id)).body;
    assert!(replayed.contains("plus personne devant la partie"), "{replayed}");
}

#[test]
fn who_comes_back_in_time_finds_his_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let mut seat = Seat::begin(&tableau, "jeu=coursidor&moteur=chemin");
    let Turn::Mine(0, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
    let path = seat.path.clone();
    drop(seat);
    let mut seat = Seat::at(&tableau, &path);
    let Turn::Mine(0, _) = seat.turn() else { panic!("{:?}", seat.parts) };
    seat.play(0, &moves[0]);
    let Turn::Mine(2, _) = seat.turn() else { panic!("{:?}", seat.parts) };
}
