//! Organising on pages: a championship is started, paused, resumed and stopped; decisions are confirmed, taken and listed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ipc::control::Control;
use ipc::wait::{Deadline, wait_any};
use serde_json::json;

use crate::common::contest::{describe, play, waiting};
use crate::common::{Answer, Tableau};
use testing::{happens, until};

/// Answers whoever asks a championship for its status while `look` looks at the pages.
fn with_status(folder: &std::path::Path, status: &serde_json::Value, look: impl FnOnce()) {
    let mut control = Control::listen(&championnat::paths::socket(&folder.join("mai.parties"))).expect("it");
    let seen = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !seen.load(Ordering::Relaxed) {
                let mut fds = Vec::new();
                control.watch(&mut fds);
                let until = Deadline::after(Instant::now(), Some(Duration::from_millis(50)));
                wait_any(&mut fds, until).expect("requests");
                drop(fds);
                for asked in control.requests() {
                    // A page that asks whether anybody listens does not wait for an answer.
                    control.answer(asked.id, Ok(&status.to_string())).ok();
                }
            }
        });
        let looked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(look));
        seen.store(true, Ordering::Relaxed);
        if let Err(panic) = looked {
            std::panic::resume_unwind(panic);
        }
    });
}

fn page(tableau: &Tableau, token: &str) -> Answer {
    tableau.ask("GET", "/organiser/mai", &[("cookie", &tableau.cookie(token))], "")
}

#[test]
fn a_championship_is_started_paused_resumed_and_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let contestants = [("un", "hasard"), ("attend", &*waiting(folder)), ("reseau", "reseau")];
    let rest = "temps = 600\nsimultanees = 1\ndemarrage = 600\ngrace = 600";
    describe(folder, rest, &contestants);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let token = tableau.organiser.clone();
    assert_eq!(page(&tableau, "").status, 403);
    assert_eq!(page(&tableau, &tableau.player).status, 403, "players do not organise");
    let course = |what: &str| tableau.post("/organiser/mai/course", &token, what);
    assert_eq!(tableau.post("/organiser/mai/course", &tableau.player, "quoi=demarre").status, 403);
    assert_eq!(course("quoi=pause").status, 409, "it is not running");
    assert_eq!(course("quoi=arrete&confirme=oui").status, 409);
    assert_eq!(tableau.get("/organiser/mai?quoi=demarre").status, 403);
    assert!(page(&tableau, &token).body.contains("Pas en cours"));
    let started = course("quoi=demarre");
    assert!(started.status == 200 && started.body.contains("est lancé"), "{started:?}");
    // From then on no page says that it is not running: its engines are tried, and one of them waits.
    let idle = |shown: &str| shown.contains("Pas en cours");
    assert!(!idle(&started.body), "{started:?}");
    until("the trial", || {
        assert!(!idle(&page(&tableau, &token).body));
        folder.join("venu").exists()
    });
    std::fs::write(folder.join("va"), "").expect("a file");
    assert_eq!(course("quoi=demarre").status, 409, "it is running");
    // Its network contestant is not there: it begins without him.
    until("the doors", || {
        let shown = page(&tableau, &token).body;
        assert!(!idle(&shown), "{shown}");
        shown.contains("value=\"commence\"")
    });
    until("who is there", || tableau.get("/mur/mai").body.contains("0 sur 1 est là"));
    assert_eq!(course("quoi=commence").status, 200);
    until("the championship", || page(&tableau, &token).body.contains("value=\"pause\""));
    let shown = page(&tableau, &token).body;
    assert!(shown.contains("Concurrents par réseau") && shown.contains("reseau"), "{shown}");
    let announce = |text: &str| {
        let form = format!("quoi=annonce&nom={text}&par=ada&confirme=oui");
        tableau.post("/organiser/mai/decision", &token, &form)
    };
    let announced = announce("Caf%C3%A9+%3Cb%3E+%C3%A0+midi");
    assert!(announced.status == 200 && announced.body.contains("annonce"), "{announced:?}");
    let shown = "class=\"announcement\">Café &#60;b&#62; à midi</p>";
    for path in ["/", "/championnat/mai", "/championnat/mai/concurrent/1", "/mur/mai"] {
        until("the announcement", || tableau.get(path).body.contains(shown));
    }
    assert_eq!(announce("").status, 200);
    for path in ["/championnat/mai", "/mur/mai"] {
        until("its end", || !tableau.get(path).body.contains(shown));
    }
    assert_eq!(course("quoi=pause").status, 200);
    until("the pause", || page(&tableau, &token).body.contains("En pause"));
    assert_eq!(course("quoi=reprend").status, 200);
    let asked = course("quoi=arrete");
    assert!(asked.status == 200 && asked.body.contains("Confirmer ?"), "{asked:?}");
    assert!(page(&tableau, &token).body.contains("value=\"arrete\""), "asking stops nothing");
    assert_eq!(course("quoi=arrete&confirme=oui").status, 200);
    until("its end", || page(&tableau, &token).body.contains("Pas en cours"));
}

#[test]
fn the_organiser_finds_his_pages_and_keeps_his_token() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for name in ["juin", "mai"] {
        describe(folder, "temps = 20", &[("un", "hasard"), ("deux", "hasard")]);
        std::fs::rename(folder.join("mai.toml"), folder.join(format!("{name}.toml"))).expect("renamed");
    }
    let tableau = Tableau::start(folder, &["mai.toml", "juin.toml"]);
    let token = tableau.organiser.clone();
    let get = |tableau: &Tableau, path: &str, token: &str| {
        tableau.ask("GET", path, &[("cookie", &tableau.cookie(token))], "")
    };
    assert!(get(&tableau, "/", &token).body.contains("href=\"/organiser\""));
    assert!(!get(&tableau, "/", &tableau.player).body.contains("href=\"/organiser\""));
    assert_eq!(get(&tableau, "/organiser", &tableau.player).status, 403);
    let index = get(&tableau, "/organiser", &token);
    for name in ["mai", "juin"] {
        assert!(index.body.contains(&format!("href=\"/organiser/{name}\"")), "{index:?}");
    }
    drop(tableau);
    let again = Tableau::start(folder, &["juin.toml"]);
    assert_eq!(again.organiser, token);
    let only = get(&again, "/organiser", &token);
    assert_eq!((only.status, only.header("location")), (303, Some("/organiser/juin")));
}

#[test]
fn why_a_championship_pauses_by_itself_is_on_every_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "temps = 20", &[("un", "hasard"), ("deux", "hasard")]);
    play(folder);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let status = json!({
        "name": "mai", "game": "morpion", "state": "paused", "running": [], "played": 1, "total": 2,
        "remaining_s": null, "network": [],
        "trouble": { "code": "all-interrupted", "args": ["8"], "cause": { "code": "suspended", "args": ["SIGSTOP"] } },
    });
    with_status(folder, &status, || {
        let why = "la machine semble en cause : 8 rencontres de suite";
        let says = |path: &str| tableau.get(path).body.contains(&format!("en pause : {why}"));
        let all = happens(|| ["/championnat/mai", "/mur/mai", "/"].into_iter().all(says));
        let managed = page(&tableau, &tableau.organiser).body;
        assert!(all && managed.contains(why) && managed.contains("value=\"reprend\""), "{managed}");
    });
}

#[test]
fn decisions_are_confirmed_taken_and_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let nasty = "<b>--par=x</b>";
    describe(folder, "temps = 20", &[("un", "hasard"), (nasty, "glouton"), ("-h", "hasard")]);
    play(folder);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let token = tableau.organiser.clone();
    until("the championship", || page(&tableau, &token).body.contains("Décider d"));
    let decide = |form: &str| tableau.post("/organiser/mai/decision", &token, form);
    assert_eq!(tableau.post("/organiser/mai/decision", &tableau.player, "quoi=retire").status, 403);
    let motive = "motif=retard&par=le+jury";
    let confirm = decide(&format!("quoi=disqualifie&nom=-h&{motive}"));
    assert!(confirm.status == 200 && confirm.body.contains("rien n&#39;est décidé"), "{confirm:?}");
    assert!(!folder.join("mai.parties/decisions.jsonl").exists(), "nothing is decided yet");
    let taken = decide(&format!("quoi=disqualifie&nom=-h&confirme=oui&{motive}"));
    assert!(taken.status == 200 && taken.body.contains("le jury"), "{taken:?}");
    let replay = decide(&format!("quoi=rejoue&cle=+1.1&{motive}"));
    assert!(replay.body.contains("sera rejouée"), "{replay:?}");
    let result = decide(&format!("quoi=resultat&cle=1.1&{motive}"));
    assert!(result.body.contains("name=\"noms-1\"") && result.body.contains("name=\"noms-2\""), "{result:?}");
    assert!(!result.body.contains(nasty), "{result:?}");
    for wrong in [
        "quoi=retire&nom=un&par=x",
        "quoi=retire&nom=&motif=m&par=x",
        "quoi=rejoue&cle=9.9&motif=m&par=x",
        "quoi=resultat&cle=1.1&motif=m&par=x&confirme=oui",
        "quoi=retire&nom=personne&motif=m&par=x&confirme=oui",
        "quoi=jouer&nom=un&motif=m&par=x&confirme=oui",
    ] {
        assert_eq!(decide(wrong).status, 409, "{wrong}");
    }
    // What was typed and refused stands in its form, and in no other; the page that showed it can be opened again.
    let refused = decide("quoi=retablit&cle=9.9&motif=une+panne&par=x").body;
    for typed in ["value=\"retablit\" selected", "value=\"9.9\"", "value=\"une panne\"", "value=\"x\""] {
        assert_eq!(refused.matches(typed).count(), 1, "{typed}: {refused}");
    }
    for path in ["course", "decision"] {
        let again = tableau.get(&format!("/organiser/mai/{path}"));
        assert_eq!((again.status, again.header("location")), (303, Some("/organiser/mai")), "{again:?}");
    }
    let nobody = "%3Cb%3E--par%3Dx%3C%2Fb%3E";
    let taken = decide(&format!("quoi=disqualifie&nom={nobody}&confirme=oui&{motive}"));
    assert_eq!(taken.status, 200, "{taken:?}");
    until("the decisions", || page(&tableau, &token).body.matches("le jury").count() >= 2);
    assert!(!page(&tableau, &token).body.contains(nasty));
}

#[test]
fn a_championship_begins_without_who_does_not_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let dead = testing::championship::engine(folder, "mort.sh", "exit 3");
    describe(folder, "temps = 20", &[("un", "hasard"), ("mort", &*dead), ("deux", "hasard")]);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let token = tableau.organiser.clone();
    let course = |what: &str| tableau.post("/organiser/mai/course", &token, what);
    assert!(!page(&tableau, &token).body.contains("demarre-sans"), "nobody has failed");
    assert_eq!(course("quoi=demarre").status, 200);
    let button = "value=\"demarre-sans\" class=\"first\">Commencer sans mort</button>";
    until("the button", || page(&tableau, &token).body.contains(button));
    assert_eq!(course("quoi=demarre-sans").status, 200);
    until("the ranking", || {
        let shown = page(&tableau, &token).body;
        shown.contains("ne joue pas à l&#39;essai") && !shown.contains("demarre-sans")
    });
}

#[test]
fn the_machines_of_a_room_are_on_the_organisers_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "temps = 20", &[("un", "hasard"), ("deux", "hasard")]);
    play(folder);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let machine = |name: &str, state: serde_json::Value, playing: &[&str]| {
        json!({
            "record": { "name": name, "processor": "Z80", "speed": 43, "version": "1" },
            "cores": 8, "memory_mib": 16384, "programs": { "sh": "", "python3": "Python 3.11.7" }, "places": 8,
            "playing": playing, "played": 7, "state": state, "fault": null,
        })
    };
    let refused = json!({ "Refused": { "code": "machine-speed", "args": ["71", "15"] } });
    let status = json!({
        "name": "mai", "game": "morpion", "state": "running", "played": 1, "total": 2, "remaining_s": null, "network": [],
        "running": [{ "key": "1.1", "id": "m-1", "players": ["un", "deux"], "since": "2026-11-25T10:00:00Z", "machine": "salle-1" }],
        "machines": [machine("salle-1", json!("Ready"), &["m-1"]), machine("<b>salle-2", refused, &[])],
    });
    with_status(folder, &status, || {
        let body = page(&tableau, &tableau.organiser).body;
        for shown in [
            "salle-1</bdi>",
            "joue 1 sur 8 <a href=\"/direct/m-1\">1.1</a>",
            "sur salle-1",
            "Z80, 16 Gio ; Python 3.11.7",
            "sa vitesse vaut 71 % de celle des autres",
        ] {
            assert!(body.contains(shown), "{shown}: {body}");
        }
        assert!(!body.contains("<b>salle-2"), "{body}");
    });
}
