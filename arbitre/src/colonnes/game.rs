//! A party of Colonnes for the match loop, judged by the validation library.

use jeux::Player;
use jeux::colonnes::MAX_PLIES;
use protocol::colonnes::{Manche, PropCoup, TCoupReq};
use validation::Partie;

use crate::game::{Game, Verdict};

/// A party, the aller or the retour.
#[derive(Clone, Debug)]
pub struct ColonnesGame {
    partie: Partie,
    /// Judges the moves; without it (`--noValid`) every COUP is taken and the party ends after its 40th.
    judged: bool,
    plies: u32,
}

impl ColonnesGame {
    /// The beginning of a party.
    pub fn new(manche: Manche, judged: bool) -> Self {
        ColonnesGame { partie: manche.into(), judged, plies: 0 }
    }
}

impl Game for ColonnesGame {
    type Coup = TCoupReq;

    fn to_move(&self) -> Player {
        Player::ALL[self.plies as usize % 2]
    }

    fn judge(&mut self, coup: &TCoupReq) -> Verdict {
        if self.judged {
            match self.partie.judge(self.to_move(), coup) {
                Ok(PropCoup::Cont) => {}
                Ok(PropCoup::Gagne) => return Verdict::Win,
                Ok(PropCoup::Nulle) => return Verdict::Draw,
                // A legal move never loses; said in full so that a new property is noticed.
                Ok(PropCoup::Perdu) => return Verdict::Illegal("PERDU".into()),
                Err(triche) => return Verdict::Illegal(triche.raison()),
            }
        }
        self.plies += 1;
        if self.plies >= MAX_PLIES { Verdict::Draw } else { Verdict::Continue }
    }

    fn notation(&self, coup: &TCoupReq) -> String {
        coup.read().map_or_else(|_| "?".into(), |(_, mv)| mv.to_string())
    }

    fn raw(&self, coup: &TCoupReq) -> Option<Vec<u8>> {
        Some(coup.encode().to_vec())
    }
}
