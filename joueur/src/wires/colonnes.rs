//! The dialogue of a rencontre of Colonnes, aller and retour (subject, 1.1).

use anyhow::{Context, Result, bail, ensure};
use arbitre::game::Kind;
use jeux::colonnes::{Board, Move};
use jeux::game::Params;
use protocol::Termination;
use protocol::colonnes::{
    CodeRep, Coul, Manche, PropCoup, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup,
};
use words::text;

use crate::desk::Desk;
use crate::dialogue::{Beginning, Dialogue, End, Heard, Judged, Tally};
use crate::person::tell;
use crate::server::Server;

/// One rencontre.
pub struct Rencontre<'a> {
    name: &'a str,
    coul: Coul,
    opponent: String,
    /// The party under way, and those still to come.
    manche: Manche,
    next: std::slice::Iter<'static, Manche>,
}

impl<'a> Rencontre<'a> {
    /// A rencontre of the player of this name.
    pub fn new(name: &'a str) -> Self {
        let next = [Manche::Aller, Manche::Retour].iter();
        Rencontre { name, coul: Coul::Blanc, opponent: String::new(), manche: Manche::Aller, next }
    }

    fn message<const N: usize>(desk: &mut Desk<'_>) -> Result<[u8; N]> {
        desk.message(Server::take::<N>)
    }

    fn reply(desk: &mut Desk<'_>) -> Result<TCoupRep> {
        let rep = TCoupRep::decode(&Self::message::<{ TCoupRep::SIZE }>(desk)?)
            .ok()
            .with_context(|| text!("server-strange"))?;
        if rep.err != CodeRep::Ok {
            log::warn!("{}", text!("server-says", code = rep.err.to_string()));
        }
        Ok(rep)
    }

    /// The end of the party by this answer, with the result as we see it.
    fn end(&self, rep: TCoupRep, result: PropCoup) -> End {
        let reason = match (rep.valid_coup, rep.prop_coup) {
            (ValCoup::Triche, _) => Termination::Triche,
            (ValCoup::Timeout, _) => Termination::Timeout,
            (ValCoup::Valid, PropCoup::Nulle) => Termination::Draw,
            (ValCoup::Valid, _) => Termination::Win,
        };
        let words = text!("player-partie", name = self.manche.to_string(), how = in_words(result, reason));
        End { result, reason, words }
    }
}

fn in_words(result: PropCoup, reason: Termination) -> String {
    match (result, reason) {
        (PropCoup::Gagne, Termination::Win) => text!("player-won-stack"),
        (PropCoup::Gagne, Termination::Triche) => text!("player-won-triche"),
        (PropCoup::Gagne, Termination::Timeout) => text!("player-won-timeout"),
        (PropCoup::Gagne, _) => text!("player-won"),
        (PropCoup::Perdu, Termination::Win) => text!("player-lost-stack"),
        (PropCoup::Perdu, Termination::Triche) => text!("player-lost-triche"),
        (PropCoup::Perdu, Termination::Timeout) => text!("player-lost-timeout"),
        (PropCoup::Perdu, _) => text!("player-lost"),
        (PropCoup::Nulle | PropCoup::Cont, _) => text!("player-drawn"),
    }
}

impl Dialogue for Rencontre<'_> {
    type Game = Board;

    fn kind(&self) -> &'static Kind {
        &arbitre::jeux::colonnes::KIND
    }

    /// Asks for a party and waits for the answer: an opponent and a colour.
    fn enter(&mut self, desk: &mut Desk<'_>) -> Result<()> {
        desk.server.send(&TPartieReq::new(self.name).encode())?;
        tell(&text!("player-waits", name = self.name, engine = desk.engine.name()));
        let rep = TPartieRep::decode(&Self::message::<{ TPartieRep::SIZE }>(desk)?)
            .ok()
            .with_context(|| text!("server-strange-partie"))?;
        ensure!(rep.err == CodeRep::Ok, text!("server-refuses-partie", code = rep.err.to_string()));
        (self.coul, self.opponent) = (rep.coul, rep.opponent());
        tell(&text!("player-rencontre", opponent = &self.opponent, color = self.coul.to_string()));
        Ok(())
    }

    fn next_game(&mut self, desk: &mut Desk<'_>) -> Result<Option<Beginning>> {
        let Some(&manche) = self.next.next() else { return Ok(None) };
        self.manche = manche;
        Ok(Some(Beginning {
            setup: Params::new(),
            partie: manche.to_string(),
            place: self.coul.index(),
            me: manche.player(self.coul),
            opponent: self.opponent.clone(),
            // The first player's time counts from the answer to the request, or from the end of the aller.
            began: desk.heard(),
        }))
    }

    fn own_move(&mut self, desk: &mut Desk<'_>, mv: Option<&Move>) -> Result<Judged> {
        if let Some(mv) = mv {
            desk.server.send(&TCoupReq::new(self.coul, *mv).encode())?;
        }
        let rep = Self::reply(desk)?;
        let over = rep.valid_coup != ValCoup::Valid || rep.prop_coup != PropCoup::Cont;
        Ok(Judged { validity: rep.valid_coup, end: over.then(|| self.end(rep, rep.prop_coup)) })
    }

    /// The judgement of the opponent's move, and the move if the party goes on.
    fn opponents_move(&mut self, desk: &mut Desk<'_>) -> Result<Heard<Move>> {
        let rep = Self::reply(desk)?;
        if rep.valid_coup != ValCoup::Valid || rep.prop_coup != PropCoup::Cont {
            return Ok(Heard::End(self.end(rep, rep.prop_coup.for_opponent())));
        }
        match TCoupReq::decode(&Self::message::<{ TCoupReq::SIZE }>(desk)?).map(|coup| coup.read()) {
            Ok(Ok((_, mv))) => Ok(Heard::Move(mv)),
            Ok(Err(error)) => {
                let said = format!("{} {}", error.field, error.value);
                bail!(text!("server-strange-move", text = said))
            }
            Err(_) => bail!(text!("server-strange")),
        }
    }

    fn sum(&self, tally: &Tally) -> String {
        let Tally { won, drawn, lost } = *tally;
        text!("player-rencontre-over", opponent = &self.opponent, won = won, drawn = drawn, lost = lost)
    }
}
