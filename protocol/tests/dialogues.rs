//! The worked dialogues of `MOTEUR.md`, replayed: every line is one of the protocol, every move is judged.

use jeux::coursidor::Coursidor;
use jeux::game::{Game, Params};
use jeux::labyrinthe::Labyrinth;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::{Outcome, Player, Position, Status};
use protocol::colonnes::{PropCoup, ValCoup};
use protocol::moteur::{EngineLine, HostLine};

/// What has to be said next of the engine's move.
fn judge<G: Position>(position: &mut G, text: &str) -> (ValCoup, PropCoup) {
    let mv = position.parse_move(text).expect(text);
    match position.play(mv) {
        Ok(Status::Ongoing) => (ValCoup::Valid, PropCoup::Cont),
        Ok(Status::Over(Outcome::Win(_))) => (ValCoup::Valid, PropCoup::Gagne),
        Ok(Status::Over(Outcome::Draw)) => (ValCoup::Valid, PropCoup::Nulle),
        Err(_) => (ValCoup::Triche, PropCoup::Perdu),
    }
}

/// Replays the dialogue of a section; the number of moves of the engine, who is the first player.
fn replay<G: Game>(section: &str) -> u32 {
    let page = include_str!("../MOTEUR.md");
    let (_, section) = page.split_once(&format!("## {section}\n")).expect("the section");
    let dialogue = section.split("```").nth(1).expect("the dialogue");
    let mut position = None;
    let mut verdict = None;
    let (mut moves, mut judged) = (0, 0);
    for line in dialogue.lines().filter(|line| !line.is_empty()) {
        if let Some(line) = line.strip_prefix("engine  ") {
            let message = line.parse::<EngineLine>().expect(line);
            if let (EngineLine::Move(text), Some(position)) = (message, &mut position) {
                verdict = Some(judge(position, &text));
                moves += 1;
            }
            continue;
        }
        let line = line.strip_prefix("host    ").expect(line);
        match line.parse::<HostLine>().expect(line) {
            HostLine::Game(start) => {
                assert_eq!((start.game.as_str(), start.side), (G::NAME, Player::First));
                let setup: Params = start.params.into_iter().collect();
                position = Some(G::start(&setup).expect("a start"));
            }
            HostLine::Verdict(validity, property, _) => {
                assert_eq!(verdict.take(), Some((validity, property)), "move {moves}");
                judged += 1;
            }
            HostLine::Opponent(text) => {
                let position = position.as_mut().expect("a game");
                assert_eq!(judge(position, &text), (ValCoup::Valid, PropCoup::Cont), "{text}");
            }
            _ => {}
        }
    }
    assert_eq!(moves, judged);
    moves
}

#[test]
fn the_worked_dialogues_are_games() {
    assert_eq!(replay::<Labyrinth>("Labyrinthe"), 6);
    assert_eq!(replay::<SeptCouleurs>("7 couleurs"), 3);
    assert_eq!(replay::<Coursidor>("Coursidor"), 5);
}
