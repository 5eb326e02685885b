//! Question 13: the worst worlds, played again.

use i18n::{percent, text};
use jeux::sept_couleurs::{Rules, SeptCouleurs};
use serde_json::json;

use super::asked::{Answer, Asked, paragraph, spec};
use crate::sept_couleurs::report::failed;
use crate::sept_couleurs::worst::{CONSTRUCTED, FOUND, Worst, judge};

/// How many seeds each board is played with.
const SEEDS: u64 = 25;

/// Each board, why it is bad, and how the games end there.
pub(super) fn worlds(_asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let mut text = paragraph(&text!("question-13"));
    let mut data = Vec::new();
    for (worst, built) in CONSTRUCTED.iter().map(|it| (it, true)).chain(FOUND.iter().map(|it| (it, false))) {
        let Worst { player, opponent, why, .. } = worst;
        let Some(board) = worst.board() else { continue };
        let players = [spec(player)?, spec(opponent)?];
        let (score, share, games) = judge(&board, [&players[0], &players[1]], SEEDS).map_err(failed)?;
        let title = text!("worst-title", player = *player, opponent = *opponent);
        text += &paragraph(&title);
        text += &paragraph(&i18n::say(why, &[]));
        text += &format!("\n{}", SeptCouleurs::new(board.clone(), Rules::default()));
        let said = text!(
            "worst-result",
            player = *player,
            opponent = *opponent,
            games = games.len(),
            score = percent(score, 1),
            share = percent(share, 1),
        );
        text += &paragraph(&said);
        data.push(json!({
            "player": player, "opponent": opponent, "board": board.to_string(), "built": built,
            "games": games.len(), "score": score, "area": share,
        }));
    }
    Ok(Answer { text, data: json!(data) })
}
