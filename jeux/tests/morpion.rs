//! The rules of morpion as properties of random games, and the number of all games.

use jeux::morpion::{Cell, Morpion};
use jeux::{Game, Outcome, Player, Position, Status};
use proptest::prelude::*;

/// The games that go on from here: how many the first player wins, the second one wins, and nobody.
fn games(position: Morpion) -> [u32; 3] {
    match position.status() {
        Status::Over(Outcome::Win(winner)) => [[1, 0, 0], [0, 1, 0]][winner.index()],
        Status::Over(Outcome::Draw) => [0, 0, 1],
        Status::Ongoing => position.legal_moves().into_iter().fold([0; 3], |sum, mv| {
            let mut next = position;
            next.play(mv).expect("a legal move");
            let more = games(next);
            [0, 1, 2].map(|end| sum[end] + more[end])
        }),
    }
}

#[test]
fn all_games_are_counted() {
    let counts = games(Morpion::default());
    assert_eq!(counts.iter().sum::<u32>(), 255_168);
    assert_eq!(counts, [131_184, 77_904, 46_080]);
}

#[test]
fn notations_read_back() {
    for cell in Cell::all() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
        assert_eq!(cell.to_string().to_lowercase().parse(), Ok(cell));
    }
    for text in ["", "A", "A0", "A4", "D1", "A1 ", "A11", "1A", "?"] {
        assert!(text.parse::<Cell>().is_err(), "{text}");
    }
}

#[test]
fn the_picture_shows_who_is_where() {
    let mut position = Morpion::start(&Default::default()).expect("nothing is needed");
    for text in ["B2", "A1", "C1"] {
        position.play(text.parse().expect(text)).expect(text);
    }
    assert_eq!(position.to_string(), "  A B C\n1 O . X\n2 . X .\n3 . . .\n");
}

/// Whether a player has three in a row, said a second time with coordinates.
fn has_three(position: Morpion, player: Player) -> bool {
    let cells: Vec<Cell> = Cell::all().collect();
    let own = |x: usize, y: usize| position.owner(cells[3 * y + x]) == Some(player);
    let straight = (0..3).any(|i| (0..3).all(|j| own(i, j)) || (0..3).all(|j| own(j, i)));
    straight || (0..3).all(|i| own(i, i)) || (0..3).all(|i| own(i, 2 - i))
}

proptest! {
    #[test]
    fn a_random_game_keeps_the_rules(choices in proptest::collection::vec(any::<prop::sample::Index>(), 10)) {
        let mut position = Morpion::default();
        for (ply, choice) in choices.into_iter().enumerate() {
            prop_assert_eq!(position.to_move(), Player::ALL[ply % 2]);
            let legal = position.legal_moves();
            for cell in Cell::all() {
                let before = position;
                let played = position.play(cell);
                prop_assert_eq!(played.is_ok(), legal.contains(&cell));
                if played.is_err() {
                    prop_assert_eq!(position, before);
                }
                position = before;
            }
            let winner = Player::ALL.into_iter().find(|&player| has_three(position, player));
            prop_assert_eq!(position.status().outcome().and_then(Outcome::winner), winner);
            prop_assert_eq!(position.status() == Status::Ongoing, winner.is_none() && ply < 9);
            if legal.is_empty() {
                return Ok(());
            }
            position.play(legal[choice.index(legal.len())]).expect("a legal move");
        }
    }
}
