//! What an audience may know of a rencontre under way: of a game that is not over, only what both players have been told. A game that
//! is over is shown whole: each game begins anew, so its secrets are worth nothing in the next one.
//!
//! Of any rencontre everybody sees how its games ended, and nothing that an engine wrote besides its moves: see [`Record::for_audience`].
//!
//! Everything on the pages that shows games under way gets them from here.

use jeux::game::Watch;
use jeux::scene::Scene;
use jeux::text::without_folders;
use jeux::{ByPlayer, Player, Reason};
use protocol::Termination;

use crate::judge::Judge;
use crate::live::LiveUpdate;
use crate::record::{MoveRecord, PartieRecord, Record};
use crate::replay;

impl Record {
    /// The same for everybody: reasons without the logs of engines, nothing of what they wrote beside, and of paths only the names of files. A scheduled game that was cut off
    /// will be played again: its secrets are kept.
    #[must_use]
    pub fn for_audience(mut self) -> Self {
        for player in &mut self.players {
            player.from = without_folders(&player.from).into_owned();
            player.odd = None;
        }
        // The rule that was broken speaks of the move, which is shown.
        let results = self.parties.iter_mut().map(|partie| &mut partie.result);
        for result in results.filter(|result| result.termination != Termination::Triche) {
            result.detail = result.detail.as_ref().map(Reason::for_audience);
        }
        self.interrupted = self.interrupted.as_ref().map(Reason::for_audience);
        if self.scheduled.is_some() {
            mask(&mut self);
        }
        self
    }
}

impl LiveUpdate {
    /// The same for an audience. An interrupted game counts as under way: it may go on, or be played again.
    #[must_use]
    pub fn for_audience(mut self) -> Self {
        self.record = self.record.for_audience();
        mask(&mut self.record);
        self
    }
}

/// Removes from the games without an end what only one player knows.
fn mask(record: &mut Record) {
    let open = |partie: &&mut PartieRecord| partie.result.termination == Termination::Interrupted;
    for partie in record.parties.iter_mut().filter(open) {
        for mv in &mut partie.moves {
            *mv = masked(mv);
        }
    }
}

/// Of a move of a game under way, what the opponent was told: `shown` repeats it, as the sign that there was more.
pub fn masked(mv: &MoveRecord) -> MoveRecord {
    let mut masked = MoveRecord { answer: None, ..mv.clone() };
    if let Some(shown) = &mv.shown {
        masked.text.clone_from(shown);
        masked.raw = None;
    }
    masked
}

/// Whether moves of this game are hidden.
pub fn is_masked(partie: &PartieRecord) -> bool {
    partie.moves.iter().any(|mv| mv.shown.as_ref() == Some(&mv.text))
}

/// A game for an audience: everything, or what both players know.
pub enum AudienceView {
    All(Box<dyn Judge>),
    Both(Box<dyn Watch>),
}

impl AudienceView {
    /// A recorded game, perhaps masked, after so many of its moves. `None` if its record cannot be shown, or what is left of it says
    /// nothing.
    pub fn after(record: &Record, partie: &PartieRecord, moves: usize) -> Option<Self> {
        let judge = replay::after(record, partie, 0).ok()?;
        let mut view = match is_masked(partie) {
            true => AudienceView::Both(judge.watch(&partie.setup)?),
            false => AudienceView::All(judge),
        };
        partie.moves.iter().take(moves).all(|mv| view.follow(mv)).then_some(view)
    }

    /// Plays the next recorded move; a move that cannot be played is skipped. Whether what is known of the game can still be shown.
    pub fn follow(&mut self, mv: &MoveRecord) -> bool {
        match self {
            AudienceView::All(judge) => {
                replay::make(judge.as_mut(), mv);
                true
            }
            AudienceView::Both(watch) => watch.told(&mv.text).is_ok(),
        }
    }

    /// Whose turn it is, if that is known.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            AudienceView::All(judge) => Some(judge.to_move()),
            AudienceView::Both(watch) => watch.to_move(),
        }
    }

    /// The game as text; names in order of play.
    pub fn picture(&self, names: ByPlayer<&str>) -> String {
        match self {
            AudienceView::All(judge) => judge.picture(names),
            AudienceView::Both(watch) => watch.picture(names),
        }
    }

    /// The game as SVG, if it has a drawing.
    pub fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        match self {
            AudienceView::All(judge) => judge.drawing(scene),
            AudienceView::Both(watch) => watch.drawing(scene),
        }
    }
}
