//! Results in words, for the terminal, at any game.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{ErrorKind, IsTerminal, Write as _, stdout};
use std::path::PathBuf;
use std::sync::Once;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use arbitre::host::person::PERSON;
use arbitre::record::{CommitError, MoveRecord, PartieRecord, PlayerRecord, Record};
use arbitre::{registry, replay};
use confine::{Confinement, Layer, Means};
use jeux::Slot;
use jeux::game::Ink;
use log::Level;
use protocol::Termination;
use protocol::verdict::Validity;

use crate::turn_logs::{self, TurnLogs};

/// A rencontre on several lines: winners, reasons, moves, thinking times; with `boards`, all moves.
pub fn rencontre(record: &Record, boards: bool) -> String {
    logged(record, boards, &TurnLogs::new())
}

/// The same, with what the engines logged below each of their moves.
pub fn logged(record: &Record, boards: bool, logs: &TurnLogs) -> String {
    let [one, other] = Slot::ALL.map(|slot| player(record, slot));
    let mut text = i18n::text!("report-rencontre", id = &record.id, one = one, other = other) + "\n";
    let [one, other] = &record.players;
    let alike = one.confinement == other.confinement;
    let both = [format!("{}, {}", one.name, other.name)];
    let each = record.players.each_ref().map(|player| player.name.clone());
    // Those who play themselves do not ask how the engine is confined.
    let people = record.players.iter().any(|player| player.from == PERSON);
    let names = if people {
        &[]
    } else if alike {
        both.as_slice()
    } else {
        each.as_slice()
    };
    for (name, player) in names.iter().zip(&record.players) {
        if let Some(confinement) = &player.confinement {
            text += &format!("  {}\n", confined(name, confinement));
        }
    }
    for partie in &record.parties {
        if boards {
            text += &moves(record, partie, logs);
        }
        let line = i18n::text!(
            "report-partie",
            name = format!("{:<6}", partie.name),
            ending = ending(record, partie),
            count = partie.moves.len(),
            one = thinking(record, partie, Slot::Zero),
            other = thinking(record, partie, Slot::One)
        );
        text += &format!("  {line}\n");
        let turn = (partie.name.clone(), partie.moves.len() + 1);
        if !logs.contains_key(&turn) {
            text += &trace(partie);
        }
    }
    for player in &record.players {
        if let Some(odd) = odd(player) {
            text += &format!("  {odd}\n");
        }
    }
    if let Some(why) = &record.interrupted {
        text += &format!("  {}\n", i18n::text!("report-interrupted", why = i18n::reason(why)));
    }
    let wins = |slot| record.parties.iter().filter(|partie| partie.result.winner == Some(slot)).count();
    let drawn = |partie: &&PartieRecord| partie.result.termination == Termination::Draw;
    let tally = i18n::text!(
        "report-tally",
        one = &record.players[0].name,
        wins = wins(Slot::Zero),
        other = &record.players[1].name,
        losses = wins(Slot::One),
        draws = record.parties.iter().filter(drawn).count()
    );
    text + &format!("  {tally}\n")
}

/// What the engine of a player wrote that is not of its protocol, if it did.
pub fn odd(player: &PlayerRecord) -> Option<String> {
    let odd = player.odd.as_ref()?;
    let what = i18n::odd_output(&odd.first, odd.lines);
    Some(i18n::text!("labelled", label = &player.name, text = what))
}

/// The log of the engine whose failure ended a game, if it has several lines.
pub fn trace(partie: &PartieRecord) -> String {
    let lines = partie.result.detail.as_ref().map(i18n::log_lines).unwrap_or_default();
    lines.iter().map(|line| format!("      | {line}\n")).collect()
}

/// A player with his colour, if he has one.
fn player(record: &Record, slot: Slot) -> String {
    let player = &record.players[slot];
    match &player.color {
        Some(color) => i18n::text!("report-player", name = &player.name, color = color),
        None => player.name.clone(),
    }
}

/// How strictly one engine, or both, were confined, and by what.
fn confined(name: &str, confinement: &Confinement) -> String {
    let Confinement { level, layers, .. } = confinement;
    let by = |(layer, means): (&Layer, &BTreeSet<Means>)| {
        let means = i18n::confinement::means(means.iter().map(|means| means.name()));
        i18n::text!("layer-by", layer = i18n::confinement::layer(layer.name()), means = means)
    };
    let layers: Vec<String> = layers.iter().map(by).collect();
    let (level, layers) = (level.word(), layers.join(", "));
    if layers.is_empty() {
        i18n::text!("report-confinement-bare", name = name, level = level)
    } else {
        i18n::text!("report-confinement", name = name, level = level, layers = layers)
    }
}

/// How a game ended, and why.
pub fn ending(record: &Record, partie: &PartieRecord) -> String {
    i18n::outcome_sentence(&partie.result, record.names(), None)
}

/// A player's thinking time in a game, total and longest, with the engine's processor time if
/// known.
fn thinking(record: &Record, partie: &PartieRecord, slot: Slot) -> String {
    let moves = partie.moves.iter().filter(|mv| mv.player == slot);
    let times = moves.clone().map(|mv| mv.micros);
    let seconds = |micros: u64| i18n::seconds(Duration::from_micros(micros));
    // Records from outside may contain any number.
    let name = &record.players[slot].name;
    let total = seconds(times.clone().fold(0, u64::saturating_add));
    let most = seconds(times.max().unwrap_or_default());
    match moves.filter_map(|mv| mv.cpu_micros).reduce(u64::saturating_add) {
        Some(cpu) => {
            i18n::text!("report-thinking-cpu", name = name, total = total, most = most, cpu = seconds(cpu))
        }
        None => i18n::text!("report-thinking", name = name, total = total, most = most),
    }
}

/// Every move of a game with its board.
fn moves(record: &Record, partie: &PartieRecord, logs: &TurnLogs) -> String {
    let begins = &record.players[partie.first].name;
    let mut text = format!("  {}\n", i18n::text!("report-begins", partie = &partie.name, name = begins));
    let inks = registry::find(&record.game).map_or(&[][..], |kind| kind.inks);
    let names = replay::names(record, partie);
    let shown = replay::go_through(record, partie, &mut |mv, judge| {
        match mv {
            Some((number, mv)) => {
                text += &one_move(record, partie, number, mv);
                text += &turn_logs::shown(logs, &partie.name, number);
            }
            // The empty board is shown only if games begin differently.
            None if partie.setup.is_empty() => return,
            None => {}
        }
        text += &judge.map(|judge| painted(inks, &judge.picture(names))).unwrap_or_default();
    });
    if let Err(contradiction) = shown {
        let why = i18n::reason(&contradiction.problem);
        let _ = writeln!(text, "  {}", i18n::text!("report-unreadable-start", why = why));
    }
    // A turn that brought no move.
    text + &turn_logs::shown(logs, &partie.name, partie.moves.len() + 1)
}

fn one_move(record: &Record, partie: &PartieRecord, number: usize, mv: &MoveRecord) -> String {
    let player = &record.players[mv.player];
    let number = format!("{number:>2}");
    let line = match player.color.as_ref().and_then(|color| color.chars().next()) {
        Some(letter) => i18n::text!(
            "report-move-colour",
            number = number,
            name = &player.name,
            letter = letter.to_string(),
            move = &mv.text,
            verdict = mv.verdict.word(),
            property = mv.property.word()
        ),
        None => i18n::text!(
            "report-move",
            number = number,
            name = &player.name,
            move = &mv.text,
            verdict = mv.verdict.word(),
            property = mv.property.word()
        ),
    };
    let why = partie.result.detail.as_ref().filter(|_| mv.verdict == Validity::Triche);
    let line = match why {
        Some(why) => i18n::text!("outcome-because", text = line, why = i18n::reason(why)),
        None => line,
    };
    let mut text = format!("  {line}\n");
    if let Some(answer) = &mv.answer {
        let answer = i18n::reason::answer(answer);
        let _ = writeln!(text, "      {}", i18n::text!("report-answer", answer = answer));
    }
    if let Some(shown) = &mv.shown {
        let _ = writeln!(text, "      {}", i18n::text!("report-hidden", shown = shown));
    }
    text
}

pub fn not_committed(error: &CommitError) -> String {
    i18n::file(&error.path, &error.source)
}

/// Prints for the organiser. The server goes on without a reader: a closed output is ignored, any
/// other error logged once.
pub fn say(text: &str) {
    static DEAF: Once = Once::new();
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let level = if error.kind() == ErrorKind::BrokenPipe { Level::Debug } else { Level::Warn };
        DEAF.call_once(|| log::log!(level, "{}", i18n::system(&error)));
    }
}

/// The time for printing the last reports when the server ends.
const LAST_REPORTS: Duration = Duration::from_secs(5);

/// Prints reports on a thread, so that the server never waits for a reader.
pub struct Printer {
    waiting: Option<Sender<FinishedReport>>,
    printed: Receiver<()>,
}

/// A finished rencontre, with its path or why it was not stored.
type FinishedReport = (Box<Record>, Option<Result<PathBuf, CommitError>>);

impl Printer {
    /// With the boards, if wanted.
    pub fn new(boards: bool) -> std::io::Result<Self> {
        let ((waiting, reports), (done, printed)) = (mpsc::channel::<FinishedReport>(), mpsc::channel());
        let print = move || {
            for (record, committed) in reports {
                // One write, so that reports do not mix.
                say(&finished(&record, committed, boards));
            }
            done.send(()).ok();
        };
        thread::Builder::new().name("printer".into()).spawn(print)?;
        Ok(Printer { waiting: Some(waiting), printed })
    }

    /// Prints a rencontre's report.
    pub fn print(&self, record: Box<Record>, committed: Option<Result<PathBuf, CommitError>>) {
        if let Some(waiting) = &self.waiting {
            // The thread lives as long as this handle.
            waiting.send((record, committed)).ok();
        }
    }
}

impl Drop for Printer {
    fn drop(&mut self) {
        self.waiting = None;
        self.printed.recv_timeout(LAST_REPORTS).ok();
    }
}

/// A rencontre's report, with its path or error.
fn finished(record: &Record, committed: Option<Result<PathBuf, CommitError>>, boards: bool) -> String {
    let text = rencontre(record, boards);
    match committed {
        None => text,
        Some(Ok(path)) => {
            text + &format!("  {}\n", i18n::text!("report-recorded", path = path.display().to_string()))
        }
        Some(Err(error)) => {
            log::error!("{}", i18n::text!("report-not-recorded", why = not_committed(&error)));
            text + &record.to_json().unwrap_or_default()
        }
    }
}

/// The picture in colours; plain if standard output is no terminal or `NO_COLOR` is set.
pub fn painted(inks: &[(char, Ink)], picture: &str) -> String {
    let wanted = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if wanted { with_colours(inks, picture) } else { picture.to_owned() }
}

fn with_colours(inks: &[(char, Ink)], picture: &str) -> String {
    let mut text = String::with_capacity(2 * picture.len());
    for sign in picture.chars() {
        match inks.iter().find(|(known, _)| *known == sign) {
            // Writing to a string cannot fail.
            Some((_, ink)) => drop(write!(text, "\u{1b}[{}m{sign}\u{1b}[m", code(*ink))),
            None => text.push(sign),
        }
    }
    text
}

/// Bold colours, distinct on light and dark backgrounds.
const fn code(ink: Ink) -> &'static str {
    match ink {
        Ink::First => "1;34",
        Ink::Second => "1;33",
        Ink::Both => "1;32",
        Ink::Barrier => "1;31",
        Ink::Goal => "1;35",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_the_colours_of_their_owners() {
        let inks = [('x', Ink::First), ('|', Ink::Barrier)];
        assert_eq!(with_colours(&inks, "a x|\n"), "a \u{1b}[1;34mx\u{1b}[m\u{1b}[1;31m|\u{1b}[m\n");
        assert_eq!(with_colours(&[], "x|"), "x|");
    }
}
