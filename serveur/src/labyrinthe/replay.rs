//! Records of Labyrinthe: verifying them with the rules, showing them move by move.

use std::fmt::Write;

use anyhow::{Context, Result, bail, ensure};
use arbitre::record::{MoveRecord, PartyRecord, Record};
use jeux::labyrinthe::{Labyrinth, Maze, Move, Picture, maze_of_seed};
use jeux::{ByPlayer, Outcome, Position, Status};
use protocol::Termination;
use protocol::cgs::{Fault, MoveText};

/// Verifies that a record of Labyrinthe is one, and that all in it follows from the rules.
pub fn verify(record: &Record) -> Result<()> {
    ensure!(record.parties.len() <= 1, "{} parties au lieu d'une", record.parties.len());
    let stopped = |party: &PartyRecord| party.result.termination == Termination::Interrupted;
    let complete = record.parties.first().is_some_and(|party| !stopped(party));
    ensure!(
        complete == record.interrupted.is_none(),
        "partie {}",
        if complete { "complète mais dite interrompue" } else { "incomplète sans être interrompue" }
    );
    record
        .parties
        .iter()
        .try_for_each(|party| verify_party(party).with_context(|| format!("partie {}", party.name)))
}

fn verify_party(party: &PartyRecord) -> Result<()> {
    ensure!(party.first == 0, "le joueur {} commence", party.first);
    let mut position = start(party)?;
    let mut broken = None;
    for (index, mv) in party.moves.iter().enumerate() {
        let ply = index + 1;
        ensure!(position.status() == Status::Ongoing && broken.is_none(), "coup {ply} joué après la fin");
        ensure!(mv.player == index % 2, "coup {ply} : c'est à l'autre joueur");
        let words = match play(&mut position, mv).with_context(|| format!("coup {ply}"))? {
            Ok(Status::Ongoing) => ("VALID", "CONT"),
            Ok(Status::Over(_)) => ("VALID", "GAGNE"),
            Err(fault) => {
                broken = Some(fault);
                ("TRICHE", "PERDU")
            }
        };
        ensure!(
            (mv.verdict.as_str(), mv.property.as_str()) == words,
            "coup {ply} ({}) : {} {} enregistré, {} {} selon les règles",
            mv.text,
            mv.verdict,
            mv.property,
            words.0,
            words.1
        );
    }
    let result = &party.result;
    let expected = match (position.status(), broken, result.termination) {
        (Status::Over(Outcome::Win(player)), ..) => (Termination::Win, Some(player.index()), None),
        (Status::Over(Outcome::Draw), ..) => bail!("le jeu n'a pas de partie nulle"),
        (Status::Ongoing, Some(fault), _) => {
            ensure!(
                result.detail.as_deref() == Some(fault.wire()),
                "règle violée selon les règles : {}",
                fault.wire()
            );
            let mover = (party.moves.len() + 1) % 2;
            (Termination::Triche, Some(1 - mover), Some(mover))
        }
        (.., Termination::Interrupted) => (Termination::Interrupted, None, None),
        (.., Termination::Win | Termination::Draw | Termination::Triche) => {
            bail!("fin {} que les coups ne montrent pas", result.termination)
        }
        // Only the player to move can be late; either may leave or break the protocol.
        (.., Termination::Timeout) => {
            let mover = party.moves.len() % 2;
            (Termination::Timeout, Some(1 - mover), Some(mover))
        }
        (.., fault) => {
            let charged = result.charged.context("une faute de personne")?;
            (fault, Some(1 - charged), Some(charged))
        }
    };
    ensure!(
        (result.termination, result.winner, result.charged) == expected,
        "résultat enregistré : {} {:?} {:?}, selon les règles : {} {:?} {:?}",
        result.termination,
        result.winner,
        result.charged,
        expected.0,
        expected.1,
        expected.2
    );
    Ok(())
}

/// What a game began with.
fn start(party: &PartyRecord) -> Result<Labyrinth> {
    let value = |key: &str| party.setup.get(key).with_context(|| format!("{key} manque"));
    let number = |key: &str| value(key)?.parse::<u32>().with_context(|| key.to_owned());
    let maze = Maze::from_text(number("L")? as usize, number("H")? as usize, value("walls")?)?;
    if let Some(seed) = party.setup.get("seed") {
        let seed = seed.parse().context("seed")?;
        ensure!(maze_of_seed(seed) == maze, "la graine {seed} donne un autre labyrinthe");
    }
    let energy = ByPlayer { first: 0, second: number("energy")? };
    Ok(Labyrinth::with_energy(maze, energy)?)
}

/// Plays a recorded move: its notation, or else the bytes that came, which were no move.
fn play(position: &mut Labyrinth, mv: &MoveRecord) -> Result<Result<Status, Fault>> {
    let Some(raw) = &mv.raw else {
        let mv: Move = mv.text.parse()?;
        return Ok(position.play(mv).map_err(Fault::from));
    };
    let bytes = crate::replay::unhex(raw)?;
    let came = MoveText::new(&String::from_utf8_lossy(&bytes)).mv();
    let said = came.map_or_else(|_| "?".to_owned(), |mv| mv.to_string());
    ensure!(said == mv.text, "les octets disent {said}, le texte {}", mv.text);
    Ok(came.and_then(|mv| position.play(mv).map_err(Fault::from)))
}

/// Every move of a game with the board after it.
pub fn show(record: &Record, party: &PartyRecord) -> String {
    let name = |player: usize| record.players[player].name.as_str();
    let mut position = match start(party) {
        Ok(position) => position,
        Err(error) => return format!("  labyrinthe illisible : {error:#}\n"),
    };
    let picture = |position: &Labyrinth| {
        let names = ByPlayer { first: name(0), second: name(1) };
        Picture { position, names, comments: &[], colours: false }.to_string().trim_end().to_owned() + "\n"
    };
    let mut text = format!("  {} commence\n{}", name(party.first), picture(&position));
    for (ply, mv) in party.moves.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "  {:>3}. {} joue {} : {} {}",
            ply + 1,
            name(mv.player),
            mv.text,
            mv.verdict,
            mv.property
        );
        if matches!(play(&mut position, mv), Ok(Ok(_))) {
            text += &picture(&position);
        }
    }
    text
}
