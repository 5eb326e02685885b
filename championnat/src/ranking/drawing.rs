//! A knock-out for people: a drawing if it fits, otherwise a list of matches per stage.

use jeux::text::{sanitize, truncate, width};

use super::page::{Form, RankingText, pad};
use crate::message::Message;
use crate::schedule::{BracketSlot, Fixture, Settled, Stage};

/// The widths to which names in a drawing are cut, in turn.
const NAMES: [usize; 4] = [usize::MAX, 16, 12, 8];

/// The knock-out with the match for third place and its tie-breaks; empty if there is none.
pub(super) fn knockout(page: &RankingText<'_>) -> String {
    let stages = &page.ranking.stages;
    if stages.is_empty() {
        return String::new();
    }
    let fits =
        |lines: &Vec<String>| page.room.width.is_none_or(|most| lines.iter().all(|line| width(line) <= most));
    let drawn = NAMES.into_iter().map(|name| draw(page, stages, name)).find(fits);
    let is_drawn = drawn.is_some();
    let lines = drawn.unwrap_or_else(|| stages.iter().flat_map(|stage| list(page, stage)).collect());
    let mut text = page.heading(&page.word("ranking-knockout"));
    for line in lines {
        // Four spaces make it preformatted in Markdown.
        let indent = if page.form == Form::Markdown { "    " } else { "" };
        text += format!("{indent}{line}").trim_end();
        text.push('\n');
    }
    let small_final = stages.last().and_then(|stage| stage.small_final.as_ref());
    let notes: Vec<String> = stages.iter().flat_map(|stage| notes(page, stage)).collect();
    let mut said = vec![];
    if let Some(third) = small_final.filter(|_| is_drawn) {
        let message = Message::new("ranking-small-final").with("match", in_words(page, third));
        said.push((page.say)(&message));
    }
    said.extend(notes);
    if said.is_empty() {
        return text;
    }
    if page.form == Form::Markdown {
        text.push('\n');
    }
    text + &page.list(&said)
}

fn stage_name(page: &RankingText<'_>, stage: &Stage) -> String {
    (page.say)(&stage.name())
}

fn shown(page: &RankingText<'_>, slot: BracketSlot) -> String {
    match slot {
        BracketSlot::Known(contestant) => sanitize(page.ranking.name_of(contestant)).into_owned(),
        BracketSlot::Open => "?".into(),
        BracketSlot::Empty => page.word("ranking-nobody"),
    }
}

/// A match as a line of a drawing.
fn one_line(page: &RankingText<'_>, fixture: &Fixture) -> String {
    between(fixture, fixture.slots.map(|slot| shown(page, slot)))
}

/// A match as a sentence.
fn in_words(page: &RankingText<'_>, fixture: &Fixture) -> String {
    between(fixture, fixture.slots.map(|slot| page.name(&shown(page, slot))))
}

fn between(fixture: &Fixture, [one, other]: [String; 2]) -> String {
    if fixture.slots.contains(&BracketSlot::Empty) || fixture.games.is_empty() {
        return format!("{one} - {other}");
    }
    let [points, others] = fixture.points;
    format!("{one} {points} - {others} {other}")
}

/// A stage as a list.
fn list(page: &RankingText<'_>, stage: &Stage) -> Vec<String> {
    let mut lines = vec![stage_name(page, stage)];
    lines.extend(stage.fixtures.iter().map(|fixture| format!("  {}", one_line(page, fixture))));
    if let Some(third) = &stage.small_final {
        lines.push(page.word("stage-small-final"));
        lines.push(format!("  {}", one_line(page, third)));
    }
    lines
}

/// How a stage's level matches were decided.
fn notes(page: &RankingText<'_>, stage: &Stage) -> Vec<String> {
    let note = |fixture: &Fixture| {
        let id = match fixture.decision? {
            Settled::Points => return None,
            Settled::Faults => "ranking-level-faults",
            // Seeds come from the ranking before, or from the list.
            Settled::Seed if !page.ranking.tables.is_empty() => "ranking-level-ranked",
            Settled::Seed => "ranking-level-seed",
            Settled::Lot => "ranking-level-lot",
        };
        let winner = page.name(page.ranking.name_of(fixture.winner?));
        let message = Message::new(id).with("match", in_words(page, fixture)).with("name", winner);
        Some((page.say)(&message))
    };
    stage.fixtures.iter().chain(&stage.small_final).filter_map(note).collect()
}

/// The drawing: a column of names per stage and one for the winner; two lines lead to one.
fn draw(page: &RankingText<'_>, stages: &[Stage], name: usize) -> Vec<String> {
    let rows = stages[0].fixtures.len() * 4 - 1;
    let mut lines = vec![String::new(); rows + 1];
    // Each name stands halfway between the two before it.
    let mut at: Vec<usize> = (0..stages[0].fixtures.len() * 2).map(|slot| 2 * slot).collect();
    for stage in stages {
        let slots: Vec<(String, String)> = stage
            .fixtures
            .iter()
            .flat_map(|fixture| {
                let points = |side: usize| match fixture.games.is_empty() {
                    true => String::new(),
                    false => fixture.points[side].to_string(),
                };
                [0, 1].map(|side| (truncate(&shown(page, fixture.slots[side]), name), points(side)))
            })
            .collect();
        let title = truncate(&stage_name(page, stage), name.max(12));
        let points = slots.iter().map(|(_, points)| width(points)).max().unwrap_or_default();
        let names = slots.iter().map(|(name, _)| width(name)).max().unwrap_or_default();
        let column = (names + 1 + points).max(width(&title).saturating_sub(2));
        let mut labels = vec![None; rows];
        for (row, (name, points)) in at.iter().zip(&slots) {
            let gap = column.saturating_sub(width(name) + width(points));
            labels[*row] = Some(format!("{name}{}{points}", " ".repeat(gap)));
        }
        let middles: Vec<usize> = at.chunks_exact(2).map(|pair| (pair[0] + pair[1]) / 2).collect();
        lines[0] += &pad(&title, column + 5);
        for row in 0..rows {
            let pair = at.chunks_exact(2).find(|pair| (pair[0]..=pair[1]).contains(&row));
            let connector = match pair {
                Some(pair) if row == pair[0] => " ─┐  ",
                Some(pair) if row == pair[1] => " ─┘  ",
                Some(_) if middles.contains(&row) => "  ├─ ",
                Some(_) => "  │  ",
                None => "     ",
            };
            lines[row + 1] += &pad(labels[row].as_deref().unwrap_or_default(), column);
            lines[row + 1] += connector;
        }
        at = middles;
    }
    let winner = stages.last().and_then(|stage| stage.fixtures.first()).and_then(|last| last.winner);
    if let (Some(row), Some(line)) = (at.first(), winner) {
        lines[row + 1] += &truncate(page.ranking.name_of(line), name);
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}
