//! Results of championships: tables, data files, and a progress line.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use i18n::{decimal, percent, text};
use serde_json::{Value, json};

use super::players::Spec;
use super::tournament::{Failure, GAMES, Pair, Played, Standing, Tournament, ranking};
use super::worlds::{in_words, sentence};

/// The shortest interval between two progress lines.
const OFTEN: Duration = Duration::from_millis(100);

/// Rows in aligned columns: the first to the left, the others to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            line += &if column == 0 { format!(" {cell:<width$}") } else { format!("   {cell:>width$}") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// An interval of shares, in percent.
pub fn interval([low, high]: [f64; 2]) -> String {
    format!("{} – {}", decimal(100.0 * low, 1), percent(high, 1))
}

/// The results of every pair.
pub fn pairs(players: &[Spec], pairs: &[Pair]) -> String {
    let head = [
        text!("colours-pair"),
        text!("colours-games"),
        text!("colours-won"),
        text!("colours-drawn"),
        text!("colours-lost"),
        text!("colours-win-rate"),
        text!("colours-by-games"),
        text!("colours-score"),
        text!("colours-by-boards"),
        text!("colours-area"),
        text!("colours-plies"),
    ];
    let row = |pair: &Pair| {
        let [one, other] = pair.players.map(|place| players[place].text());
        let games = pair.boards.len() * GAMES;
        let won = pair.wins(Some(0));
        let (score, by_boards) = pair.score();
        vec![
            format!("{one} - {other}"),
            games.to_string(),
            won.to_string(),
            pair.wins(None).to_string(),
            pair.wins(Some(1)).to_string(),
            percent(won as f64 / games.max(1) as f64, 1),
            interval(pair.win_interval()),
            percent(score, 1),
            interval(by_boards),
            format!("{} - {}", decimal(100.0 * pair.share(0), 1), percent(pair.share(1), 1)),
            decimal(pair.plies(), 1),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(head.to_vec()).chain(pairs.iter().map(row)).collect();
    table(&rows)
}

/// All players by score.
pub fn standing(players: &[Spec], pairs: &[Pair]) -> String {
    let rows = ranking(players.len(), pairs).into_iter().enumerate();
    let rows: Vec<Vec<String>> = rows
        .map(|(at, Standing { player, score, interval: limits })| {
            vec![format!("{}. {}", at + 1, players[player].text()), percent(score, 1), interval(limits)]
        })
        .collect();
    table(&rows)
}

/// The meaning of the intervals.
pub fn legend() -> String {
    text!("colours-legend", games = GAMES)
}

pub fn data(tournament: &Tournament<'_>, pairs: &[Pair]) -> Value {
    let names: Vec<&str> = tournament.players.iter().map(Spec::text).collect();
    let ranking = ranking(names.len(), pairs).into_iter();
    json!({
        "game": "sept-couleurs",
        "players": names,
        "parameters": tournament.worlds.parameters(),
        "seed": tournament.seed,
        "boards": tournament.boards,
        "games_on_a_board": GAMES,
        "pairs": pairs.iter().map(|pair| pair_data(&names, pair)).collect::<Vec<_>>(),
        "ranking": ranking.map(|it| json!({ "player": names[it.player], "score": it.score, "interval": it.interval })).collect::<Vec<_>>(),
    })
}

fn pair_data(names: &[&str], pair: &Pair) -> Value {
    let (score, by_boards) = pair.score();
    let count = |keep: &dyn Fn(&Played) -> bool| pair.games().filter(|game| keep(game)).count();
    json!({
        "players": pair.players.map(|place| names[place]),
        "games": pair.boards.len() * GAMES,
        "won": [pair.wins(Some(0)), pair.wins(Some(1))],
        "drawn": pair.wins(None),
        "win_interval_by_games": pair.win_interval(),
        "score": score,
        "score_interval_by_boards": by_boards,
        "area": [pair.share(0), pair.share(1)],
        "plies": pair.plies(),
        "won_by_who_began": count(&|game| game.winner == Some(usize::from(!game.begun))),
        "won_by_v": count(&|game| {
            game.winner == Some(usize::from(game.side != jeux::sept_couleurs::BoardSide::Low))
        }),
        "scores_of_boards": pair.board_scores(),
    })
}

/// Writes a data file atomically, creating its folder.
pub fn write(path: &Path, data: &Value) -> anyhow::Result<()> {
    let beside = path.with_extension("tmp");
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = folder
        .and_then(|()| std::fs::write(&beside, format!("{data:#}\n")))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| anyhow!(i18n::system(&error))).with_context(|| path.display().to_string())
}

/// As [`Tournament::run`], with a progress line.
pub fn watched(tournament: &Tournament<'_>) -> anyhow::Result<Vec<Pair>> {
    let line = Line::default();
    let results = tournament.run(&|done, all| line.show(done, all));
    line.clear();
    results.map_err(failed)
}

/// Why there are no results, in words.
pub fn failed(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::World(error) => sentence(&error),
        Failure::Player(reason) => in_words(&reason),
    }
}

/// A progress line on a terminal.
#[derive(Default)]
pub struct Line(Mutex<Option<Instant>>);

impl Line {
    /// Shows the progress, if on a terminal.
    pub fn show(&self, done: usize, all: usize) {
        let mut err = io::stderr();
        let Ok(mut shown) = self.0.try_lock() else { return };
        if !err.is_terminal() || shown.is_some_and(|shown| shown.elapsed() < OFTEN) {
            return;
        }
        *shown = Some(Instant::now());
        const WIDTH: usize = 30;
        let full = WIDTH * done / all.max(1);
        let bar: String = (0..WIDTH).map(|at| if at < full { '█' } else { '░' }).collect();
        let said = text!("colours-progress", done = done, all = all);
        // A closed terminal does not matter.
        let _ = write!(err, "\r{bar} {said} ").and_then(|()| err.flush());
    }

    /// Clears the line.
    pub fn clear(&self) {
        let mut err = io::stderr();
        if self.0.lock().is_ok_and(|shown| shown.is_some()) {
            let _ = write!(err, "\r\x1b[K").and_then(|()| err.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest() {
        let rows = [["é", "1"], ["bcd", "200"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&rows), "  é       1\n  bcd   200\n");
        assert_eq!(interval([0.25, 0.5]), "25,0 – 50,0 %");
    }
}
