//! The table of crosses: who met whom, with what result.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use championnat::{ContestantId, Cross, Key};

use super::head::{ContestHead, ContestTab, open};
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::visit::Visit;

/// Contestants in the table, best first; the others have pages of their own.
const MOST: usize = 150;
/// The number of colours.
const HEAT: u32 = 5;

#[derive(Template)]
#[template(path = "contest/grid.html")]
struct GridPage<'a> {
    visit: &'a Visit,
    name: &'a str,
    called: &'a str,
    head: String,
    table: Arc<str>,
    shown: usize,
    all: usize,
}

#[derive(Template)]
#[template(path = "contest/grid-table.html")]
struct GridTable<'a> {
    name: &'a str,
    columns: Vec<(usize, &'a str)>,
    rows: Vec<GridRow<'a>>,
}

struct GridRow<'a> {
    number: usize,
    id: u32,
    name: &'a str,
    /// Too many cells for a template of their own; numbers and keys only, nothing from outside.
    cells: String,
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let head =
        i18n::speaking(visit.language, || ContestHead::of(&visit, &app, &opened, ContestTab::Grid).html());
    let (name, snapshot) = (&opened.contest.name, &opened.snapshot);
    let table = snapshot.kept.piece("grid", visit.language, || table(name, snapshot));
    let all = snapshot.ranking.lines.len();
    let (called, shown) = (opened.called(), all.min(MOST));
    page::html(&visit, &GridPage { visit: &visit, name, called, head, table, shown, all })
}

fn table(name: &str, snapshot: &Snapshot) -> String {
    let lines = &snapshot.ranking.lines[..snapshot.ranking.lines.len().min(MOST)];
    let rows = lines.iter().enumerate().map(|(at, line)| {
        let me = line.standing.contestant;
        let mut met: HashMap<ContestantId, Vec<Key>> = HashMap::new();
        for game in snapshot.history.games.get(me.index()).into_iter().flatten() {
            met.entry(game.opponent).or_default().push(game.key);
        }
        let mut cells = String::with_capacity(lines.len() * 48);
        for (column, other) in lines.iter().enumerate() {
            let cross = snapshot.ranking.cross.get(at).and_then(|row| row.get(column)).copied().flatten();
            let keys = met.get(&other.standing.contestant).map(Vec::as_slice).unwrap_or_default();
            cell(&mut cells, column == at, cross, keys, me, other.standing.contestant);
        }
        GridRow { number: at + 1, id: me.0, name: &line.name, cells }
    });
    let rows = rows.collect();
    let columns = lines.iter().enumerate().map(|(at, line)| (at + 1, line.name.as_str())).collect();
    GridTable { name, columns, rows }.render().unwrap_or_default()
}

/// Writes a cell with its link.
fn cell(
    cells: &mut String,
    own: bool,
    cross: Option<Cross>,
    keys: &[Key],
    me: ContestantId,
    other: ContestantId,
) {
    let _ = match (cross, keys) {
        _ if own => write!(cells, "<td class=own></td>"),
        (Some(cross), [key]) => {
            write!(cells, "<td class=h{}><a href=\"rencontre/{key}\">{}</a></td>", heat(cross), cross.points)
        }
        (Some(cross), [_, ..]) => write!(
            cells,
            "<td class=h{}><a href=\"concurrent/{}#contre-{}\">{}</a></td>",
            heat(cross),
            me.0,
            other.0,
            cross.points
        ),
        _ => write!(cells, "<td></td>"),
    };
}

/// The colour of a result, from 0 to [`HEAT`] - 1; a draw is half a win.
fn heat(cross: Cross) -> u32 {
    let all = (cross.won + cross.drawn + cross.lost).max(1);
    // The extremes are for those who won, or lost, everything.
    match 2 * cross.won + cross.drawn {
        0 => 0,
        score if score == 2 * all => HEAT - 1,
        score if score == all => HEAT / 2,
        score if score > all => HEAT - 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_says_who_was_better() {
        let of = |won, drawn, lost| heat(Cross { points: 0, won, drawn, lost });
        assert_eq!(
            [of(0, 0, 2), of(0, 1, 3), of(1, 0, 1), of(0, 2, 0), of(1, 1, 0), of(2, 0, 0)],
            [0, 1, 2, 2, 3, 4]
        );
    }
}
