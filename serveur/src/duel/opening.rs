//! Beginnings drawn by lot: two engines that always answer alike would play the same games for ever.

use anyhow::Result;
use arbitre::game::{Beginning, GameEntry};
use arbitre::judge::{Coup, Judge, Verdict};
use arbitre::record::{MoveRecord, PartieRecord};
use jeux::game::{Params, Partie, Shown};
use jeux::{Reason, Slot};
use protocol::result::ResultRecord;

use crate::local_rencontre::{sentence, wrong};

/// How often beginnings are drawn that end the game.
const TRIES: u32 = 100;

/// The games of a rencontre after so many moves drawn by the seed, the same ones in each.
pub fn drawn(
    kind: &'static GameEntry,
    setup: &Params,
    parties: &[Partie],
    (moves, seed): (u32, u64),
) -> Result<Vec<PartieRecord>> {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..TRIES {
        let mut texts: Option<Vec<String>> = None;
        let mut begun = Vec::new();
        for partie in parties {
            let beginning = Beginning { setup, first: partie.first, judged: true };
            let judge = kind.start(&beginning).map_err(|error| wrong(&error))?;
            if judge.watch(setup).is_some() {
                return Err(sentence(&Reason::new("no-openings").with(kind.title)));
            }
            let Some(played) = begin(judge, partie.first, moves, &mut random, texts.as_deref()) else {
                break;
            };
            texts.get_or_insert_with(|| played.iter().map(|mv| mv.text.clone()).collect());
            begun.push(PartieRecord {
                name: partie.name.into(),
                first: partie.first,
                setup: setup.clone(),
                moves: played,
                result: ResultRecord::under_way(),
            });
        }
        if begun.len() == parties.len() {
            return Ok(begun);
        }
    }
    Err(sentence(&Reason::new("no-opening").with(moves)))
}

/// Plays these moves, or so many drawn ones; `None` if they end the game.
fn begin(
    mut judge: Box<dyn Judge>,
    first: Slot,
    moves: u32,
    random: &mut fastrand::Rng,
    known: Option<&[String]>,
) -> Option<Vec<MoveRecord>> {
    let mut played = Vec::new();
    for number in 0..moves as usize {
        let player = Slot::of(judge.to_move(), first);
        let text = match known {
            Some(known) => known.get(number)?.clone(),
            None => random.choice(judge.legal_moves())?,
        };
        let judgement = judge.judge(&Coup::said(&text)).ok()?;
        if judgement.verdict != Verdict::Continue {
            return None;
        }
        let (verdict, property) = judgement.verdict.words();
        let shown = (judgement.shown != Shown::Whole).then(|| judgement.shown.of(&text).to_owned());
        played.push(MoveRecord {
            player,
            text,
            raw: None,
            micros: 0,
            cpu_micros: None,
            waited_micros: None,
            memory_bytes: None,
            verdict,
            property,
            answer: judgement.answer,
            shown,
            latency_micros: 0,
        });
    }
    Some(played)
}
