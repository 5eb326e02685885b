//! The dialogue of a rencontre of Colonnes, aller and retour (subject, 1.1).

use anyhow::{Context, Result, bail, ensure};
use arbitre::game::GameEntry;
use i18n::text;
use jeux::colonnes::{Board, Move};
use jeux::game::Params;
use jeux::{Reason, Slot};
use protocol::Termination;
use protocol::colonnes::{
    CodeRep, Coul, FieldError, Manche, PartieRefusal, PropCoup, TCoupRep, TCoupReq, TPartieRep, TPartieReq,
    ValCoup,
};
use protocol::name::{Login, NAME_BYTES};
use protocol::result::ResultRecord;

use crate::dialogue::{AnnouncedGame, Dialogue, Judged, OpponentTurn, OwnResult, Tally};
use crate::journal::Peer;
use crate::person::tell;
use crate::refusal::{Refused, Why};
use crate::server::ServerConnection;
use crate::session::PlayerSession;

pub struct ColonnesRencontre<'a> {
    login: &'a Login,
    coul: Coul,
    opponent: String,
    /// The current partie; others may follow.
    manche: Manche,
    next: std::slice::Iter<'static, Manche>,
    /// The wait was announced, and nobody came: it is not repeated at each attempt.
    waiting: bool,
}

impl<'a> ColonnesRencontre<'a> {
    /// A rencontre of this player.
    pub fn new(login: &'a Login) -> Self {
        let next = [Manche::Aller, Manche::Retour].iter();
        let (coul, manche) = (Coul::Blanc, Manche::Aller);
        ColonnesRencontre { login, coul, opponent: String::new(), manche, next, waiting: false }
    }

    /// The next message, decoded by `decode` and recorded in the words of `shown`.
    fn message<const N: usize, T>(
        session: &mut PlayerSession<'_>,
        decode: impl Fn(&[u8]) -> Option<T>,
        shown: impl Fn(&T) -> String,
    ) -> Result<Option<T>> {
        let bytes = session.message(ServerConnection::take::<N>)?;
        let message = decode(&bytes);
        let hex = || bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        session.server.journal.received(Peer::Server, &message.as_ref().map_or_else(hex, shown));
        Ok(message)
    }

    fn reply(session: &mut PlayerSession<'_>) -> Result<TCoupRep> {
        let decode = |bytes: &[u8]| TCoupRep::decode(bytes).ok();
        let shown = |rep: &TCoupRep| {
            format!("TCoupRep {} {} {}", rep.err, rep.valid_coup.word(), rep.prop_coup.word())
        };
        let rep = Self::message::<{ TCoupRep::SIZE }, _>(session, decode, shown)?;
        let rep = rep.with_context(|| text!("server-strange"))?;
        if rep.err != CodeRep::Ok {
            log::warn!("{}", text!("server-says", code = rep.err.to_string()));
        }
        Ok(rep)
    }

    /// Why the server refuses us: its message or, from the code alone, likely mistakes, likeliest
    /// first.
    fn refused(&self, rep: TPartieRep) -> Refused {
        let (name, code) = (self.login.name(), rep.err.to_string());
        let why = match rep.refusal() {
            Some(PartieRefusal::Over) => Why::Over,
            Some(PartieRefusal::Here) => Why::Here,
            None => Why::Untold,
        };
        let words = match why {
            Why::Over => text!("server-refuses-over"),
            Why::Here => text!("server-refuses-here", name = name),
            Why::Untold if rep.err == CodeRep::Partie => {
                let length = self.login.with_secret().len();
                let cut = text!("refused-cut", length = length, most = NAME_BYTES);
                let secret = match self.login.has_secret() {
                    true => text!("refused-secret", name = name),
                    false => text!("refused-no-secret", name = name),
                };
                let causes = [
                    Some(cut).filter(|_| length > NAME_BYTES),
                    Some(secret),
                    Some(text!("refused-unknown", name = name)),
                    Some(text!("refused-here", name = name)),
                    Some(text!("refused-elsewhere", name = name)),
                ];
                let causes: String =
                    causes.into_iter().flatten().map(|cause| format!("\n  - {cause}")).collect();
                let head = text!("server-refuses-partie", code = code);
                format!("{head}\n{}{causes}\n{}", text!("refused-causes"), text!("refused-log"))
            }
            Why::Untold => text!("server-refuses-partie", code = code),
        };
        Refused { why, words }
    }

    /// The end of the partie by this answer, from our side.
    fn end(&self, rep: TCoupRep, result: PropCoup) -> OwnResult {
        let reason = match (rep.valid_coup, rep.prop_coup) {
            (ValCoup::Triche, _) => Termination::Triche,
            (ValCoup::Timeout, _) => Termination::Timeout,
            (ValCoup::Valid, PropCoup::Nulle) => Termination::Draw,
            (ValCoup::Valid, _) => Termination::Win,
        };
        let outcome = ResultRecord {
            winner: match result {
                PropCoup::Gagne => Some(Slot::Zero),
                PropCoup::Perdu => Some(Slot::One),
                PropCoup::Nulle | PropCoup::Cont => None,
            },
            termination: reason,
            detail: (reason == Termination::Win).then(|| Reason::new("stacked")),
            ..ResultRecord::under_way()
        };
        let how = i18n::outcome_sentence(&outcome, [self.login.name(), &self.opponent], Some(Slot::Zero));
        OwnResult { result, reason, words: text!("player-partie", name = self.manche.to_string(), how = how) }
    }
}

impl Dialogue for ColonnesRencontre<'_> {
    type Game = Board;

    fn kind(&self) -> &'static GameEntry {
        &arbitre::jeux::colonnes::KIND
    }

    /// Asks for a partie and waits for an opponent and a colour.
    fn enter(&mut self, session: &mut PlayerSession<'_>) -> Result<()> {
        let request = TPartieReq::new(self.login.with_secret());
        session.server.send(&request.encode(), &format!("TPartieReq {}", self.login))?;
        if !std::mem::replace(&mut self.waiting, true) {
            tell(&text!("player-waits", name = self.login.name(), engine = session.engine.name()));
        }
        let decode = |bytes: &[u8]| TPartieRep::decode(bytes).ok();
        let shown =
            |rep: &TPartieRep| format!("TPartieRep {} {} {}", rep.err, rep.coul, Login::new(rep.opponent()));
        let rep = Self::message::<{ TPartieRep::SIZE }, _>(session, decode, shown)?;
        let rep = rep.with_context(|| text!("server-strange-partie"))?;
        ensure!(rep.err == CodeRep::Ok, self.refused(rep));
        self.waiting = false;
        // Without the secret that he may have sent elsewhere.
        (self.coul, self.opponent) = (rep.coul, Login::new(rep.opponent()).name().to_owned());
        tell(&text!("player-rencontre", opponent = &self.opponent, color = self.coul.to_string()));
        Ok(())
    }

    fn next_game(&mut self, session: &mut PlayerSession<'_>) -> Result<Option<AnnouncedGame>> {
        let Some(&manche) = self.next.next() else { return Ok(None) };
        self.manche = manche;
        Ok(Some(AnnouncedGame {
            setup: Params::new(),
            partie: manche.to_string(),
            slot: self.coul.slot(),
            me: manche.player(self.coul),
            opponent: self.opponent.clone(),
            // The first player's time counts from the answer to the request, or from the end of the
            // aller.
            began: session.heard(),
        }))
    }

    fn own_move(&mut self, session: &mut PlayerSession<'_>, mv: Option<&Move>) -> Result<Judged> {
        if let Some(mv) = mv {
            let shown = format!("TCoupReq {} {mv}", self.coul);
            session.server.send(&TCoupReq::new(self.coul, *mv).encode(), &shown)?;
        }
        let rep = Self::reply(session)?;
        let over = rep.valid_coup != ValCoup::Valid || rep.prop_coup != PropCoup::Cont;
        Ok(Judged { validity: rep.valid_coup, end: over.then(|| self.end(rep, rep.prop_coup)) })
    }

    /// The judgement of the opponent's move, and the move if the partie goes on.
    fn opponents_move(&mut self, session: &mut PlayerSession<'_>) -> Result<OpponentTurn<Move>> {
        let rep = Self::reply(session)?;
        if rep.valid_coup != ValCoup::Valid || rep.prop_coup != PropCoup::Cont {
            return Ok(OpponentTurn::End(self.end(rep, rep.prop_coup.for_opponent())));
        }
        let decode = |bytes: &[u8]| Some(TCoupReq::decode(bytes).ok()?.read());
        let shown = |coup: &Result<(Coul, Move), FieldError>| match coup {
            Ok((coul, mv)) => format!("TCoupReq {coul} {mv}"),
            Err(error) => format!("TCoupReq {} {}", error.field, error.value),
        };
        match Self::message::<{ TCoupReq::SIZE }, _>(session, decode, shown)? {
            Some(Ok((_, mv))) => Ok(OpponentTurn::Move(mv)),
            Some(Err(error)) => {
                let said = format!("{} {}", error.field, error.value);
                bail!(text!("server-strange-move", text = said))
            }
            None => bail!(text!("server-strange")),
        }
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn again(&mut self, _cut: bool) {
        *self = ColonnesRencontre { waiting: self.waiting, ..ColonnesRencontre::new(self.login) };
    }

    fn sum(&self, tally: &Tally) -> String {
        let Tally { won, drawn, lost } = *tally;
        text!("player-rencontre-over", opponent = &self.opponent, won = won, drawn = drawn, lost = lost)
    }
}
