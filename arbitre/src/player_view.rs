//! A playing person's view of a game: everything, or, with hidden information, what a player may
//! know.

use jeux::game::{Follow, Params, Shown};
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason, Slot};

use crate::game::{Beginning, GameEntry};
use crate::judge::{Coup, Judge, Judgement, Verdict};
use crate::seat::Opening;

pub enum PlayerView {
    /// Everything: nothing is hidden.
    All(Box<dyn Judge>),
    /// What a player may know.
    Own(Box<dyn Follow>),
}

impl PlayerView {
    /// The view of the player to whom this game is announced; `None` if it cannot be followed.
    pub fn of(opening: &Opening<'_>) -> Option<Self> {
        let judge = opening.judge?;
        let own = judge.follow(opening.setup, opening.me).map(PlayerView::Own);
        let mut player_view = own.unwrap_or_else(|| PlayerView::All(judge.copy()));
        let followed = opening.before.iter().all(|mv| {
            let told = mv.told_to(opening.slot);
            if mv.player == opening.slot {
                player_view.told_own(&told.text, told.answer.as_deref())
            } else {
                player_view.told_opponent(&told.text)
            }
        });
        followed.then_some(player_view)
    }

    /// The view of this player at the beginning of a game.
    pub fn at_the_beginning(kind: &GameEntry, setup: &Params, me: Player) -> Option<Self> {
        let judge = kind.start(&Beginning { setup, first: Slot::Zero, judged: true }).ok()?;
        Some(judge.follow(setup, me).map_or(PlayerView::All(judge), PlayerView::Own))
    }

    /// Whose turn it is; `None` once the game is seen to be over.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            PlayerView::All(judge) => Some(judge.to_move()),
            PlayerView::Own(follow) => follow.to_move(),
        }
    }

    /// The game as text; names in order of play.
    pub fn picture(&self, names: ByPlayer<&str>) -> String {
        match self {
            PlayerView::All(judge) => judge.picture(names),
            PlayerView::Own(follow) => follow.picture(names),
        }
    }

    /// The game as SVG, if it has a drawing.
    pub fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        match self {
            PlayerView::All(judge) => judge.drawing(scene),
            PlayerView::Own(follow) => follow.drawing(scene),
        }
    }

    /// What is touched in the drawing to make this move; empty for an illegal move.
    pub fn touches(&self, text: &str) -> Vec<String> {
        match self {
            PlayerView::All(judge) => judge.touches(text),
            PlayerView::Own(follow) => follow.touches(text),
        }
    }

    /// The legal moves, or some of too many.
    pub fn legal_moves(&self) -> Vec<String> {
        match self {
            PlayerView::All(judge) => judge.legal_moves(),
            PlayerView::Own(follow) => follow.legal_moves(),
        }
    }

    /// Why a move cannot be played, as far as visible.
    pub fn refusal(&self, text: &str) -> Option<Reason> {
        match self {
            PlayerView::Own(follow) => follow.refusal(text),
            PlayerView::All(judge) => match judge.copy().judge(&Coup::said(text)) {
                Err(reason) => Some(reason),
                Ok(judgement) => match judgement.verdict {
                    Verdict::Illegal(rule) => Some(rule),
                    _ => None,
                },
            },
        }
    }

    /// Follows the person's own move; whether that is possible.
    pub fn own(&mut self, coup: &Coup, judgement: &Judgement) -> bool {
        match self {
            PlayerView::All(judge) => judge.judge(coup).is_ok(),
            PlayerView::Own(_) if !judgement.verdict.is_legal() => true,
            PlayerView::Own(follow) => follow.own(&coup.text, judgement.answer.as_deref()).is_ok(),
        }
    }

    /// Follows the player's own move and its answer; whether that is possible.
    pub fn told_own(&mut self, text: &str, answer: Option<&str>) -> bool {
        match self {
            PlayerView::All(judge) => counts(judge.as_mut(), text),
            PlayerView::Own(follow) => follow.own(text, answer).is_ok(),
        }
    }

    /// Follows what was told of the opponent's move; whether that is possible.
    pub fn told_opponent(&mut self, told: &str) -> bool {
        match self {
            PlayerView::All(judge) => counts(judge.as_mut(), told),
            PlayerView::Own(follow) => follow.opponent(told).is_ok(),
        }
    }

    /// Follows what is shown of the opponent's move; whether that is possible.
    pub fn opponent(&mut self, coup: &Coup, judgement: &Judgement) -> bool {
        match self {
            PlayerView::All(judge) => judgement.shown == Shown::Whole && judge.judge(coup).is_ok(),
            PlayerView::Own(_) if !judgement.verdict.is_legal() => true,
            PlayerView::Own(follow) => follow.opponent(judgement.shown.of(&coup.text)).is_ok(),
        }
    }
}

/// Plays a move that should be legal; whether it is.
fn counts(judge: &mut dyn Judge, text: &str) -> bool {
    judge.judge(&Coup::said(text)).is_ok_and(|judgement| judgement.verdict.is_legal())
}
