//! What players hide from each other stays hidden from everybody until their game is over: games of Sphinx under way, and their records.

use std::path::Path;

use arbitre::live::path_in;
use serde_json::Value;
use testing::championship::engine;
use testing::until;

use crate::common::Tableau;
use crate::common::contest::start;
use crate::common::events::Events;
use crate::seat::{Seat, Turn, values};

/// The grids, and an engine that gives one and asks these cells in each game, the last one again and again; `va` waits for a file of this
/// name.
const GRIDS: [&str; 2] = ["20110/00100/00003/00000", "00000/30000/00111/20000"];
fn scripted(folder: &Path, name: &str, moves: &str) -> String {
    let script = format!(
        "echo engine 1 {name}\n\
         while read -r word rest; do case $word in\n\
         game) set -- {moves};;\n\
         quit) exit;;\n\
         go) if [ \"$1\" = va ]; then while [ ! -e {} ]; do sleep 0.02; done; shift; fi; echo move $1; [ $# -lt 2 ] || shift;;\n\
         esac; done",
        folder.join("va").display(),
    );
    engine(folder, name, &script)
}

/// The moves of the last game of a record, as the API has them.
fn moves(record: &Value) -> &[Value] {
    let parties = record["parties"].as_array().map(Vec::as_slice).unwrap_or_default();
    parties.last().and_then(|partie| partie["moves"].as_array()).map(Vec::as_slice).unwrap_or_default()
}

#[test]
fn a_game_with_secrets_shows_none_before_it_is_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let un = scripted(folder, "un", &format!("{} 3:1 2:1 2:2 va 2:0 1:0 2:2", GRIDS[0]));
    let deux = scripted(folder, "deux", &format!("{} 0:1 0:2", GRIDS[1]));
    let head = "jeu = \"sphinx\"\ngraine = 3\ntemps = 600\nconfinement = \"aucun\"\n\
                [parametres]\nh = 4\nw = 5\nn = 3\n[format]\ntype = \"aller-simple\"";
    testing::championship::describe(&folder.join("mai.toml"), head, &[("un", un), ("deux", deux)]);
    // The pages listen from the first move on: while the engine waits none is made.
    let kept = folder.join("mai.parties");
    std::fs::create_dir(&kept).expect("a folder");
    let tableau = Tableau::start(folder, &["mai.toml"]);
    until("the socket", || path_in(&kept).exists());
    let mut wall = Events::open(&tableau, "/mur/mai/suite", &[]);
    let mut running = start("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    let direct = || serde_json::from_str::<Value>(&tableau.get("/api/v1/direct").body).expect("JSON");
    until("some questions", || direct()["parties"][0]["coups"].as_u64() == Some(7));
    let id = direct()["parties"][0]["id"].as_str().expect("an id").to_owned();
    let [live, api] = [format!("/direct/{id}"), format!("/api/v1/direct/{id}")];
    until("the championship", || tableau.get("/championnat/mai").status == 200);
    let mut contest = Events::open(&tableau, "/championnat/mai/direct", &[]);
    let mut follow = Events::open(&tableau, &format!("{live}/suite"), &[]);
    let mut told = vec![follow.named("game")];
    told.push(wall.find("board sphinx"));
    told.push(contest.find(&id));
    // Only how many questions there were, and whether somebody went on: both players know that.
    let record: Value = serde_json::from_str(&tableau.get(&api).body).expect("JSON");
    let texts: Vec<_> = moves(&record).iter().filter_map(|mv| mv["text"].as_str()).collect();
    assert_eq!(texts, ["?", "3:0 1:0", "encore", "encore", "passe", "encore", "passe"]);
    let untold = |mv: &Value| mv["answer"].is_null() && mv["raw"].is_null() && mv["micros"].is_u64();
    assert!(moves(&record).iter().all(untold), "{record}");
    let mut paths = vec![api.clone(), live.clone(), "/mur".into(), "/mur/mai".into(), "/".into()];
    for path in ["grille", "programme", "rencontre/1.1", "rencontre/1.1/plateau", "concurrent/0"] {
        paths.push(format!("/championnat/mai/{path}"));
    }
    paths.extend(["/championnat/mai".into(), "/api/v1/championnats/mai/rencontres/1.1".into()]);
    let last = moves(&record).len();
    paths
        .extend((0..=last).flat_map(|at| [format!("{live}?coup={at}"), format!("{live}/plateau?coup={at}")]));
    let answers: Vec<(String, String)> =
        paths.iter().map(|path| (path.clone(), tableau.get(path).body)).collect();
    let board = &tableau.get(&format!("{live}/plateau")).body;
    assert!(board.contains("<svg") && !board.contains("ghost"), "{board}");
    assert_eq!(serde_json::from_str::<Value>(&told[0]).expect("JSON")["board"], *board);
    assert!(tableau.get(&live).body.contains("encore") || tableau.get(&live).body.contains("passe"));
    std::fs::write(folder.join("va"), "").expect("a file");
    assert!(running.0.wait().expect("its end").success());
    let streams = told.iter().map(|body| ("a stream", body));
    for (path, body) in answers.iter().map(|(path, body)| (path.as_str(), body)).chain(streams) {
        assert!(GRIDS.iter().all(|grid| !body.contains(grid)), "{path}: {body}");
        for hidden in ["ghost", "solid", "\"answer\"", ">2:1<", ">0:2<"] {
            assert!(!body.contains(hidden), "{hidden} in {path}: {body}");
        }
    }
    // At the end everything is shown.
    until("the record", || tableau.get("/api/v1/championnats/mai/rencontres/1.1").status == 200);
    let api = tableau.get("/api/v1/championnats/mai/rencontres/1.1").body;
    let page = tableau.get("/championnat/mai/rencontre/1.1?partie=aller&coup=1").body;
    assert!(GRIDS.iter().all(|grid| api.contains(grid)) && page.contains(GRIDS[0]), "{page}");
    assert!(page.contains("ghost") && page.contains(">2:1<"), "{page}");
}

/// Nobody sees on the page for everybody what his opponent hides from him, also not by taking a move back.
#[test]
fn a_person_does_not_see_the_engines_secret_on_the_page_for_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("parties")).expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let mut seat = Seat::begin(&tableau, "jeu=sphinx&moteur=hasard&p-h=5&p-w=5&p-n=5&parties=1&nom=Ada");
    let Turn::Mine(0, grids) = seat.turn() else { panic!("{:?}", seat.parts) };
    seat.play(0, &grids[0]);
    let Turn::Mine(..) = seat.turn() else { panic!("{:?}", seat.parts) };
    let public = values(&tableau.get(&seat.path).body, "href=\"/direct/").remove(0);
    let board = format!("/direct/{public}/plateau");
    until("it is shown", || tableau.get(&board).body.contains("<svg"));
    let mut follow = Events::open(&tableau, &format!("/direct/{public}/suite"), &[]);
    assert!(!follow.named("game").contains("ghost"));
    assert!(!tableau.get(&board).body.contains("ghost"));
    assert_eq!(seat.send("reprendre", "").status, 303);
    let Turn::Mine(0, _) = seat.turn() else { panic!("{:?}", seat.parts) };
    until("it was taken back", || {
        tableau.get(&format!("/api/v1/direct/{public}")).body.contains("\"moves\":[]")
    });
    seat.play(0, &grids[0]);
    let Turn::Mine(..) = seat.turn() else { panic!("{:?}", seat.parts) };
    until("it goes on", || follow.named("game").contains("\"last\":2"));
    assert!(
        follow.seen.iter().all(|event| !event.contains("ghost") && !event.contains(&grids[0])),
        "{:?}",
        follow.seen
    );
}
