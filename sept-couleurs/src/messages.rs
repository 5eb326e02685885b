//! The sentences about a game, for both displays.

use arbitre::record::Record;
use jeux::Player;
use jeux::sept_couleurs::{BoardSide, Colour, Ending, Neighbours, SeptCouleurs};

use crate::game::ShownGame;
use crate::setting::symbol;

/// Marks a golden cell.
pub const GOLDEN: char = '*';

/// The name of the player on a side.
pub fn name(game: &ShownGame, side: BoardSide) -> &str {
    &game.players[game.position.player(side)].name
}

/// The players.
pub fn begins(game: &ShownGame) -> String {
    i18n::text!(
        "couleurs-begins",
        low = name(game, BoardSide::Low),
        high = name(game, BoardSide::High),
        first = &game.players.first.name
    )
}

/// The rows of the board from top to bottom: a letter and a mark per cell; rows of hexagons are
/// shifted.
pub fn board(position: &SeptCouleurs) -> String {
    let grid = position.grid();
    let golden = if position.rules().golden { SeptCouleurs::golden_cells(grid) } else { Default::default() };
    let row = |row: usize| {
        let lean = if grid.neighbours == Neighbours::Six { grid.height - 1 - row } else { 0 };
        let cells = (row * grid.width..).take(grid.width).map(|cell| {
            let mark = if golden.contains(&cell) { GOLDEN } else { ' ' };
            format!("{}{mark}", position.cell(cell))
        });
        (" ".repeat(lean) + &cells.collect::<String>()).trim_end().to_owned()
    };
    (0..grid.height).map(row).collect::<Vec<_>>().join("\n")
}

pub fn turn(game: &ShownGame) -> String {
    let position = &game.position;
    let player = jeux::Position::to_move(position);
    let (name, side) = (&game.players[player].name, symbol(position, player).to_string());
    match game.is_person(player) {
        true => i18n::text!("couleurs-turn", name = name, side = side),
        false => i18n::text!("couleurs-thinks", name = name, side = side),
    }
}

/// The cells that each colour would win for the player to move, in the order of colours.
pub fn gains(position: &SeptCouleurs) -> Vec<(Colour, u32)> {
    let side = position.side_to_move();
    Colour::all(position.rules().colours).map(|colour| (colour, position.gain(side, colour))).collect()
}

/// The cells of a side and their share, in per cent of the world (the subject, section 3, question
/// 5).
pub fn occupation(game: &ShownGame, side: BoardSide) -> String {
    let position = &game.position;
    i18n::text!(
        "couleurs-occupation",
        side = side.symbol().to_string(),
        name = name(game, side),
        cells = position.area(side),
        share = i18n::percent(position.occupation(side), 1)
    )
}

/// The last move; empty at the beginning.
pub fn last(game: &ShownGame) -> String {
    let Some(last) = &game.last else { return String::new() };
    let text = i18n::text!(
        "couleurs-move",
        number = game.moves,
        name = &game.players[last.player].name,
        side = symbol(&game.position, last.player).to_string(),
        colour = last.colour.to_string(),
        won = last.won
    );
    if last.bomb { format!("{text} ; {}", i18n::text!("couleurs-bomb")) } else { text }
}

/// How the game ended, on several lines: the winner, why it is decided, the shares.
pub fn end(game: &ShownGame, record: &Record) -> String {
    let position = &game.position;
    let mut text = record
        .parties
        .iter()
        .map(|partie| i18n::outcome_sentence(&partie.result, record.names(), None))
        .collect::<Vec<_>>();
    text.extend(BoardSide::ALL.map(|side| occupation(game, side)));
    if let Some(why) = why_over(game, position).filter(|_| record.interrupted.is_none()) {
        text.insert(1.min(text.len()), why);
    }
    text.join("\n")
}

/// Why the board is decided, if it is.
fn why_over(game: &ShownGame, position: &SeptCouleurs) -> Option<String> {
    Some(match position.ending()? {
        Ending::Golden(side) => i18n::text!("couleurs-ended-golden", name = name(game, side)),
        Ending::Majority(side) => i18n::text!("couleurs-ended-majority", name = name(game, side)),
        Ending::Full => i18n::text!("couleurs-ended-full"),
        Ending::Useless => i18n::text!("couleurs-ended-useless", count = position.rules().useless),
    })
}

pub fn only_person(game: &ShownGame) -> Option<Player> {
    match Player::ALL.map(|player| game.is_person(player)) {
        [true, false] => Some(Player::First),
        [false, true] => Some(Player::Second),
        _ => None,
    }
}
