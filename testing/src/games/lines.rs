//! What a line is written of.

use std::io::{self, Write};

use jeux::any::{AnyPosition, Played, score};
use jeux::game::Params;
use jeux::{Player, Reason};

pub fn begins(
    game: &str,
    seed: &str,
    parameters: &Params,
    setup: &Params,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "game\t{game}\t{seed}")?;
    for (name, value) in parameters {
        writeln!(out, "parameter\t{name}\t{value}")?;
    }
    for (name, value) in setup {
        writeln!(out, "setting\t{name}\t{value}")?;
    }
    Ok(())
}

pub fn moved(mv: &str, played: &Played, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "move\t{mv}\t{}\t{}", played.answer.as_deref().unwrap_or("-"), played.shown.of(mv))
}

pub fn refusal(mv: &str, reason: Reason, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "refused\t{mv}\t{}", reason.code)
}

pub fn show(position: &dyn AnyPosition, out: &mut impl Write) -> io::Result<()> {
    let mover = if position.to_move() == Player::First { 1 } else { 2 };
    let score = score(position.status()).map_or_else(|| "-".to_owned(), |score| score.to_string());
    writeln!(out, "at\t{}\t{mover}\t{score}", position.key())?;
    let moves = position.legal_moves();
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in moves.iter().flat_map(|mv| mv.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }
    writeln!(out, "legal\t{}\t{hash}", moves.len())
}
