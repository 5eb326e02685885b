//! Random games of every game, as the rules play them, for whoever checks the rules in another language against them:
//!
//!     cargo run --release -p jeux --example parcours -- PLIES [SEED]
//!
//! A line each, of fields between tabs; numbers are decimal:
//!
//!     game      NAME  SEED             the game begins as it is drawn from these parameters and this seed:
//!     parameter NAME  VALUE            ... of which there may be some
//!     setting   NAME  VALUE            ... and this is what was drawn, everything
//!     at        KEY   MOVER  SCORE     the position now: who is to move (1 or 2), the score once it is over (1, -1, 0) or `-`
//!     legal     COUNT HASH             its legal moves: how many, and the FNV-1a hash (64 bits) of their texts, a line feed after each
//!     refused   TEXT  CODE             this text is no legal move here; the code of the reason
//!     move      TEXT  ANSWER  TOLD     this is played, with what only the mover is told and what the opponent is, or `-`
//!     end                              nothing more of this game

use std::io::{self, BufWriter, Write};

use chacha20::ChaCha8Rng;
use jeux::any::{AnyGame, AnyPosition, GAMES, score};
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

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (mut plies, seed) = (arguments.next().unwrap_or(10_000), arguments.next().unwrap_or(1));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut round = 0;
    while plies > 0 {
        for game in &GAMES {
            play(game, round, &mut plies, &mut random, &mut out)?;
        }
        round += 1;
    }
    out.flush()
}

/// A game from its beginning to its end.
fn play(
    game: &AnyGame,
    round: usize,
    plies: &mut u64,
    random: &mut ChaCha8Rng,
    out: &mut impl Write,
) -> io::Result<()> {
    let known = PARAMETERS.iter().find(|(name, _)| *name == game.name).map_or(&[][..], |(_, sets)| sets);
    let parameters: Params = known.get(round % known.len().max(1)).map_or_else(Params::new, |set| {
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    });
    let seed = random.next_u64() >> 1;
    writeln!(out, "game\t{}\t{seed}", game.name)?;
    for (name, value) in &parameters {
        writeln!(out, "parameter\t{name}\t{value}")?;
    }
    let setup = game.draw(&parameters, seed).map_err(io::Error::other)?;
    for (name, value) in &setup {
        writeln!(out, "setting\t{name}\t{value}")?;
    }
    let mut position = game.start(&setup).map_err(io::Error::other)?;
    for ply in 0.. {
        show(position.as_ref(), out)?;
        let moves = position.legal_moves();
        let strange = TEXTS[below(random, TEXTS.len())];
        if !moves.iter().any(|mv| mv == strange)
            && let Err(refused) = position.copy().play(strange)
        {
            writeln!(out, "refused\t{strange}\t{}", Reason::from(refused).code)?;
        }
        if moves.is_empty() || *plies == 0 || ply == MOST_PLIES {
            break;
        }
        let mv = &moves[below(random, moves.len())];
        let played = position.play(mv).map_err(io::Error::other)?;
        *plies -= 1;
        let told = played.shown.of(mv);
        writeln!(out, "move\t{mv}\t{}\t{told}", played.answer.as_deref().unwrap_or("-"))?;
    }
    writeln!(out, "end")
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
