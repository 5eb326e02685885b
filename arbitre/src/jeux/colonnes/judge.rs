//! A partie of Colonnes, judged by the validation library (subject, 1.4).

use jeux::any::AnyPosition;
use jeux::colonnes::{Board, MAX_PLIES, Move};
use jeux::game::ParameterError;
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason};
use protocol::colonnes::{Coul, PropCoup, TCoupReq};
use validation::Partie;

use crate::game::{Beginning, GameEntry};
use crate::judge::{Coup, Judge, Judgement, UNSAID, Verdict};

/// The aller or the retour.
#[derive(Clone)]
struct ByValidation {
    partie: Partie,
    /// Without it (`--noValid`) every COUP is accepted and the partie ends after its 40th.
    judged: bool,
    plies: u32,
    colours: Option<ByPlayer<&'static str>>,
}

/// Begins a partie.
pub(super) fn start(beginning: &Beginning<'_>) -> Result<Box<dyn Judge>, ParameterError> {
    Ok(Box::new(ByValidation {
        partie: Partie::new(Coul::of(beginning.first)),
        judged: beginning.judged,
        plies: 0,
        colours: GameEntry::of::<Board>().colours_from(beginning.first),
    }))
}

/// The notation of a request.
pub(super) fn notation(coup: &TCoupReq) -> String {
    coup.read().map_or_else(|_| UNSAID.into(), |(_, mv)| mv.to_string())
}

impl ByValidation {
    /// The request that came, or the one for this notation.
    fn request(&self, coup: &Coup) -> Result<TCoupReq, Reason> {
        let Some(raw) = &coup.raw else {
            let mv: Move = coup.text.parse()?;
            return Ok(TCoupReq::new(self.partie.coul(self.to_move()), mv));
        };
        let request = TCoupReq::decode(raw).map_err(|_| Reason::new("request-size").with(raw.len()))?;
        let said = notation(&request);
        if said == coup.text { Ok(request) } else { Err(Reason::new("bytes-say").with(said)) }
    }
}

impl Judge for ByValidation {
    fn to_move(&self) -> Player {
        Player::ALL[self.plies as usize % 2]
    }

    fn notation(&self, text: &str) -> Option<String> {
        self.partie.board().notation(text)
    }

    fn judge(&mut self, coup: &Coup) -> Result<Judgement, Reason> {
        let mover = self.to_move();
        let judged = self.request(coup).map(|request| self.partie.judge(mover, &request));
        if self.judged {
            match judged? {
                Ok(PropCoup::Cont) => {}
                Ok(PropCoup::Gagne) => return Ok(Verdict::Win.into()),
                Ok(PropCoup::Nulle) => return Ok(Verdict::Draw.into()),
                Ok(PropCoup::Perdu) => return Ok(Verdict::Loss.into()),
                Err(triche) => return Ok(Verdict::Illegal(triche.into()).into()),
            }
        }
        self.plies += 1;
        Ok(if self.plies >= MAX_PLIES { Verdict::Draw } else { Verdict::Continue }.into())
    }

    fn picture(&self, names: ByPlayer<&str>) -> String {
        self.partie.board().picture(names, self.colours)
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        self.partie.board().drawing(scene)
    }

    fn touches(&self, text: &str) -> Vec<String> {
        self.partie.board().touches(text)
    }

    fn copy(&self) -> Box<dyn Judge> {
        Box::new(self.clone())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.partie.board().legal_moves()
    }
}
