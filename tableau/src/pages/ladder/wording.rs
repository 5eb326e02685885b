//! Names, ratings and results of a ladder in words.

use std::borrow::Cow;

use championnat::{Fault, Rating, presentation};
use echelle::{GameLine, Ladder, PlayerId, Tallies, UnderWay};
use jeux::Slot;
use jiff::Timestamp;
use protocol::Termination;

use crate::ladders::access::LadderVisitor;
use crate::pages::wording::{ago, exact};

/// The page of a player; house engines have none.
pub fn path_of(ladder: &Ladder, player: &PlayerId) -> Option<String> {
    let name = ladder.folder.name();
    match player {
        PlayerId::Version { student, number } => Some(format!("/echelle/{name}/version/{student}/{number}")),
        PlayerId::House(_) => None,
    }
}

/// A rating, and how far it may be off.
pub struct RatingWords {
    pub value: String,
    pub half: String,
}

impl RatingWords {
    pub fn of(rating: Rating) -> Self {
        let half = (rating.high - rating.low) / 2.0;
        RatingWords { value: i18n::decimal(rating.value, 0), half: i18n::decimal(half, 0) }
    }
}

/// PARTIEs won, with a half only where there is one.
pub fn score(score: f64) -> String {
    i18n::decimal(score, usize::from(score.fract() > 0.0))
}

/// A rencontre, seen by the player in a slot.
pub struct GameWords {
    pub path: String,
    /// Who plays, by slot of the line: name, page, and whether it is the visitor.
    pub players: [(String, Option<String>, bool); 2],
    pub score: String,
    /// How the first player lost by a fault, or the second.
    pub fault: Option<String>,
    /// Roughly, and exactly.
    pub ended: (String, String),
}

impl GameWords {
    /// With the player of this slot first.
    pub fn of(ladder: &Ladder, who: &LadderVisitor, line: &GameLine, slot: Slot) -> Self {
        let player = |slot: Slot| {
            let player = &line.players[slot];
            (ladder.name(player), path_of(ladder, player), who.plays_as(player))
        };
        let slots = [slot, slot.other()];
        let faults = slots.into_iter().filter_map(|slot| {
            let what = fault(line.fault(slot)?)?;
            Some(i18n::text!("labelled", label = player(slot).0, text = what))
        });
        GameWords {
            path: format!("/echelle/{}/partie/{}", ladder.folder.name(), line.id),
            players: slots.map(player),
            score: slots.map(|slot| score(line.score(slot))).join(" – "),
            fault: Some(faults.collect::<Vec<_>>().join(" ; ")).filter(|faults| !faults.is_empty()),
            ended: (ago(line.ended, Timestamp::now()), exact(line.ended)),
        }
    }
}

/// What somebody lost by.
fn fault(termination: Termination) -> Option<String> {
    let fault = match termination {
        Termination::Triche => Fault::Triche,
        Termination::Timeout => Fault::Timeout,
        Termination::Disconnected => Fault::Disconnected,
        Termination::Malformed => Fault::Malformed,
        Termination::Crash => Fault::Crash,
        Termination::Win | Termination::Draw | Termination::Interrupted => return None,
    };
    Some(presentation::fault(fault))
}

/// Whether this visitor sees a result: those of trials and after the freeze only if it is his own.
pub fn sees(ladder: &Ladder, who: &LadderVisitor, line: &GameLine) -> bool {
    let hidden = line.trial || ladder.settings.freezes.is_some_and(|freezes| line.ended >= freezes);
    !hidden || who.organises || line.players.iter().any(|player| who.plays_as(player))
}

/// Whether he sees a game under way: those of trials and while the ranking is frozen only if it is his own.
pub fn sees_live(ladder: &Ladder, who: &LadderVisitor, game: &UnderWay) -> bool {
    // What is played then would tell how the ranking goes on.
    let hidden = game.trial || ladder.settings.is_frozen(Timestamp::now());
    !hidden || who.organises || game.players.iter().any(|player| who.plays_as(player))
}

/// The tallies of a student's versions, of the results that he sees.
pub fn tallies<'a>(ladder: &'a Ladder, who: &LadderVisitor, slug: &str) -> Cow<'a, Tallies> {
    if who.organises || !ladder.settings.is_frozen(Timestamp::now()) {
        return Cow::Borrowed(&ladder.tallies);
    }
    let mut tallies = Tallies::default();
    let seen = ladder.games_of(slug).filter(|(line, _)| sees(ladder, who, line));
    seen.for_each(|(line, _)| tallies.take(line));
    Cow::Owned(tallies)
}
