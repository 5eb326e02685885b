//! `serveur rejoue`: reads records and vectors back, verifies them with the rules, shows them move by move.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use arbitre::record::{PartyRecord, Record};
use jeux::colonnes::{Board, MAX_PLIES};
use jeux::{Outcome, Player, Position, Status};
use protocol::Termination;
use protocol::colonnes::{Coul, Manche, PropCoup, TCoupReq};
use protocol::name::is_harmless;
use serde_json::Value;
use validation::Partie;

use crate::championnat;
use crate::cli::Replay;
use crate::notes::Marker;
use crate::{labyrinthe, report};

/// Reads every file; the exit code says whether all of them agree with the rules.
pub fn run(args: &Replay) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut failures = 0;
    let mut marker = args.notes.then(|| Marker::open(args.table.as_deref()));
    for path in &args.files {
        match replay(path, args.discret, marker.as_mut()) {
            Ok(text) => writeln!(out, "{text}{} : conforme aux règles", path.display())?,
            Err(error) => {
                failures += 1;
                eprintln!("{} : {error:#}", path.display());
            }
        }
    }
    if let Some(marker) = marker {
        write!(out, "{}", marker.summary())?;
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Verifies one file and gives the text to show for it.
fn replay(path: &Path, quiet: bool, marker: Option<&mut Marker>) -> Result<String> {
    let text = match championnat::archive::record(&path.to_string_lossy()) {
        Some(record) => record?,
        None => fs::read_to_string(path).context("fichier illisible")?,
    };
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        let mut shown = String::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let vector = tame(serde_json::from_str(line).with_context(|| format!("ligne {}", index + 1))?);
            let board = vector_line(&vector).with_context(|| format!("ligne {}", index + 1))?;
            if !quiet {
                shown += &format!("ligne {} :\n{board}", index + 1);
            }
        }
        return Ok(shown);
    }
    let value = tame(serde_json::from_str(&text).context("pas un enregistrement")?);
    let record = Record::from_json(&value.to_string())?;
    if record.game == "labyrinthe" {
        labyrinthe::replay::verify(&record)?;
    } else {
        verify_rencontre(&record)?;
        for party in &record.parties {
            verify(&record, party).with_context(|| format!("partie {}", party.name))?;
        }
    }
    let notes = marker.map(|marker| marker.mark(&record)).transpose()?.unwrap_or_default();
    Ok(if quiet { String::new() } else { report::rencontre(&record, true) + &notes })
}

/// Replaces in all texts what could do more to a terminal than be shown: files come from anywhere.
fn tame(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(
            text.chars().map(|c| if is_harmless(c) { c } else { char::REPLACEMENT_CHARACTER }).collect(),
        ),
        Value::Array(values) => values.into_iter().map(tame).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, tame(value))).collect(),
        other => other,
    }
}

/// Verifies that the record holds what a rencontre consists of.
fn verify_rencontre(record: &Record) -> Result<()> {
    ensure!(record.game == "colonnes", "jeu inconnu : {}", record.game);
    for (player, coul) in record.players.iter().zip(Coul::ALL) {
        ensure!(player.color.as_deref() == Some(coul.word()), "{coul} attendu pour {}", player.name);
    }
    ensure!(record.parties.len() <= Manche::ALL.len(), "{} parties", record.parties.len());
    for (party, manche) in record.parties.iter().zip(Manche::ALL) {
        ensure!(party.name == manche.word(), "partie {} au lieu de {manche}", party.name);
    }
    let stopped =
        record.parties.iter().position(|party| party.result.termination == Termination::Interrupted);
    let complete = match stopped {
        Some(index) => {
            ensure!(index + 1 == record.parties.len(), "une partie suit celle qui est interrompue");
            false
        }
        None => record.parties.len() == Manche::ALL.len(),
    };
    ensure!(
        complete == record.interrupted.is_none(),
        "{} partie(s), rencontre {}",
        record.parties.len(),
        if complete { "complète mais dite interrompue" } else { "incomplète sans être interrompue" }
    );
    Ok(())
}

/// Verifies that the moves, the verdicts and the result of a party follow from the rules.
fn verify(record: &Record, party: &PartyRecord) -> Result<()> {
    let manche: Manche = party.name.parse()?;
    ensure!(party.first == manche.first().index(), "le joueur {} commence", party.first);
    let judged = record.settings.judged;
    let mut partie = Partie::from(manche);
    let mut status = Status::Ongoing;
    let mut refused = false;
    for (index, mv) in party.moves.iter().enumerate() {
        let ply = index + 1;
        ensure!(status == Status::Ongoing && !refused, "coup {ply} joué après la fin");
        let expected = (party.first + index) % 2;
        ensure!(mv.player == expected, "coup {ply} : c'est à l'autre joueur");
        let words = if judged {
            let coup =
                request(&mv.text, mv.raw.as_deref(), expected).with_context(|| format!("coup {ply}"))?;
            match partie.judge(Player::ALL[index % 2], &coup) {
                Ok(property) => ("VALID", property),
                Err(_) => ("TRICHE", PropCoup::Perdu),
            }
        } else {
            ("VALID", if ply >= MAX_PLIES as usize { PropCoup::Nulle } else { PropCoup::Cont })
        };
        refused = words.0 == "TRICHE";
        ensure!(
            (mv.verdict.as_str(), mv.property.as_str()) == (words.0, words.1.word()),
            "coup {ply} ({}) : {} {} enregistré, {} {} selon les règles",
            mv.text,
            mv.verdict,
            mv.property,
            words.0,
            words.1
        );
        status = match words.1 {
            PropCoup::Nulle => Status::Over(Outcome::Draw),
            PropCoup::Gagne => Status::Over(Outcome::Win(Player::ALL[index % 2])),
            PropCoup::Cont | PropCoup::Perdu => Status::Ongoing,
        };
    }
    let seat = |player: Player| manche.coul(player).index();
    let to_move = (party.first + party.moves.len()) % 2;
    let (result, last) = (&party.result, 1 - to_move);
    let expected = match (status, refused, result.termination) {
        (Status::Over(Outcome::Win(player)), ..) => (Termination::Win, Some(seat(player)), None),
        (Status::Over(Outcome::Draw), ..) => (Termination::Draw, None, None),
        (_, true, _) => (Termination::Triche, Some(to_move), Some(last)),
        (_, _, Termination::Interrupted) => (Termination::Interrupted, None, None),
        (_, _, Termination::Win | Termination::Draw | Termination::Triche) => {
            bail!("fin {} que les coups ne montrent pas", result.termination)
        }
        (_, _, fault) => (fault, Some(last), Some(to_move)),
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

/// The COUP of a recorded move: its bytes, which the text must agree with, or else the text.
fn request(text: &str, raw: Option<&str>, player: usize) -> Result<TCoupReq> {
    let coul = if player == Coul::Blanc.index() { Coul::Blanc } else { Coul::Noir };
    let Some(raw) = raw else { return Ok(TCoupReq::new(coul, text.parse()?)) };
    let coup = TCoupReq::decode(&unhex(raw)?)?;
    let said = coup.read().map_or_else(|_| "?".into(), |(_, mv)| mv.to_string());
    ensure!(said == text, "les octets disent {said}, le texte {text}");
    Ok(coup)
}

/// Reads bytes written in hexadecimal.
pub fn unhex(text: &str) -> Result<Vec<u8>> {
    ensure!(text.len().is_multiple_of(2) && text.is_ascii(), "octets illisibles : {text}");
    let pairs = (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16));
    Ok(pairs.collect::<Result<_, _>>()?)
}

/// Verifies a line of the vectors, verdicts or solved positions, and gives its last board.
fn vector_line(vector: &Value) -> Result<String> {
    if vector.get("first").is_some() { verdict_vector(vector) } else { position_vector(vector) }
}

/// A game with the official validator's verdicts.
fn verdict_vector(vector: &Value) -> Result<String> {
    let first: Coul = vector["first"].as_str().context("first")?.parse()?;
    let mut partie = Partie::new(first);
    for (index, mv) in vector["moves"].as_array().context("moves")?.iter().enumerate() {
        let joueur = mv["joueur"].as_i64().context("joueur")?;
        // The course's validator takes any number other than 1 for the second player.
        let joueur = if joueur == 1 { Player::First } else { Player::Second };
        let coup = TCoupReq::decode(&unhex(mv["req"].as_str().context("req")?)?)?;
        let judged = partie.judge(joueur, &coup);
        let (ok, property) = (judged.is_ok(), judged.unwrap_or(PropCoup::Perdu));
        let recorded = (mv["ok"].as_bool().context("ok")?, mv["prop"].as_str().context("prop")?);
        ensure!(recorded == (ok, property.word()), "coup {} : {ok} {property} selon les règles", index + 1);
    }
    let first = usize::from(first == Coul::Noir);
    Ok(partie.board().show(report::letters(first)))
}

/// A position with the moves that lead to it.
fn position_vector(vector: &Value) -> Result<String> {
    let mut board = Board::new();
    for mv in vector["moves"].as_array().context("moves")? {
        let text = mv.as_str().context("moves")?;
        let cell = |index: &str| -> Result<_> {
            let cell = jeux::colonnes::Cell::new(index.parse()?);
            cell.with_context(|| format!("case {index}"))
        };
        let mv = match text.split_once(':') {
            Some(("P", index)) => jeux::colonnes::Move::Place(cell(index)?),
            Some(("D", cells)) => {
                let (from, to) = cells.split_once('-').context("moves")?;
                jeux::colonnes::Move::Shift { from: cell(from)?, to: cell(to)? }
            }
            _ if text == "X" => jeux::colonnes::Move::Pass,
            _ => bail!("coup inconnu : {text}"),
        };
        board.play(mv).with_context(|| format!("coup {text}"))?;
    }
    let stacks = vector["board"].as_array().context("board")?;
    for (cell, stack) in jeux::colonnes::Cell::all().zip(stacks) {
        let pawns: String = board.stack(cell).pawns().map(|p| ['1', '2'][p.index()]).collect();
        ensure!(stack.as_str() == Some(&pawns), "case {cell} : {pawns} selon les règles");
    }
    Ok(board.to_string())
}
