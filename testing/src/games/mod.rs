//! Games with all that can be known of them, for whoever checks the rules in another language: random ones, and those of `vecteurs/`.
//! As a program: `cargo run --release -p testing --example games -- PLIES [SEED]`.
//!
//! A line each, of fields between tabs; numbers are decimal:
//!
//! ```text
//! game      NAME  SEED             the game begins as it is drawn from these parameters and this seed, or with `-` from its settings
//! parameter NAME  VALUE            ... of which there may be some
//! setting   NAME  VALUE            ... and this is what was drawn, everything
//! at        KEY   MOVER  SCORE     the position now: who is to move (1 or 2), the score once it is over (1, -1, 0) or `-`
//! legal     COUNT HASH             its legal moves: how many, and the FNV-1a hash (64 bits) of their texts, a line feed after each
//! refused   TEXT  CODE             this text is no legal move here; the code of the reason
//! move      TEXT  ANSWER  TOLD     this is played, with what only the mover is told and what the opponent is, or `-`
//! end                              nothing more of this game
//! ```

mod vectors;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use chacha20::ChaCha8Rng;
use jeux::any::{AnyGame, AnyPosition, GAMES, Played, score};
use jeux::draw::below;
use jeux::game::Params;
use jeux::{Player, Reason};
use rand_core::{Rng, SeedableRng};

/// Sets of parameters.
type Sets = &'static [&'static [(&'static str, &'static str)]];

/// What is drawn for some of the games; the others begin with the defaults.
const PARAMETERS: &[(&str, Sets)] = &[
    ("labyrinthe", &[&[], &[("L", "13"), ("H", "9")], &[("energy", "6")]]),
    (
        "sept-couleurs",
        &[
            &[("L", "7"), ("H", "6")],
            &[("L", "12"), ("H", "9"), ("voisins", "6"), ("tore", "oui"), ("murs", "10"), ("couleurs", "4")],
            &[("L", "9"), ("H", "9"), ("or", "oui"), ("bombe", "oui"), ("voisins", "8")],
        ],
    ),
    ("coursidor", &[&[("m", "3")], &[("t", "C"), ("m", "4")], &[("t", "H"), ("m", "6"), ("M", "60")]]),
    ("sphinx", &[&[], &[("h", "3"), ("w", "4"), ("n", "4")]]),
];

/// The most plies of a game: whoever plays Labyrinthe at random takes thousands.
const MOST_PLIES: usize = 300;

/// Texts that are hardly ever moves.
const TEXTS: &[&str] = &[
    "",
    " ",
    "A1",
    "B2",
    "A1B1",
    "Z9",
    "z",
    "0",
    "-1",
    "999999999999999999999",
    "\u{1}",
    "é",
    "7",
    "e4",
    "0:0",
];

/// Writes random games of this many plies, and then those of the vectors. Gives the number of plies of all.
pub fn write_all(path: &Path, plies: usize, seed: u64) -> usize {
    let mut out = BufWriter::new(File::create(path).expect("a file for the games"));
    random(plies, seed, &mut out).expect("random games");
    let more = vectors::write(&mut out).expect("games of the vectors");
    out.flush().expect("the games");
    plies + more
}

/// Writes random games of this many plies.
pub fn random(mut plies: usize, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut round = 0;
    while plies > 0 {
        for game in &GAMES {
            play(game, round, &mut plies, &mut random, out)?;
        }
        round += 1;
    }
    Ok(())
}

/// A game from its beginning to its end.
fn play(
    game: &AnyGame,
    round: usize,
    plies: &mut usize,
    random: &mut ChaCha8Rng,
    out: &mut impl Write,
) -> io::Result<()> {
    let known = PARAMETERS.iter().find(|(name, _)| *name == game.name).map_or(&[][..], |(_, sets)| sets);
    let parameters: Params = known.get(round % known.len().max(1)).map_or_else(Params::new, |set| {
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    });
    let seed = random.next_u64() >> 1;
    let setup = game.draw(&parameters, seed).map_err(io::Error::other)?;
    begins(game.name, &seed.to_string(), &parameters, &setup, out)?;
    let mut position = game.start(&setup).map_err(io::Error::other)?;
    for ply in 0.. {
        show(position.as_ref(), out)?;
        let moves = position.legal_moves();
        let strange = TEXTS[below(random, TEXTS.len())];
        if !moves.iter().any(|mv| mv == strange)
            && let Err(refused) = position.copy().play(strange)
        {
            refusal(strange, refused.into(), out)?;
        }
        if moves.is_empty() || *plies == 0 || ply == MOST_PLIES {
            break;
        }
        let mv = &moves[below(random, moves.len())];
        moved(mv, &position.play(mv).map_err(io::Error::other)?, out)?;
        *plies -= 1;
    }
    writeln!(out, "end")
}

fn begins(
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

fn moved(mv: &str, played: &Played, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "move\t{mv}\t{}\t{}", played.answer.as_deref().unwrap_or("-"), played.shown.of(mv))
}

fn refusal(mv: &str, reason: Reason, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "refused\t{mv}\t{}", reason.code)
}

fn show(position: &dyn AnyPosition, out: &mut impl Write) -> io::Result<()> {
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
