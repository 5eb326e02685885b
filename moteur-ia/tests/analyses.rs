//! What programs ask of positions: any line is answered by one line, and a whole game by what each of its positions is worth.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use jeux::game::Params;
use jeux::morpion::Morpion;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::{Game, Player, Position, Reason, Status};
use moteur_ia::adapter::{Engine, Limits};
use moteur_ia::analysis::{Analyst, Exact, answer, serve};
use moteur_ia::morpion::{self as minimax, Minimax};
use moteur_ia::{coursidor, labyrinthe, sept_couleurs, sphinx};
use proptest::prelude::*;
use protocol::analysis::{Analysis, Answer, Expected, LONGEST_REQUEST, Unit, Value};
use serde_json::{Value as Json, json};

fn analyses(analyst: &mut impl Analyst, request: &Json) -> Vec<Analysis> {
    match answer(analyst, request.to_string().as_bytes()) {
        Answer::Analyses { analyses } => analyses,
        Answer::Refused { error } => panic!("{request}: {error}"),
    }
}

fn refusal(analyst: &mut impl Analyst, line: &str) -> String {
    match answer(analyst, line.as_bytes()) {
        Answer::Analyses { .. } => panic!("{line}"),
        Answer::Refused { error } => error.to_string(),
    }
}

fn morpion() -> impl Analyst<Game = Morpion> {
    Exact::new(minimax::value)
}

#[test]
fn a_small_game_is_known_exactly() {
    let game = ["A1", "B1", "A2", "C3", "A3"];
    let analyses = analyses(&mut morpion(), &json!({ "moves": game, "all": true }));
    let values: Vec<_> = analyses.iter().map(|analysis| analysis.value.expect("a value")).collect();
    // A2 threatens; what stops that loses two moves later, and C3 stops nothing.
    assert!(
        matches!(
            values[..],
            [Value::Draw, Value::Draw, Value::Win(_), Value::Loss(4), Value::Win(1), Value::Loss(0)]
        ),
        "{values:?}"
    );
    assert_eq!(analyses[4].best, ["A3"]);
    assert_eq!(analyses[4].line, ["A3"]);
    assert_eq!(analyses.last(), Some(&Analysis { value: Some(Value::Loss(0)), ..Analysis::default() }));
    let movers: Vec<_> = analyses.iter().map(|analysis| analysis.mover).collect();
    assert_eq!(movers, [Some(0), Some(1), Some(0), Some(1), Some(0), None]);
}

/// The engine plays a best move, whatever the position.
#[test]
fn the_engine_and_the_values_agree() {
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    let mut chance = fastrand::Rng::with_seed(3);
    for _ in 0..50 {
        let (mut position, mut moves) = (Morpion::default(), Vec::new());
        while position.status() == Status::Ongoing {
            if !moves.is_empty() {
                let analysis = analyses(&mut morpion(), &json!({ "moves": moves })).remove(0);
                let chosen = Minimax.choose(&position, &limits).expect("a move").to_string();
                assert!(analysis.best.contains(&chosen), "{moves:?}: {chosen}, {analysis:?}");
            }
            let mv = chance.choice(position.legal_moves()).expect("a move");
            position.play(mv).expect("a legal move");
            moves.push(mv.to_string());
        }
    }
}

#[test]
fn what_is_no_request_is_refused() {
    let analyst = &mut morpion();
    for line in ["", "rien", "{", r#"{"moves":"A1"}"#, r#"{"moves":[1]}"#, r#"{"ms":-1}"#, r#"{"table":"x"}"#]
    {
        assert_eq!(refusal(analyst, line), "analysis-request", "{line}");
    }
    assert!(refusal(analyst, r#"{"moves":["A1","A1"]}"#).starts_with("analysis-move: 2; A1; taken"));
    assert!(refusal(analyst, r#"{"moves":["\n\u0007"]}"#).chars().all(|sign| !sign.is_control()));
    let over = json!({ "moves": ["A1", "B1", "A2", "B2", "A3", "B3"] }).to_string();
    assert_eq!(refusal(analyst, &over), "analysis-move: 6; B3; game-over");
    let setup = refusal(&mut labyrinthe::Opinions::default(), r#"{"setup":{"H":"9","L":"13","walls":"01"}}"#);
    assert!(setup.starts_with("game-setup: walls"), "{setup}");
    let long = json!({ "moves": vec!["A1"; 20_000] }).to_string();
    assert_eq!(refusal(analyst, &long), "analysis-too-long");
}

#[test]
fn lines_are_answered_one_by_one_until_quit() {
    let long = "x".repeat(LONGEST_REQUEST + 10);
    let input = format!("{long}\n{{\"moves\":[\"B2\"]}}\n\nquit\n{{}}\n");
    let mut output = Vec::new();
    serve(&mut morpion(), Cursor::new(input), &mut output).expect("streams");
    let output = String::from_utf8(output).expect("text");
    let answers: Vec<Answer> =
        output.lines().map(|line| serde_json::from_str(line).expect("an answer")).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], Answer::Refused { error: Reason::new("analysis-too-long") });
    assert!(matches!(&answers[1], Answer::Analyses { analyses } if analyses.len() == 1));
    assert_eq!(answers[2], Answer::Refused { error: Reason::new("analysis-request") });
}

/// The opinion of the position with which a game begins.
fn opinion(analyst: &mut impl Analyst, request: Json) -> (Analysis, protocol::analysis::Opinion) {
    let analysis = analyses(analyst, &request).pop().expect("the position");
    let opinion = analysis.opinion.clone().expect("an opinion");
    (analysis, opinion)
}

#[test]
fn engines_say_what_they_think() {
    let maze = jeux::labyrinthe::maze_of_seed(1);
    let setup = json!({ "L": maze.width().to_string(), "H": maze.height().to_string(), "walls": maze.to_string(), "energy": "1" });
    let (analysis, said) =
        opinion(&mut labyrinthe::Opinions::default(), json!({ "setup": setup, "ms": 200 }));
    assert_eq!((said.engine.as_str(), said.unit, analysis.best.len()), ("minmax", Unit::Steps, 1));
    assert!(said.depth.is_some_and(|depth| depth > 0) && said.score.is_some() != said.sure.is_some());

    let course = json!({ "t": "H", "m": "6", "M": "100", "bases": "20-63" });
    let (analysis, said) =
        opinion(&mut coursidor::Opinions::default(), json!({ "setup": course, "ms": 200 }));
    assert_eq!((said.engine.as_str(), said.unit, analysis.best.len()), ("stratege", Unit::Plies, 1));

    // Two of three cells are won by the first move.
    let small = json!({ "plateau": "A^/vB" });
    let (analysis, said) =
        opinion(&mut sept_couleurs::Opinions::default(), json!({ "setup": small, "ms": 200 }));
    assert_eq!((said.engine.as_str(), said.unit), ("optimal", Unit::Cells));
    assert!(said.sure.is_some() && analysis.best.len() <= 1, "{said:?}");
}

#[test]
fn every_colour_gets_a_score_that_none_tops() {
    let size = Params::from([("L".into(), "20".into()), ("H".into(), "20".into())]);
    let setup = SeptCouleurs::draw(&size, 1).expect("a board");
    let (analysis, said) =
        opinion(&mut sept_couleurs::Opinions::default(), json!({ "setup": setup, "ms": 2000 }));
    assert_eq!(said.engine, "alphabeta");
    assert_eq!(analysis.moves.len(), 7, "{analysis:?}");
    assert_eq!(analysis.best, [analysis.moves[0].text.clone()]);
    let scores: Vec<f64> = analysis.moves.iter().filter_map(|valued| valued.score).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other) && said.score == scores.first().copied());
}

/// The mover's knowledge counts, not the whole position: what no player can know changes nothing.
#[test]
fn of_a_hidden_game_the_mover_knows_what_was_told() {
    let setup = json!({ "h": "3", "w": "4", "n": "3" });
    let ask = |grid: &str, moves: &[&str]| {
        let all: Vec<&str> = ["2011/0010/0003", grid].into_iter().chain(moves.iter().copied()).collect();
        let request = json!({ "setup": setup, "moves": all, "ms": 100 });
        opinion(&mut sphinx::Opinions::default(), request)
    };
    let (analysis, said) = ask("0210/0100/0031", &["0:2"]);
    assert_eq!((said.engine.as_str(), said.unit, analysis.mover), ("stratege", Unit::Chance, Some(1)));
    assert!(analysis.best.len() == 1 && said.sure != Some(Expected::Draw));
    let (first, _) = ask("0210/0100/0031", &["0:2", "0:1"]);
    assert_eq!(first.mover, Some(1), "a free answer: the same player goes on");
    // Of a grid there is no opinion.
    let (grid, _) = opinion(&mut sphinx::Opinions::default(), json!({ "setup": setup, "ms": 50 }));
    assert_eq!((grid.mover, grid.best.len(), grid.moves.len()), (Some(0), 0, 0));
}

/// Where there is no time left, nothing is thought, and the answer comes all the same.
#[test]
fn without_time_there_are_positions_and_no_opinions() {
    let course = json!({ "t": "H", "m": "6", "M": "100", "bases": "20-63" });
    let said = analyses(&mut coursidor::Opinions::default(), &json!({ "setup": course, "ms": 0 }));
    assert_eq!(said, [Analysis { mover: Some(Player::First.index()), ..Analysis::default() }]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_line_is_answered(line in proptest::collection::vec(any::<u8>(), 0..300)) {
        let answered = answer(&mut morpion(), &line);
        prop_assert!(!serde_json::to_string(&answered).expect("JSON").contains('\n'));
    }

    #[test]
    fn any_moves_are_answered(
        moves in proptest::collection::vec(prop_oneof!["[A-C][1-3]", ".{0,12}"], 2..12),
        setup in proptest::collection::btree_map("[a-zA-Z]{1,6}", ".{0,9}", 0..3),
        all in any::<bool>(),
    ) {
        let count = if all { moves.len() + 1 } else { 1 };
        let request = json!({ "setup": setup, "moves": moves, "all": all, "ms": 1 }).to_string();
        match answer(&mut morpion(), request.as_bytes()) {
            Answer::Analyses { analyses } => prop_assert_eq!(analyses.len(), count),
            Answer::Refused { error } => prop_assert!(!error.to_string().contains('\n')),
        }
        let others = [
            answer(&mut coursidor::Opinions::default(), request.as_bytes()),
            answer(&mut labyrinthe::Opinions::default(), request.as_bytes()),
            answer(&mut sphinx::Opinions::default(), request.as_bytes()),
        ];
        for other in others {
            prop_assert!(matches!(other, Answer::Refused { .. }), "no such setup");
        }
    }
}
