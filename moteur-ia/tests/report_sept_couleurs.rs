//! The data of the report on 7 couleurs are what the commands give: what takes a moment is done again, and compared number by number.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

/// What the report is made from.
fn written(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rapport/sept-couleurs/donnees");
    read(&folder.join(name))
}

/// What the program gives now, in a file of this name.
fn measured(arguments: &str, name: &str, in_folder: bool) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    let status = Command::new(env!("CARGO_BIN_EXE_moteur"))
        .arg("sept-couleurs")
        .args(arguments.split_whitespace())
        .arg("--donnees")
        .arg(if in_folder { folder.path() } else { &file })
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("the program").success(), "{arguments}");
    useful(read(&file))
}

/// The report does without the scores of single boards and without durations (`ranger.py`).
fn useful(value: Value) -> Value {
    let left_out = |name: &str| ["scores_of_boards", "ratio"].contains(&name) || name.ends_with("micros");
    match value {
        Value::Object(entries) => {
            let kept = entries.into_iter().filter(|(name, _)| !left_out(name));
            Value::Object(kept.map(|(name, value)| (name, useful(value))).collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(useful).collect()),
        other => other,
    }
}

fn question(number: u8, options: &str) -> [Value; 2] {
    let name = format!("question-{number}.json");
    [written(&name), measured(&format!("question {number} {options}"), &name, true)]
}

#[test]
fn questions_that_take_no_time_are_answered_as_the_report_says() {
    for number in [1, 3, 4, 6, 7, 8, 13] {
        let [written, measured] = question(number, "");
        assert_eq!(written, measured, "question {number}");
    }
}

/// A hundred games of each championship, as the subject asks; the report has 10,000 besides.
#[test]
fn championships_of_a_hundred_games_end_as_the_report_says() {
    let begins_with = |written: &Value, measured: &Value, count: usize| {
        let [written, measured] = [written, measured].map(|list| list.as_array().expect("a list"));
        assert_eq!((written.len(), measured.len()), (2 * count, count));
        assert_eq!(written[..count], measured[..]);
    };
    let [written, measured] = question(9, "--parties 100");
    begins_with(&written["results"], &measured["results"], 6);
    for (number, count) in [(10, 2), (11, 5), (12, 5)] {
        let [written, measured] = question(number, "--parties 100");
        begins_with(&written["results"][0], &measured["results"][0], count);
        // What a move wins, who looks further ahead, what it costs.
        for place in 1..written["results"].as_array().expect("a list").len() {
            assert_eq!(written["results"][place], measured["results"][place], "question {number}");
        }
    }
}

#[test]
fn small_boards_are_worth_what_the_report_says() {
    let written = written("valeurs-3.json");
    let measured = measured("valeurs --taille 3 --joueurs", "valeurs-3.json", false);
    assert_eq!(written["players"], measured["players"]);
    for (kind, name) in ["hasard", "equitable"].into_iter().enumerate() {
        let boards = measured["boards"].as_array().expect("boards").iter();
        let boards: Vec<&Value> = boards.filter(|board| board["kind"] == name).collect();
        let stand_for = |result: i32| -> f64 {
            let of_it = boards.iter().filter(|board| board["result"] == result);
            of_it.map(|board| board["stands_for"].as_f64().expect("a number")).sum()
        };
        let shares = [1, 0, -1].map(stand_for);
        let written = &written["kinds"][kind];
        assert_eq!(written["boards"], boards.len());
        // A sum of nothing is an integer in the data.
        let numbers = written["won_drawn_lost"].as_array().expect("numbers").iter();
        assert!(numbers.map(Value::as_f64).eq(shares.map(Some)), "{written} {}", json!(shares));
    }
}
