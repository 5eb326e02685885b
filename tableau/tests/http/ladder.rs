//! A ladder's pages: who comes in, and what each visitor sees.

use std::fs;
use std::process::{Command, Stdio};

use arbitre::host::turns_log;
use arbitre::live::{Live, path_in};
use arbitre::rencontre::Observer;
use echelle::{
    Choice, Class, Folder, GameLine, PartieLine, PlayerId, Refused, Stage, Standings, Tallies, TrialGame,
    UnderWay, files,
};
use jeux::{Reason, Slot};
use nix::sys::signal::Signal;
use protocol::Termination;
use serde_json::Value;
use testing::output::text;
use testing::{find, until};

use crate::common::events::Events;
use crate::common::ladder::{FORM, at, cookie, get, ladder, send, version};
use crate::common::{Answer, Tableau};
use crate::played;
use crate::schema::Description;

const CLASS: [(&str, &str); 3] = [("Ana <b>", "ana@x.fr"), ("Bob", "bob@x.fr"), ("Zoé", "zoe@x.fr")];

fn enter(tableau: &Tableau, ladder: &str, secret: &str) -> Answer {
    send(tableau, "", &format!("/echelle/{ladder}/entrer"), FORM, &format!("jeton={secret}"))
}

/// Gives a student a new link, or none; its secret.
fn renew(folder: &Folder, student: &str, revoked: bool) -> String {
    let mut class = Class::read(&folder.class()).expect("a class");
    class.renew(student, revoked).expect("random bytes");
    class.write(&folder.class()).expect("a class");
    class.named(student).expect("a student").token.reveal().to_owned()
}

#[test]
fn a_class_comes_in_by_its_links_and_nobody_else() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(root, "colonnes", "jeu = \"colonnes\"\ntitre = \"L3 <i>\"", &CLASS);
    let (_, others) = ladder(root, "morpion", "jeu = \"morpion\"", &[("Max", "")]);
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let paths = [
        "",
        "/moi",
        "/suite",
        "/moi/suite",
        "/eleve/bob",
        "/version/bob/1",
        "/partie/x",
        "/direct/x",
        "/organiser",
    ];
    let paths: Vec<String> = paths.iter().map(|path| format!("/echelle/colonnes{path}")).collect();
    for path in &paths {
        let refused = tableau.get(path);
        assert_eq!(refused.status, 403, "{path}");
        assert!(refused.body.contains("lien personnel") && !refused.body.contains("L3"), "{refused:?}");
    }
    for path in ["/api/v1/echelles/colonnes", "/api/v1/echelles/colonnes/moi"] {
        assert_eq!(tableau.get(path).status, 403, "{path}");
    }
    // Which ladders there are is not told either.
    assert_eq!(tableau.get("/echelle/absente").status, 403);
    assert_eq!(get(&tableau, &tableau.cookie(&tableau.organiser), "/echelle/absente").status, 404);
    assert!(!tableau.get("/").body.contains("/echelle/"));
    // The form for the secret; what is typed may be all of the link.
    assert!(tableau.get("/echelle/colonnes/entrer").body.contains("data-token"));
    let wrong = enter(&tableau, "colonnes", &others[0]);
    assert_eq!((wrong.status, wrong.header("set-cookie")), (403, None));
    let came = enter(&tableau, "colonnes", &format!("http://x/echelle/colonnes/entrer%23{}", secrets[0]));
    assert_eq!((came.status, came.header("location")), (303, Some("/echelle/colonnes/moi")), "{came:?}");
    let kept = came.header("set-cookie").expect("a cookie");
    let ana = cookie(&tableau, "colonnes", &secrets[0]);
    assert_eq!(kept, format!("{ana}; Path=/; HttpOnly; SameSite=Strict"));
    let page = get(&tableau, &ana, "/echelle/colonnes");
    assert!(page.status == 200 && page.body.contains("L3 &#60;i&#62;"), "{page:?}");
    assert!(get(&tableau, &ana, "/").body.contains("href=\"/echelle/colonnes/moi\""));
    assert_eq!(get(&tableau, &ana, "/echelle/colonnes/organiser").status, 403);
    // Another class.
    let theirs = ana.replace("colonnes", "morpion");
    for cookie in [&ana, &theirs] {
        assert_eq!(get(&tableau, cookie, "/echelle/morpion").status, 403);
    }
    assert!(!get(&tableau, &ana, "/").body.contains("/echelle/morpion"));
    // Another site, and a token for playing.
    let origin = [("origin", "http://evil.example"), ("cookie", &ana), ("content-type", FORM)];
    assert_eq!(tableau.ask("POST", "/echelle/colonnes/depot", &origin, "").status, 403);
    let player = tableau.cookie(&tableau.player);
    assert_eq!(get(&tableau, &player, "/echelle/colonnes").status, 403);
    // The organiser, and programs.
    let organiser = tableau.cookie(&tableau.organiser);
    let home = get(&tableau, &organiser, "/").body;
    assert!(home.contains("/echelle/colonnes") && home.contains("/echelle/morpion"));
    assert_eq!(get(&tableau, &organiser, "/echelle/colonnes/organiser").status, 200);
    let program = |secret: &str| {
        let bearer = format!("Bearer {secret}");
        tableau.ask("GET", "/api/v1/echelles/colonnes", &[("authorization", &bearer)], "").status
    };
    assert_eq!((program(&secrets[1]), program(&tableau.organiser)), (200, 200));
    // A new link takes the old one back at once, and the browser forgets it.
    let new = renew(&folder, "ana-b", false);
    let refused = get(&tableau, &ana, "/echelle/colonnes/moi");
    assert_eq!(refused.status, 403);
    assert!(refused.header("set-cookie").is_some_and(|cookie| cookie.contains("Max-Age=0")), "{refused:?}");
    assert_eq!(enter(&tableau, "colonnes", &new).status, 303);
    renew(&folder, "ana-b", true);
    assert_eq!(get(&tableau, &cookie(&tableau, "colonnes", &new), "/echelle/colonnes").status, 403);
    // Wrong ones are counted, and end; right ones still come in.
    while program("x") == 403 {}
    assert_eq!((program("x"), enter(&tableau, "colonnes", "x").status), (429, 429));
    assert_eq!((program(&secrets[1]), enter(&tableau, "colonnes", &secrets[1]).status), (200, 303));
}

/// A result, in the order of the players, with a fault of the loser.
fn line(folder: &Folder, id: &str, ended: &str, players: [&str; 2], winner: Slot) -> GameLine {
    let mut record = played::record("colonnes", id, players);
    for (player, from) in record.players.iter_mut().zip(players) {
        player.from = from.to_owned();
    }
    record.ended = Some(at(ended));
    let last = record.parties.last_mut().expect("a game");
    (last.result.charged, last.result.termination) = (Some(winner.other()), Termination::Timeout);
    record.commit(&folder.records()).expect("a record");
    let partie = |fault: bool| PartieLine {
        winner: Some(winner),
        charged: fault.then_some(winner.other()),
        termination: if fault { Termination::Timeout } else { Termination::Win },
    };
    GameLine {
        id: id.to_owned(),
        ended: at(ended),
        players: players.map(|player| player.parse().expect("a player")),
        parties: vec![partie(false), partie(true)],
        trial: false,
    }
}

/// Ana has had three versions, the third of which failed; Bob has one; all was played before the freeze but for one game.
fn played_ladder(folder: &Folder) {
    version(folder, "ana-b", 1, Stage::Passed);
    version(folder, "ana-b", 2, Stage::Passed);
    let why = Reason::new("engine-exit").with(3).with("ValueError: SECRET-D-ANA");
    let lost = Refused::Fault { opponent: "glouton".into(), record: "essai-1".into(), why };
    let mut third = version(folder, "ana-b", 3, Stage::Refused(lost));
    third.said = "attention : <x> SECRET-D-ANA".into();
    third.games =
        vec![TrialGame { opponent: "hasard".into(), record: "essai-0".into(), score: 1.5, parties: 2 }];
    folder.write_version("ana-b", &third).expect("a version");
    fs::write(folder.version("ana-b", 3).join("essai.txt"), "rapport SECRET-D-ANA\n").expect("a report");
    version(folder, "bob", 1, Stage::Passed);
    for (student, plays) in [("ana-b", 2), ("bob", 1)] {
        let choice = Choice { plays: Some(plays), deposit: String::new(), rests: None, forgiven: 0 };
        folder.write_choice(student, &choice).expect("a choice");
    }
    let lines = [
        line(folder, "un", "2026-11-20T19:00:00Z", ["ana-b/1", "bob/1"], Slot::One),
        line(folder, "deux", "2026-11-20T20:00:00Z", ["ana-b/2", "bob/1"], Slot::Zero),
        line(folder, "trois", "2026-11-20T21:00:00Z", ["=glouton", "bob/1"], Slot::One),
        line(folder, "quatre", "2026-11-21T21:00:00Z", ["=glouton", "ana-b/2"], Slot::One),
    ];
    line(folder, "essai-1", "2026-11-20T18:00:00Z", ["ana-b/3", "=glouton"], Slot::One);
    let log = turns_log(&folder.records(), "deux", Slot::Zero);
    fs::write(log, "--- bob\n-- aller 1\nSECRET-D-ANA au centre\n-- retour 2\nencore\n").expect("a log");
    fs::write(turns_log(&folder.records(), "deux", Slot::One), "-- aller 2\nSECRET-DE-BOB\n").expect("a log");
    let text = lines.each_ref().map(|line| serde_json::to_string(line).expect("JSON") + "\n").concat();
    fs::write(folder.journal(), text).expect("results");
    let ids = ["ana-b/1", "bob/1", "=glouton"].map(|id| id.parse::<PlayerId>().expect("a player"));
    let mut tallies = Tallies::default();
    lines[..3].iter().for_each(|line| tallies.take(line));
    let (first, _) = Standings::default().rate(&ids, &tallies, at("2026-11-20T20:30:00Z"));
    let now = ["ana-b/2", "bob/1", "=glouton"].map(|id| id.parse::<PlayerId>().expect("a player"));
    let (public, _) = first.rate(&now, &tallies, at("2026-11-20T21:30:00Z"));
    files::write_json(&folder.public_standings(), &public).expect("a ranking");
    tallies.take(&lines[3]);
    let (mut standings, _) = public.rate(&now, &tallies, at("2026-11-21T21:30:00Z"));
    standings.under_way = vec![UnderWay {
        id: "cinq".into(),
        players: ["ana-b/2", "bob/1"].map(|id| id.parse().expect("a player")),
        since: at("2026-11-21T21:31:00Z"),
        trial: false,
    }];
    files::write_json(&folder.standings(), &standings).expect("a ranking");
}

#[test]
fn each_sees_what_is_his() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let settings = "jeu = \"colonnes\"\ntitre = \"L3\"\ngel = \"2026-11-20T23:30\"\n";
    let (folder, secrets) = ladder(root, "l3", settings, &CLASS);
    played_ladder(&folder);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tableau"));
    // Tables have local times.
    command.env("TZ", "UTC");
    let tableau = Tableau::start_by(command, root, &["--echelles", "."]);
    let [ana, bob, zoe] = [0, 1, 2].map(|index| cookie(&tableau, "l3", &secrets[index]));
    let organiser = tableau.cookie(&tableau.organiser);
    let page = |cookie: &str, path: &str| {
        let answer = get(&tableau, cookie, &format!("/echelle/l3{path}"));
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.body
    };
    // The ranking: those who play, the own line marked, house engines without a place.
    let seen = page(&bob, "");
    assert!(
        seen.contains("data-row=\"bob/1\" class=\"mine\"")
            && seen.contains("Ana &#60;b&#62;</bdi></a> <span class=\"soft\">v2"),
        "{seen}"
    );
    assert!(seen.contains("data-row=\"=glouton\" class=\"house\"") && seen.contains("figé depuis"), "{seen}");
    assert!(seen.contains("/partie/trois") && seen.contains("TIMEOUT"), "{seen}");
    // Since the freeze, each sees his own games only, and nobody's rating moves.
    assert!(!page(&zoe, "").contains("/partie/quatre") && !page(&zoe, "").contains("/direct/cinq"));
    assert!(page(&ana, "").contains("/partie/quatre") && page(&bob, "").contains("/direct/cinq"));
    assert!(page(&organiser, "").contains("/partie/quatre"));
    assert!(!page(&zoe, "/eleve/ana-b").contains("/partie/quatre"));
    let api = |secret: &str, path: &str| -> Value {
        let bearer = format!("Bearer {secret}");
        let path = format!("/api/v1/echelles/l3{path}");
        let answer = tableau.ask("GET", &path, &[("authorization", &bearer)], "");
        let said: Value =
            serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{error}: {answer:?}"));
        let kind = answer.header("content-type").expect("a type");
        assert_eq!(Description::read().wrong("GET", &path, answer.status, kind, &said), [""; 0], "{said}");
        said
    };
    let parties = |ranking: Value| {
        let players = ranking["players"].as_array().expect("players").clone();
        players.iter().find(|one| one["player"] == "ana-b/2").expect("ana")["parties"].as_u64()
    };
    assert_eq!((parties(api(&secrets[2], "")), parties(api(&tableau.organiser, ""))), (Some(2), Some(4)));
    // What a student has handed in is his own.
    let own = page(&ana, "/moi");
    assert!(
        own.contains("Refusée") && own.contains("code de sortie 3") && own.contains("SECRET-D-ANA"),
        "{own}"
    );
    assert!(
        own.contains("/version/ana-b/1/reprendre") && !own.contains("/version/ana-b/2/reprendre"),
        "{own}"
    );
    let third = "/version/ana-b/3";
    for reader in [&ana, &organiser] {
        let read = page(reader, third);
        assert!(read.contains("rapport SECRET-D-ANA") && read.contains("attention : &#60;x&#62;"), "{read}");
        assert!(
            read.contains("href=\"/echelle/l3/partie/essai-1?partie=retour&#38;coup=")
                && read.contains("1,5 sur 2 parties"),
            "{read}"
        );
        assert!(read.contains("essai --jeu colonnes --temps"), "{read}");
        assert!(get(&tableau, reader, "/echelle/l3/version/ana-b/3/rendu.tar").body.contains("# ana-b 3"));
    }
    let second = page(&bob, "/version/ana-b/2");
    // While it is frozen, people play against engines of their own.
    let jouer = "/version/ana-b/2/jouer";
    assert!(page(&ana, "/version/ana-b/2").contains(jouer) && !second.contains(jouer));
    let begun = send(&tableau, &bob, &format!("/echelle/l3{jouer}"), FORM, "place=premiere");
    assert!(begun.status == 403 && begun.body.contains("figé"), "{begun:?}");
    assert!(second.contains("Ce qui a changé depuis la version 1"), "{second}");
    assert!(second.contains("<td class=\"n\">0 / 2</td><td class=\"n\">2 / 2</td>"), "{second}");
    for (path, status) in [(third, 404), ("/version/ana-b/2/rendu.tar", 403), ("/version/ana-b/2/suite", 403)]
    {
        let refused = get(&tableau, &bob, &format!("/echelle/l3{path}"));
        assert!(refused.status == status && !refused.body.contains("SECRET"), "{path}: {refused:?}");
    }
    for path in ["/moi", "/version/ana-b/2", "/eleve/ana-b", ""] {
        assert!(!page(&bob, path).contains("SECRET"), "{path}");
    }
    // A game: each reads what his own engine wrote, by move.
    let game = page(&ana, "/partie/deux");
    assert!(
        game.contains("data-turn=\"1\" data-of=\"aller\"") && game.contains("SECRET-D-ANA au centre"),
        "{game}"
    );
    assert!(!game.contains("SECRET-DE-BOB"));
    assert!(
        page(&bob, "/partie/deux").contains("SECRET-DE-BOB")
            && !page(&bob, "/partie/deux").contains("SECRET-D-ANA")
    );
    assert!(
        !page(&zoe, "/partie/deux").contains("SECRET")
            && page(&organiser, "/partie/deux").contains("SECRET-DE-BOB")
    );
    assert!(page(&zoe, "/partie/deux/plateau?partie=0&coup=1").contains("<svg"));
    assert!(page(&zoe, "/partie/deux/fichier").contains("\"id\": \"deux\""));
    assert_eq!(get(&tableau, &zoe, "/echelle/l3/partie/..%2F..%2Feleves").status, 404);
    let game = tableau.get("/echelle/l3/partie/deux/plateau?partie=0&coup=1");
    assert_eq!((game.status, tableau.get("/parties/parties/deux").status), (403, 404));
    // Programs.
    let own = api(&secrets[0], "/moi");
    assert_eq!((&own["plays"], &own["versions"][0]["stage"]), (&2.into(), &"refusee".into()), "{own}");
    assert!(own["versions"][0]["said"].as_str().is_some_and(|said| said.contains("glouton")), "{own}");
    // The organiser.
    let class = page(&organiser, "/organiser");
    assert!(class.contains("mailto:?bcc=zoe@x.fr") && class.contains("2 étudiants sur 3"), "{class}");
    assert!(class.contains("echelle liens l3 --nouveau"), "{class}");
    let table = page(&organiser, "/organiser.csv");
    // As spreadsheets open the others.
    assert!(table.starts_with("\u{feff}eleve;nom;"), "{table}");
    assert!(table.contains("\r\nbob;Bob;bob@x.fr;1;2026-11-20 ") && table.contains(";Admise;"), "{table}");
    assert_eq!(get(&tableau, &ana, "/echelle/l3/organiser.csv").status, 403);
}

#[test]
fn wrong_settings_are_told_once_and_the_ranking_goes_on() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(root, "l3", "jeu = \"colonnes\"", &CLASS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tableau"));
    command.stderr(Stdio::piped());
    let tableau = Tableau::start_by(command, root, &["--echelles", "."]);
    let ana = cookie(&tableau, "l3", &secrets[0]);
    let ranking = || get(&tableau, &ana, "/echelle/l3").body;
    assert!(!ranking().contains("/partie/trois"));
    fs::write(folder.settings(), "jeu = \"colonnes\"\ntemps = \"x\"\n").expect("settings");
    ranking();
    played_ladder(&folder);
    until("what is new is there", || ranking().contains("/partie/trois"));
    let process = tableau.end();
    process.signal(Signal::SIGINT);
    let said = text(&process.end().stderr);
    assert_eq!(said.matches("ligne 2, « temps = \"x\" » : ").count(), 1, "{said}");
}

#[test]
fn a_version_is_compared_with_any_before_it() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(root, "l3", "jeu = \"colonnes\"", &CLASS);
    // The third one has not played yet.
    for number in 1..=4 {
        version(&folder, "ana-b", number, Stage::Passed);
    }
    version(&folder, "bob", 1, Stage::Passed);
    let winners = [("ana-b/1", Slot::One), ("ana-b/2", Slot::Zero), ("ana-b/4", Slot::Zero)];
    let lines = winners.map(|(own, winner)| {
        let line = line(&folder, &own.replace('/', "-"), "2026-11-20T19:00:00Z", [own, "bob/1"], winner);
        serde_json::to_string(&line).expect("JSON") + "\n"
    });
    fs::write(folder.journal(), lines.concat()).expect("results");
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let ana = cookie(&tableau, "l3", &secrets[0]);
    let page = |query: &str| get(&tableau, &ana, &format!("/echelle/l3/version/ana-b/4{query}")).body;
    let then = |page: &str, score: &str| {
        page.contains(&format!("<td class=\"n\">{score} / 2</td><td class=\"n\">2 / 2</td>"))
    };
    let last = page("");
    assert!(last.contains("Ce qui a changé depuis la version 2") && then(&last, "2"), "{last}");
    assert!(last.contains("href=\"?avant=1#h-change\"") && !last.contains("avant=3"), "{last}");
    let first = page("?avant=1");
    assert!(first.contains("Ce qui a changé depuis la version 1") && then(&first, "0"), "{first}");
    assert!(first.contains("/version/ana-b/4/suite?avant=1\""), "{first}");
    let path = "/echelle/l3/version/ana-b/4/suite?avant=1";
    let mut events = Events::open(&tableau, path, &[("cookie", &ana), ("connection", "close")]);
    assert!(then(&events.named("part"), "0"));
    for odd in ["?avant=3", "?avant=4", "?avant=x", "?avant="] {
        assert!(page(odd).contains("Ce qui a changé depuis la version 2"), "{odd}");
    }
}

#[test]
fn the_organiser_sees_who_has_the_same_program() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, _) = ladder(root, "l3", "jeu = \"colonnes\"", &CLASS);
    let hand_in = |student: &str, number: u32, program: Option<&str>| {
        let mut version = version(&folder, student, number, Stage::Passed);
        version.program = program.map(str::to_owned);
        folder.write_version(student, &version).expect("a version");
        let choice = Choice { plays: Some(number), ..Choice::default() };
        folder.write_choice(student, &choice).expect("a choice");
    };
    hand_in("ana-b", 1, Some("a"));
    hand_in("bob", 1, None);
    hand_in("zoe", 1, Some("b"));
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let page = || get(&tableau, &tableau.cookie(&tableau.organiser), "/echelle/l3/organiser").body;
    assert!(!page().contains("le même programme"));
    hand_in("zoe", 2, Some("a"));
    let found = page();
    let list =
        found.split_once("le même programme").expect("a list").1.split_once("</ul>").expect("its end").0;
    let [ana, zoe] = ["ana-b/1\"><bdi>Ana &#60;b&#62;</bdi> v1", "zoe/2\"><bdi>Zoé</bdi> v2"];
    for version in [ana, zoe] {
        assert!(list.contains(&format!("href=\"/echelle/l3/version/{version}")), "{list}");
    }
    assert!(!list.contains("bob") && !list.contains("zoe/1"), "{list}");
    // What plays no more is not compared.
    hand_in("ana-b", 2, Some("c"));
    assert!(!page().contains("le même programme"));
}

#[test]
fn a_page_hears_what_becomes_of_a_deposit() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(root, "l3", "jeu = \"colonnes\"", &CLASS);
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let ana = cookie(&tableau, "l3", &secrets[0]);
    let mut own =
        Events::open(&tableau, "/echelle/l3/moi/suite", &[("cookie", &ana), ("connection", "close")]);
    own.find("rien déposé");
    version(&folder, "ana-b", 1, Stage::Tried);
    own.find("Essai en cours");
    version(&folder, "ana-b", 1, Stage::Passed);
    own.find("Admise");
    // A link that is taken back ends it.
    renew(&folder, "ana-b", true);
    assert_eq!(own.next_if_any(), None);
}

#[test]
fn a_game_under_way_is_for_its_class() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(root, "l3", "jeu = \"colonnes\"", &CLASS);
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let ana = cookie(&tableau, "l3", &secrets[0]);
    let mut record = played::record("colonnes", "en-cours", ["Ana <b>, v1", "glouton"]);
    for (player, from) in record.players.iter_mut().zip(["ana-b/1", "=glouton"]) {
        player.from = from.into();
    }
    let mut shown = record.clone();
    shown.ended = None;
    let partie = shown.parties.last_mut().expect("a game");
    partie.moves.truncate(1);
    (partie.result.winner, partie.result.termination) = (None, Termination::Interrupted);
    let mut live = Live::to(path_in(&folder.records()));
    until("the socket", || path_in(&folder.records()).exists());
    live.show(&shown);
    let page = "/echelle/l3/direct/en-cours";
    until("the game", || get(&tableau, &ana, page).status == 200);
    let body = get(&tableau, &ana, page).body;
    assert!(
        body.contains("data-live=\"/echelle/l3/direct/en-cours/suite\"") && body.contains("/version/ana-b/1"),
        "{body}"
    );
    for path in [page, "/echelle/l3/direct/en-cours/suite", "/echelle/l3/direct/en-cours/plateau"] {
        assert_eq!(tableau.get(path).status, 403, "{path}");
    }
    for path in ["/direct/en-cours", "/direct/en-cours/plateau", "/api/v1/direct/en-cours"] {
        assert_eq!(tableau.get(path).status, 404, "{path}");
    }
    for path in ["/api/v1/direct", "/mur?tout", "/"] {
        let told = tableau.get(path).body;
        assert!(
            !told.contains("en-cours") && !told.contains("ana-b") && !told.contains("Ana &#60;"),
            "{path}: {told}"
        );
    }
    let headers = [("cookie", ana.as_str()), ("connection", "close")];
    let mut events = Events::open(&tableau, "/echelle/l3/direct/en-cours/suite", &headers);
    assert!(events.named("game").contains("\"last\":1"));
    // Who has a new link, or none any more, does not follow it by the old one.
    for (student, secret, revoked) in [("bob", &secrets[1], false), ("zoe", &secrets[2], true)] {
        let headers = [("cookie", &*cookie(&tableau, "l3", secret)), ("connection", "close")];
        let mut events = Events::open(&tableau, "/echelle/l3/direct/en-cours/suite", &headers);
        assert!(events.named("game").contains("\"last\":1"));
        renew(&folder, student, revoked);
        while events.next_if_any().is_some() {}
    }
    // Its end leads to its record.
    record.commit(&folder.records()).expect("a record");
    live.show(&record);
    assert_eq!(events.named("elsewhere"), "/echelle/l3/partie/en-cours");
    let answer = get(&tableau, &ana, page);
    assert_eq!(answer.header("location"), Some("/echelle/l3/partie/en-cours"), "{answer:?}");
}

#[test]
fn an_engine_plays_against_people_of_its_class() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(root, "l3", "jeu = \"morpion\"", &CLASS);
    let mut engine = version(&folder, "bob", 1, Stage::Passed);
    let moteur = folder.version("bob", 1).join("moteur");
    fs::create_dir(&moteur).expect("a folder");
    let script = "echo want legal; echo engine 1 x\nwhile read -r a b; do case $a in legal) c=${b%%,*};;\n\
                  go) echo \"move $c\";; quit) exit;; esac; done";
    fs::write(moteur.join("a.sh"), script).expect("an engine");
    engine.set_command(&format!("pipe:sh {}/a.sh", moteur.display()), &moteur);
    folder.write_version("bob", &engine).expect("a version");
    version(&folder, "bob", 2, Stage::Refused(Refused::Trial));
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let ana = cookie(&tableau, "l3", &secrets[0]);
    assert!(get(&tableau, &ana, "/echelle/l3/version/bob/1").body.contains("/version/bob/1/jouer"));
    let begin = |cookie: &str, number: u32| {
        send(&tableau, cookie, &format!("/echelle/l3/version/bob/{number}/jouer"), FORM, "place=premiere")
    };
    assert_eq!((begin("", 1).status, begin(&ana, 2).status), (403, 403));
    let begun = begin(&ana, 1);
    let seat = begun.header("location").expect("a seat").to_owned();
    assert_eq!(begun.status, 303);
    let mine = find("my turn", || {
        let page = tableau.get(&seat).body;
        page.contains("Bob v1").then_some(page).filter(|page| page.contains("name=\"coup\""))
    });
    assert!(mine.contains("Ana &#60;b&#62;") && !mine.contains("a.sh"), "{mine}");
    let act = |action: &str, form: &str| send(&tableau, "", &format!("{seat}/{action}"), FORM, form).status;
    assert_eq!(act("coup", "n=0&coup=A1"), 303);
    until("the answer of the engine", || tableau.get(&seat).body.contains("2 coups"));
    assert_eq!((act("abandon", ""), act("arreter", "")), (303, 303));
    let link = find("its record", || {
        let page = tableau.get(&seat).body;
        let (_, rest) = page.split_once("href=\"/echelle/l3/partie/")?;
        Some(format!("/echelle/l3/partie/{}", rest.split('"').next()?))
    });
    assert_eq!((get(&tableau, &ana, &link).status, tableau.get(&link).status), (200, 403));
    let record = fs::read_dir(folder.path().join("jouees")).expect("a folder").flatten();
    let record =
        record.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "json"));
    let record = fs::read_to_string(record.expect("a record")).expect("text");
    assert!(record.contains("\"bob/1\"") && !record.contains("a.sh"), "{record}");
    until("nothing of it in public", || !tableau.get("/api/v1/direct").body.contains("morpion"));
}
