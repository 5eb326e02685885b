//! How often `alphabeta` keeps the value of a position in which some move loses value.
//!
//! `cargo run --release -p moteur-ia --example justesse -- FILE MS` reads positions in the format of
//! `vecteurs/colonnes/solved_sample.jsonl`, gives the engine MS milliseconds for each, one after the other and with an empty
//! table, and shows the positions in which its move is not one of the optimal ones.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use jeux::Position;
use jeux::colonnes::{Board, Cell, Move};
use moteur_ia::adapter::Limits;
use moteur_ia::colonnes::alphabeta::{AlphaBeta, Options};
use serde_json::Value;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let (Some(file), Some(ms)) = (args.next(), args.next()) else {
        anyhow::bail!("usage : justesse FICHIER MS");
    };
    let time = Duration::from_millis(ms.parse().context("MS")?);
    let text = std::fs::read_to_string(&file).context(file)?;
    let stop = AtomicBool::new(false);
    let mut engine = AlphaBeta::new(Options { seed: Some(1), ..Options::default() });
    let (mut positions, mut kept, mut nodes, mut spent) = (0, 0, 0, Duration::ZERO);
    for line in text.lines() {
        let sample: Value = serde_json::from_str(line)?;
        let optimal = moves(&sample["optimal"])?;
        let mut board = Board::new();
        for mv in moves(&sample["moves"])? {
            board.play(mv)?;
        }
        if optimal.len() == board.legal_moves().len() {
            continue;
        }
        engine.forget();
        let start = Instant::now();
        let found = engine.search(board, &Limits { deadline: start.checked_add(time), stop: &stop });
        spent += start.elapsed();
        nodes += found.nodes;
        positions += 1;
        let mv = found.step.to_move();
        if optimal.contains(&mv) {
            kept += 1;
        } else {
            let (value, plies) = (&sample["value"], &sample["plies_to_end"]);
            println!("{board}{value} en {plies}, joue {mv} : {found:?}");
        }
    }
    println!(
        "{kept} valeurs gardées sur {positions}, {:.0} nœuds/s, {:.3} s par position",
        nodes as f64 / spent.as_secs_f64(),
        spent.as_secs_f64() / f64::from(positions),
    );
    Ok(())
}

fn moves(list: &Value) -> anyhow::Result<Vec<Move>> {
    let texts = list.as_array().context("no list of moves")?.iter();
    texts.map(|text| text.as_str().and_then(read).with_context(|| format!("not a move: {text}"))).collect()
}

/// Reads `P:4`, `D:0-3` or `X`.
fn read(text: &str) -> Option<Move> {
    let cell = |digit: &str| Cell::new(digit.parse().ok()?);
    match text.split_once(':') {
        Some(("P", at)) => cell(at).map(Move::Place),
        Some(("D", way)) => {
            let (from, to) = way.split_once('-')?;
            Some(Move::Shift { from: cell(from)?, to: cell(to)? })
        }
        _ => (text == "X").then_some(Move::Pass),
    }
}
