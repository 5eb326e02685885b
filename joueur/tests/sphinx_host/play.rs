//! Bots that play: in all modes of Free Pascal, against each other and against other languages.

use arbitre::engine::{EngineStart, InstallPaths};
use jeux::Slot;
use jeux::game::Params;

use crate::build::{bot, pascal};
use crate::championship::killed_on_the_way;
use crate::duel::{game, result, setup};
use crate::table::{PATIENCE, Table, kind, policy};

/// Nobody is charged with anything.
fn is_clean(first: &str, second: &str, setup: Params) {
    let partie = game(first, second, setup, PATIENCE);
    assert_eq!(partie.result.charged, None, "{first} {second}: {:?}", partie.result);
    // A grid that breaks a rule would be the reason.
    let why = partie.result.detail.as_ref().map(ToString::to_string).unwrap_or_default();
    assert!(!why.starts_with("grid-"), "{first} {second}: {why}");
}

#[test]
fn odd_bots_that_play_by_the_rules_are_not_punished() {
    if !pascal("play::odd_bots_that_play_by_the_rules_are_not_punished") {
        return;
    }
    for name in [
        "bavard",
        "deborde",
        "deborde32",
        "delphi",
        "ecrit_privee",
        "exception_attrapee",
        "honnete",
        "hors_grille",
        "lent",
        "meme_taille",
        "nom_coupe",
        "nom_deux_fois",
        "nom_long",
        "nom_sale",
        "nom_tableau",
        "nom_vide",
        "nom_vide_delphi",
        "objfpc",
        "repete",
    ] {
        is_clean(&bot(name), &bot("honnete"), setup(5, 6, 8));
        is_clean(&bot("objfpc"), &bot(name), setup(5, 6, 8));
    }
}

#[test]
fn names_are_read_in_every_form() {
    if !pascal("play::names_are_read_in_every_form") {
        return;
    }
    for (name, told) in [
        ("nom_coupe", "UnBot"),
        ("nom_deux_fois", "Bot"),
        ("nom_sale", "na 2J move 0 1 é"),
        ("nom_tableau", "Sphinx"),
        ("nom_vide", "libnom_vide"),
        ("nom_vide_delphi", "libnom_vide_delphi"),
        ("delphi", "delphi"),
    ] {
        let spec = bot(name).parse().expect("a spec");
        let places = InstallPaths::beside_this_program().expect("this program");
        let engine = EngineStart::new(&spec, kind("sphinx"), &places, &policy()).run().expect(name);
        assert_eq!(engine.name(), told);
    }
}

/// Grids with so few walls that both readings of the memory follow the rules: another grid tells.
#[test]
fn the_width_of_integers_is_found() {
    if !pascal("play::the_width_of_integers_is_found") {
        return;
    }
    for name in ["ambigu", "ambigu16"] {
        for walls in [0, 1, 2, 6] {
            is_clean(&bot(name), &bot("honnete"), setup(6, 9, walls));
        }
    }
    // Told the wrong one, it is believed.
    let wrong = format!("{} --entiers 32", bot("honnete"));
    let result = result(&wrong, &bot("honnete"));
    assert!(result.detail.as_ref().map(ToString::to_string).unwrap_or_default().starts_with("grid-"));
    is_clean(
        &format!("{} --entiers 16", bot("honnete")),
        &format!("{} --entiers 32", bot("objfpc")),
        setup(5, 6, 8),
    );
}

#[test]
fn bots_of_all_languages_meet() {
    if !pascal("play::bots_of_all_languages_meet") {
        return;
    }
    let python = format!("pipe:python3 {}/../moteur-ia/exemples/sphinx.py", env!("CARGO_MANIFEST_DIR"));
    let (naive, strong) = (bot("naif"), bot("fort"));
    let players = [naive.as_str(), &strong, "profondeur", &python];
    for first in players {
        for second in players {
            is_clean(first, second, setup(8, 7, 12));
        }
    }
}

/// A whole rencontre on grids of the sizes that the issue of strength is about, and on extreme ones.
#[test]
fn sizes_of_all_kinds_are_played() {
    if !pascal("play::sizes_of_all_kinds_are_played") {
        return;
    }
    for (height, width, walls) in
        [(1, 2, 0), (2, 1, 0), (1, 100, 30), (100, 1, 0), (10, 10, 30), (20, 20, 120), (100, 100, 3000)]
    {
        let (naive, objfpc) = (bot("naif"), bot("objfpc"));
        let table = Table {
            kind: kind("sphinx"),
            specs: [&naive, &objfpc],
            setup: setup(height, width, walls),
            parties: kind("sphinx").parties,
            time: PATIENCE,
        };
        let record = table.play();
        assert_eq!(record.parties.len(), 2);
        for partie in record.parties {
            assert_eq!(partie.result.charged, None, "{height}x{width}: {:?}", partie.result);
        }
    }
}

/// Those who do not play by the rules.
const BAD: [&str; 4] = ["arret", "exception", "nil", "redimensionne"];

/// Some of the bots misbehave, and the referee is killed on the way.
#[test]
fn a_championship_goes_to_its_end() {
    if !pascal("play::a_championship_goes_to_its_end") {
        return;
    }
    let head = "jeu = \"sphinx\"\ntemps = 20\n[format]\ntype = \"aller-simple\"\n[parametres]\nh = \"5\"\nw = \"5\"\nn = \"6\"";
    let python = format!("pipe:python3 {}/../moteur-ia/exemples/sphinx.py", env!("CARGO_MANIFEST_DIR"));
    let mut contestants = vec![("profondeur", "profondeur".to_owned()), ("python", python)];
    contestants.extend(["naif", "honnete", "objfpc", "delphi"].map(|name| (name, bot(name))));
    contestants.extend(BAD.map(|name| (name, bot(name))));
    for record in killed_on_the_way(head, &contestants) {
        let bad = |slot: Slot| BAD.contains(&record.players[slot].name.as_str());
        for partie in &record.parties {
            assert!(partie.result.charged.is_none_or(bad), "{record:?}");
        }
    }
}
