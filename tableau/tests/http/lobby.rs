//! The lobby of Labyrinthe: two clients are seated from the page, one plays against a training player, tournaments are launched.

use std::path::Path;

use crate::common::Tableau;
use crate::common::contest::{labyrinthe, start};
use crate::common::events::Events;
use serde_json::Value;
use testing::process::Killed;
use testing::until;

fn player(folder: &Path, port: &str, name: &str) -> Killed {
    let options = ["--moteur", "hasard", "--temps", "60", "--insiste"];
    start("joueur", folder, &[&["labyrinthe", "127.0.0.1", port, name], &options[..]].concat())
}

fn tableau(folder: &Path) -> Tableau {
    Tableau::start(folder, &["--labyrinthe", "salon.sock"])
}

/// Who waits for a game.
fn waiting(tableau: &Tableau) -> Vec<String> {
    let status: Value = serde_json::from_str(&tableau.get("/api/v1/labyrinthe").body).expect("JSON");
    let clients = status["clients"].as_array().cloned().unwrap_or_default();
    let waiting = clients.iter().filter(|client| client["does"]["what"] == "waiting");
    waiting.filter_map(|client| client["name"].as_str().map(str::to_owned)).collect()
}

#[test]
fn two_clicks_seat_two_players_and_one_click_a_training_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let tableau = tableau(folder);
    assert!(tableau.get("/labyrinthe").body.contains("n&#39;est pas lancé"));
    let (_server, port) = labyrinthe(folder, "salon.sock");
    let mut events = Events::open(&tableau, "/labyrinthe.suite", &[]);
    events.until("Personne n&#39;est connecté");
    let _players = ["alice", "bob", "carl"].map(|name| player(folder, &port, name));
    until("three who wait", || waiting(&tableau).len() == 3);
    events.until("carl");
    let page = tableau.get("/labyrinthe");
    assert!(page.body.contains("alice") && !page.body.contains("<button form="), "{page:?}");
    // Who may not play sees who is there, and can change nothing.
    let wish = "premier=alice&contre=bob&temps=30&graine=7";
    assert_eq!(tableau.post("/labyrinthe/rencontre", "", wish).status, 403);
    assert!(page.body.contains("href=\"/entrer?retour=/labyrinthe\""), "{page:?}");
    let entered = tableau.post("/entrer", "", &format!("jeton={}&retour=%2Flabyrinthe", tableau.player));
    assert_eq!((entered.status, entered.header("location")), (303, Some("/labyrinthe")));
    let cookie = tableau.cookie(&tableau.player);
    let choose = tableau.ask("GET", "/labyrinthe", &[("cookie", &cookie)], "");
    assert!(choose.body.contains("href=\"/labyrinthe?avec=alice\""), "{choose:?}");
    let chosen = tableau.ask("GET", "/labyrinthe?avec=alice", &[("cookie", &cookie)], "");
    assert!(
        chosen.body.contains("name=\"contre\" value=\"bob\"")
            && chosen.body.contains("name=\"premier\" value=\"alice\"")
    );
    let begun = tableau.post("/labyrinthe/rencontre", &tableau.player, wish);
    let path = begun.header("location").unwrap_or_else(|| panic!("{begun:?}")).to_owned();
    assert!(begun.status == 303 && path.starts_with("/labyrinthe?commencee=labyrinthe-"), "{begun:?}");
    let trained = tableau.post(
        "/labyrinthe/rencontre",
        &tableau.player,
        "entraine=carl+DO_NOTHING&delai=1&commence=second",
    );
    assert_eq!(trained.status, 303, "{trained:?}");
    for (wish, status) in [
        ("premier=alice&contre=personne", 409),
        ("premier=alice&contre=bob%0Alance+x", 409),
        ("entraine=carl+PERSONNE", 409),
        ("", 409),
        ("commence=jamais", 422),
    ] {
        assert_eq!(tableau.post("/labyrinthe/rencontre", &tableau.player, wish).status, status, "{wish}");
    }
    // Those who insist come back once their game is over, and its record is there.
    until("the records", || {
        let files = std::fs::read_dir(folder.join("parties")).into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_some_and(|end| end == "json")).count() >= 2
    });
    // A game may be over before the page that its beginning leads to is asked for.
    let id = path.split_once('=').expect("a game").1;
    until("its record", || folder.join(format!("parties/{id}.json")).exists());
    until("its end", || !tableau.get("/labyrinthe").body.contains(id));
    assert!(tableau.get(&path).body.contains(&format!("href=\"/direct/{id}\"")));
}

#[test]
fn the_organiser_creates_a_tournament_and_launches_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let _server = labyrinthe(folder, "salon.sock");
    let tableau = tableau(folder);
    let create = "nom=coupe&format=aller-retour";
    assert_eq!(tableau.post("/labyrinthe/tournoi", &tableau.player, create).status, 403);
    assert_eq!(
        tableau.post("/labyrinthe/tournoi", &tableau.organiser, "nom=coupe&format=n%27importe").status,
        409
    );
    assert_eq!(
        tableau.post("/labyrinthe/tournoi", &tableau.organiser, "nom=--aide&format=aller-retour").status,
        409
    );
    let created = tableau.post("/labyrinthe/tournoi", &tableau.organiser, create);
    assert_eq!(created.status, 303, "{created:?}");
    let page = tableau.get("/labyrinthe");
    assert!(page.body.contains("coupe") && page.body.contains("inscriptions ouvertes"), "{page:?}");
}
