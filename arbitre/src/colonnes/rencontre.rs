//! The rencontre: aller (BLANC begins) and retour (NOIR begins), colours unchanged (subject, 1.2).

use std::collections::BTreeMap;

use jeux::{ByPlayer, Player};
use jiff::Timestamp;
use protocol::Termination;
use protocol::colonnes::{Coul, Manche, TCoupReq};

use super::ColonnesGame;
use crate::party::{Conditions, Party, play};
use crate::record::{PartyRecord, PlayerRecord, Record, ResultRecord, SCHEMA, Settings};
use crate::seat::Seat;

/// A player of a rencontre: the name to show, and where he comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// The cleaned name.
    pub name: String,
    /// An address, or the engine that was started.
    pub from: String,
}

/// The seats by colour.
pub struct Seats<'a> {
    /// The player who asked first.
    pub blanc: &'a mut dyn Seat<TCoupReq>,
    /// The player who asked second.
    pub noir: &'a mut dyn Seat<TCoupReq>,
}

/// Referees a rencontre whose players already know their colours; the time of BLANC's first move counts from the call.
///
/// `contestants` are BLANC and NOIR. `before_end` is called with the complete record before the players are told how the
/// last party ends: the place to commit it. An interrupted rencontre ends with the party under way.
pub fn referee(
    id: &str,
    contestants: &[Contestant; 2],
    mut seats: Seats<'_>,
    judged: bool,
    conditions: Conditions<'_>,
    before_end: &mut dyn FnMut(&Record),
) -> Record {
    let mut record = blank(id, contestants, judged, conditions);
    for manche in [Manche::Aller, Manche::Retour] {
        let mut game = ColonnesGame::new(manche, judged);
        let Seats { blanc, noir } = &mut seats;
        let mut by_player: ByPlayer<&mut dyn Seat<TCoupReq>> = match manche.first() {
            Coul::Blanc => ByPlayer { first: &mut **blanc, second: &mut **noir },
            Coul::Noir => ByPlayer { first: &mut **noir, second: &mut **blanc },
        };
        let mut finish = |party: &Party| {
            record.parties.push(party_record(manche, party));
            let stopped = party.result.termination == Termination::Interrupted;
            if stopped {
                record.interrupted = party.result.detail.clone();
            }
            if stopped || manche == Manche::Retour {
                record.ended = Some(Timestamp::now());
                before_end(&record);
            }
        };
        play(&mut game, &mut by_player, conditions, &mut finish);
        if record.interrupted.is_some() {
            break;
        }
    }
    record
}

/// The record of a rencontre that ended before its referee could write one.
pub fn interrupted(
    id: &str,
    contestants: &[Contestant; 2],
    judged: bool,
    conditions: Conditions<'_>,
    why: &str,
) -> Record {
    let mut record = blank(id, contestants, judged, conditions);
    record.ended = Some(record.started);
    record.interrupted = Some(why.into());
    record
}

fn blank(id: &str, contestants: &[Contestant; 2], judged: bool, conditions: Conditions<'_>) -> Record {
    let time_ms = conditions.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let players = [Coul::Blanc, Coul::Noir].map(|coul| PlayerRecord {
        name: contestants[coul.index()].name.clone(),
        color: Some(coul.to_string()),
        from: contestants[coul.index()].from.clone(),
    });
    Record {
        schema: SCHEMA,
        game: "colonnes".into(),
        id: id.into(),
        started: Timestamp::now(),
        ended: None,
        versions: BTreeMap::from([("arbitre".into(), env!("CARGO_PKG_VERSION").into())]),
        settings: Settings { time_ms, judged },
        players: players.to_vec(),
        parties: Vec::new(),
        scheduled: None,
        interrupted: None,
    }
}

/// A party in the terms of the record, which numbers BLANC 0 and NOIR 1 in both parties.
fn party_record(manche: Manche, party: &Party) -> PartyRecord {
    let seat = |player: usize| manche.coul(Player::ALL[player]).index();
    let mut moves = party.moves.clone();
    moves.iter_mut().for_each(|mv| mv.player = seat(mv.player));
    PartyRecord {
        name: manche.to_string(),
        first: manche.first().index(),
        setup: BTreeMap::new(),
        moves,
        result: ResultRecord {
            winner: party.result.winner.map(seat),
            charged: party.result.charged.map(seat),
            ..party.result.clone()
        },
    }
}
