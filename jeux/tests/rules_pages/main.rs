//! The pages of the rules: their pictures are positions of real games, and every game has its pages.
//!
//! `REGLES=ecrire cargo test -p jeux --test rules_pages` draws the pictures anew.

use std::fs;
use std::path::{Path, PathBuf};

use jeux::colonnes::Board;
use jeux::coursidor::Coursidor;
use jeux::game::{Game, Params};
use jeux::labyrinthe::Labyrinth;
use jeux::morpion::Morpion;
use jeux::scene::Scene;
use jeux::sept_couleurs::{Colour, SeptCouleurs};
use jeux::sphinx::{self, Sphinx};
use jeux::{ByPlayer, Outcome, Player, Position, Status, materials};

/// The folder of the pages.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("regles")
}

/// The beginning of a game with these parameters.
fn begin<G: Game>(parameters: &[(&str, &str)], seed: u64) -> G {
    let parameters: Params =
        parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    G::start(&G::draw(&parameters, seed).expect("a start")).expect("a game")
}

/// A game after these moves, each of which the rules allow.
fn after<G: Game>(mut game: G, moves: &str) -> G {
    for text in moves.split(", ") {
        let mv = game.parse_move(text).unwrap_or_else(|_| panic!("no move: {text}"));
        if game.play(mv).is_err() {
            panic!("illegal: {text}");
        }
    }
    game
}

/// Compares the picture of a position, of this width, with its file, or writes it. It is on white, which a dark page would not have.
fn picture<G: Game>(name: &str, position: &G, [first, second]: [&str; 2], last: &str, width: u32) {
    let scene = Scene { last: Some(last), ..Scene::of(ByPlayer { first, second }) };
    let drawn = on_white(&materials::whole(&position.drawing(&scene).expect("a drawing")), width);
    let path = folder().join(name);
    if std::env::var_os("REGLES").is_some_and(|value| value == "ecrire") {
        fs::write(&path, &drawn).expect("written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == drawn,
        "jeux/regles/{name} is not this position: REGLES=ecrire cargo test -p jeux --test rules_pages"
    );
}

/// A drawing with its width, and white under it.
fn on_white(drawn: &str, width: u32) -> String {
    let [_, rest] = drawn.split_once("viewBox=\"").expect("its size").into();
    let [size, _] = rest.split_once('"').expect("its end").into();
    let numbers: Vec<&str> = size.split(' ').collect();
    let [x, y, w, h] = numbers[..] else { panic!("four numbers: {size}") };
    let paper = format!(
        " width=\"{width}\">\n<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>"
    );
    drawn.replacen('>', &paper, 1)
}

#[test]
fn colonnes_is_won_by_three_of_a_colour() {
    let game = after(begin::<Board>(&[], 0), "B2, B2, A1, C3, A1, B3, C1, C3, A1");
    assert_eq!(game.status(), Status::Over(Outcome::Win(Player::First)));
    picture("colonnes.svg", &game, ["BLANC", "NOIR"], "A1", 420);
}

#[test]
fn morpion_is_won_by_three_in_a_line() {
    let game = after(begin::<Morpion>(&[], 0), "B2, A1, C1, B1, A3");
    assert_eq!(game.status(), Status::Over(Outcome::Win(Player::First)));
    picture("morpion.svg", &game, ["ada", "bob"], "A3", 300);
}

#[test]
fn a_rotation_carries_players_and_treasure_along() {
    let start = begin::<Labyrinth>(&[("L", "13"), ("H", "9")], 3);
    picture("labyrinthe.svg", &start, ["1", "2"], "", 420);
    // The first player has his five units after five moves.
    let waits = ["rien"; 10].join(", ");
    let turned = after(start, &format!("{waits}, ligne 4 droite"));
    let [one, other] = [turned.player(Player::First), turned.player(Player::Second)];
    let [from_one, from_other] = [start.player(Player::First), start.player(Player::Second)];
    assert_eq!(
        (from_one.x, from_other.x, start.treasure().x),
        (0, 12, 6),
        "where the page says that they begin"
    );
    assert_eq!((one.x, other.x, turned.treasure().x), (1, 0, 7), "all three stood on the line");
    assert_eq!([one.y, other.y, turned.treasure().y], [4; 3]);
    assert_eq!((turned.energy(Player::First), turned.energy(Player::Second)), (0, 6));
    picture("labyrinthe-rotation.svg", &turned, ["1", "2"], "ligne 4 droite", 420);
}

#[test]
fn the_zones_of_7_couleurs_grow_from_the_corners() {
    let mut game = begin::<SeptCouleurs>(&[("L", "12"), ("H", "9")], 1);
    let mut last = String::new();
    for _ in 0..16 {
        let side = game.side_to_move();
        let best = Colour::all(7).max_by_key(|colour| game.gain(side, *colour)).expect("a colour");
        game.play(best).expect("legal");
        last = best.to_string();
    }
    assert_eq!(game.status(), Status::Ongoing);
    picture("sept-couleurs.svg", &game, ["v", "^"], &last, 420);
}

#[test]
fn coursidor_has_pawns_walls_and_objectives() {
    let mut game = begin::<Coursidor>(&[("t", "T"), ("m", "4")], 1);
    let mut last = String::new();
    for ply in 0..10 {
        let walls: Vec<_> = game.legal_walls().map(|wall| game.placing(wall)).collect();
        let steps: Vec<_> = game.legal_moves().into_iter().filter(|mv| !walls.contains(mv)).collect();
        let of = if ply % 5 == 4 { &walls } else { &steps };
        let mv = of[(7 * ply + 3) % of.len()];
        game.play(mv).expect("legal");
        last = mv.to_string();
    }
    assert_eq!(game.status(), Status::Ongoing);
    picture("coursidor.svg", &game, ["BLACK", "WHITE"], &last, 420);
}

#[test]
fn sphinx_is_explored_from_the_entry() {
    let mut game = begin::<Sphinx>(&[("h", "6"), ("w", "6"), ("n", "9")], 0);
    // Any generator will do: the grids are valid, which the rules check.
    let mut state = 7_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound.max(1)
    };
    for _ in Player::ALL {
        let grid = sphinx::random(*game.shape(), &mut below);
        game.play(sphinx::Move::Grid(grid)).expect("a grid");
    }
    for _ in 0..16 {
        let moves = game.legal_moves();
        let mv = moves[below(moves.len())].clone();
        game.play(mv).expect("legal");
    }
    assert_eq!(game.status(), Status::Ongoing);
    picture("sphinx.svg", &game, ["ada", "bob"], "", 500);
}

#[test]
fn every_game_has_its_pages_with_a_picture() {
    let games =
        [Board::NAME, Labyrinth::NAME, SeptCouleurs::NAME, Coursidor::NAME, Sphinx::NAME, Morpion::NAME];
    for game in games {
        for page in [format!("{game}.md"), format!("{game}.en.md")] {
            let text = fs::read_to_string(folder().join(&page)).unwrap_or_else(|_| panic!("no page {page}"));
            assert!(text.contains(&format!("]({game}.svg)")), "{page} has no picture");
            for index in ["README.md", "LISEZMOI.md"] {
                let root = folder().join("../..").join(index);
                let readme = fs::read_to_string(root).expect("the page of the house");
                let wanted = page.contains(".en.") == (index == "README.md");
                assert_eq!(readme.contains(&format!("jeux/regles/{page}")), wanted, "{page} in {index}");
            }
            for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                assert!(folder().join(link).exists(), "{page} links {link}");
            }
        }
    }
}
