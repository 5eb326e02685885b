//! A championship of libraries, half of which misbehave, whose referee is killed on the way.

use crate::build::player;
use crate::championship::killed_on_the_way;
use crate::table::so;

/// Those who play by the rules, and those who do not.
const GOOD: [&str; 6] = ["honnete", "nom_nul", "bavard", "nom_sale", "saute_finalize", "setsid"];
const BAD: [&str; 6] = ["segfault", "boucle", "sortie", "mauvaise_couleur", "fourche", "ferme_tout"];

#[test]
fn a_championship_goes_to_its_end() {
    let head = "jeu = \"coursidor\"\ntemps = 2\n[format]\ntype = \"aller-simple\"\n[parametres]\nm = \"2\"\nM = \"8\"";
    let contestants: Vec<(&str, String)> =
        GOOD.iter().chain(&BAD).map(|name| (*name, so(&player(name)))).collect();
    for record in killed_on_the_way(head, &contestants) {
        let bad = |place: usize| BAD.contains(&record.players[place].name.as_str());
        for party in &record.parties {
            match party.result.charged {
                Some(place) => assert!(bad(place), "{record:?}"),
                None => assert!(!bad(0) && !bad(1), "{record:?}"),
            }
        }
    }
}
