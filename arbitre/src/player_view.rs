//! What a person who plays sees of a game under way: everything, or, where something is hidden, what a player may know.

use jeux::game::{Follow, Params, Shown};
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason, Slot};

use crate::game::{Beginning, GameEntry};
use crate::judge::{Coup, Judge, Judgement, Verdict};
use crate::seat::Opening;

/// What a person sees of a game.
pub enum PlayerView {
    /// Everything, as long as nothing is hidden.
    All(Box<dyn Judge>),
    /// What a player may know.
    Own(Box<dyn Follow>),
}

impl PlayerView {
    /// Those of the player to whom this game is announced; `None` where it cannot be followed.
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

    /// Those of this player in a game that begins so; `None` where it cannot.
    pub fn at_the_beginning(kind: &GameEntry, setup: &Params, me: Player) -> Option<Self> {
        let judge = kind.start(&Beginning { setup, first: Slot::Zero, judged: true }).ok()?;
        Some(judge.follow(setup, me).map_or(PlayerView::All(judge), PlayerView::Own))
    }

    /// Whose turn it is, as long as the game is not seen to be over: `None` then.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            PlayerView::All(judge) => Some(judge.to_move()),
            PlayerView::Own(follow) => follow.to_move(),
        }
    }

    /// The game for people; names in order of play.
    pub fn picture(&self, names: ByPlayer<&str>) -> String {
        match self {
            PlayerView::All(judge) => judge.picture(names),
            PlayerView::Own(follow) => follow.picture(names),
        }
    }

    /// The game as a drawing, where it has one.
    pub fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        match self {
            PlayerView::All(judge) => judge.drawing(scene),
            PlayerView::Own(follow) => follow.drawing(scene),
        }
    }

    /// What is touched in the drawing, in order, to make this move; nothing for what is no legal move.
    pub fn touches(&self, text: &str) -> Vec<String> {
        match self {
            PlayerView::All(judge) => judge.touches(text),
            PlayerView::Own(follow) => follow.touches(text),
        }
    }

    /// The moves that can be made, or some where there are too many to list.
    pub fn legal_moves(&self) -> Vec<String> {
        match self {
            PlayerView::All(judge) => judge.legal_moves(),
            PlayerView::Own(follow) => follow.legal_moves(),
        }
    }

    /// Why a move cannot be played, as far as can be seen: `None` where nothing speaks against it.
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

    /// Sees a move of the person's own; whether it could be followed.
    pub fn own(&mut self, coup: &Coup, judgement: &Judgement) -> bool {
        match self {
            PlayerView::All(judge) => judge.judge(coup).is_ok(),
            PlayerView::Own(_) if !judgement.verdict.is_legal() => true,
            PlayerView::Own(follow) => follow.own(&coup.text, judgement.answer.as_deref()).is_ok(),
        }
    }

    /// Is told that a move of the player's own counts, and what came of it; whether that can be.
    pub fn told_own(&mut self, text: &str, answer: Option<&str>) -> bool {
        match self {
            PlayerView::All(judge) => counts(judge.as_mut(), text),
            PlayerView::Own(follow) => follow.own(text, answer).is_ok(),
        }
    }

    /// Is told this of a move of the opponent that counts; whether that can be.
    pub fn told_opponent(&mut self, told: &str) -> bool {
        match self {
            PlayerView::All(judge) => counts(judge.as_mut(), told),
            PlayerView::Own(follow) => follow.opponent(told).is_ok(),
        }
    }

    /// Sees what is shown of a move of the opponent; whether it could be followed.
    pub fn opponent(&mut self, coup: &Coup, judgement: &Judgement) -> bool {
        match self {
            PlayerView::All(judge) => judgement.shown == Shown::Whole && judge.judge(coup).is_ok(),
            PlayerView::Own(_) if !judgement.verdict.is_legal() => true,
            PlayerView::Own(follow) => follow.opponent(judgement.shown.of(&coup.text)).is_ok(),
        }
    }
}

/// Makes a move that is said to count; whether it does.
fn counts(judge: &mut dyn Judge, text: &str) -> bool {
    judge.judge(&Coup::said(text)).is_ok_and(|judgement| judgement.verdict.is_legal())
}
