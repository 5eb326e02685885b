//! What positions are worth, on pages: asked of the real program, which is built beside this one.

use testing::find;

use crate::common::{Answer, Tableau};
use crate::played;

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
    assert!(page.contains("Le jeu parfait d'ici") || page.contains("Le jeu parfait d&#39;ici"));
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
