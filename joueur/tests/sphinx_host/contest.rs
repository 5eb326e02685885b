//! A championship of bots in Pascal, Rust and Python, some of which misbehave, whose referee is killed on the way.

use crate::build::{bot, pascal};
use crate::championship::killed_on_the_way;

/// Those who do not play by the rules.
const BAD: [&str; 4] = ["arret", "exception", "nil", "redimensionne"];

#[test]
fn a_championship_goes_to_its_end() {
    if !pascal("contest::a_championship_goes_to_its_end") {
        return;
    }
    let head = "jeu = \"sphinx\"\ntemps = 20\n[format]\ntype = \"aller-simple\"\n[parametres]\nh = \"5\"\nw = \"5\"\nn = \"6\"";
    let python = format!("pipe:python3 {}/../moteur-ia/exemples/sphinx.py", env!("CARGO_MANIFEST_DIR"));
    let mut contestants = vec![("profondeur", "profondeur".to_owned()), ("python", python)];
    contestants.extend(["naif", "honnete", "objfpc", "delphi"].map(|name| (name, bot(name))));
    contestants.extend(BAD.map(|name| (name, bot(name))));
    for record in killed_on_the_way(head, &contestants) {
        let bad = |place: usize| BAD.contains(&record.players[place].name.as_str());
        for party in &record.parties {
            assert!(party.result.charged.is_none_or(bad), "{record:?}");
        }
    }
}
