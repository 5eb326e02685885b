//! A game of Labyrinthe, judged by the rules; a wire message may not be a move at all.

use jeux::game::{Game, ParameterError};
use jeux::labyrinthe::Labyrinth;
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Position, Reason};
use protocol::cgs::MoveText;

use crate::game::Beginning;
use crate::judge::{Coup, Judge, Judgement, UNSAID, Verdict};

struct MazeJudge(Labyrinth);

/// Begins a game.
pub(super) fn start(beginning: &Beginning<'_>) -> Result<Box<dyn Judge>, ParameterError> {
    if !beginning.judged {
        return Err(ParameterError::new("judged", Reason::new("always-judged")));
    }
    Ok(Box::new(MazeJudge(Labyrinth::start(beginning.setup)?)))
}

/// A `PLAY_MOVE` for the judge: its notation, or the text that has none.
pub(super) fn said(text: &MoveText) -> Coup {
    match text.mv() {
        Ok(mv) => Coup::said(mv.to_string()),
        Err(_) => Coup { text: UNSAID.to_owned(), raw: Some(text.relayed().as_bytes().to_vec()) },
    }
}

impl Judge for MazeJudge {
    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn notation(&self, text: &str) -> Option<String> {
        jeux::any::AnyPosition::notation(&self.0, text)
    }

    fn judge(&mut self, coup: &Coup) -> Result<Judgement, Reason> {
        let mv = match &coup.raw {
            None => self.0.parse_move(&coup.text)?,
            Some(raw) => {
                let came = MoveText::new(&String::from_utf8_lossy(raw));
                let told = said(&came).text;
                match came.mv() {
                    _ if told != coup.text => return Err(Reason::new("bytes-say").with(told)),
                    Ok(mv) => mv,
                    Err(fault) => return Ok(Verdict::Illegal(fault.into()).into()),
                }
            }
        };
        let mover = self.0.to_move();
        Ok(match self.0.play(mv) {
            Ok(status) => Verdict::of(status, mover),
            Err(rule) => Verdict::Illegal(rule.into()),
        }
        .into())
    }

    fn picture(&self, names: ByPlayer<&str>) -> String {
        Game::picture(&self.0, names, None)
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        self.0.drawing(scene)
    }

    fn touches(&self, text: &str) -> Vec<String> {
        jeux::any::AnyPosition::touches(&self.0, text)
    }

    fn copy(&self) -> Box<dyn Judge> {
        Box::new(MazeJudge(self.0))
    }

    fn legal_moves(&self) -> Vec<String> {
        jeux::any::AnyPosition::legal_moves(&self.0)
    }
}
