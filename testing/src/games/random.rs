//! Random games.

use std::io::{self, Write};

use chacha20::ChaCha8Rng;
use jeux::any::{AnyGame, GAMES};
use jeux::draw::below;
use jeux::game::Params;
use rand_core::{Rng, SeedableRng};

use super::lines;

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
    lines::begins(game.name, &seed.to_string(), &parameters, &setup, out)?;
    let mut position = game.start(&setup).map_err(io::Error::other)?;
    for ply in 0.. {
        lines::show(position.as_ref(), out)?;
        let moves = position.legal_moves();
        let strange = TEXTS[below(random, TEXTS.len())];
        if !moves.iter().any(|mv| mv == strange)
            && let Err(refused) = position.copy().play(strange)
        {
            lines::refusal(strange, refused.into(), out)?;
        }
        if moves.is_empty() || *plies == 0 || ply == MOST_PLIES {
            break;
        }
        let mv = &moves[below(random, moves.len())];
        lines::moved(mv, &position.play(mv).map_err(io::Error::other)?, out)?;
        *plies -= 1;
    }
    writeln!(out, "end")
}
