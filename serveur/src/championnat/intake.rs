//! Records of rencontres in the terms of the results store; and the records of those that nobody played.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use arbitre::record::{PartyRecord, PlayerRecord, Record, ResultRecord, SCHEMA, Settings};
use championnat::{
    Fault, Forfeit, IncomingMove, IncomingOutcome, IncomingParty, IncomingRencontre, PartyResult,
    Regulations, Side,
};
use jiff::Timestamp;
use protocol::Termination;

/// What the record of a forfeit says; rencontres that were played never do.
const ABSENT: &str = "absent";

/// Reads a record file of the championship.
pub fn read(path: &Path) -> Result<IncomingRencontre> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    convert(&Record::from_json(&text)?, text).with_context(|| path.display().to_string())
}

/// A record, with its text, for the store.
fn convert(record: &Record, json: String) -> Result<IncomingRencontre> {
    let key = record.scheduled.as_ref().context("n'est pas la partie d'un championnat")?;
    let outcome = match &record.interrupted {
        Some(why) => IncomingOutcome::Interrupted(why.clone()),
        None => {
            let parties: Result<_> = record.parties.iter().map(party).collect();
            IncomingOutcome::Finished(parties?)
        }
    };
    let [white, black] = record.players.as_slice() else { anyhow::bail!("il faut deux joueurs") };
    Ok(IncomingRencontre {
        key: key.parse()?,
        id: record.id.clone(),
        white: white.name.clone(),
        black: black.name.clone(),
        started_ms: record.started.as_millisecond(),
        finished_ms: record.ended.unwrap_or(record.started).as_millisecond(),
        outcome,
        json,
    })
}

fn side(player: usize) -> Result<Side> {
    Side::ALL.get(player).copied().with_context(|| format!("joueur {player}"))
}

fn party(party: &PartyRecord) -> Result<IncomingParty> {
    let moves: Result<_> = party
        .moves
        .iter()
        .map(|mv| {
            Ok(IncomingMove {
                side: side(mv.player)?,
                notation: mv.text.clone(),
                thinking: Duration::from_micros(mv.micros),
                latency: Duration::from_micros(mv.latency_micros),
                verdict: mv.verdict.clone(),
            })
        })
        .collect();
    Ok(IncomingParty { result: result(&party.result)?, detail: party.result.detail.clone(), moves: moves? })
}

fn result(result: &ResultRecord) -> Result<PartyResult> {
    let fault = match result.termination {
        Termination::Win => return Ok(PartyResult::Won(side(result.winner.context("sans gagnant")?)?)),
        Termination::Draw => return Ok(PartyResult::Drawn),
        Termination::Interrupted => anyhow::bail!("une partie interrompue dans une rencontre complète"),
        Termination::Disconnected if result.detail.as_deref() == Some(ABSENT) => Fault::Absent,
        Termination::Disconnected => Fault::Disconnected,
        Termination::Triche => Fault::Triche,
        Termination::Timeout => Fault::Timeout,
        Termination::Malformed => Fault::Malformed,
        Termination::Crash => Fault::Crash,
    };
    match result.charged {
        Some(player) => Ok(PartyResult::Disqualified(side(player)?, fault)),
        None => {
            ensure!(fault == Fault::Absent, "une faute de personne");
            Ok(PartyResult::BothAbsent)
        }
    }
}

/// The record of a rencontre that is forfeited.
pub fn forfeit(id: String, forfeit: &Forfeit, regulations: &Regulations) -> Record {
    let now = Timestamp::now();
    let place = |wanted: Side| Side::ALL.iter().position(|side| *side == wanted);
    let charged = forfeit.absent.and_then(place);
    let parties =
        forfeit.result.parties.iter().zip(["aller", "retour"]).enumerate().map(|(first, (_, name))| {
            PartyRecord {
                name: name.into(),
                first,
                setup: Default::default(),
                moves: Vec::new(),
                result: ResultRecord {
                    winner: charged.map(|player| 1 - player),
                    termination: Termination::Disconnected,
                    charged,
                    detail: Some(ABSENT.into()),
                    fault_micros: None,
                },
            }
        });
    Record {
        schema: SCHEMA,
        game: regulations.game.clone(),
        id,
        started: now,
        ended: Some(now),
        versions: [("arbitre".into(), env!("CARGO_PKG_VERSION").into())].into(),
        settings: Settings { time_ms: Some(regulations.time_ms).filter(|ms| *ms > 0), judged: true },
        players: Side::ALL
            .map(|side| PlayerRecord {
                name: regulations.name(forfeit.pairing.contestants()[side]).into(),
                color: Some(side.word().into()),
                from: String::new(),
            })
            .to_vec(),
        parties: parties.collect(),
        scheduled: Some(forfeit.pairing.key.to_string()),
        interrupted: None,
    }
}
