//! The marks of players as a table.

use crate::{percent, text};

/// A line for every player, under a heading: the name, then the numbers of his moves, of those that kept the result, of
/// those where one could go wrong, of those of them that did not, of wins and of draws thrown away.
pub fn table<'a>(players: impl IntoIterator<Item = (&'a str, [u32; 6])>) -> String {
    let share = |part: u32, of: u32| match of {
        0 => "-".to_owned(),
        _ => percent(f64::from(part) / f64::from(of), 1),
    };
    let row = |[name, moves, kept, hard, wins, draws]: [String; 6]| {
        format!("{name:<30} {moves:>6} {kept:>9} {hard:>10} {wins:>7} {draws:>7}\n")
    };
    let mut lines = row([
        text!("notes-head-accuracy"),
        text!("notes-head-moves"),
        text!("notes-head-kept"),
        text!("notes-head-hard"),
        text!("notes-head-wins"),
        text!("notes-head-draws"),
    ]);
    for (name, [moves, kept, tested, passed, wins, draws]) in players {
        let [kept, hard] = [share(kept, moves), share(passed, tested)];
        lines += &row([name.to_owned(), moves.to_string(), kept, hard, wins.to_string(), draws.to_string()]);
    }
    lines + &text!("notes-legend") + "\n"
}
