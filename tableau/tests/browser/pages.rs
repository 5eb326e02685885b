//! The pages that are looked at, each with what must be there before anybody looks.

use crate::stage::Stage;

/// A page.
pub struct Page {
    /// What its pictures are called.
    pub name: String,
    /// Where it is.
    pub path: String,
    /// What it has when it is whole.
    pub whole: &'static str,
}

/// The games of which there are records, in the order in which they are shown.
pub const GAMES: [&str; 6] = ["colonnes", "labyrinthe", "sept-couleurs", "coursidor", "sphinx", "morpion"];

/// All of them.
pub fn all(stage: &Stage) -> Vec<Page> {
    let page = |name: &str, path: &str, whole| Page { name: name.to_owned(), path: path.to_owned(), whole };
    let mut all = vec![
        page("accueil", "/", "h1"),
        page("entrer", "/entrer", "form[data-token] input"),
        page("absente", "/nulle/part", "h1"),
        page("championnat", "/championnat/mai", "tbody#classement tr"),
        page("grille", "/championnat/mai/grille", "main table"),
        page("programme", "/championnat/mai/programme", "main"),
        page("courbes", "/championnat/mai/courbes", "main svg"),
        page("fautes", "/championnat/mai/fautes", "main li, main tr"),
        page("concurrent", "/championnat/mai/concurrent/2", "h1"),
        page("concurrent-fautif", "/championnat/mai/concurrent/10", "h1"),
        page("rencontre", "/championnat/mai/rencontre/1.1", "#game svg"),
        page("devoile", "/championnat/mai/devoile", "#reveal-next"),
        page("coupe", "/championnat/coupe", "tbody#classement tr"),
        page("tableau-final", "/championnat/coupe/tableau-final", "main"),
        page("mur", "/mur", ".wall-boards svg"),
        page("mur-championnat", "/mur/mai", "#wall-ranking tr"),
        page("direct", &format!("/direct/{}", stage.live.id), "#game svg"),
        page("enregistrements", "/parties/parties", "main a[href^='/parties/parties/']"),
        page("relire", "/relire", "form[data-drop]"),
        page("analyse", "/analyse", "main a"),
        page("analyse-colonnes", "/analyse/colonnes?coups=B2,A1", "ol.choices .value"),
        page("analyse-coursidor", "/analyse/coursidor?graine=3", "ol.choices"),
        page("ici-colonnes", "/jouer/ici/colonnes?mode=valeurs&coups=B2,A1", "arbitre-board[ready]"),
        page("ici-coursidor", "/jouer/ici/coursidor", "arbitre-board[ready]"),
        page("salon", "/labyrinthe", ".people li"),
        page("organiser", "/organiser/mai", "main form"),
    ];
    for game in GAMES {
        let record = stage.record(game);
        let ply = record.parties[0].moves.len() / 2;
        let path = format!("/parties/parties/{}?partie={}&coup={ply}", record.id, record.parties[0].name);
        all.push(Page { name: format!("partie-{game}"), path, whole: "#game svg" });
    }
    let two = stage.record("colonnes");
    all.push(page("partie-deux", &format!("/parties/parties/{}?ensemble=oui", two.id), "#game svg"));
    for game in ["colonnes", "coursidor", "sphinx"] {
        let form = format!("jeu={game}&moteur=hasard&place=premiere&graine=3");
        let begun = stage.tableau.post("/jouer", &stage.tableau.player, &form);
        let path = begun.header("location").unwrap_or_else(|| panic!("{game}: {begun:?}"));
        all.push(page(&format!("table-{game}"), path, "#plateau svg"));
    }
    for game in GAMES {
        all.push(Page {
            name: format!("jouer-{game}"),
            path: format!("/jouer?jeu={game}"),
            whole: "form.wish",
        });
    }
    all
}
