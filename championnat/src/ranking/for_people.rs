//! The ranking as text or Markdown: table, legend, tie-breaks, pools, knock-out, table of crosses,
//! and games left out.

use comfy_table::{CellAlignment, Table, presets};
use jeux::Reason;
use jeux::text::{truncate, width};

use super::columns::{Column, FITTINGS, Fitting};
use super::page::{Form, RankingText, halves, wrap};
use super::{LastFault, Ranking, RankingLine, Standing, drawing};
use crate::message::{Arg, Message};
use crate::model::ContestantId;
use crate::schedule::{PhaseTable, Playoff};
use crate::spreadsheet::Convention;
use crate::tie_breaks::TieBreak;

/// Names are first cut to so many columns.
const NAME: usize = 16;
/// And to so many at least.
const SHORTEST_NAME: usize = 4;

pub(super) fn text(page: &RankingText<'_>) -> String {
    let mut sections = vec![page.title(), page.points_table(), page.ties(&page.standings())];
    sections.extend(
        page.ranking
            .decisions
            .closing()
            .map(|decision| page.list(&[(page.say)(&decision.request.ruling.message())])),
    );
    sections.extend(page.ranking.tables.iter().map(|table| page.phase(table)));
    sections.push(page.playoffs());
    sections.push(drawing::knockout(page));
    sections.push(page.grid());
    sections.push(page.faults());
    sections.push(page.waits());
    sections.push(page.machines());
    sections.push(page.left_out());
    sections.push(page.decisions());
    sections.retain(|section| !section.is_empty());
    sections.join("\n")
}

impl RankingText<'_> {
    fn name_of(&self, contestant: ContestantId) -> String {
        self.name(self.ranking.name_of(contestant))
    }

    fn standings(&self) -> Vec<&Standing> {
        self.ranking.lines.iter().map(|line| &line.standing).collect()
    }

    /// Whether a text fits.
    fn fits(&self, text: &str) -> bool {
        self.room.width.is_none_or(|most| text.lines().all(|line| width(line) <= most))
    }

    /// The title of the championship, if it has one.
    fn title(&self) -> String {
        let Some(title) = &self.ranking.title else { return String::new() };
        match self.form {
            Form::Plain => wrap(&self.name(title), self.room.width) + "\n",
            Form::Markdown => format!("# {}\n", self.name(title)),
        }
    }

    /// The table of points with its legend.
    fn points_table(&self) -> String {
        let lines = &self.ranking.lines;
        let any = |test: fn(&Standing) -> bool| lines.iter().any(|line| test(&line.standing));
        let mut columns = vec![Column::Rank];
        if any(|line| line.place > 0) {
            columns.push(Column::Place);
        }
        columns.extend([Column::Contestant, Column::Points, Column::Rencontres]);
        columns.extend([Column::Won, Column::Drawn, Column::Lost, Column::Faults]);
        if any(|line| line.byes > 0) {
            columns.push(Column::Byes);
        }
        columns.push(Column::Sonneborn);
        if self.ranking.swiss || self.ranking.tie_breaks.iter().any(|by| by == TieBreak::Buchholz) {
            columns.push(Column::Buchholz);
        }
        columns.push(Column::Rating);
        let (table, columns) = self.fitted(&columns, |column, intervals, name| {
            lines.iter().map(|line| self.cell(column, line, intervals, name)).collect()
        });
        format!("{table}\n{}", self.legend(&columns))
    }

    /// The table with as many columns as fit, and these columns.
    fn fitted(
        &self,
        columns: &[Column],
        cells: impl Fn(Column, bool, usize) -> Vec<String>,
    ) -> (String, Vec<Column>) {
        let names = cells(Column::Contestant, false, usize::MAX);
        let longest = names.iter().map(|name| width(name)).max().unwrap_or_default();
        let build = |fitting: &Fitting, name: usize| {
            let kept: Vec<Column> =
                columns.iter().copied().filter(|column| !fitting.without.contains(column)).collect();
            let head = kept.iter().map(|column| self.word(column.heading(fitting.intervals))).collect();
            let by_column = kept.iter().map(|column| cells(*column, fitting.intervals, name));
            let left = kept.iter().position(|column| *column == Column::Contestant);
            (self.table(fitting.lines_between, head, by_column.collect(), left), kept)
        };
        // Names are cut before a column is left out, but after everything else.
        let whole = FITTINGS.iter().filter(|fitting| fitting.without.is_empty());
        if let Some(built) = whole.map(|fitting| build(fitting, longest)).find(|(text, _)| self.fits(text)) {
            return built;
        }
        let most = self.room.width.unwrap_or(usize::MAX);
        let cut_down = FITTINGS.iter().filter(|fitting| !fitting.lines_between).map(|fitting| {
            let (text, _) = build(fitting, longest);
            let taken = text.lines().map(width).max().unwrap_or_default();
            (fitting, (longest + most).saturating_sub(taken))
        });
        let mut chosen = (&FITTINGS[FITTINGS.len() - 1], SHORTEST_NAME);
        for (fitting, room) in cut_down {
            chosen = (fitting, room.clamp(SHORTEST_NAME, longest.max(SHORTEST_NAME)));
            if room >= NAME.min(longest) {
                break;
            }
        }
        build(chosen.0, chosen.1)
    }

    /// A table of these columns, numbers aligned right.
    fn table(
        &self,
        lines_between: bool,
        head: Vec<String>,
        by_column: Vec<Vec<String>>,
        names: Option<usize>,
    ) -> String {
        let mut table = Table::new();
        table.load_style(match (self.form, lines_between) {
            (Form::Markdown, _) => presets::ASCII_MARKDOWN,
            (Form::Plain, true) => presets::UTF8_FULL_CONDENSED,
            (Form::Plain, false) => presets::NOTHING,
        });
        table.set_header(head);
        let rows = by_column.first().map_or(0, Vec::len);
        for row in 0..rows {
            table.add_row(by_column.iter().map(|column| &column[row]));
        }
        for (at, column) in table.column_iter_mut().enumerate() {
            let left = Some(at) == names;
            column.set_cell_alignment(if left { CellAlignment::Left } else { CellAlignment::Right });
        }
        table.to_string()
    }

    fn cell(&self, column: Column, line: &RankingLine, intervals: bool, name: usize) -> String {
        match (column, &line.rating) {
            (Column::Contestant, _) => {
                let shown = self.name(&truncate(&line.name, name));
                match self.ranking.decisions.departure(&line.name) {
                    Some(departure) => format!("{shown} ({})", (self.say)(&departure.message())),
                    None => shown,
                }
            }
            (Column::Rating, None) => "-".into(),
            (Column::Rating, Some(rating)) => {
                let whole = |value: f64| format!("{value:.0}");
                if !intervals {
                    return whole(rating.value);
                }
                let message = Message::new("ranking-rating-value").with("value", whole(rating.value));
                (self.say)(&message.with("low", whole(rating.low)).with("high", whole(rating.high)))
            }
            _ => column.number(&line.standing),
        }
    }

    /// The legend of columns and tie-breaks.
    fn legend(&self, columns: &[Column]) -> String {
        let mut parts: Vec<String> =
            columns.iter().filter_map(|column| column.legend()).map(|id| self.word(id)).collect();
        let criteria = self.ranking.tie_breaks.iter().map(|by| self.word(criterion(by)));
        let criteria: Vec<String> = criteria.collect();
        if !criteria.is_empty() {
            let message = Message::new("ranking-legend-ties").with("criteria", criteria.join(", "));
            parts.push((self.say)(&message));
        }
        let text = parts.join(&self.word("ranking-legend-separator"));
        match self.form {
            Form::Plain => wrap(&text, self.room.width) + "\n",
            Form::Markdown => format!("\n{text}\n"),
        }
    }

    /// The tie-breaks that decided, and who is equal in all; empty before the first game.
    fn ties(&self, lines: &[&Standing]) -> String {
        let mut said = vec![];
        for (at, line) in lines.iter().enumerate() {
            if let (Some(tie), Some(before)) = (line.tie, at.checked_sub(1)) {
                let shown = |score: i64| match tie.by {
                    TieBreak::SonnebornBerger => Convention::spoken().number(&halves(score)),
                    _ => score.to_string(),
                };
                let id = match tie.by {
                    TieBreak::Encounters if tie.among > 2 => "tie-encounters-among",
                    by => criterion(by),
                };
                let by = (self.say)(&Message::new(id).with("count", tie.among));
                let message = Message::new("ranking-tie").with("points", line.points).with("by", by);
                let message = message.with("one", self.name_of(lines[before].contestant));
                let message = message.with("other", self.name_of(line.contestant));
                let message = message.with("before", shown(tie.before)).with("behind", shown(tie.behind));
                said.push((self.say)(&message));
            }
            let first = at == 0 || lines[at - 1].rank != line.rank;
            let equal: Vec<String> = lines[at..]
                .iter()
                .take_while(|other| other.rank == line.rank)
                .map(|other| self.name_of(other.contestant))
                .collect();
            if first && equal.len() > 1 {
                let message = Message::new("ranking-equal").with("rank", line.rank);
                // The sentence cuts long texts, and these may be many.
                let beginning = (self.say)(&message.with("points", line.points));
                said.push(format!("{beginning} {}", equal.join(", ")));
            }
        }
        if said.is_empty() || self.ranking.played == 0 {
            return String::new();
        }
        self.heading(&self.word("ranking-ties")) + &self.list(&said)
    }

    /// A pool or the Swiss ranking, with who advances.
    fn phase(&self, table: &PhaseTable) -> String {
        let title = self.perhaps_open(table.name(), table.over);
        let head = |column: &Column| self.word(column.heading(false));
        let columns = [Column::Rank, Column::Contestant, Column::Points, Column::Rencontres];
        let columns = [&columns[..], &[Column::Won, Column::Drawn, Column::Lost, Column::Faults]].concat();
        let heading: Vec<String> = columns.iter().map(head).chain([self.word("ranking-goes-on")]).collect();
        let build = |lines_between: bool, name: usize| {
            let cells = |column: &Column| -> Vec<String> {
                let cell = |line: &Standing| match column {
                    Column::Contestant => self.name(&truncate(self.ranking.name_of(line.contestant), name)),
                    other => other.number(line),
                };
                table.lines.iter().map(cell).collect()
            };
            let goes_on = table.lines.iter().map(|line| self.goes_on(table, line.contestant));
            let by_column = columns.iter().map(cells).chain([goes_on.collect()]);
            self.table(lines_between, heading.clone(), by_column.collect(), Some(1))
        };
        let text = [(true, usize::MAX), (false, usize::MAX), (false, NAME), (false, SHORTEST_NAME)]
            .into_iter()
            .map(|(lines_between, name)| build(lines_between, name))
            .find(|text| self.fits(text));
        let text = text.unwrap_or_else(|| build(false, SHORTEST_NAME));
        let lines: Vec<&Standing> = table.lines.iter().collect();
        let ties = self.ties(&lines);
        let ties = if ties.is_empty() { ties } else { format!("\n{ties}") };
        let by_lot = match self.by_lot(table) {
            said if said.is_empty() || self.form == Form::Plain => said,
            said => format!("\n{said}"),
        };
        format!("{}{text}\n{by_lot}{ties}", self.heading(&title))
    }

    /// The name of what may be under way.
    fn perhaps_open(&self, name: Message, over: bool) -> String {
        if over {
            (self.say)(&name)
        } else {
            (self.say)(&Message::new("ranking-pool-open").with("name", name))
        }
    }

    /// Who is level at the line of a table, and what has separated them; empty if nobody is.
    fn by_lot(&self, table: &PhaseTable) -> String {
        if !table.over || table.level.is_empty() {
            return String::new();
        }
        let id = if self.ranking.drawn { "ranking-by-lot" } else { "ranking-by-order" };
        let beginning = (self.say)(&Message::new(id).with("count", table.playoffs.len()));
        let names = table.level.iter().map(|who| self.name_of(*who));
        self.list(&[format!("{beginning} {}", names.collect::<Vec<_>>().join(", "))])
    }

    /// Whether a contestant advances from a table.
    fn goes_on(&self, table: &PhaseTable, who: ContestantId) -> String {
        if !table.advancing.contains(&who) {
            return String::new();
        }
        self.word(match (table.over, table.level.contains(&who)) {
            (false, _) => "ranking-goes-on-so-far",
            (true, true) if self.ranking.drawn => "ranking-goes-on-drawn",
            (true, true) => "ranking-goes-on-listed",
            (true, false) => "ranking-goes-on-sure",
        })
    }

    /// The play-offs with their points; empty if there are none.
    fn playoffs(&self) -> String {
        if self.ranking.playoffs.is_empty() {
            return String::new();
        }
        let said = |playoff: &Playoff| {
            let name = self.perhaps_open(playoff.name.clone(), playoff.over);
            let beginning = (self.say)(&Message::new("ranking-playoff").with("name", name));
            let points = playoff.ranked().into_iter();
            let points = points.map(|(who, points)| format!("{} {points}", self.name_of(who)));
            // The sentence cuts long texts, and these may be many.
            format!("{beginning} {}", points.collect::<Vec<_>>().join(", "))
        };
        let said: Vec<String> = self.ranking.playoffs.iter().map(said).collect();
        self.heading(&self.word("ranking-playoffs")) + &self.list(&said)
    }

    /// The table of crosses, if useful, wanted and fitting.
    fn grid(&self) -> String {
        let Ranking { lines, cross, has_grid, .. } = self.ranking;
        if !has_grid || !self.room.grid {
            return String::new();
        }
        let too_wide = || {
            let message = Message::new("ranking-grid-too-wide").with("count", lines.len());
            format!("{}\n", wrap(&(self.say)(&message), self.room.width))
        };
        // A column takes at least three: skip what cannot fit.
        if self.room.width.is_some_and(|most| lines.len() * 3 > most) {
            return too_wide();
        }
        let mut head = vec![String::new(), self.word("ranking-contestant")];
        head.extend((1..=lines.len()).map(|number| number.to_string()));
        let mut by_column: Vec<Vec<String>> = vec![(1..=lines.len()).map(|at| at.to_string()).collect()];
        by_column.push(lines.iter().map(|line| self.name(&line.name)).collect());
        by_column.extend((0..lines.len()).map(|column| {
            let cell = |(row, cells): (usize, &Vec<Option<super::Cross>>)| match cells[column] {
                _ if column == row => "×".to_owned(),
                Some(cell) => cell.points.to_string(),
                None => "-".to_owned(),
            };
            cross.iter().enumerate().map(cell).collect()
        }));
        let build = |lines_between| self.table(lines_between, head.clone(), by_column.clone(), Some(1));
        match [true, false].into_iter().map(build).find(|text| self.fits(text)) {
            Some(text) => format!("{text}\n"),
            None => too_wide(),
        }
    }

    /// By what each contestant lost a game last, if not by the rules; empty if nobody did.
    fn faults(&self) -> String {
        if self.ranking.faults.is_empty() {
            return String::new();
        }
        let said = self.ranking.faults.iter().map(|LastFault { line, partie }| {
            let mut what = vec![line.kind()];
            let why = line.detail.as_ref().and_then(|detail| line.beside(detail));
            what.extend(why.map(|why| {
                // A terminal is the organiser's; the rest is passed on.
                let why = if self.form == Form::Plain { why.clone() } else { why.for_audience() };
                Message::new("word-reason").with("why", why)
            }));
            let mut place = vec![Message::new("word-rencontre").with("key", line.key.to_string())];
            if let (Some(ply), Some(partie)) = (line.turn, partie) {
                place.push(Message::new("fault-turn").with("partie", *partie).with("ply", ply));
            }
            let name = self.name_of(line.contestant);
            let message =
                Message::new("ranking-fault").with("name", name).with("place", Arg::Messages(place));
            (self.say)(&message.with("what", Arg::Messages(what)))
        });
        self.heading(&self.word("ranking-last-faults")) + &self.list(&said.collect::<Vec<_>>())
    }

    /// Who waited for a processor, and what was replayed for it; empty if that is negligible.
    fn waits(&self) -> String {
        let mut said: Vec<String> =
            self.ranking.long_waits().iter().map(|wait| self.name(&(self.say)(wait))).collect();
        let starved = &self.ranking.starved;
        if !starved.is_empty() {
            let keys: Vec<String> = starved.iter().map(ToString::to_string).collect();
            let message = Message::new("ranking-starved").with("count", starved.len());
            said.push((self.say)(&message.with("keys", keys.join(", "))));
        }
        if said.is_empty() {
            return String::new();
        }
        self.heading(&self.word("ranking-waits")) + &self.list(&said)
    }

    /// Whether it mattered which machine played a rencontre; empty where only one did.
    fn machines(&self) -> String {
        let said: Vec<String> =
            self.ranking.machines().iter().map(|line| self.name(&(self.say)(line))).collect();
        if said.is_empty() {
            return String::new();
        }
        self.heading(&self.word("ranking-machines")) + &self.list(&said)
    }

    /// The rencontres without a result; empty if there are none.
    fn left_out(&self) -> String {
        if self.ranking.left_out.is_empty() {
            return String::new();
        }
        let said = self.ranking.left_out.iter().map(|game| {
            let why = game.why.clone().unwrap_or_else(|| Reason::new("interrupted"));
            let message = Message::new("champ-left-out").with("key", self.game(game.key, &game.stage));
            let message = message.with("one", self.name(&game.white)).with("other", self.name(&game.black));
            (self.say)(&message.with("why", why))
        });
        self.heading(&self.word("ranking-interrupted")) + &self.list(&said.collect::<Vec<_>>())
    }

    /// The organiser's decisions.
    fn decisions(&self) -> String {
        let list = self.ranking.decisions.list();
        if list.is_empty() {
            return String::new();
        }
        let said: Vec<String> =
            list.iter().map(|decision| self.name(&(self.say)(&decision.message()))).collect();
        self.heading(&self.word("ranking-decisions")) + &self.list(&said)
    }

    /// A scheduled game, with its stage.
    fn game(&self, key: crate::Key, stage: &Option<Message>) -> String {
        match stage {
            Some(stage) => (self.say)(
                &Message::new("stage-game").with("key", key.to_string()).with("stage", stage.clone()),
            ),
            None => key.to_string(),
        }
    }
}

/// The name of a criterion.
const fn criterion(by: TieBreak) -> &'static str {
    match by {
        TieBreak::Encounters => "tie-encounters",
        TieBreak::Wins => "tie-wins",
        TieBreak::SonnebornBerger => "tie-sonneborn-berger",
        TieBreak::Faults => "tie-faults",
        TieBreak::Buchholz => "tie-buchholz",
        TieBreak::Playoff => "tie-playoff",
    }
}
