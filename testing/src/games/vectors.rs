//! The games of `vecteurs/`, which begin from their settings.

use std::fs;
use std::io::{self, Write};

use jeux::any::{named, score};
use jeux::colonnes::{Cell, Move as Colonnes};
use jeux::coursidor::{Edge, Move as Coursidor};
use jeux::game::Params;
use jeux::labyrinthe::{Direction, Move as Labyrinthe};
use serde_json::{Value, json};

use super::lines;

/// A game of the vectors.
struct Game {
    name: &'static str,
    setup: Params,
    moves: Vec<String>,
    /// Its outcome, as in C: 1, -1, 0, or none.
    score: Option<i32>,
}

fn lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(crate::root().join("vecteurs").join(file)).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Numbers with this between them.
fn joined(numbers: &Value, between: &str) -> String {
    list(numbers).iter().map(Value::to_string).collect::<Vec<_>>().join(between)
}

fn setup<const N: usize>(settings: [(&str, String); N]) -> Params {
    settings.map(|(name, value)| (name.to_owned(), value)).into()
}

/// What it is for the first player that this one has won, or nobody.
fn won(winner: &Value, first: &Value) -> i32 {
    match winner.is_null() {
        true => 0,
        false if winner == first => 1,
        false => -1,
    }
}

fn colonnes(vector: &Value) -> Game {
    let cell = |text: &str| Cell::new(text.parse().expect("a number")).expect("a cell");
    let mv = |text: &str| match text.split_once(':') {
        None => Colonnes::Pass,
        Some(("P", to)) => Colonnes::Place(cell(to)),
        Some((_, cells)) => {
            let (from, to) = cells.split_once('-').expect("two cells");
            Colonnes::Shift { from: cell(from), to: cell(to) }
        }
    };
    let moves = list(&vector["moves"]).iter().map(|one| mv(text(one)).to_string()).collect();
    Game { name: "colonnes", setup: Params::new(), moves, score: None }
}

fn labyrinthe(vector: &Value) -> Game {
    let moves = list(&vector["moves"]);
    let mv = |entry: &Value| {
        let line = u8::try_from(number(&entry["move"][1]));
        match (number(&entry["move"][0]), line) {
            (0, Ok(line)) => Labyrinthe::LineLeft(line).to_string(),
            (1, Ok(line)) => Labyrinthe::LineRight(line).to_string(),
            (2, Ok(line)) => Labyrinthe::ColumnUp(line).to_string(),
            (3, Ok(line)) => Labyrinthe::ColumnDown(line).to_string(),
            (kind @ 4..=7, _) => Labyrinthe::Step(Direction::ALL[kind as usize - 4]).to_string(),
            (8, _) => Labyrinthe::Stay.to_string(),
            _ => entry["move"].to_string(),
        }
    };
    let score = match moves.last().is_some_and(|last| last["verdict"] == "WIN") {
        true => Some(if moves.len() % 2 == 1 { 1 } else { -1 }),
        false => None,
    };
    let setup = setup([
        ("L", vector["L"].to_string()),
        ("H", vector["H"].to_string()),
        ("walls", text(&vector["walls"]).to_owned()),
    ]);
    Game { name: "labyrinthe", setup, moves: moves.iter().map(mv).collect(), score }
}

fn sept_couleurs(vector: &Value) -> Game {
    let setup = setup([
        ("plateau", text(&vector["board"]).to_owned()),
        ("commence", text(&vector["first"]).to_owned()),
        ("inutiles", u32::MAX.to_string()),
    ]);
    let moves = list(&vector["moves"]).iter().map(|mv| text(mv)[1..].to_owned()).collect();
    let result = &vector["result"];
    let score = (result["why"] != "unfinished").then(|| won(&result["winner"], &vector["first"]));
    Game { name: "sept-couleurs", setup, moves, score }
}

fn coursidor(vector: &Value) -> Game {
    let mv = |(place, ply): (usize, &Value)| {
        let number = |value: &Value| number(value) as u32;
        let edge = |edge: &Value| Edge { from: number(&edge[0]), to: number(&edge[1]) };
        match text(&ply["t"]) {
            _ if ply["c"] != place % 2 => Coursidor::Colour(number(&ply["c"])),
            "MOVE" => Coursidor::Pawn(number(&ply["m"])),
            "WALL" => Coursidor::Wall([edge(&ply["e"][0]), edge(&ply["e"][1])]),
            _ => Coursidor::Type(0),
        }
    };
    let moves = list(&vector["plies"]).iter().enumerate().map(|ply| mv(ply).to_string()).collect();
    let setup = setup([
        ("t", text(&vector["type"]).to_owned()),
        ("m", vector["m"].to_string()),
        ("M", vector["max_turns"].to_string()),
        ("objectifs", list(&vector["objectives"]).len().to_string()),
        ("bases", joined(&vector["objectives"], "-")),
    ]);
    let result = &vector["result"];
    // Its referee ends a game where a move is refused.
    let score = (result["why"] != "illegal").then(|| won(&result["winner"], &json!(0)));
    Game { name: "coursidor", setup, moves, score }
}

fn sphinx(vector: &Value) -> Game {
    let starter = number(&vector["starter"]);
    let grid = |player: i64| {
        let rows = list(&vector["grids"][player as usize]).iter();
        rows.map(|row| joined(row, "")).collect::<Vec<_>>().join("/")
    };
    let questions = list(&vector["moves"]).iter().map(|mv| format!("{}:{}", mv[1], mv[2]));
    let moves = [grid(starter), grid(1 - starter)].into_iter().chain(questions).collect();
    let setup = setup(["h", "w", "n"].map(|name| (name, vector[name].to_string())));
    let score = Some(won(&vector["result"]["winner"], &vector["starter"]));
    Game { name: "sphinx", setup, moves, score }
}

/// Writes all of them. Gives the number of plies.
pub fn write(out: &mut impl Write) -> io::Result<usize> {
    let read = |file: &str, game: fn(&Value) -> Game| lines(file).iter().map(game).collect::<Vec<_>>();
    let games = [
        read("colonnes/solved_sample.jsonl", colonnes),
        read("labyrinthe/rules.jsonl", labyrinthe),
        read("sept-couleurs/rules.jsonl", sept_couleurs),
        read("coursidor/rules.jsonl", coursidor),
        read("sphinx/rules.jsonl", sphinx),
    ];
    assert_eq!(games.each_ref().map(Vec::len), [300, 200, 101, 100, 100]);
    let mut plies = 0;
    for game in games.iter().flatten() {
        plies += play(game, out)?;
    }
    Ok(plies)
}

/// A game to its end, with the moves that are refused. Gives the number of plies.
fn play(game: &Game, out: &mut impl Write) -> io::Result<usize> {
    let mut position = named(game.name).expect("a game").start(&game.setup).expect("a position");
    let mut plies = 0;
    lines::begins(game.name, "-", &Params::new(), &game.setup, out)?;
    for mv in &game.moves {
        lines::show(position.as_ref(), out)?;
        match position.play(mv) {
            Ok(played) => {
                lines::moved(mv, &played, out)?;
                plies += 1;
            }
            Err(refused) => lines::refusal(mv, refused.into(), out)?,
        }
    }
    lines::show(position.as_ref(), out)?;
    writeln!(out, "end")?;
    let ended = score(position.status()).map(i32::from);
    assert_eq!(ended, game.score, "{} {:?} {:?}", game.name, game.setup, game.moves);
    Ok(plies)
}
