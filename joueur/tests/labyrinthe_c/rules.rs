//! The rules of `plateau.c` against the vectors and against the distances of `jeux`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use jeux::labyrinthe::{Cell, Maze};
use serde_json::Value;

use crate::build::program;
use testing::process::run;

/// The games of the vectors as the program reads them.
fn games() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/labyrinthe/rules.jsonl");
    let text = fs::read_to_string(path).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|n| n.as_i64().expect("a number")).collect()
}

fn cell(value: &Value) -> Cell {
    let numbers = numbers(value);
    Cell::new(numbers[0] as u8, numbers[1] as u8)
}

#[test]
fn the_rules_of_the_programs_are_the_rules() {
    let games = games();
    let mut input = String::new();
    for game in &games {
        let moves = game["moves"].as_array().expect("moves");
        let walls = game["walls"].as_str().expect("walls");
        writeln!(input, "{} {} {walls} {}", game["L"], game["H"], moves.len()).expect("memory");
        for mv in moves {
            writeln!(input, "{} {}", mv["move"][0], mv["move"][1]).expect("memory");
        }
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), input).expect("a file");
    let stdin = Stdio::from(file.reopen().expect("a file"));
    let output = run(Command::new(program("rules")).stdin(stdin));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut lines = text.lines();
    for (number, game) in games.iter().enumerate() {
        for (ply, mv) in game["moves"].as_array().expect("moves").iter().enumerate() {
            let line = lines.next().unwrap_or_default();
            let expected = match mv["verdict"].as_str() {
                Some("LOSE") => "illegal".to_owned(),
                verdict => {
                    let word = if verdict == Some("WIN") { "win" } else { "ok" };
                    let cells = [&mv["pos"][0], &mv["pos"][1], &mv["treasure"]].map(cell);
                    let cells = cells.map(|cell| format!("{} {}", cell.x, cell.y)).join(" ");
                    format!("{word} {cells} energy {} {}", mv["energy"][0], mv["energy"][1])
                }
            };
            assert_eq!(line.split(" distance ").next(), Some(expected.as_str()), "game {number}, ply {ply}");
        }
        assert_eq!(lines.next(), game["final_walls"].as_str(), "game {number}");
    }
    assert_eq!(lines.next(), None);
}

/// The distances after the first move of each game, which changes no wall.
#[test]
fn the_distances_of_the_programs_are_the_distances() {
    let (mut near, mut far) = (0, 0);
    for game in games() {
        let (width, height) = (game["L"].as_u64().expect("L"), game["H"].as_u64().expect("H"));
        let walls = game["walls"].as_str().expect("walls");
        let input = format!("{width} {height} {walls} 1 8 0\n");
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), input).expect("a file");
        let output = run(Command::new(program("rules")).stdin(Stdio::from(file.reopen().expect("a file"))));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let line = text.lines().next().expect("a line");
        let (_, distances) = line.split_once(" distance ").expect("distances");
        let found = distances.split(' ').map(|n| n.parse::<u16>().expect("a distance")).collect::<Vec<_>>();

        let maze = Maze::from_text(width as usize, height as usize, walls).expect("a maze");
        let (right, middle) = (width as u8 - 1, height as u8 / 2);
        let treasure = Cell::new(right / 2, middle);
        let expected = maze.distances_of(treasure, [Cell::new(0, middle), Cell::new(right, middle)]);
        for (found, expected) in found.into_iter().zip(expected) {
            match expected {
                Some(steps) => assert_eq!(found, steps, "{line}"),
                None => assert!(found >= 1000, "{line}"),
            }
            if expected.is_some() { near += 1 } else { far += 1 }
        }
    }
    assert!(near > 50 && far > 5, "{near} in reach, {far} not");
}
