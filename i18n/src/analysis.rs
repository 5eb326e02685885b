//! Sentences about positions and moves.

use std::cmp::Ordering;

use crate::{decimal, percent, text};

/// The exact value of a position or a move for the player to move: who wins (`Greater`: he does),
/// and in how many moves of both.
pub fn value(result: Ordering, plies: u32) -> String {
    match (result, plies) {
        (Ordering::Greater, _) => text!("value-win", count = plies),
        (Ordering::Equal, _) => text!("value-draw"),
        (Ordering::Less, 0) => text!("value-lost"),
        (Ordering::Less, _) => text!("value-loss", count = plies),
    }
}

/// What a blunder gave away: a win, otherwise a draw.
pub fn thrown(win: bool) -> String {
    if win { text!("analysis-win-thrown") } else { text!("analysis-draw-thrown") }
}

/// The better moves.
pub fn should(moves: &[&str]) -> String {
    text!("analysis-should", moves = or(moves))
}

/// The moves that an engine prefers.
pub fn prefers(engine: &str, moves: &[&str]) -> String {
    text!("analysis-prefers", engine = engine, moves = or(moves))
}

fn or(moves: &[&str]) -> String {
    match moves.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => text!("analysis-or", moves = others.join(", "), last = *last),
        None => String::new(),
    }
}

/// The engine with its search depth in moves of both, if it searches.
pub fn opinion(engine: &str, depth: Option<u32>) -> String {
    match depth {
        Some(depth) => text!("analysis-opinion-depth", engine = engine, depth = depth),
        None => text!("analysis-opinion", engine = engine),
    }
}

/// A score in its unit: `cells`, `steps`, `plies`, `chance` (a share from 0 to 1, shown in
/// percent), or none of these; to a tenth.
pub fn score(unit: &str, score: f64) -> String {
    // Minus zero is zero.
    let tenths = (10.0 * score).round() / 10.0 + 0.0;
    let signed = || if tenths > 0.0 { format!("+{}", decimal(tenths, 1)) } else { decimal(tenths, 1) };
    // French counts less than two as singular.
    let count = tenths.abs() as u64;
    match unit {
        "cells" => text!("analysis-score-cells", score = signed(), count = count),
        "steps" => text!("analysis-score-steps", score = signed(), count = count),
        "plies" => text!("analysis-score-plies", score = signed(), count = count),
        "chance" => text!("analysis-score-chance", score = crate::percent(score.clamp(0.0, 1.0), 0)),
        _ => text!("analysis-score-none", score = signed()),
    }
}

/// The result that an engine announces for the player to move (`Greater`: he wins), and in how many
/// moves of both, if known.
pub fn announced(result: Ordering, plies: Option<u32>) -> String {
    match (result, plies) {
        (Ordering::Greater, Some(plies)) => text!("analysis-sure-win-in", count = plies),
        (Ordering::Greater, None) => text!("analysis-sure-win"),
        (Ordering::Less, Some(plies)) => text!("analysis-sure-loss-in", count = plies),
        (Ordering::Less, None) => text!("analysis-sure-loss"),
        (Ordering::Equal, _) => text!("analysis-sure-draw"),
    }
}

/// A table of players, under a heading: name, moves, moves that kept the result, difficult moves,
/// mistakes in those, wins and draws thrown away.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, language};

    #[test]
    fn analyses_are_said_in_both_languages() {
        let said = || {
            [
                value(Ordering::Greater, 5),
                value(Ordering::Less, 0),
                thrown(true),
                should(&["B2", "C1", "A3"]),
                prefers("minmax", &["haut"]),
                opinion("stratege", Some(12)),
                score("cells", 3.54),
                score("plies", -1.5),
                score("steps", -0.04),
                score("chance", 0.625),
                announced(Ordering::Less, Some(4)),
            ]
            .join(" | ")
        };
        assert_eq!(
            language::speaking(Language::Fr, said),
            "gain en 5 coups | perdu | un gain gâché | il fallait jouer B2, C1 ou A3 | minmax préfère haut | \
             avis de stratege, profondeur 12 | +3,5 cases | -1,5 coup | 0,0 pas | 62 % de chances | annonce une perte en 4 coups"
        );
        assert_eq!(
            language::speaking(Language::En, said),
            "win in 5 moves | lost | a win thrown away | B2, C1 or A3 should have been played | minmax prefers haut | \
             opinion of stratege, depth 12 | +3.5 cells | -1.5 moves | 0.0 steps | 62 % chance | announces a loss in 4 moves"
        );
    }
}
