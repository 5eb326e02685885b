//! A whole championship of four, counted by hand, and its renderings.

use std::collections::BTreeMap;

use super::*;
use crate::message::said;
use crate::model::Fault;
use crate::results::Results;
use crate::{Format, Order, Regulations};
use PartyResult::{Disqualified, Drawn, Won};
use Side::{Black, White};

fn regulations() -> Regulations {
    Regulations {
        game: "colonnes".into(),
        parameters: BTreeMap::new(),
        parties: 2,
        time_ms: 6000,
        contestants: ["alphabeta", "hasard", "bot|py", "jamais, là"].map(String::from).to_vec(),
        format: Format::RoundRobin { meetings: 1 },
        order: Order::Listed,
        seed: 1,
        points: Points::default(),
        roster: crate::Roster::default(),
    }
}

/// Contestant 0 beats all, 3 never connects, 1 and 2 draw once and 1 cheats once.
fn results() -> Results {
    let parties = |white: u32, black: u32| match (white.min(black), white.max(black)) {
        (0, 3) | (1, 3) | (2, 3) => {
            [Disqualified(if white == 3 { White } else { Black }, Fault::Absent); 2].to_vec()
        }
        (0, _) => [Won(if white == 0 { White } else { Black }); 2].to_vec(),
        _ => vec![Drawn, Disqualified(if white == 1 { White } else { Black }, Fault::Triche)],
    };
    let rounds = regulations().schedule().unwrap().rounds(&Results::new());
    let games = rounds.iter().flat_map(|round| &round.pairings);
    games
        .map(|game| {
            let parties = parties(game.white.0, game.black.0);
            (game.key, RencontreResult { white: game.white, black: game.black, parties })
        })
        .collect()
}

#[test]
fn the_table_adds_up() {
    let ranking = regulations().ranking(&results()).unwrap();
    let line = |line: &RankingLine| (line.name.clone(), line.standing.rank, line.standing.points);
    let lines: Vec<_> = ranking.lines.iter().map(line).collect();
    // 0: 6 wins. 2: 2 losses, a draw, a win by disqualification, 2 forfeits. 1: 2 losses, a draw, a
    // disqualification, 2 forfeits. 3: nothing.
    let expected = [("alphabeta", 1, 60), ("bot|py", 2, 2 + 3 + 10 + 20), ("hasard", 3, 2 + 3 + 20)];
    let expected = expected.map(|(name, rank, points)| (name.to_owned(), rank, points));
    assert_eq!(lines[..3], expected);
    assert_eq!(lines[3], ("jamais, là".to_owned(), 4, 0));
    assert_eq!(ranking.played, 6);
    let second = &ranking.lines[1].standing;
    assert_eq!((second.won, second.drawn, second.lost, second.faults), (3, 1, 2, 0));
    // Beat 1 (25 points) once, 3 (0 points) twice, drew with 1: 25 + 25/2.
    assert_eq!(second.sonneborn_berger_doubled, 75);
    assert_eq!(ranking.cross[1][2], Some(Cross { points: 13, won: 1, drawn: 1, lost: 0 }));
    assert_eq!(ranking.cross[2][1], Some(Cross { points: 3, won: 0, drawn: 1, lost: 1 }));
    assert!((0..4).all(|i| ranking.cross[i][i].is_none()));
}

#[test]
fn absence_says_nothing_of_strength() {
    let ranking = regulations().ranking(&results()).unwrap();
    assert_eq!(ranking.line_of(ContestantId(3)).unwrap().rating, None);
    let value = |i: usize| ranking.lines[i].rating.unwrap().value;
    assert!(value(0) > value(1) && value(1) > value(2));
}

#[test]
fn a_ranking_without_results_has_everybody_first() {
    let ranking = regulations().ranking(&Results::new()).unwrap();
    assert!(ranking.lines.iter().all(|line| line.standing.rank == 1 && line.rating.is_none()));
    for (_, rendering) in Rendering::NAMES {
        assert!(ranking.render(rendering, &said).contains("alphabeta"));
    }
}

#[test]
fn results_of_strangers_are_left_out() {
    let mut results = results();
    let stranger =
        RencontreResult { white: ContestantId(9), black: ContestantId(0), parties: vec![Won(White)] };
    results.insert("9.9".parse().unwrap(), stranger);
    assert_eq!(regulations().ranking(&results).unwrap(), regulations().ranking(&self::results()).unwrap());
}

#[test]
fn as_a_table() {
    let text = regulations().ranking(&results()).unwrap().render(Rendering::Table, &said);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].contains("rang") && lines[1].contains("force (95 %)"), "{text}");
    assert!(lines[3].contains("alphabeta") && lines[3].contains(" 60 "), "{text}");
    assert!(text.contains('×') && text.ends_with('\n') && !text.contains('\x1b'), "{text}");
    // All lines of each of the two tables are equally wide.
    let widths: Vec<usize> = lines.iter().map(|line| line.chars().count()).collect();
    let (points, cross) = widths.split_at(widths.iter().position(|width| *width == 0).unwrap());
    assert!(points.iter().all(|width| *width == points[0]), "{text}");
    assert!(cross[1..].iter().all(|width| *width == cross[1]), "{text}");
}

#[test]
fn as_markdown() {
    let text = regulations().ranking(&results()).unwrap().render(Rendering::Md, &said);
    assert!(text.contains(r"bot\|py"), "{text}");
    assert!(text.lines().all(|line| line.is_empty() || line.starts_with('|')), "{text}");
    assert!(text.lines().nth(1).unwrap().starts_with("|--"), "{text}");
}

#[test]
fn as_json() {
    let text = regulations().ranking(&results()).unwrap().render(Rendering::Json, &said);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["rencontres"], 6);
    let second = &value["classement"][1];
    assert_eq!(second["concurrent"], "bot|py");
    assert_eq!(second["points"], 35);
    assert_eq!(second["sonneborn_berger"], 37.5);
    assert_eq!(second["contre"][1]["adversaire"], "hasard");
    assert_eq!(second["contre"][1]["points"], 13);
    assert!(second["force"]["min95"].as_f64() < second["force"]["valeur"].as_f64());
    assert!(value["classement"][3]["force"].is_null());
}

#[test]
fn as_csv() {
    let text = regulations().ranking(&results()).unwrap().render(Rendering::Csv, &said);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), 4);
    let cell = |row: usize, name: &str| &rows[row][head.iter().position(|h| h == name).unwrap()];
    assert_eq!(cell(3, "concurrent"), "jamais, là");
    assert_eq!(cell(1, "points"), "35");
    assert_eq!(cell(1, "sonneborn_berger"), "37.5");
    assert_eq!(cell(1, "contre hasard"), "13");
    assert_eq!(cell(1, "contre bot|py"), "");
    assert_eq!(cell(1, "place"), "");
}

#[test]
fn a_knock_out_shows_the_places() {
    let mut regulations = regulations();
    regulations.format = Format::Knockout(crate::Knockout { legs: 1, extra: 0, third_place: true });
    let schedule = regulations.schedule().unwrap();
    let mut results = Results::new();
    while let Some(game) = schedule.next_round(&results).first() {
        let winner = if game.white < game.black { White } else { Black };
        let result = RencontreResult { white: game.white, black: game.black, parties: vec![Won(winner); 2] };
        results.insert(game.key, result);
    }
    let ranking = regulations.ranking(&results).unwrap();
    let places: Vec<_> = ranking.lines.iter().map(|line| (line.name.as_str(), line.standing.place)).collect();
    assert_eq!(places, [("alphabeta", 1), ("hasard", 2), ("bot|py", 3), ("jamais, là", 4)]);
    assert!(ranking.render(Rendering::Table, &said).contains("place"));
    assert!(ranking.render(Rendering::Json, &said).contains("\"place\": 4"));
}

#[test]
fn a_swiss_bye_counts() {
    let mut regulations = regulations();
    regulations.contestants.pop();
    regulations.format = Format::Swiss { rounds: 1 };
    let ranking = regulations.ranking(&Results::new()).unwrap();
    assert_eq!((ranking.lines[0].standing.points, ranking.lines[0].standing.byes), (20, 1));
}

#[test]
fn regulations_differ_in_named_parts() {
    let mut other = regulations();
    other.seed = 2;
    other.contestants.pop();
    let differs = ["differs-contestants", "differs-seed"].map(crate::Message::new);
    assert_eq!(regulations().differences(&other), differs);
    assert!(regulations().differences(&regulations()).is_empty());
    let text = serde_json::to_string(&regulations()).unwrap();
    assert_eq!(serde_json::from_str::<Regulations>(&text).unwrap(), regulations());
}

#[test]
fn renderings_are_read_by_name() {
    assert_eq!("md".parse(), Ok(Rendering::Md));
    assert!("html".parse::<Rendering>().unwrap_err().to_string().contains("html"));
}

#[test]
fn rencontres_without_a_result_count_for_nobody() {
    let mut results = results();
    let (key, result) = results.pop_last().unwrap();
    let before = regulations().ranking(&results).unwrap();
    results.insert(key, RencontreResult { parties: vec![], ..result });
    let mut ranking = regulations().ranking(&results).unwrap();
    assert_eq!(ranking.lines, before.lines);
    assert_eq!((&ranking.cross, ranking.played), (&before.cross, before.played));
    ranking.left_out[0].why = Some(jeux::Reason::read("given-up: 4; interrupted-signal: SIGKILL"));
    for (rendering, shown) in [
        (
            Rendering::Table,
            "interrompue, ne compte pas (après 4 essais : l'arbitre a été tué par le signal SIGKILL)",
        ),
        (Rendering::Md, "interrompues, hors classement"),
        (Rendering::Json, "\"raison\": \"given-up: 4; interrupted-signal: SIGKILL\""),
    ] {
        let text = ranking.render(rendering, &said);
        assert!(text.contains(shown), "{text}");
    }
    assert!(!before.render(Rendering::Table, &said).contains("interrompue"));
}
