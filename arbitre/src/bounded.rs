//! Games that the rules alone need not end: drawn after so many moves.

use jeux::game::{Follow, MOST_MOVES, ParameterError, Params, Watch, number};
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason};

use crate::judge::{Coup, Judge, Judgement, Verdict};

/// The judge of a game with a limit.
struct Bounded {
    judge: Box<dyn Judge>,
    most: u64,
    left: u64,
}

/// This game, with the limit of its setup if that has one.
pub fn bounded(judge: Box<dyn Judge>, setup: &Params) -> Result<Box<dyn Judge>, ParameterError> {
    let most = if setup.contains_key(MOST_MOVES) { number(setup, MOST_MOVES)? } else { 0 };
    Ok(if most == 0 { judge } else { Box::new(Bounded { judge, most, left: most }) })
}

impl Judge for Bounded {
    fn to_move(&self) -> Player {
        self.judge.to_move()
    }

    fn notation(&self, text: &str) -> Option<String> {
        self.judge.notation(text)
    }

    fn judge(&mut self, coup: &Coup) -> Result<Judgement, Reason> {
        let mut judgement = self.judge.judge(coup)?;
        self.left = self.left.saturating_sub(1);
        if self.left == 0 && judgement.verdict == Verdict::Continue {
            judgement.verdict = Verdict::Draw;
            judgement.why = Some(Reason::new("most-moves").with(self.most));
        }
        Ok(judgement)
    }

    fn picture(&self, names: ByPlayer<&str>) -> String {
        self.judge.picture(names)
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        self.judge.drawing(scene)
    }

    fn touches(&self, text: &str) -> Vec<String> {
        self.judge.touches(text)
    }

    fn copy(&self) -> Box<dyn Judge> {
        Box::new(Bounded { judge: self.judge.copy(), ..*self })
    }

    fn legal_moves(&self) -> Vec<String> {
        self.judge.legal_moves()
    }

    fn follow(&self, setup: &Params, me: Player) -> Option<Box<dyn Follow>> {
        self.judge.follow(setup, me)
    }

    fn watch(&self, setup: &Params) -> Option<Box<dyn Watch>> {
        self.judge.watch(setup)
    }
}
