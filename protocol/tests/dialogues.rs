//! The worked dialogues of `MOTEUR.md`, replayed: every line is one of the protocol, every move is judged, and whoever only reads the
//! lines can follow.

use jeux::coursidor::Coursidor;
use jeux::game::{Game, Params};
use jeux::labyrinthe::Labyrinth;
use jeux::morpion::Morpion;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::sphinx::{Explorer, Sphinx};
use jeux::{Outcome, Player, Status, View};
use protocol::moteur::{EngineLine, HostLine, LEGAL};
use protocol::verdict::{Property, Validity};

/// What is said of a game that stands so to this player.
fn seen(status: Status, player: Player) -> Property {
    match status {
        Status::Ongoing => Property::Cont,
        Status::Over(Outcome::Draw) => Property::Nulle,
        Status::Over(Outcome::Win(winner)) if winner == player => Property::Gagne,
        Status::Over(Outcome::Win(_)) => Property::Perdu,
    }
}

/// What has to be said next of a move: to its player, and to the opponent.
type Said = ((Validity, Property, Option<String>), String);

fn judge<G: Game>(position: &mut G, text: &str) -> Said {
    let mv = position.parse_move(text).expect(text);
    let (mover, answer, shown) = (position.to_move(), position.answer(&mv), position.shown(&mv));
    let said = match position.play(mv) {
        Ok(status) => (Validity::Valid, seen(status, mover), answer),
        Err(_) => (Validity::Triche, Property::Perdu, None),
    };
    (said, shown.of(text).to_owned())
}

/// Replays the dialogue of a section; the number of moves of the engine, who is the first player. `hidden` are the moves of the opponent where
/// the lines do not say them.
fn replay<G: Game, V: View>(section: &str, hidden: &[&str]) -> u32 {
    let page = include_str!("../MOTEUR.md");
    let (_, section) = page.split_once(&format!("## {section}\n")).expect("the section");
    let dialogue = section.split("```").nth(1).expect("the dialogue");
    let mut hidden = hidden.iter();
    let mut game: Option<(G, V)> = None;
    let mut verdict = None;
    let (mut moves, mut judged, mut lists, mut wanted) = (0, 0, 0, false);
    for line in dialogue.lines().filter(|line| !line.is_empty()) {
        if let Some(line) = line.strip_prefix("engine  ") {
            let message = line.parse::<EngineLine>().expect(line);
            wanted |= message == EngineLine::Want(LEGAL.to_owned());
            if let (EngineLine::Move(text), Some((position, _))) = (message, &mut game) {
                verdict = Some((judge(position, &text).0, text));
                moves += 1;
            }
            continue;
        }
        let line = line.strip_prefix("host    ").expect(line);
        match line.parse::<HostLine>().expect(line) {
            HostLine::Game(start) => {
                assert_eq!((start.game.as_str(), start.side), (G::NAME, Player::First));
                let setup: Params = start.params.into_iter().collect();
                let view = V::begin(&setup, Player::First).expect("a start");
                game = Some((G::start(&setup).expect("a start"), view));
            }
            HostLine::Legal(listed) => {
                let (position, _) = game.as_ref().expect("a game");
                let legal = position.legal_moves();
                assert_eq!(listed, legal.iter().map(ToString::to_string).collect::<Vec<_>>(), "{moves}");
                lists += 1;
            }
            HostLine::Go(_) => {
                let (position, view) = game.as_ref().expect("a game");
                assert_eq!(
                    (position.to_move(), view.turn()),
                    (Player::First, Some(Player::First)),
                    "{moves}"
                );
            }
            HostLine::Verdict(validity, property, answer) => {
                let (said, text) = verdict.take().expect("a move");
                assert_eq!(said, (validity, property, answer.clone()), "move {moves}");
                let (_, view) = game.as_mut().expect("a game");
                if validity == Validity::Valid {
                    let mv = view.read(&text).expect("a move");
                    view.own(&mv, answer.as_deref()).expect("what was told can be");
                }
                judged += 1;
            }
            HostLine::Opponent(told) => {
                let (position, view) = game.as_mut().expect("a game");
                let text = hidden.next().map_or(told.as_str(), |text| *text);
                let ((validity, ..), shown) = judge(position, text);
                assert_eq!((validity, &shown), (Validity::Valid, &told), "{text}");
                view.opponent(&told).expect("what was told can be");
            }
            HostLine::End(result, _) => {
                let (position, _) = game.as_ref().expect("a game");
                let seen = seen(position.status(), Player::First);
                assert!(seen == result || seen == Property::Cont, "an end by the rules, or by a fault");
            }
            _ => {}
        }
    }
    assert_eq!((moves, hidden.next()), (judged, None));
    assert_eq!(lists, if wanted { moves } else { 0 }, "a list before each move of who wants it");
    moves
}

#[test]
fn the_worked_dialogues_are_games() {
    assert_eq!(replay::<Morpion, Morpion>("The list of moves", &[]), 4);
    assert_eq!(replay::<Labyrinth, Labyrinth>("Labyrinthe", &[]), 6);
    assert_eq!(replay::<SeptCouleurs, SeptCouleurs>("7 couleurs", &[]), 3);
    assert_eq!(replay::<Coursidor, Coursidor>("Coursidor", &[]), 5);
    let bob = ["0210/0100/0031", "0:1", "0:2", "2:0", "1:1", "2:3"];
    assert_eq!(replay::<Sphinx, Explorer>("Sphinx", &bob), 8);
}
