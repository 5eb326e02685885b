//! Verifying records with the rules, at any game, and replaying them move by move.

use jeux::game::{ParameterError, Partie, Shown};
use jeux::{ByPlayer, Player, Reason, Slot};
use protocol::Termination;
use protocol::verdict::{Property, Validity};

use crate::game::{Beginning, GameEntry};
use crate::judge::{Coup, Judge, Verdict};
use crate::record::{MoveRecord, PartieRecord, Record};
use crate::registry;

/// A contradiction between a record and the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}{}", .partie.as_ref().map(|name| format!(" (partie {name})")).unwrap_or_default())]
pub struct Contradiction {
    /// The game of the rencontre, if it is about one.
    pub partie: Option<String>,
    pub problem: Reason,
}

/// Fails unless this holds.
fn ensure(holds: bool, problem: impl FnOnce() -> Reason) -> Result<(), Reason> {
    if holds { Ok(()) } else { Err(problem()) }
}

/// The game of a record.
pub fn kind_of(record: &Record) -> Result<&'static GameEntry, Contradiction> {
    registry::named(&record.game).map_err(|problem| Contradiction { partie: None, problem })
}

/// Verifies that a record has the form of a rencontre, and that everything in it follows from the
/// rules.
pub fn verify(record: &Record) -> Result<(), Contradiction> {
    let kind = kind_of(record)?;
    verify_as(kind, record)
}

/// The same for a record of this game.
pub fn verify_as(kind: &GameEntry, record: &Record) -> Result<(), Contradiction> {
    let parties = verify_form(kind, record).map_err(|problem| Contradiction { partie: None, problem })?;
    for (partie, expected) in record.parties.iter().zip(parties) {
        verify_partie(kind, record, partie, expected)
            .map_err(|problem| Contradiction { partie: Some(partie.name.clone()), problem })?;
    }
    Ok(())
}

/// Verifies the form of a record; its games.
fn verify_form(kind: &GameEntry, record: &Record) -> Result<&'static [Partie], Reason> {
    for (slot, player) in Slot::ALL.into_iter().zip(&record.players) {
        let colour = kind.colours.map(|colours| colours[slot]);
        ensure(player.color.as_deref() == colour, || {
            Reason::new("record-colour").with(&player.name).with(colour.unwrap_or("-"))
        })?;
    }
    let names = record.parties.iter().map(|partie| partie.name.as_str());
    let form = || Reason::new("record-parties").with(names.clone().collect::<Vec<_>>().join(", "));
    let parties = kind.parties_named(names.clone()).ok_or_else(form)?;
    let stopped = |partie: &PartieRecord| partie.result.termination == Termination::Interrupted;
    let complete = match record.parties.iter().position(stopped) {
        Some(index) => {
            ensure(index + 1 == record.parties.len(), || Reason::new("record-after-interruption"))?;
            false
        }
        None => record.parties.len() == parties.len(),
    };
    ensure(complete == record.interrupted.is_none(), || {
        let code = if complete { "record-complete-but-interrupted" } else { "record-incomplete" };
        Reason::new(code).with(record.parties.len())
    })?;
    Ok(parties)
}

/// Verifies the moves, verdicts and result of a game.
fn verify_partie(
    kind: &GameEntry,
    record: &Record,
    partie: &PartieRecord,
    expected: &Partie,
) -> Result<(), Reason> {
    ensure(partie.first == expected.first, || Reason::new("record-first").with(partie.first.index() + 1))?;
    let mut judge = start(kind, record, partie).map_err(|error| bad_setup(&error))?;
    let mut end = None;
    for (index, mv) in partie.moves.iter().enumerate() {
        let numbered = |code: &str| Reason::new(code).with(index + 1);
        ensure(end.is_none(), || numbered("record-move-after-end"))?;
        let mover = judge.to_move();
        ensure(mv.player == Slot::of(mover, partie.first), || numbered("record-other-player"))?;
        let coup = coup_of(mv).ok_or_else(|| numbered("record-bytes"))?;
        let judgement = judge.judge(&coup).map_err(|problem| numbered("record-no-move").because(problem))?;
        let words = judgement.verdict.words();
        ensure((mv.verdict, mv.property) == words, || wrong_words(index, mv, words))?;
        let shown = match &judgement.shown {
            Shown::Whole => None,
            shown => Some(shown.of(&mv.text)),
        };
        let told = (mv.answer.as_deref(), mv.shown.as_deref()) == (judgement.answer.as_deref(), shown);
        ensure(told, || numbered("record-told"))?;
        if judgement.verdict != Verdict::Continue {
            let said = partie.result.detail.as_ref();
            ensure(judgement.why.is_none() || said == judgement.why.as_ref(), || {
                let wrong = Reason::new("record-why");
                match said {
                    Some(said) => wrong.because(said.clone()),
                    None => wrong.with("-"),
                }
            })?;
            end = Some((mover, judgement.verdict));
        }
    }
    verify_result(partie, judge.as_ref(), end, record.settings.time_ms.is_some())
}

/// Verifies that the result follows from the last move.
fn verify_result(
    partie: &PartieRecord,
    judge: &dyn Judge,
    end: Option<(Player, Verdict)>,
    timed: bool,
) -> Result<(), Reason> {
    let result = &partie.result;
    let slot = |player: Player| Slot::of(player, partie.first);
    let expected = match (&end, result.termination) {
        (Some((mover, Verdict::Win)), _) => (Termination::Win, Some(slot(*mover)), None),
        (Some((mover, Verdict::Loss)), _) => (Termination::Win, Some(slot(!*mover)), None),
        (Some((_, Verdict::Draw)), _) => (Termination::Draw, None, None),
        (Some((mover, Verdict::Illegal(rule))), _) => {
            // The sentences of older records are not verified.
            let agrees = result.detail.as_ref().is_none_or(|said| said.as_text().is_some() || said == rule);
            ensure(agrees, || Reason::new("record-rule").because(rule.clone()))?;
            (Termination::Triche, Some(slot(!*mover)), Some(slot(*mover)))
        }
        (_, Termination::Interrupted) => (Termination::Interrupted, None, None),
        (_, Termination::Win | Termination::Draw | Termination::Triche) => {
            return Err(Reason::new("record-end-unseen").with(result.termination));
        }
        // Only the player to move can be late; either may leave or break the protocol, and both may
        // be absent.
        (_, Termination::Timeout) => {
            ensure(timed, || Reason::new("record-timeout-without-limit"))?;
            let mover = slot(judge.to_move());
            (Termination::Timeout, Some(mover.other()), Some(mover))
        }
        (_, fault) => match result.charged {
            Some(charged) => (fault, Some(charged.other()), Some(charged)),
            None => {
                let absent = partie.moves.is_empty() && fault == Termination::Disconnected;
                ensure(absent, || Reason::new("record-nobody-charged"))?;
                (fault, None, None)
            }
        },
    };
    ensure((result.termination, result.winner, result.charged) == expected, || {
        let number =
            |slot: Option<Slot>| slot.map_or_else(|| "-".to_owned(), |slot| (slot.index() + 1).to_string());
        Reason::new("record-result")
            .with(result.termination)
            .with(number(result.winner))
            .with(expected.0)
            .with(number(expected.1))
    })
}

fn wrong_words(index: usize, mv: &MoveRecord, words: (Validity, Property)) -> Reason {
    let reason = Reason::new("record-verdict").with(index + 1).with(&mv.text);
    reason.with(mv.verdict).with(mv.property).with(words.0).with(words.1)
}

fn bad_setup(error: &ParameterError) -> Reason {
    Reason::new("record-setup").with(&error.name).because(error.problem.clone())
}

/// The judge of a recorded game, before its first move.
fn start(kind: &GameEntry, record: &Record, partie: &PartieRecord) -> Result<Box<dyn Judge>, ParameterError> {
    kind.start(&Beginning { setup: &partie.setup, first: partie.first, judged: record.settings.judged })
}

/// A recorded move as received; `None` if its bytes are not hexadecimal.
fn coup_of(mv: &MoveRecord) -> Option<Coup> {
    let raw = mv.raw.as_ref().map(hex::decode).transpose().ok()?;
    Some(Coup { text: mv.text.clone(), raw })
}

/// The names of a recorded game's players, in order of play.
pub fn names<'a>(record: &'a Record, partie: &PartieRecord) -> ByPlayer<&'a str> {
    partie.first.in_order().map(|slot| record.players[slot].name.as_str())
}

/// Called with each move and its number, from 1, and the game after it.
pub type See<'a> = &'a mut dyn FnMut(Option<(usize, &MoveRecord)>, Option<&dyn Judge>);

/// Replays a recorded game, perhaps under way: calls `see` with the initial position and no move,
/// then with each move and the position after it, if it was played.
pub fn go_through(record: &Record, partie: &PartieRecord, see: See<'_>) -> Result<(), Contradiction> {
    let mut judge = begin(record, partie)?;
    see(None, Some(judge.as_ref()));
    for (index, mv) in partie.moves.iter().enumerate() {
        let played = make(judge.as_mut(), mv);
        see(Some((index + 1, mv)), played.then_some(judge.as_ref()));
    }
    Ok(())
}

/// A recorded game after so many of its moves, or all. A move that cannot be played is skipped.
pub fn after(record: &Record, partie: &PartieRecord, moves: usize) -> Result<Box<dyn Judge>, Contradiction> {
    let mut judge = begin(record, partie)?;
    for mv in partie.moves.iter().take(moves) {
        make(judge.as_mut(), mv);
    }
    Ok(judge)
}

/// A recorded game before its first move.
fn begin(record: &Record, partie: &PartieRecord) -> Result<Box<dyn Judge>, Contradiction> {
    start(kind_of(record)?, record, partie)
        .map_err(|error| Contradiction { partie: Some(partie.name.clone()), problem: bad_setup(&error) })
}

/// Plays a recorded move, if possible.
pub(crate) fn make(judge: &mut dyn Judge, mv: &MoveRecord) -> bool {
    let judged = coup_of(mv).map(|coup| judge.judge(&coup));
    matches!(judged, Some(Ok(judgement)) if judgement.verdict.is_legal())
}
