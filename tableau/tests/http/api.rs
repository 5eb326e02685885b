//! The pages' data for programs: every path is described, every answer is as it is described.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use testing::process::Killed;

use crate::common::contest::{describe, play, start, waiting};
use crate::common::{Answer, Tableau};
use crate::schema::Description;
use serde_json::{Value, json};
use testing::until;

#[test]
fn every_path_is_described_and_nothing_else() {
    let routes = include_str!("../../src/routes.rs");
    let mut served = BTreeSet::new();
    for line in routes.lines().filter(|line| line.contains(".route(\"/api/")) {
        let path = line.split('"').nth(1).expect("a path");
        for method in ["get", "post"].into_iter().filter(|method| line.contains(&format!("{method}("))) {
            served.insert(format!("{method} {path}"));
        }
    }
    assert!(served.len() > 10, "{served:?}");
    assert_eq!(served, Description::read().operations());
}

/// Asks, and checks the answer against its description.
fn checked(
    tableau: &Tableau,
    description: &Description,
    method: &str,
    path: &str,
    sent: Option<(&str, &Value)>,
) -> (u16, Value) {
    let body = sent.map(|(_, body)| body.to_string()).unwrap_or_default();
    let bearer = sent.map(|(token, _)| format!("Bearer {token}")).unwrap_or_default();
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let headers = if sent.is_some() { &headers[..] } else { &[] };
    let answer = tableau.ask(method, path, headers, &body);
    check(description, method, path, &answer)
}

fn check(description: &Description, method: &str, path: &str, answer: &Answer) -> (u16, Value) {
    let value: Value =
        serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{path}: {error}: {answer:?}"));
    let kind = answer.header("content-type").expect("a type");
    let wrong = description.wrong(method, path, answer.status, kind, &value);
    assert_eq!(wrong, Vec::<String>::new(), "{method} {path}: {answer:?}");
    (answer.status, value)
}

#[test]
fn every_answer_is_as_it_is_described() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let nasty = "<img src=x onerror=alert(1)>";
    describe(folder, "temps = 20", &[("un", "hasard"), (nasty, "glouton"), ("panne", "pipe:exit 3")]);
    play(folder);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    until("the championship", || tableau.get("/api/v1/championnats").body.contains("\"termine\":true"));
    let description = Description::read();
    let (status, served) = checked(&tableau, &description, "GET", "/api/openapi.json", None);
    assert_eq!((status, served), (200, description.whole().clone()));
    let get = |path: &str| checked(&tableau, &description, "GET", path, None);
    let (_, all) = get("/api/v1/championnats");
    assert_eq!(all["championnats"][0]["jouees"], 6);
    assert_eq!(get("/api/v1/championnats/mai").1["nom"], "mai");
    let (_, ranking) = get("/api/v1/championnats/mai/classement");
    assert_eq!(ranking["classement"].as_array().map(Vec::len), Some(3));
    let (_, results) = get("/api/v1/championnats/mai/resultats");
    assert_eq!(results["resultats"].as_array().map(Vec::len), Some(6));
    let (_, schedule) = get("/api/v1/championnats/mai/programme");
    assert!(schedule["rencontres"][0]["jouee"] == json!(true));
    let (_, contestants) = get("/api/v1/championnats/mai/concurrents");
    assert_eq!(contestants["concurrents"][1]["nom"], nasty);
    let (_, faults) = get("/api/v1/championnats/mai/fautes");
    assert!(
        faults["fautes"]
            .as_array()
            .is_some_and(|faults| faults.iter().all(|fault| fault["concurrent"] == "panne"))
    );
    assert!(!faults["fautes"].as_array().expect("faults").is_empty());
    let (_, record) = get("/api/v1/championnats/mai/rencontres/1.1");
    let id = record["id"].as_str().expect("an id");
    std::fs::create_dir_all(folder.join("parties")).expect("a folder");
    std::fs::copy(folder.join(format!("mai.parties/{id}.json")), folder.join(format!("parties/{id}.json")))
        .expect("a copy");
    std::fs::write(folder.join("parties/faux.json"), "{\"schema\":").expect("a file");
    assert_eq!(get(&format!("/api/v1/parties/parties/{id}")).1["id"], id);
    assert_eq!(get("/api/v1/parties/parties/faux").0, 422);
    assert_eq!(get("/api/v1/direct").1["parties"], json!([]));
    for missing in [
        "/api/v1/championnats/avril",
        "/api/v1/championnats/avril/classement",
        "/api/v1/championnats/avril/resultats",
        "/api/v1/championnats/mai/rencontres/9.9",
        "/api/v1/championnats/mai/rencontres/x",
        "/api/v1/direct/x",
        "/api/v1/parties/parties/absent",
        "/api/v1/parties/parties/..%2Fmai",
        "/api/v1/labyrinthe",
    ] {
        assert_eq!(get(missing).0, 404, "{missing}");
    }
    decisions(&tableau, &description);
}

/// Decisions, by programs.
fn decisions(tableau: &Tableau, description: &Description) {
    let (player, organiser) = (tableau.player.as_str(), tableau.organiser.as_str());
    let post = |path: &str, token: &str, body: &Value| {
        checked(tableau, description, "POST", path, Some((token, body)))
    };
    let path = "/api/v1/championnats/mai/decisions";
    let decision = json!({ "quoi": "disqualifie", "nom": "un", "motif": "triche", "par": "le jury" });
    assert_eq!(post(path, player, &decision).0, 403, "players do not decide");
    assert_eq!(post("/api/v1/championnats/avril/decisions", organiser, &decision).0, 404);
    assert_eq!(post(path, organiser, &json!({ "quoi": "retire", "motif": "m", "par": "x" })).0, 422);
    assert_eq!(
        post(path, organiser, &json!({ "quoi": "retire", "nom": "absent", "motif": "m", "par": "x" })).0,
        409
    );
    assert_eq!(post(path, organiser, &json!({ "quoi": "--aide", "motif": "m", "par": "x" })).0, 422);
    let (status, done) = post(path, organiser, &decision);
    assert_eq!(status, 200, "{done}");
    assert!(
        done["message"].as_str().is_some_and(|text| text.contains("un") && text.contains("triche")),
        "{done}"
    );
    let course = json!({ "quoi": "pause" });
    assert_eq!(post("/api/v1/championnats/mai/course", player, &course).0, 403);
    assert_eq!(post("/api/v1/championnats/mai/course", organiser, &course).0, 409, "it is not running");
    let seats = json!({ "joueur": "a", "contre": "b" });
    assert_eq!(post("/api/v1/labyrinthe/rencontre", player, &seats).0, 404, "there is no lobby");
    until("the decision", || {
        tableau.get("/api/v1/championnats/mai/concurrents").body.contains("disqualifie")
    });
    let answer = tableau.ask("DELETE", path, &[("authorization", &format!("Bearer {organiser}"))], "");
    assert_eq!((answer.status, answer.header("content-type")), (405, Some("application/problem+json")));
}

/// The example of a client, as the guides start it.
fn follow(folder: &Path, tableau: &Tableau, name: &str) -> Command {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("exemples/suivre.py");
    let mut command = Command::new("python3");
    command.arg(example).arg(format!("http://{}/", tableau.address)).arg(name).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn a_program_follows_a_championship() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let first = waiting(folder);
    describe(folder, "temps = 20", &[("l\u{e9}a & co", "hasard"), ("un", &first), ("deux", "glouton")]);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let mut championnat = start("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    until("the championship", || tableau.get("/api/v1/championnats").body.contains("\"termine\":false"));
    let mut client = Killed(follow(folder, &tableau, "mai").spawn().expect("python3"));
    let mut lines = BufReader::new(client.0.stdout.take().expect("its output")).lines();
    let begun = lines.next().expect("a line").expect("text");
    assert!(begun.ends_with("/6 rencontres"), "{begun}");
    std::fs::write(folder.join("va"), "").expect("a file");
    assert!(championnat.0.wait().expect("its end").success());
    let told: Vec<String> = lines.map(|line| line.expect("text")).collect();
    assert!(client.0.wait().expect("its end").success(), "{told:?}");
    let end = told.iter().rposition(|line| line == "6/6 rencontres").expect("the end");
    let ranking: Value =
        serde_json::from_str(&tableau.get("/api/v1/championnats/mai/classement").body).expect("a ranking");
    let ranking = ranking["classement"].as_array().expect("a ranking");
    assert_eq!(told.len() - end, 1 + ranking.len() + 1, "{told:?}");
    for (line, rank) in told[end + 1..].iter().zip(ranking) {
        let name = rank["concurrent"].as_str().expect("a name");
        assert!(line.contains(name) && line.ends_with(&format!(" {} points", rank["points"])), "{line}");
    }
    let missing = follow(folder, &tableau, "avril/x").output().expect("python3");
    let why = String::from_utf8_lossy(&missing.stderr);
    assert!(
        missing.status.code() == Some(1) && why.contains("adresse") && !why.contains("Traceback"),
        "{why}"
    );
}
