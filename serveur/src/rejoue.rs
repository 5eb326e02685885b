//! `serveur rejoue`: reads records and vectors, verifies them with the rules, shows them move by
//! move.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail, ensure};
use arbitre::notes::{Marker, NotesError};
use arbitre::place;
use arbitre::record::{PartieRecord, ReadError, Record};
use arbitre::registry;
use arbitre::replay::{self, Contradiction};
use clap::Args;
use jeux::colonnes::{Board, Cell, Move};
use jeux::text::sanitize;
use jeux::{ByPlayer, Game, Player, Position, Reason, Slot};
use protocol::Termination;
use protocol::colonnes::{Coul, PropCoup, TCoupReq};
use serde::de::IgnoredAny;
use serde_json::Value;
use validation::Partie;

use crate::report::{ending, painted};
use crate::{report, turn_logs};

/// Reading records back.
#[derive(Args, Debug)]
pub struct Replay {
    /// Enregistrements d'une rencontre (.json), rencontre d'un championnat (mai.toml#3.2 : ronde 3, rencontre 2), ou vecteurs de validation ou de positions (.jsonl)
    #[arg(required = true, value_name = "FICHIER")]
    pub files: Vec<PathBuf>,
    /// Vérifier sans montrer les coups
    #[arg(long)]
    pub discret: bool,
    /// Ne montrer que la fin : le dernier plateau de chaque partie, et qui a gagné la rencontre
    #[arg(long, conflicts_with = "discret")]
    pub fin: bool,
    /// Noter chaque joueur d'après la solution du jeu, s'il en a une : coups justes, gains et nulles gâchés
    #[arg(long)]
    pub notes: bool,
    /// Table de la solution, pour --notes ; par défaut $MOTEUR_TABLE, sinon le dossier de cache de l'utilisateur
    #[arg(long, value_name = "CHEMIN")]
    pub table: Option<PathBuf>,
}

/// Reads every file. Exit code 1: one is unreadable or contradicts the rules; the others are read
/// all the same.
pub fn run(args: &Replay) -> Result<ExitCode> {
    let mut out = i18n::out();
    let mut failures = 0;
    let mut marker = args.notes.then(|| Marker::new(i18n::language().code(), args.table.as_deref()));
    for path in &args.files {
        let shown = sanitize(&path.display().to_string()).into_owned();
        match read(path, args, marker.as_mut()) {
            Ok(text) => writeln!(out, "{text}{}", i18n::text!("replay-agrees", path = shown))?,
            Err(error) => {
                failures += 1;
                i18n::out::complain(&i18n::text!(
                    "labelled",
                    label = shown,
                    text = i18n::causes(error.as_ref())
                ));
            }
        }
    }
    if let Some(marker) = marker {
        write!(
            out,
            "{}",
            i18n::analysis::table(marker.totals().into_iter().map(|(name, marks)| (name, marks.into())))
        )?;
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Verifies one file; its text.
fn read(path: &Path, args: &Replay, marker: Option<&mut Marker>) -> Result<String> {
    let quiet = args.discret;
    let text = match place::of_championship(path.as_os_str(), i18n::language().code()) {
        Some(record) => record.map_err(|why| anyhow!(i18n::reason(&why)))?,
        None => fs::read_to_string(path).with_context(|| i18n::text!("replay-unreadable"))?,
    };
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        return lines(&text, quiet);
    }
    let _: IgnoredAny = serde_json::from_str(&text).map_err(|_| anyhow!(i18n::text!("replay-no-record")))?;
    let record = Record::from_json(&text).map_err(unreadable)?;
    replay::verify(&record).map_err(contradicted)?;
    let notes = marker.map(|marker| marker.mark(&record)).transpose().map_err(unmarked)?.unwrap_or_default();
    let shown = match (quiet, args.fin) {
        (true, _) => return Ok(String::new()),
        (_, true) => finale(&record),
        (_, false) => {
            let logs = turn_logs::read(path.parent().unwrap_or(Path::new("")), &record.id);
            report::logged(&record, true, &logs)
        }
    };
    Ok(shown + &notes)
}

/// A JSONL file: vectors of the course, or records as `serveur exporte` writes them.
fn lines(text: &str, quiet: bool) -> Result<String> {
    let mut shown = String::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = || i18n::text!("replay-line", number = index + 1);
        let vector: Value = serde_json::from_str(line).with_context(number)?;
        if vector.get("schema").is_some() {
            let record = Record::from_json(&vector.to_string()).map_err(unreadable).with_context(number)?;
            replay::verify(&record).map_err(contradicted).with_context(number)?;
            if !quiet {
                shown += &report::rencontre(&record, false);
            }
            continue;
        }
        let board = vector_line(&vector).with_context(number)?;
        if !quiet {
            shown += &format!("{}\n{board}", i18n::text!("replay-line-heading", number = index + 1));
        }
    }
    Ok(shown)
}

/// Why a record gets no marks, in words.
fn unmarked(error: NotesError) -> anyhow::Error {
    let why = Reason::from(&error);
    anyhow!(i18n::reason(&why))
}

/// Why a text is no record, in words.
fn unreadable(error: ReadError) -> anyhow::Error {
    match error {
        ReadError::Schema(found) => {
            let known = arbitre::record::SCHEMA;
            anyhow!(i18n::text!("replay-schema", found = found, known = known))
        }
        ReadError::Io(error) => anyhow!(i18n::system(&error)),
        ReadError::Json(error) => anyhow!(i18n::text!("replay-bad-record", line = error.line())),
        ReadError::Id => anyhow!(i18n::reason(&Reason::new("record-id"))),
    }
}

/// A contradiction, in words.
fn contradicted(contradiction: Contradiction) -> anyhow::Error {
    let Contradiction { partie, problem } = contradiction;
    let error = anyhow!(i18n::reason(&problem));
    match partie {
        Some(name) => error.context(i18n::text!("replay-partie", name = name)),
        None => error,
    }
}

/// Verifies a line of the vectors, verdicts or solved positions; its last board.
fn vector_line(vector: &Value) -> Result<String> {
    if vector.get("first").is_some() { verdict_vector(vector) } else { position_vector(vector) }
}

/// A game with the verdicts of the course's library.
fn verdict_vector(vector: &Value) -> Result<String> {
    let first: Coul = vector["first"].as_str().with_context(|| field("first"))?.parse()?;
    let mut partie = Partie::new(first);
    for (index, mv) in vector["moves"].as_array().with_context(|| field("moves"))?.iter().enumerate() {
        let joueur = mv["joueur"].as_i64().with_context(|| field("joueur"))?;
        // The course's library takes any number other than 1 for the second player.
        let joueur = if joueur == 1 { Player::First } else { Player::Second };
        let coup = TCoupReq::decode(&hex::decode(mv["req"].as_str().with_context(|| field("req"))?)?)?;
        let judged = partie.judge(joueur, &coup);
        let (ok, property) = (judged.is_ok(), judged.unwrap_or(PropCoup::Perdu));
        let recorded = (
            mv["ok"].as_bool().with_context(|| field("ok"))?,
            mv["prop"].as_str().with_context(|| field("prop"))?,
        );
        ensure!(
            recorded == (ok, property.word()),
            i18n::text!(
                "replay-rules-verdict",
                number = index + 1,
                verdict = if ok { "VALID" } else { "TRICHE" },
                property = property.word()
            )
        );
    }
    let colours = ByPlayer { first: first.word(), second: first.other().word() };
    Ok(partie.board().picture(ByPlayer { first: "", second: "" }, Some(colours)))
}

/// A position with the moves that lead to it.
fn position_vector(vector: &Value) -> Result<String> {
    let mut board = Board::new();
    for mv in vector["moves"].as_array().with_context(|| field("moves"))? {
        let text = mv.as_str().with_context(|| field("moves"))?;
        let cell = |index: &str| -> Result<_> {
            let cell = Cell::new(index.parse()?);
            cell.with_context(|| field("moves"))
        };
        let mv = match text.split_once(':') {
            Some(("P", index)) => Move::Place(cell(index)?),
            Some(("D", cells)) => {
                let (from, to) = cells.split_once('-').with_context(|| field("moves"))?;
                Move::Shift { from: cell(from)?, to: cell(to)? }
            }
            _ if text == "X" => Move::Pass,
            _ => bail!(i18n::text!("replay-unknown-move", text = text)),
        };
        board.play(mv).map_err(|rule| {
            let why = jeux::Reason::from(rule);
            anyhow!(i18n::reason(&why)).context(text.to_owned())
        })?;
    }
    let stacks = vector["board"].as_array().with_context(|| field("board"))?;
    for (cell, stack) in Cell::all().zip(stacks) {
        let pawns: String = board.stack(cell).pawns().map(|p| ['1', '2'][p.index()]).collect();
        ensure!(
            stack.as_str() == Some(&pawns),
            i18n::text!("replay-rules-cell", cell = cell.to_string(), pawns = pawns)
        );
    }
    Ok(board.to_string())
}

/// A missing or wrong field of a vector.
fn field(name: &str) -> String {
    i18n::text!("replay-vector-field", name = name)
}

/// The last board of each game with its end, then the winner; several lines, coloured on a
/// terminal.
pub fn finale(record: &Record) -> String {
    let parties: Vec<String> = record.parties.iter().map(|partie| last_board(record, partie)).collect();
    format!("{}\n{}\n", parties.join("\n"), sentence(record))
}

/// How a game ended, and its last board.
fn last_board(record: &Record, partie: &PartieRecord) -> String {
    let last = replay::after(record, partie, partie.moves.len())
        .map(|judge| judge.picture(replay::names(record, partie)))
        .unwrap_or_default();
    let inks = registry::find(&record.game).map_or(&[][..], |kind| kind.inks);
    let line = i18n::text!(
        "finale-partie",
        name = &partie.name,
        ending = ending(record, partie),
        count = partie.moves.len()
    );
    format!("{line}\n{}", painted(inks, &last))
}

/// The winner of the rencontre and the score.
fn sentence(record: &Record) -> String {
    if record.interrupted.is_some() {
        return i18n::text!("finale-interrupted");
    }
    let wins = Slot::ALL
        .map(|slot| record.parties.iter().filter(|partie| partie.result.winner == Some(slot)).count());
    let drawn = record.parties.iter().filter(|partie| partie.result.termination == Termination::Draw).count();
    let names = record.names();
    if wins[0] == wins[1] {
        let [one, other] = names;
        return i18n::text!("finale-level", one = one, other = other, wins = wins[0], draws = drawn);
    }
    let best = if wins[1] > wins[0] { Slot::One } else { Slot::Zero };
    i18n::text!(
        "finale-won",
        winner = names[best],
        loser = names[best.other()],
        wins = wins[best],
        losses = wins[best.other()],
        draws = drawn
    )
}
