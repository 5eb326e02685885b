//! The drawings of all games: documents that hold nothing but what is drawn, whatever the names, and in which every legal move can be
//! made by touching.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use jeux::colonnes::Board;
use jeux::coursidor::Coursidor;
use jeux::game::{Game, Params};
use jeux::labyrinthe::Labyrinth;
use jeux::morpion::Morpion;
use jeux::scene::Scene;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::sphinx::{self, Sphinx};
use jeux::{ByPlayer, Player, Position, Slot, Status, materials};
use proptest::prelude::*;
use roxmltree::Document;

/// Names as nobody should have them.
const NAMES: ByPlayer<&str> = ByPlayer {
    first: "<img src=x onerror=alert(1)> & \"l'autre\" ]]> <!-- \u{1b}[31m\u{ffff}\u{7f}\u{85}",
    second: "名前がとても長い参加者の機械 é",
};
/// The most that an ordinary position takes, in bytes.
const MOST: usize = 31_000;

/// Numbers from a seed; any generator will do.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

fn params(parameters: &[(&str, &str)]) -> Params {
    parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// A game after so many random moves, and the last of them.
fn wander<G: Game>(parameters: &[(&str, &str)], seed: u64, plies: usize) -> (G, Option<String>) {
    let mut draws = Draws(seed);
    let setup = G::draw(&params(parameters), seed).expect("a start");
    let mut game = G::start(&setup).expect("a game");
    let mut last = None;
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[draws.below(moves.len())].clone();
        last = Some(mv.to_string());
        game.play(mv).expect("legal");
    }
    (game, last)
}

/// The names of what drawings are made of, each defined once.
fn names() -> &'static BTreeSet<String> {
    static KNOWN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let document = Document::parse(materials::DEFINITIONS).expect("well-formed");
        let all: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let names: BTreeSet<String> = all.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(all.len(), names.len(), "{all:?}");
        names
    });
    &KNOWN
}

/// What can be touched in a document that holds nothing dangerous.
fn touchable(text: &str) -> BTreeSet<String> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut touchable = BTreeSet::new();
    for element in document.descendants().filter(roxmltree::Node::is_element) {
        let name = element.tag_name().name();
        assert!(["svg", "g", "path", "rect", "circle", "text", "title"].contains(&name), "<{name}>");
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!["style", "id", "href"].contains(&name) && !name.starts_with("on"), "{name}={value}");
            assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
            // Nothing but what the page, or the document, defines.
            let outside = |rest: &str| !rest.split_once(')').is_some_and(|(id, _)| names().contains(id));
            assert!(!value.split("url(#").skip(1).any(outside), "{name}={value}");
            assert_eq!(value.matches("url(").count(), value.matches("url(#").count(), "{value}");
        }
        assert!(element.attribute("data-touch").is_none_or(|name| !name.contains(' ') && !name.is_empty()));
        touchable.extend(element.attribute("data-touch").map(str::to_owned));
    }
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    touchable
}

/// The position drawn large and small; every legal move can be told from the others by what is touched.
fn check<G: Game>(game: &G, last: Option<&str>, first: usize) -> String {
    let scene = Scene { first: Slot::ALL[first], last, ..Scene::of(NAMES) };
    let drawn = game.drawing(&scene).expect("a drawing");
    let small = game.drawing(&Scene { plain: true, ..scene }).expect("a drawing");
    assert!(small.len() < drawn.len());
    let document = Document::parse(&small).expect("well-formed");
    assert!(document.descendants().all(|node| !node.has_tag_name("text") && !node.has_tag_name("title")));
    assert!(touchable(&small).is_empty());
    let touchable = touchable(&drawn);
    let moves = game.legal_moves();
    let touches: Vec<Vec<String>> = moves.iter().map(|mv| game.touches(mv)).collect();
    let by_hand: Vec<&Vec<String>> = touches.iter().filter(|touches| !touches.is_empty()).collect();
    let used: BTreeSet<String> = by_hand.iter().flat_map(|touches| touches.iter().cloned()).collect();
    assert_eq!(touchable, used, "all that the moves need, and nothing else");
    for (index, one) in by_hand.iter().enumerate() {
        for (other_index, other) in by_hand.iter().enumerate() {
            assert!(index == other_index || !other.starts_with(one), "{one:?} begins {other:?}");
        }
    }
    // Grids are written, not touched.
    let written = touches.len() - by_hand.len();
    assert!(written == 0 || G::NAME == Sphinx::NAME && by_hand.is_empty(), "{written} moves without touches");
    drawn
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn moves_of_colonnes_are_touched(seed: u64, plies in 0usize..40, first in 0usize..2) {
        let (game, last) = wander::<Board>(&[], seed, plies);
        prop_assert!(check(&game, last.as_deref(), first).len() < 12_000);
    }

    #[test]
    fn moves_of_morpion_are_touched(seed: u64, plies in 0usize..9, first in 0usize..2) {
        let (game, last) = wander::<Morpion>(&[], seed, plies);
        prop_assert!(check(&game, last.as_deref(), first).len() < 8_000);
    }

    #[test]
    fn moves_of_labyrinthe_are_touched(seed: u64, plies in 0usize..60, first in 0usize..2) {
        let (game, last) = wander::<Labyrinth>(&[], seed, plies);
        prop_assert!(check(&game, last.as_deref(), first).len() < MOST);
    }

    #[test]
    fn moves_of_7_couleurs_are_touched(seed: u64, plies in 0usize..60, first in 0usize..2) {
        for more in [&[("L", "20"), ("H", "20")][..], &[("L", "8"), ("H", "5"), ("voisins", "6"), ("murs", "10"), ("or", "oui")]] {
            let (game, last) = wander::<SeptCouleurs>(more, seed, plies);
            prop_assert!(check(&game, last.as_deref(), first).len() < MOST);
        }
    }

    #[test]
    fn moves_of_coursidor_are_touched(seed: u64, plies in 0usize..40, first in 0usize..2) {
        for board in [&[][..], &[("t", "C"), ("m", "5")], &[("t", "H"), ("m", "6")]] {
            let (game, last) = wander::<Coursidor>(board, seed, plies);
            prop_assert!(check(&game, last.as_deref(), first).len() < MOST);
        }
    }

    #[test]
    fn questions_of_sphinx_are_touched(seed: u64, plies in 0usize..120, first in 0usize..2) {
        for shape in [&[][..], &[("h", "3"), ("w", "7"), ("n", "4")]] {
            let (game, last) = wander::<Sphinx>(shape, seed, plies);
            prop_assert!(check(&game, last.as_deref(), first).len() < MOST);
        }
    }

    #[test]
    fn any_last_move_is_borne(seed: u64, plies in 0usize..20, last in "[A-C1-9a-z :,+=-]{0,20}|ligne 200 droite|9999|0-1\\+0-7|colonne 20 bas|passe") {
        check(&wander::<Board>(&[], seed, plies).0, Some(&last), 0);
        check(&wander::<Morpion>(&[], seed, plies % 9).0, Some(&last), 0);
        check(&wander::<Labyrinth>(&[], seed, plies).0, Some(&last), 0);
        check(&wander::<SeptCouleurs>(&[("L", "6"), ("H", "6")], seed, plies).0, Some(&last), 0);
        check(&wander::<Coursidor>(&[("m", "3")], seed, plies).0, Some(&last), 0);
        check(&wander::<Sphinx>(&[("h", "4"), ("w", "4"), ("n", "3")], seed, plies).0, Some(&last), 0);
    }
}

#[test]
fn a_forced_pass_is_touched() {
    let passes = |seed: &u64| {
        let game = wander::<Board>(&[], *seed, 22).0;
        game.moves().iter().any(|mv| mv.to_string() == "passe")
    };
    let seed = (0..100_000).find(passes).expect("somebody has to pass");
    let drawn = check(&wander::<Board>(&[], seed, 22).0, None, 0);
    assert_eq!(touchable(&drawn).into_iter().collect::<Vec<_>>(), ["passe"]);
}

#[test]
fn names_are_there_whole() {
    let (game, _) = wander::<Board>(&[], 1, 3);
    let drawn = game.drawing(&Scene::of(NAMES)).expect("a drawing");
    let document = Document::parse(&drawn).expect("well-formed");
    let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    let clean =
        |name: &str| name.replace(['\u{1b}', '\u{ffff}', '\u{7f}'], "\u{fffd}").replace('\u{85}', " ");
    for name in [NAMES.first, NAMES.second].map(clean) {
        assert!(texts.contains(&name.as_str()), "{name} in {texts:?}");
    }
}

#[test]
fn a_side_keeps_its_look_in_both_games() {
    let (game, _) = wander::<Board>(&[], 1, 1);
    let discs = |first: Slot| {
        let drawn = game.drawing(&Scene { first, plain: true, ..Scene::of(NAMES) }).expect("a drawing");
        ["\"disc0\"", "\"disc1\""].map(|class| drawn.matches(class).count())
    };
    assert_eq!(discs(Slot::Zero), [1, 0], "the first pawn is that of the player in slot 0");
    assert_eq!(discs(Slot::One), [0, 1], "of the one in slot 1, who begins the retour");
}

#[test]
fn the_last_move_is_marked() {
    let (game, last) = wander::<Board>(&[], 1, 20);
    let marks = |last: Option<&str>| {
        let drawn = game.drawing(&Scene { last, plain: true, ..Scene::of(NAMES) }).expect("a drawing");
        drawn.matches("\"last\"").count()
    };
    assert!(marks(None) < marks(last.as_deref()));
}

#[test]
fn walls_are_those_who_placed_them() {
    let setup = params(&[("t", "H"), ("m", "6"), ("M", "9"), ("bases", "20-63")]);
    let mut game = Coursidor::start(&setup).expect("a game");
    game.play(game.parse_move("0-1+0-7").expect("a move")).expect("a wall");
    assert_eq!(game.placed().iter().map(|(_, player)| *player).collect::<Vec<_>>(), [Player::First]);
    for (first, core) in [(Slot::Zero, 0), (Slot::One, 1)] {
        let drawn = game.drawing(&Scene { first, plain: true, ..Scene::of(NAMES) }).expect("a drawing");
        assert_eq!(drawn.matches("\"core\"").count(), core, "only walls of slot 1 have a light core");
    }
}

#[test]
fn an_explorer_sees_what_he_knows() {
    let setup = params(&[("h", "6"), ("w", "6"), ("n", "9")]);
    let mut game = Sphinx::start(&setup).expect("a game");
    let mut known = Player::ALL.map(|player| Sphinx::follow(&setup, player).expect("an explorer"));
    let mut draws = Draws(5);
    while game.status() == Status::Ongoing {
        let mover = game.to_move();
        let mv = match game.exploration(mover) {
            None => sphinx::Move::Grid(sphinx::random(*game.shape(), &mut |bound| draws.below(bound))),
            Some(_) => {
                let moves = game.legal_moves();
                moves[draws.below(moves.len())].clone()
            }
        };
        let (answer, shown, text) = (game.answer(&mv), game.shown(&mv), mv.to_string());
        let seen = known[mover.index()].drawing(&Scene::of(NAMES)).expect("a drawing");
        let searching = game.exploration(mover).is_some();
        assert_eq!(seen.matches("\"ghost\"").count(), usize::from(searching), "walls of his own grid alone");
        let asked: BTreeSet<String> = game.legal_moves().iter().flat_map(|mv| game.touches(mv)).collect();
        assert_eq!(touchable(&seen), asked);
        assert_eq!(known[mover.index()].touches(&text), game.touches(&mv));
        let waiting = known[(!mover).index()].drawing(&Scene::of(NAMES)).expect("a drawing");
        assert!(touchable(&waiting).is_empty(), "it is not his turn");
        known[mover.index()].own(&text, answer.as_deref()).expect("followed");
        known[(!mover).index()].opponent(shown.of(&text)).expect("followed");
        game.play(mv).expect("legal");
    }
}

#[test]
fn two_boards_of_a_page_share_what_they_are_made_of() {
    let (one, last) = wander::<Board>(&[], 1, 20);
    let (other, _) = wander::<Labyrinth>(&[], 1, 20);
    let drawn = [
        one.drawing(&Scene { last: last.as_deref(), ..Scene::of(NAMES) }).expect("a drawing"),
        other.drawing(&Scene::of(NAMES)).expect("a drawing"),
    ];
    let page = format!("<html><svg>{}</svg>{}{}</html>", materials::DEFINITIONS, drawn[0], drawn[1]);
    let document = Document::parse(&page).expect("well-formed");
    let ids = document.descendants().filter_map(|node| node.attribute("id"));
    assert_eq!(ids.count(), names().len(), "no drawing has an id of its own");
    assert!(drawn.iter().all(|drawn| drawn.contains("url(#m-")));
    // One that stands alone brings them along, and is the same otherwise.
    let alone = materials::whole(&drawn[0]);
    let document = Document::parse(&alone).expect("well-formed");
    assert!(document.root_element().first_element_child().is_some_and(|first| first.has_tag_name("defs")));
    assert_eq!(alone.replacen(materials::DEFINITIONS, "", 1), drawn[0]);
}

/// What boards of each game took when they were lines only: whole, and as thumbnails.
#[test]
fn boards_stay_light() {
    fn weighs<G: Game>(parameters: &[(&str, &str)], plies: usize, [whole, small]: [usize; 2]) {
        let (game, last) = wander::<G>(parameters, 3, plies);
        let names = ByPlayer { first: "Ada Lovelace", second: "Blaise" };
        let scene = Scene { last: last.as_deref(), ..Scene::of(names) };
        let drawn = game.drawing(&scene).expect("a drawing").len();
        let thumbnail = game.drawing(&Scene { plain: true, ..scene }).expect("a drawing").len();
        println!("{} {parameters:?}: {whole} -> {drawn}, thumbnail {small} -> {thumbnail}", G::NAME);
        assert!(2 * drawn <= 3 * whole + 200, "{}: {drawn} bytes, {whole} before", G::NAME);
        assert!(thumbnail <= small, "{}: {thumbnail} bytes, {small} before", G::NAME);
    }
    weighs::<Board>(&[], 18, [5_202, 3_922]);
    weighs::<Morpion>(&[], 5, [2_153, 953]);
    weighs::<Labyrinth>(&[], 30, [5_656, 3_236]);
    weighs::<Labyrinth>(&[("L", "17"), ("H", "15")], 15, [5_433, 3_141]);
    weighs::<Coursidor>(&[], 24, [24_226, 8_956]);
    weighs::<Coursidor>(&[("t", "H"), ("m", "6")], 30, [13_094, 9_159]);
    weighs::<Coursidor>(&[("t", "C"), ("m", "5")], 12, [8_069, 5_545]);
    weighs::<SeptCouleurs>(&[("L", "12"), ("H", "12")], 16, [7_584, 3_441]);
    weighs::<SeptCouleurs>(&[("L", "30"), ("H", "30")], 40, [19_480, 16_576]);
    weighs::<Sphinx>(&[], 60, [6_963, 3_072]);
    weighs::<Sphinx>(&[("h", "6"), ("w", "6"), ("n", "8")], 30, [5_359, 2_362]);
}

#[test]
fn thumbnails_of_the_largest_boards_stay_small() {
    let (game, _) = wander::<SeptCouleurs>(&[("L", "150"), ("H", "149")], 3, 60);
    let small = game.drawing(&Scene { plain: true, ..Scene::of(NAMES) }).expect("a drawing");
    assert!(touchable(&small).is_empty() && small.len() < MOST, "{}", small.len());
}

/// Drawings and pictures are those that somebody has looked at: who has changed one writes their sums anew.
/// `REGLES=ecrire cargo test -p jeux --test drawings`
#[test]
fn drawings_change_on_purpose() {
    /// FNV-1a.
    fn sum(text: &str) -> u64 {
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
    fn sums<G: Game>(parameters: &[(&str, &str)], plies: usize, all: &mut String) {
        let names = ByPlayer { first: "Ada Lovelace", second: "Blaise" };
        for plies in [0, plies, plies + 1] {
            let (game, last) = wander::<G>(parameters, 3, plies);
            let scene = Scene { last: last.as_deref(), ..Scene::of(names) };
            let retour = Scene { first: Slot::One, plain: true, ..scene };
            let drawn = [scene, retour].map(|scene| game.drawing(&scene).expect("a drawing"));
            let picture = game.picture(names, G::COLOURS.map(|[first, second]| ByPlayer { first, second }));
            let [drawn, retour, picture] = [&drawn[0], &drawn[1], &picture].map(|text| sum(text));
            all.push_str(&format!("{} {parameters:?} {plies}: {drawn:x} {retour:x} {picture:x}\n", G::NAME));
        }
    }
    let mut all = String::new();
    sums::<Board>(&[], 18, &mut all);
    sums::<Morpion>(&[], 5, &mut all);
    sums::<Labyrinth>(&[], 30, &mut all);
    sums::<Labyrinth>(&[("L", "17"), ("H", "15")], 15, &mut all);
    sums::<Coursidor>(&[], 24, &mut all);
    sums::<Coursidor>(&[("t", "H"), ("m", "6")], 30, &mut all);
    sums::<Coursidor>(&[("t", "C"), ("m", "5")], 12, &mut all);
    sums::<SeptCouleurs>(&[("L", "12"), ("H", "12")], 16, &mut all);
    sums::<SeptCouleurs>(
        &[("L", "8"), ("H", "5"), ("voisins", "6"), ("murs", "10"), ("or", "oui")],
        9,
        &mut all,
    );
    sums::<Sphinx>(&[], 60, &mut all);
    sums::<Sphinx>(&[("h", "3"), ("w", "7"), ("n", "4")], 30, &mut all);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/drawings.txt");
    if std::env::var_os("REGLES").is_some_and(|value| value == "ecrire") {
        std::fs::write(path, &all).expect("written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    for (now, kept) in all.lines().zip(kept.lines().chain(std::iter::repeat(""))) {
        assert_eq!(now, kept, "a drawing or a picture has changed");
    }
}
