//! `moteur colonnes analyse`: what a position is worth, move by move, and the blunders of a game.

use std::{
    cmp::{Ordering, Reverse},
    io::{self, Write},
    path::PathBuf,
};

use anyhow::{Context, bail};
use jeux::{
    ByPlayer, Outcome, Player, Position, Status,
    colonnes::{Board, MAX_PLIES, Move},
};

use super::{
    solution::{
        Table, Value,
        notes::{self, Blunder, Marks, Notes},
    },
    table,
};

/// Donne la valeur exacte d'une position et de chaque coup, et les fautes de la partie qui y mène
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Les coups depuis le début, par exemple "B2 A1 C3" ; sans elle, la position de départ
    #[arg(long, value_name = "COUPS", default_value = "", hide_default_value = true)]
    pub coups: String,
    /// Enregistrement d'une rencontre (JSON) : les fautes de chacune de ses parties, au lieu d'une position
    #[arg(value_name = "FICHIER", conflicts_with = "coups")]
    pub partie: Option<PathBuf>,
    /// Fichier (ou dossier) de la table ; par défaut $MOTEUR_TABLE, sinon le dossier de cache de l'utilisateur
    #[arg(long, value_name = "CHEMIN")]
    pub table: Option<PathBuf>,
}

/// Prints the analysis of the position after the moves, and the marks of the moves.
///
/// # Errors
/// A text that is no move, an illegal move, or nothing can be printed.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(path) = &args.partie {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let games = read_record(&text).with_context(|| path.display().to_string())?;
        let table = table::open(args.table.as_deref());
        let mut out = io::stdout().lock();
        for Game { name, players, moves } in games {
            writeln!(out, "{name} :")?;
            let names = ByPlayer { first: players.first.as_str(), second: &players.second };
            print_notes(&mut out, &notes::mark(&table, &moves)?, names)?;
        }
        return Ok(());
    }
    let moves = parse_moves(&args.coups)?;
    let table = table::open(args.table.as_deref());
    let notes = notes::mark(&table, &moves)?;
    let board = moves.iter().fold(Board::new(), |board, &mv| board.after(mv));
    let mut out = io::stdout().lock();
    print_position(&mut out, &table, board)?;
    if !moves.is_empty() {
        writeln!(out)?;
        print_notes(&mut out, &notes, ByPlayer { first: "joueur 1", second: "joueur 2" })?;
    }
    Ok(())
}

/// A party of a record.
struct Game {
    name: String,
    players: ByPlayer<String>,
    moves: Vec<Move>,
}

/// The parties of a record of Colonnes (its form: `arbitre/RECORDS.md`), each with its legal moves.
fn read_record(text: &str) -> anyhow::Result<Vec<Game>> {
    let record: serde_json::Value = serde_json::from_str(text).context("pas un enregistrement")?;
    if record["game"] != "colonnes" {
        bail!("pas une rencontre de Colonnes");
    }
    let name = |player: usize| record["players"][player]["name"].as_str().unwrap_or("?").to_owned();
    let parties = record["parties"].as_array().context("sans parties")?;
    let game = |party: &serde_json::Value| {
        let first = usize::from(party["first"] == 1);
        let valid = party["moves"].as_array().context("sans coups")?.iter();
        let words = valid.filter(|mv| mv["verdict"] == "VALID").map(|mv| mv["text"].as_str().unwrap_or("?"));
        let moves = parse_moves(&words.collect::<Vec<_>>().join(" "))?;
        let players = ByPlayer { first: name(first), second: name(1 - first) };
        Ok(Game { name: party["name"].as_str().unwrap_or("partie").to_owned(), players, moves })
    };
    parties.iter().map(game).collect()
}

/// Reads moves separated by spaces, and checks them against the rules.
///
/// # Errors
/// The first text that is no legal move, with its number.
pub fn parse_moves(text: &str) -> anyhow::Result<Vec<Move>> {
    let mut board = Board::new();
    let mut moves = Vec::new();
    for (word, number) in text.split_whitespace().zip(1..) {
        let mv = word.parse().with_context(|| format!("coup {number}"))?;
        if let Err(rule) = board.play(mv) {
            bail!("coup {number} ({mv}) : {rule}");
        }
        moves.push(mv);
    }
    Ok(moves)
}

/// A value in words, seen by the one who is to move or who makes the move.
pub fn describe(value: Value) -> String {
    let plies = |plies: u8| format!("{plies} coup{}", if plies > 1 { "s" } else { "" });
    match value {
        Value::Win(n) => format!("gain en {}", plies(n)),
        Value::Draw => "nulle".to_owned(),
        Value::Loss(0) => "perdu".to_owned(),
        Value::Loss(n) => format!("perte en {}", plies(n)),
    }
}

/// Writes the board, its value and that of every legal move, the best ones first.
///
/// # Errors
/// Those of `out`.
pub fn print_position(out: &mut impl Write, table: &Table, board: Board) -> io::Result<()> {
    writeln!(out, "{board}")?;
    match board.status() {
        Status::Over(Outcome::Win(winner)) => {
            return writeln!(out, "Partie gagnée par le joueur {}.", winner.index() + 1);
        }
        Status::Over(Outcome::Draw) => return writeln!(out, "Partie nulle après {MAX_PLIES} coups."),
        Status::Ongoing => {}
    }
    let mut judgement = table.judge(board);
    writeln!(
        out,
        "Coup {} sur {MAX_PLIES}, au joueur {} : {}.",
        board.ply() + 1,
        board.to_move().index() + 1,
        describe(judgement.value)
    )?;
    judgement.moves.sort_by_key(|(_, value)| Reverse(*value));
    for (mv, value) in &judgement.moves {
        let remark = match (judgement.value.result(), value.result()) {
            (before, after) if before == after => "",
            (Ordering::Greater, _) => "  jette le gain",
            _ => "  jette la nulle",
        };
        writeln!(out, "  {:6} {}{remark}", mv.to_string(), describe(*value))?;
    }
    Ok(())
}

/// Writes the marks of both players under these names, and the moves that gave something away.
///
/// # Errors
/// Those of `out`.
pub fn print_notes(out: &mut impl Write, notes: &Notes, names: ByPlayer<&str>) -> io::Result<()> {
    for player in Player::ALL {
        let Marks { moves, kept, tested, passed, wins_thrown, draws_thrown } = notes.marks[player];
        writeln!(
            out,
            "{} : {kept} coups sur {moves} gardent la valeur ({passed} sur {tested} là où l'on pouvait se tromper), \
             {wins_thrown} gain(s) et {draws_thrown} nulle(s) jeté(s).",
            names[player]
        )?;
    }
    for Blunder { player, ply, played, before, after, keeping } in &notes.blunders {
        let keeping: Vec<_> = keeping.iter().map(Move::to_string).collect();
        writeln!(
            out,
            "  coup {:2}, {} : {played}, {} au lieu de {} ({})",
            ply + 1,
            names[*player],
            describe(*after),
            describe(*before),
            keeping.join(" ")
        )?;
    }
    Ok(())
}
