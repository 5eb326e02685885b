//! Games that an engine takes up after moves made without it.

use std::collections::BTreeSet;

use i18n::text;
use jeux::Player;
use protocol::moteur::HostLine;

use super::bench::Bench;
use super::probe::{Probe, ProbeResult};
use super::table::TrialGame;

/// Positions of each side.
const POSITIONS: u64 = 3;
/// Games drawn to find a position.
const DRAWN: u64 = 12;
/// Their longest length.
const PLIES: usize = 30;

/// An engine that ignores `moves=` plays as at the beginning: it gets positions where that is
/// illegal, if possible.
pub fn moves(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    let mut telling = false;
    for side in Player::ALL {
        let mut beginning = bench.game(side, 11)?;
        probe.send(&HostLine::Game(beginning.announced(probe.time(), &[])));
        beginning.opponents_turn(probe);
        let possible: BTreeSet<String> = beginning.legal().into_iter().collect();
        let usual = beginning.clone().engines_move(probe, bench.go())?;
        for number in 0..POSITIONS {
            let found = position(bench, side, number * DRAWN, (&usual, &possible))?;
            let Some(((allowed, alike), mut table)) = found else { continue };
            telling |= !allowed || alike < 100;
            probe.send(&HostLine::Game(table.announced(probe.time(), &[])));
            // And it continues from there.
            for _ in 0..2 {
                if table.its_turn() {
                    table.engines_move(probe, bench.go())?;
                    table.opponents_turn(probe);
                }
            }
        }
    }
    Ok((!telling).then(|| text!("essai-moves-alike")))
}

/// A position with the engine to move: if possible, where its usual first move is illegal and few
/// legal moves are those of the beginning. With it, whether its usual move is legal there, and how
/// many percent of the legal moves are legal at the beginning.
fn position(
    bench: &Bench<'_>,
    side: Player,
    from: u64,
    (usual, possible): (&str, &BTreeSet<String>),
) -> ProbeResult<Option<((bool, usize), TrialGame)>> {
    let mut best: Option<((bool, usize), TrialGame)> = None;
    for number in from..from + DRAWN {
        let mut table = bench.game(side, 11)?.drawing(number);
        while !table.over() && table.plies() < PLIES && table.play_any().is_some() {
            if !table.its_turn() || table.plies() < 2 {
                continue;
            }
            let legal = table.legal();
            let alike =
                legal.iter().filter(|text| possible.contains(*text)).count() * 100 / legal.len().max(1);
            let rank = (table.allows(usual), alike);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, table.clone()));
            }
        }
        if best.as_ref().is_some_and(|(rank, _)| *rank == (false, 0)) {
            break;
        }
    }
    Ok(best)
}
