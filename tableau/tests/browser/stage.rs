//! A contest as people have one: a championship with faults, a knock-out, records of all games, a game under way, and who waits to play.

use std::path::Path;

use arbitre::live::{self, Live};
use arbitre::record::Record;
use arbitre::rencontre::Observer;
use protocol::Termination;
use tempfile::TempDir;
use testing::championship::{describe, engine, records};
use testing::process::{Killed, run};
use testing::until;

use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::{command, labyrinthe, start};

/// Engines of Colonnes from the shelf, by contestant.
const SOUND: [(&str, &str); 9] = [
    ("ada", "alphabeta --profondeur 4 --graine 1"),
    ("Blaise", "alphabeta --profondeur 2 --graine 2"),
    ("Chloé Martin-Delacroix", "glouton --graine 3"),
    ("dora", "glouton --graine 4"),
    ("émile", "hasard --graine 5"),
    ("Fatima", "hasard --graine 6"),
    ("gaston", "hasard --graine 7"),
    ("Hélène", "hasard --graine 8"),
    ("igor", "hasard --graine 9"),
];

/// What others do when it is their turn, as shells know it.
const FAULTY: [(&str, &str); 3] = [
    ("jules", "echo move A9"),
    ("Karim", "echo 'karim : indice 7 hors du plateau (ligne 118)' >&2; exit 3"),
    ("léa", "sleep 9"),
];

/// One record of each game: who plays it, none of them by the clock, and what it is about.
const DUELS: [(&str, &str, &str, &[&str]); 6] = [
    ("colonnes", "alphabeta --profondeur 3", "glouton", &[]),
    ("labyrinthe", "astar", "astar", &[]),
    ("sept-couleurs", "glouton", "hybride", &["--parametre", "L=12", "--parametre", "H=12"]),
    ("coursidor", "chemin", "hasard", &[]),
    ("sphinx", "profondeur", "hasard", &["--parametre", "h=6", "--parametre", "w=6", "--parametre", "n=8"]),
    ("morpion", "minimax", "hasard", &[]),
];

/// An engine that does this when it is its turn.
pub fn script(folder: &Path, name: &str, turn: &str) -> String {
    let lines = format!(
        "echo 'engine 1 {name}'\nwhile read -r word rest; do\ncase $word in\ngo) {turn} ;;\nquit) exit ;;\nesac\ndone\n"
    );
    engine(folder, &format!("{name}.sh"), &lines)
}

/// Plays a record of each game into `parties`.
pub fn duels(folder: &Path) {
    for (game, one, other, rest) in DUELS {
        let words = ["joue", game, one, other, "--temps", "20", "--graine", "7", "--parties", "parties"];
        run(&mut command("serveur", folder, &[&words, rest].concat()));
    }
}

/// The record of a game in `parties`.
pub fn record_of(folder: &Path, game: &str) -> Record {
    let files = records(&folder.join("parties")).into_iter();
    let mut records = files.map(|path| Record::read(&path).expect("a record"));
    records.find(|record| record.game == game).expect("a record of the game")
}

/// A game under way, of which this program is the referee: the moves of a finished one, said as somebody plays them.
pub struct Game {
    line: Live,
    whole: Record,
    /// How it is called.
    pub id: String,
}

impl Game {
    /// Is told to those who watch the records in this folder.
    pub fn like(record: Record, id: &str, folder: &Path) -> Self {
        let whole = Record { id: id.to_owned(), scheduled: None, ..record };
        Game { line: Live::to(live::path_in(folder)), whole, id: id.to_owned() }
    }

    /// How many moves its first game will have.
    pub fn moves(&self) -> usize {
        self.whole.parties[0].moves.len()
    }

    /// Tells of its first game after so many moves.
    pub fn after(&mut self, moves: usize) {
        let mut record = Record { ended: None, ..self.whole.clone() };
        record.parties.truncate(1);
        record.parties[0].moves.truncate(moves);
        record.parties[0].result.termination = Termination::Interrupted;
        record.parties[0].result.winner = None;
        self.line.show(&record);
    }

    /// Tells that its first game has ended in a draw, and that the rencontre goes on.
    pub fn drawn(&mut self) {
        let mut record = Record { ended: None, ..self.whole.clone() };
        record.parties.truncate(1);
        record.parties[0].result.termination = Termination::Draw;
        record.parties[0].result.winner = None;
        self.line.show(&record);
    }
}

/// All of it, with its pages.
pub struct Stage {
    /// Its pages.
    pub tableau: Tableau,
    /// A game of Colonnes that is being played.
    pub live: Game,
    _others: Vec<Killed>,
    folder: TempDir,
}

impl Stage {
    /// Plays all that there is to be seen.
    pub fn set() -> Self {
        let folder = tempfile::Builder::new().prefix("scene").tempdir().expect("a folder");
        let path = folder.path();
        let faulty: Vec<_> = FAULTY.iter().map(|(name, turn)| (*name, script(path, name, turn))).collect();
        let faulty = faulty.iter().map(|(name, engine)| (*name, engine.as_str()));
        let all: Vec<_> = SOUND.into_iter().chain(faulty).collect();
        let head = "jeu = \"colonnes\"\ntemps = 0.5\ngraine = 5\n[format]\ntype = \"aller-simple\"";
        describe(&path.join("mai.toml"), head, &all);
        let eight: Vec<_> = all.iter().take(8).map(|(name, _)| (*name, "hasard")).collect();
        let head = "jeu = \"morpion\"\nordre = \"liste\"\n[format]\ntype = \"elimination\"\nmanches = 2\npetite_finale = true";
        describe(&path.join("coupe.toml"), head, &eight);
        for file in ["mai.toml", "coupe.toml"] {
            run(&mut command("championnat", path, &["jouer", file, "--discret", "--sans-essai"]));
        }
        duels(path);
        let control = path.join("salon.sock");
        let control = control.to_str().expect("a path");
        let others = lobby(path, control);
        let tableau = Tableau::start(
            path,
            &[
                "mai.toml",
                "coupe.toml",
                "--parties",
                "parties",
                "--jouees",
                "parties",
                "--labyrinthe",
                control,
            ],
        );
        let live = Game::like(record_of(path, "colonnes"), "en-cours", &path.join("parties"));
        let mut stage = Stage { tableau, live, _others: others, folder };
        until("somebody looks at the game", || {
            stage.live.after(6);
            stage.tableau.get("/").body.contains("1 partie en cours")
        });
        stage
    }

    /// The record of a game.
    pub fn record(&self, game: &str) -> Record {
        record_of(self.folder.path(), game)
    }

    /// The address of a page.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    /// The address of all pages.
    pub fn origin(&self) -> String {
        format!("http://{}", self.tableau.address)
    }

    /// The browser has entered as the organiser.
    pub fn enter(&self, chrome: &Chrome) {
        let name = format!("arbitre-{}", self.tableau.address.port());
        chrome.cookie(&self.origin(), &name, &self.tableau.organiser);
    }
}

/// A server of Labyrinthe with two clients that wait for a game.
pub fn lobby(folder: &Path, control: &str) -> Vec<Killed> {
    let (server, port) = labyrinthe(folder, control);
    // Two who play by chance may take a thousand moves.
    let clients = [("ada", "hasard"), ("bob", "astar")].map(|(name, engine)| {
        let words = ["labyrinthe", "127.0.0.1", &port, name, "--moteur", engine, "--nombre", "9"];
        start("joueur", folder, &words)
    });
    [server].into_iter().chain(clients).collect()
}
