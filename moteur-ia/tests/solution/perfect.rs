//! The engine that plays by the table.

use jeux::{
    Outcome, Player, Position, Status,
    colonnes::{Board, Move},
};
use moteur_ia::colonnes::{
    parfait::{self, Choice, Options, Reason, model::Model, traps},
    solution::Value,
};

use crate::{random_positions, table};

/// Few enough for thousands of moves.
const EFFORT: u64 = 300;

fn choose(board: Board, options: &Options, seed: u64) -> Choice {
    let mut rng = fastrand::Rng::with_seed(seed);
    let choice = parfait::choose(table(), board, options, &Model::default(), &mut rng);
    choice.expect("the game is not over")
}

#[test]
fn every_move_is_optimal_in_ten_thousand_positions() {
    let mut trapped = 0;
    for (board, seed) in random_positions(6).zip(0..10_000) {
        let options = Options { traps: seed % 4 != 0, effort: EFFORT, ..Options::default() };
        let choice = choose(board, &options, seed);
        let value = table().value(board);
        // Not only the result: also the fastest win and the slowest loss.
        assert_eq!(choice.value, value, "{board:?}");
        assert_eq!(table().value(board.after(choice.mv)).of_move(), value, "{board:?}");
        trapped += u32::from(matches!(choice.reason, Reason::Trap { .. }));
    }
    assert!(trapped > 0);
}

/// The result for parfait, against an opponent who plays at random or by the table.
fn play(ours: Player, seed: u64, random: bool) -> Status {
    let options = Options { effort: EFFORT, ..Options::default() };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut model = Model::default();
    let mut board = Board::new();
    loop {
        let mv = if board.to_move() == ours {
            parfait::choose(table(), board, &options, &model, &mut rng).expect("an ongoing game").mv
        } else {
            let judgement = table().judge(board);
            let moves: Vec<Move> = if random { board.legal_moves() } else { judgement.best().collect() };
            let mv = rng.choice(moves).expect("an ongoing game");
            model.observe(table(), board, mv);
            mv
        };
        let status = board.play(mv).expect("a legal move");
        if status != Status::Ongoing {
            return status;
        }
    }
}

#[test]
fn it_never_loses_and_beats_chance() {
    let mut won = 0;
    for (seed, ours) in (0..30).flat_map(|seed| Player::ALL.map(|ours| (seed, ours))) {
        match play(ours, seed, true) {
            Status::Over(Outcome::Win(winner)) => {
                assert_eq!(winner, ours);
                won += 1;
            }
            status => assert_eq!(status, Status::Over(Outcome::Draw)),
        }
    }
    assert!(won > 30, "{won} of 60");
    assert_eq!(play(Player::First, 0, false), Status::Over(Outcome::Draw));
    assert_eq!(play(Player::Second, 0, false), Status::Over(Outcome::Draw));
}

#[test]
fn the_seed_decides() {
    let options = Options { effort: EFFORT, ..Options::default() };
    for board in random_positions(7).take(300) {
        assert_eq!(choose(board, &options, 1), choose(board, &options, 1));
    }
    let any = Options { traps: false, ..options };
    let first: Vec<Move> = (0..50).map(|seed| choose(Board::new(), &any, seed).mv).collect();
    assert!(first.iter().any(|mv| *mv != first[0]), "the seed is used");
    let over = random_positions(8)
        .flat_map(|board| board.moves().iter().map(|&mv| board.after(mv)).collect::<Vec<_>>());
    let over = over.into_iter().find(|board| board.status() != Status::Ongoing).expect("a game ends");
    let none = parfait::choose(table(), over, &options, &Model::default(), &mut fastrand::Rng::with_seed(1));
    assert_eq!(none, None);
}

#[test]
fn on_request_it_blunders() {
    let options = Options { blunders: 1.0, effort: EFFORT, ..Options::default() };
    let mut blunders = 0;
    for board in random_positions(9).take(2000) {
        let judgement = table().judge(board);
        let choice = choose(board, &options, 1);
        let possible = judgement.losing().next().is_some();
        assert_eq!(choice.reason == Reason::Blunder, possible, "{board:?}");
        assert_eq!(choice.value.result() != judgement.value.result(), possible, "{board:?}");
        blunders += u32::from(possible);
    }
    assert!(blunders > 0);
}

/// The chosen traps promise more than the other moves, each measured alone.
#[test]
fn the_best_traps_are_chosen() {
    let draws = random_positions(10).filter(|board| table().value(*board) == Value::Draw);
    let mut better = 0;
    for board in draws.take(300) {
        let moves: Vec<Move> = table().judge(board).best().collect();
        let model = Model::default();
        let measured = traps::measure(table(), board, &moves, &model, 2000, None).expect("enough effort");
        assert!(measured.expected >= 0.5, "a trap risks nothing");
        for &mv in &moves {
            let chosen = measured.moves.contains(&mv);
            // Alone there is effort for more depth; the depth is compared, too.
            let alone = traps::measure(table(), board, &[mv], &model, 2000, None).expect("enough effort");
            if alone.depth == measured.depth {
                assert_eq!(alone.expected > measured.expected - 1e-9, chosen, "{board:?} {mv}");
                better += u32::from(!chosen);
            }
        }
    }
    assert!(better > 0);
}

#[test]
fn no_effort_and_no_time_still_give_a_move() {
    let board = random_positions(11).find(|board| board.ply() == 20 && table().value(*board) == Value::Draw);
    let board = board.expect("a drawn position");
    let none = Options { effort: 0, ..Options::default() };
    assert_eq!(choose(board, &none, 1).value, Value::Draw);
    let late = Options { deadline: Some(std::time::Instant::now()), ..Options::default() };
    assert_eq!(choose(board, &late, 1).value, Value::Draw);
}

#[test]
fn the_model_learns_how_far_the_opponent_sees() {
    let (mut blind, mut seeing) = (Model::default(), Model::default());
    let before = Model::default().sight();
    let mut rng = fastrand::Rng::with_seed(12);
    for board in random_positions(12).take(400) {
        let judgement = table().judge(board);
        blind.observe(table(), board, rng.choice(board.legal_moves()).expect("a move"));
        seeing.observe(table(), board, rng.choice(judgement.best().collect::<Vec<_>>()).expect("a move"));
        for model in [&blind, &seeing] {
            let sum: f64 = model.replies(&judgement).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        }
    }
    assert!(blind.sight() < 1.0, "{}", blind.sight());
    assert!(seeing.sight() > before + 2.0, "{} against {before}", seeing.sight());
}
