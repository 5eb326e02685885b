//! The thinking players of 7 couleurs: right where the truth is known, stronger than the simple ones, and in time.

use std::sync::atomic::AtomicBool;

use jeux::sept_couleurs::{Board, Colour, Fairness, Grid, Neighbours, Rules, SeptCouleurs, generate};
use jeux::{Outcome, Player, Position, Status};
use moteur_ia::adapter::{Engine, Limits};
use moteur_ia::sept_couleurs::alphabeta::{AlphaBeta, Options};
use moteur_ia::sept_couleurs::exact::{Goal, solve};
use moteur_ia::sept_couleurs::players::Spec;
use moteur_ia::sept_couleurs::tournament::Tournament;
use moteur_ia::sept_couleurs::worlds::Worlds;

static NEVER: AtomicBool = AtomicBool::new(false);
const UNLIMITED: Limits<'_> = Limits { deadline: None, stop: &NEVER };

fn alphabeta(depth: u8) -> AlphaBeta {
    AlphaBeta::new(Options { depth: Some(depth), ..Options::default() })
}

/// A search to the end finds what is proven otherwise: 1 for a win of the side to move, 0, -1.
#[test]
fn alphabeta_finds_who_wins_on_small_boards() {
    let mut seen = [0; 3];
    for seed in 0..150 {
        let neighbours = [Neighbours::Four, Neighbours::Six, Neighbours::Eight][seed as usize % 3];
        let (width, colours) = (2 + seed as usize % 4, 3 + seed as usize % 5);
        let grid = Grid { neighbours, torus: seed % 7 == 0, ..Grid::new(width, 4) };
        let board = generate(grid, colours, Fairness::Random, seed as usize % 3 * 10, seed);
        let position = SeptCouleurs::new(board, Rules { colours, ..Rules::default() });
        let truth = solve(&position, Goal::Result, &UNLIMITED).expect("its rules").margin.signum();
        let thought = alphabeta(100).think(&position, &UNLIMITED);
        // Where one colour alone wins something it is played without a search.
        if position.zones().gaining(position.world(), position.side_to_move()).count() > 1 {
            assert_eq!(thought.score.signum(), truth, "{position}");
        }
        let mut next = position.clone();
        next.play(thought.colour).expect("a colour");
        let after = match next.status() {
            Status::Over(outcome) => {
                -outcome.winner().map_or(0, |winner| if winner == Player::First { 1 } else { -1 })
            }
            Status::Ongoing => solve(&next, Goal::Result, &UNLIMITED).expect("its rules").margin.signum(),
        };
        assert_eq!(after, -truth, "its move keeps it: {position}");
        seen[(truth + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn alphabeta_takes_a_golden_cell_and_keeps_the_opponent_from_it() {
    let rules = Rules { golden: true, ..Rules::default() };
    let position = |text: &str| SeptCouleurs::new(Board::read(text, Grid::new(2, 2), 7).expect(text), rules);
    // Two cells lead to the middle; the large island would win more.
    let thought = alphabeta(4).think(&position("BBBB^/BBEAB/ADCEF/EEEAA/vAAFF"), &UNLIMITED);
    let mut game = position("BBBB^/BBEAB/ADCEF/EEEAA/vAAFF");
    assert_eq!(game.play(thought.colour), Ok(Status::Ongoing));
    // Whoever is next to it takes it.
    let game = position("BBBB^/BBEAB/vvCEF/EEEAA/vAAFF");
    assert_eq!(alphabeta(1).think(&game, &UNLIMITED).colour, Colour(2));
    assert_eq!(alphabeta(6).think(&game, &UNLIMITED).colour, Colour(2));
}

#[test]
fn every_player_moves_at_once_when_told_to_stop() {
    let stop = AtomicBool::new(true);
    let limits = Limits { deadline: None, stop: &stop };
    for colours in [2, 7, 26] {
        let board = generate(Grid::new(60, 60), colours, Fairness::Fair, 0, 1);
        let position = SeptCouleurs::new(board, Rules { colours, ..Rules::default() });
        for name in ["hybride", "alphabeta", "optimal"] {
            let mut player = Spec::read(name).and_then(|spec| spec.make(1)).expect(name);
            let colour = player.choose(&position, &limits).expect("a colour");
            assert!(colour.index() < colours, "{name}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move_for_anybody() {
    let board = Board::read("AB^/AAB/vAB", Grid::new(2, 2), 7).expect("a board");
    let mut position = SeptCouleurs::new(board, Rules::default());
    position.play(Colour(0)).expect("a move");
    assert_eq!(position.status(), Status::Over(Outcome::Win(Player::First)));
    assert_eq!(alphabeta(3).choose(&position, &UNLIMITED), None);
}

/// The figures are in the questions; this is what they may not fall below.
#[test]
fn whoever_thinks_more_wins_more() {
    let worlds = Worlds::of(&[("L", "20"), ("H", "20")]).expect("worlds");
    for (strong, weak, least) in [
        ("hybride", "hasard", 100),
        ("hybride", "glouton", 90),
        ("hybride", "prevoyant", 85),
        ("alphabeta --profondeur 4", "hybride", 65),
        // Known programs look four moves ahead, by zones and perimeters.
        ("alphabeta --profondeur 4", "classique", 85),
        ("classique", "glouton", 60),
    ] {
        let players = [strong, weak].map(|text| Spec::read(text).expect(text));
        let tournament =
            Tournament { players: &players, worlds: &worlds, boards: 10, seed: 3, time: None, threads: 0 };
        let pairs = tournament.run(&|_, _| {}).expect("games");
        let won = pairs[0].wins(Some(0)) * 100 / 40;
        assert!(won >= least, "{strong} against {weak}: {won} %");
    }
}
