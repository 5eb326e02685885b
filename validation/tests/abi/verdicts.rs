//! A C program that plays the course's verdicts through either form of the library.

use std::fmt::Write;
use std::process::Command;

use jeux::Player;
use jeux::colonnes::MAX_PLIES;
use protocol::colonnes::{Coul, PropCoup};
use validation::Partie;

use crate::common::{Game, Move, games};
use crate::compiler::{LIBRARIES, answers, link, run};

/// A request as the C program reads it.
fn hex(mv: &Move) -> String {
    mv.req.encode().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the C program must answer to each move of a game: the verdict of the course and our reason.
fn expected(game: &Game) -> Vec<String> {
    let mut partie = Partie::new(game.first);
    let verdicts = game.moves.iter().map(|mv| {
        let player = if mv.joueur == 1 { Player::First } else { Player::Second };
        let verdict = partie.judge(player, &mv.req);
        let reason = verdict.err().map(|triche| triche.raison()).unwrap_or_default();
        let prop = PropCoup::ALL.iter().position(|&prop| prop == mv.prop).expect("one of them");
        format!("{} {prop} {reason}", u8::from(mv.ok))
    });
    verdicts.collect()
}

fn with_expected(game: Game) -> (Game, Vec<String>) {
    let verdicts = expected(&game);
    (game, verdicts)
}

fn assert_answers(program_answers: &[String], expected: &[(String, String)]) {
    assert_eq!(program_answers.len(), expected.len());
    for (answer, (verdict, about)) in program_answers.iter().zip(expected) {
        assert_eq!(answer, verdict, "{about}");
    }
}

/// The functions of the course: one partie after the other, BLANC and NOIR beginning in turn.
#[test]
fn the_party_of_the_process_gives_every_verdict() {
    let mut commands = String::new();
    let mut verdicts = Vec::new();
    // So that the first partie of the process is BLANC's.
    let mut begins = Coul::Noir;
    for (index, game) in games().iter().enumerate() {
        // A partie that is begun and not played leaves no trace but the colour of the next.
        loop {
            commands.push_str("initialiser\n");
            begins = begins.other();
            if begins == game.first {
                break;
            }
        }
        for (ply, (mv, verdict)) in game.moves.iter().zip(expected(game)).enumerate() {
            writeln!(commands, "coup {} {}", mv.joueur, hex(mv)).expect("memory");
            verdicts.push((verdict, format!("game {index} ({}) ply {}", game.kind, ply + 1)));
        }
    }
    for library in LIBRARIES {
        assert_answers(&answers(&link("verdicts.c", "c99", library), &commands), &verdicts);
    }
}

/// All the games at once, ply by ply, each in a partie of its own.
#[test]
fn parties_of_their_own_give_every_verdict() {
    let games: Vec<(Game, Vec<String>)> = games().into_iter().map(with_expected).collect();
    let mut commands = String::new();
    let mut verdicts = Vec::new();
    for (index, (game, _)) in games.iter().enumerate() {
        writeln!(commands, "creer {index} {}", game.first.index()).expect("memory");
    }
    for round in 1..=2 {
        for ply in 0..MAX_PLIES as usize {
            for (index, (game, expected)) in games.iter().enumerate() {
                let Some((mv, verdict)) = game.moves.get(ply).zip(expected.get(ply)) else { continue };
                writeln!(commands, "jouer {index} {} {}", mv.joueur, hex(mv)).expect("memory");
                let about = format!("round {round} game {index} ({}) ply {}", game.kind, ply + 1);
                verdicts.push((verdict.clone(), about));
            }
        }
        for (index, (game, _)) in games.iter().enumerate() {
            writeln!(commands, "renouveler {index} {}", game.first.index()).expect("memory");
        }
    }
    for library in LIBRARIES {
        assert_answers(&answers(&link("verdicts.c", "gnu11", library), &commands), &verdicts);
    }
}

#[test]
fn nothing_that_a_program_passes_does_harm() {
    for library in LIBRARIES {
        for standard in ["c99", "c++17"] {
            run(&mut Command::new(link("limits.c", standard, library)));
        }
    }
}
