//! Who beats whom (questions 9, 10, 11, 12 and 14), over as many games as the subject asks for and over many more.

use std::time::Instant;

use i18n::{percent, seconds, text};
use jeux::sept_couleurs::BoardSide;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, paragraph, spec};
use super::complexity;
use crate::sept_couleurs::Perimeter;
use crate::sept_couleurs::players::Spec;
use crate::sept_couleurs::report::{self, interval, legend, table, watched};
use crate::sept_couleurs::tournament::{GAMES, Pair, Played, Tournament};
use crate::statistics::{by_boards, mean};

/// One player against each of the others, over each number of games.
fn against(asked: &Asked<'_>, player: &str, others: &[&str]) -> anyhow::Result<Answer> {
    let worlds = asked.worlds("equitable")?;
    let (mut text, mut data) = (String::new(), Vec::new());
    let begin = Instant::now();
    for &games in &asked.games {
        let boards = games.div_ceil(GAMES);
        let mut shown: Vec<Spec> = vec![spec(player)?];
        let mut pairs: Vec<Pair> = Vec::new();
        for other in others {
            let players = [spec(player)?, spec(other)?];
            let tournament = Tournament {
                players: &players,
                worlds: &worlds,
                boards,
                seed: asked.seed,
                time: None,
                threads: 0,
            };
            let played = watched(&tournament)?;
            data.push(report::data(&tournament, &played));
            shown.push(spec(other)?);
            let place = shown.len() - 1;
            pairs.extend(played.into_iter().map(|pair| Pair { players: [0, place], ..pair }));
        }
        text += "\n";
        text += &report::pairs(&shown, &pairs);
    }
    text += &paragraph(&text!("question-time", time = seconds(begin.elapsed())));
    Ok(Answer { text, data: json!(data) })
}

/// A mean over boards of something about a game, with its interval.
fn over_boards(pair: &Pair, value: &dyn Fn(&Played) -> f64) -> (f64, [f64; 2]) {
    let scores: Vec<f64> = pair.boards.iter().map(|games| mean(games.iter().map(value))).collect();
    (mean(scores.iter().copied()), by_boards(&scores, GAMES))
}

/// Question 9: what the side and beginning are worth, on boards at random and on fair ones.
pub(super) fn fairness(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let mut text = paragraph(&text!("question-9"));
    let mut data = Vec::new();
    for &games in &asked.games {
        let mut rows = vec![vec![
            text!("question-9-players"),
            text!("question-9-boards"),
            text!("colours-games"),
            text!("question-9-side"),
            text!("question-9-begins"),
            text!("question-9-decided"),
        ]];
        for players in [["glouton", "glouton"], ["prevoyant", "prevoyant"], ["hasard", "glouton"]] {
            for world in ["hasard", "equitable"] {
                let boards = games.div_ceil(GAMES);
                let worlds = asked.worlds(world)?;
                let specs = [spec(players[0])?, spec(players[1])?];
                let tournament = Tournament {
                    players: &specs,
                    worlds: &worlds,
                    boards,
                    seed: asked.seed,
                    time: None,
                    threads: 0,
                };
                let pairs = watched(&tournament)?;
                let Some(pair) = pairs.first() else { continue };
                let score_if =
                    |game: &Played, first: bool| if first { game.score() } else { 1.0 - game.score() };
                let low = |game: &Played| score_if(game, game.side == BoardSide::Low);
                let began = |game: &Played| score_if(game, game.begun);
                let side = over_boards(pair, &low);
                let begins = over_boards(pair, &began);
                // A board on which one side has won all games, whoever played it and whoever began.
                let one_sided = pair.boards.iter().filter(|games| {
                    games.iter().all(|game| low(game) == 1.0) || games.iter().all(|game| low(game) == 0.0)
                });
                let one_sided = one_sided.count() as f64 / boards as f64;
                let share = |(share, limits): (f64, [f64; 2])| {
                    format!("{} ({})", percent(share, 1), interval(limits))
                };
                rows.push(vec![
                    format!("{} - {}", players[0], players[1]),
                    world.to_owned(),
                    (boards * GAMES).to_string(),
                    share(side),
                    share(begins),
                    percent(one_sided, 1),
                ]);
                data.push(json!({
                    "players": players, "world": world, "games": boards * GAMES,
                    "v": { "score": side.0, "interval": side.1 },
                    "begins": { "score": begins.0, "interval": begins.1 },
                    "one_side_wins_all": one_sided,
                }));
            }
        }
        text += "\n";
        text += &table(&rows);
    }
    text += &paragraph(&text!("question-9-answer"));
    text += &paragraph(&legend());
    Ok(Answer { text, data: json!(data) })
}

/// Question 10, and what a move of each of them wins.
pub(super) fn random_and_greedy(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let (mut text, mut data) = (paragraph(&text!("question-10")), Vec::new());
    let why = text!("question-10-why", games = complexity::WATCHED);
    for answer in [
        against(asked, "glouton", &["hasard", "utile"])?,
        complexity::idle(asked, &["hasard", "utile", "glouton"], &why)?,
    ] {
        text += &answer.text;
        data.push(answer.data);
    }
    text += &paragraph(&legend());
    Ok(Answer { text, data: Value::Array(data) })
}

/// Question 11: each reading of the perimeter against the best of the others, and why the letter of it is weak.
pub(super) fn hegemonic(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let (mut text, mut data) = (paragraph(&text!("question-11")), Vec::new());
    let readings: Vec<String> =
        Perimeter::ALL.iter().map(|(name, _)| format!("hegemonique --perimetre {name}")).collect();
    let readings: Vec<&str> = readings.iter().map(String::as_str).collect();
    let Answer { text: table, data: results } = against(asked, "glouton", &readings)?;
    text += &table;
    data.push(results);
    let why = text!("question-11-why", games = complexity::WATCHED);
    let Answer { text: more, data: results } = complexity::idle(asked, &readings, &why)?;
    text += &more;
    text += &paragraph(&text!("question-11-answer"));
    text += &paragraph(&legend());
    data.push(results);
    Ok(Answer { text, data: Value::Array(data) })
}

/// Question 12: looking ahead against each of the others, looking further ahead, and what it costs.
pub(super) fn foresighted(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let (mut text, mut data) = (paragraph(&text!("question-12")), Vec::new());
    let others = ["hasard", "utile", "glouton", "hegemonique", "hegemonique --perimetre emprise"];
    let Answer { text: table, data: results } = against(asked, "prevoyant", &others)?;
    text += &table;
    data.push(results);
    let few = Asked { games: vec![asked.games.iter().copied().min().unwrap_or(GAMES)], ..*asked };
    let deeper = ["prevoyant --coups 1", "prevoyant --coups 3", "prevoyant --coups 4"];
    text += &paragraph(&text!("question-12-deeper"));
    let Answer { text: table, data: results } = against(&few, "prevoyant", &deeper)?;
    text += &table;
    data.push(results);
    let Answer { text: more, data: results } = complexity::sequences(asked)?;
    text += &more;
    text += &paragraph(&legend());
    data.push(results);
    Ok(Answer { text, data: Value::Array(data) })
}

/// Question 14: whoever is to beat everybody against each of them.
pub(super) fn hybrid(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let others = [
        "hasard",
        "utile",
        "glouton",
        "hegemonique",
        "hegemonique --perimetre emprise",
        "hegemonique --perimetre iles",
        "prevoyant",
    ];
    let Answer { text, data } = against(asked, asked.player, &others)?;
    let said = paragraph(&text!("question-14", player = asked.player));
    Ok(Answer { text: said + &text + &paragraph(&legend()), data })
}
