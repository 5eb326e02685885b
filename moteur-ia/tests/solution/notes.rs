//! The marks of games, and the texts of `analyse` and `resoudre`.

use jeux::{
    ByPlayer, Player, Position,
    colonnes::{Board, Move},
};
use moteur_ia::colonnes::{
    analyse,
    record::parse_moves,
    resoudre,
    sentences::print_notes,
    solution::notes::{self, IllegalMove},
};

use crate::{facts, sample, table};

#[test]
fn a_move_that_throws_something_away_is_a_blunder() {
    let mut wins = 0;
    let mut draws = 0;
    for record in sample::records() {
        let line = sample::line(&record);
        let board = line.iter().fold(Board::new(), |board, &mv| board.after(mv));
        let judgement = table().judge(board);
        let before = notes::mark(table(), &line).expect("a legal line");
        for &(mv, value) in &judgement.moves {
            let game: Vec<Move> = line.iter().copied().chain([mv]).collect();
            let notes = notes::mark(table(), &game).expect("a legal line");
            let player = board.to_move();
            let (old, new) = (before.marks[player], notes.marks[player]);
            assert_eq!(notes.marks[!player], before.marks[!player], "the opponent's marks stay");
            assert_eq!(new.moves, old.moves + 1);
            assert_eq!(new.tested, old.tested + u32::from(judgement.losing().next().is_some()));
            let kept = judgement.keeping().any(|other| other == mv);
            assert_eq!(new.kept, old.kept + u32::from(kept));
            assert_eq!(notes.blunders.len(), before.blunders.len() + usize::from(!kept));
            if !kept {
                let blunder = notes.blunders.last().expect("a blunder");
                assert_eq!((blunder.player, blunder.ply, blunder.played), (player, board.ply(), mv));
                assert_eq!((blunder.before, blunder.after), (judgement.value, value));
                assert_eq!(blunder.keeping.len(), judgement.keeping().count());
                wins += new.wins_thrown - old.wins_thrown;
                draws += new.draws_thrown - old.draws_thrown;
            }
        }
    }
    assert!(wins > 0 && draws > 0);
}

#[test]
fn an_illegal_game_is_refused() {
    let pass = notes::mark(table(), &[Move::Pass]);
    assert!(matches!(pass, Err(IllegalMove { ply: 0, played: Move::Pass, .. })));
    for text in ["A1 A1-A2", "A1 Z9", "passe", "A1 A2 A1 A2 A1 A2"] {
        assert!(parse_moves(text).is_err(), "{text}");
    }
    let moves = parse_moves(" a1  B2 ").expect("two moves");
    assert_eq!(moves.len(), 2);
    let marks = notes::mark(table(), &moves).expect("legal").marks;
    assert_eq!((marks.first.moves, marks.second.moves), (1, 1));
    assert_eq!(notes::Marks::default().accuracy(), None);
}

#[test]
fn the_analysis_shows_every_move() {
    // The first player has two on A1 and B2 is somebody else's: the second player must answer on A1.
    let moves = parse_moves("A1 B2 A1").expect("three moves");
    let board = moves.iter().fold(Board::new(), |board, &mv| board.after(mv));
    let mut text = Vec::new();
    analyse::print_position(&mut text, table(), board).expect("room in memory");
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.contains("au joueur 2 : nulle."), "{text}");
    assert_eq!(text.matches("gâche la nulle").count(), 8, "{text}");
    assert_eq!(text.matches("perte en 2 coups").count(), 8, "{text}");

    let game = parse_moves("A1 B2 A1 B2 A1").expect("five moves");
    let over = game.iter().fold(Board::new(), |board, &mv| board.after(mv));
    let mut text = Vec::new();
    analyse::print_position(&mut text, table(), over).expect("room in memory");
    let notes = notes::mark(table(), &game).expect("legal");
    assert_eq!(notes.blunders.iter().map(|blunder| blunder.player).collect::<Vec<_>>(), [Player::Second]);
    print_notes(&mut text, &notes, ByPlayer { first: "Ada", second: "Blaise" }).expect("room");
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.contains("gagnée par le joueur 1"), "{text}");
    assert!(text.contains("Blaise : B2, perte en 2 coups au lieu de nulle (A1)"), "{text}");
    assert_eq!(over.moves().len(), 0);
}

#[test]
fn the_facts_can_be_read() {
    let facts = facts();
    let mut text = Vec::new();
    resoudre::print_facts(&mut text, facts, facts).expect("room in memory");
    let text = String::from_utf8(text).expect("UTF-8");
    assert_eq!(text.lines().filter(|line| line.contains(" %")).count(), 18, "{text}");
    assert!(text.contains(&format!("Gain forcé en {} coups", facts.longest.plies)), "{text}");
}
