//! The worked dialogue of Labyrinthe in `MOTEUR.md`, replayed: every line is one of the protocol, every move is judged.

use jeux::labyrinthe::{Labyrinth, Maze};
use jeux::{ByPlayer, Player, Position, Status};
use protocol::colonnes::{PropCoup, ValCoup};
use protocol::moteur::{EngineLine, HostLine};

/// What has to be said next of the engine's move.
fn judge(position: &mut Labyrinth, text: &str) -> (ValCoup, PropCoup) {
    let mv = position.parse_move(text).expect(text);
    match position.play(mv) {
        Ok(Status::Ongoing) => (ValCoup::Valid, PropCoup::Cont),
        Ok(Status::Over(_)) => (ValCoup::Valid, PropCoup::Gagne),
        Err(_) => (ValCoup::Triche, PropCoup::Perdu),
    }
}

#[test]
fn the_worked_dialogue_is_a_game() {
    let page = include_str!("../MOTEUR.md");
    let (_, section) = page.split_once("## Labyrinthe").expect("the section");
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
                assert_eq!((start.game.as_str(), start.side), ("labyrinthe", Player::First));
                let number = |key| start.param(key).and_then(|value| value.parse::<u32>().ok()).expect(key);
                let walls = start.param("walls").expect("walls");
                let maze =
                    Maze::from_text(number("L") as usize, number("H") as usize, walls).expect("a maze");
                let energy = ByPlayer { first: 0, second: number("energy") };
                position = Some(Labyrinth::with_energy(maze, energy).expect("a labyrinth"));
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
    assert_eq!((moves, judged), (6, 6));
}
