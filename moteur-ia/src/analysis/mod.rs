//! What positions are worth, for programs: `moteur JEU analyse-lignes`, with the form of [`protocol::analysis`].
//!
//! # Layout
//! * [`Analyst`]: knows or estimates what positions of a game are worth. [`run`] answers requests by it.
//! * [`Exact`]: an analyst that knows the exact values.

use std::cmp::Reverse;
use std::io::{self, BufRead, Read, Write};
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jeux::text::truncate;
use jeux::{ByPlayer, Game, Outcome, Player, Position, Reason, Status, View};
use protocol::analysis::{Analysis, Answer, LONGEST_REQUEST, MOST_MOVES, MOST_MS, Request, Value, Valued};

use crate::adapter::Limits;

/// Ends the requests, as for an engine.
const QUIT: &[u8] = b"quit";
/// How much of a request is repeated in an error, in characters.
const REPEATED: usize = 200;

/// Evaluates positions of a game.
pub trait Analyst {
    type Game: Game;
    /// What the player to move knows: the position, if everybody sees everything.
    type View: View<Move = <Self::Game as Position>::Move>;

    /// Whether it needs no thinking time.
    const EXACT: bool = false;

    /// The next positions are of another game.
    fn begin(&mut self) {}

    /// Evaluates a position in which the game goes on, within the limits. The player to move and
    /// the moves are added by the caller.
    fn analyse(&mut self, position: &Self::Game, view: &Self::View, limits: &Limits<'_>) -> Analysis;
}

/// Answers each line of standard input on standard output, until `quit` or the end.
pub fn run(analyst: &mut impl Analyst) -> io::Result<()> {
    serve(analyst, io::stdin().lock(), io::stdout().lock())
}

pub fn serve(analyst: &mut impl Analyst, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let longest = LONGEST_REQUEST as u64 + 1;
        if (&mut input).take(longest).read_until(b'\n', &mut line)? == 0 || line.trim_ascii() == QUIT {
            return Ok(());
        }
        let answer = if line.len() > LONGEST_REQUEST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            refused(Reason::new("analysis-too-long"))
        } else {
            answer(analyst, &line)
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

pub fn answer(analyst: &mut impl Analyst, line: &[u8]) -> Answer {
    let request = serde_json::from_slice(line).map_err(|_| Reason::new("analysis-request"));
    match request.and_then(|request| analyses(analyst, &request)) {
        Ok(analyses) => Answer::Analyses { analyses },
        Err(reason) => refused(reason),
    }
}

/// A request's line breaks and excess length are not repeated.
fn refused(mut reason: Reason) -> Answer {
    let mut next = Some(&mut reason);
    while let Some(reason) = next {
        for arg in &mut reason.args {
            *arg = truncate(arg, REPEATED);
        }
        next = reason.cause.as_deref_mut();
    }
    Answer::Refused { error: reason }
}

/// The analyses that are asked for.
fn analyses<A: Analyst>(analyst: &mut A, request: &Request) -> Result<Vec<Analysis>, Reason> {
    if request.moves.len() > MOST_MOVES {
        return Err(Reason::new("analysis-too-long"));
    }
    let setup =
        |error: jeux::game::ParameterError| Reason::new("game-setup").with(error.name).because(error.problem);
    let mut position = A::Game::start(&request.setup).map_err(setup)?;
    let first = A::View::begin(&request.setup, Player::First).map_err(setup)?;
    let second = A::View::begin(&request.setup, Player::Second).map_err(setup)?;
    let mut views = ByPlayer { first, second };
    analyst.begin();
    let deadline = Instant::now() + Duration::from_millis(request.ms.min(MOST_MS));
    let mut analyses = Vec::new();
    for (index, text) in request.moves.iter().enumerate() {
        let left = request.moves.len() + 1 - index;
        let mut before = request.all.then(|| analysis(analyst, &position, &views, deadline, left));
        let start = before.is_some().then(|| position.clone());
        let played = play(&mut position, &mut views, text);
        let played =
            played.map_err(|why| Reason::new("analysis-move").with(index + 1).with(text).because(why))?;
        if let (Some(before), Some(start)) = (&mut before, &start) {
            let same = before.best.iter().find(|best| leads_to(start, best, &position));
            before.played = Some(same.cloned().unwrap_or(played));
        }
        analyses.extend(before);
    }
    analyses.push(analysis(analyst, &position, &views, deadline, 1));
    Ok(analyses)
}

/// The analysis of a position, with its share of the time: so many are left.
fn analysis<A: Analyst>(
    analyst: &mut A,
    position: &A::Game,
    views: &ByPlayer<A::View>,
    deadline: Instant,
    left: usize,
) -> Analysis {
    let mover = position.to_move();
    if let Status::Over(outcome) = position.status() {
        let value = match outcome {
            Outcome::Draw => Value::Draw,
            Outcome::Win(winner) if winner == mover => Value::Win(0),
            Outcome::Win(_) => Value::Loss(0),
        };
        return Analysis { value: Some(value), ..Analysis::default() };
    }
    let (now, stop) = (Instant::now(), AtomicBool::new(false));
    if now >= deadline && !A::EXACT {
        // Many positions in little time: the last ones get no opinion.
        return Analysis { mover: Some(mover.index()), ..Analysis::default() };
    }
    let share = deadline.saturating_duration_since(now) / u32::try_from(left).unwrap_or(u32::MAX).max(1);
    let limits = Limits { deadline: Some(now + share), stop: &stop };
    Analysis { mover: Some(mover.index()), ..analyst.analyse(position, &views[mover], &limits) }
}

/// Whether a move leads to this position: some moves have several notations.
fn leads_to<G: Game>(from: &G, text: &str, to: &G) -> bool {
    let mut position = from.clone();
    let played = position.parse_move(text).ok().and_then(|mv| position.play(mv).ok());
    played == Some(to.status()) && position.to_string() == to.to_string()
}

/// Plays a move, and tells each player what he may hear of it. The move as the game writes it.
fn play<G: Game, V: View<Move = G::Move>>(
    position: &mut G,
    views: &mut ByPlayer<V>,
    text: &str,
) -> Result<String, Reason> {
    if position.status().outcome().is_some() {
        return Err(Reason::new("game-over"));
    }
    let mv = position.parse_move(text).map_err(Reason::from)?;
    let (mover, written) = (position.to_move(), mv.to_string());
    let (answer, shown) = (position.answer(&mv), position.shown(&mv));
    position.play(mv.clone()).map_err(Into::into)?;
    views[mover].own(&mv, answer.as_deref())?;
    views[!mover].opponent(shown.of(&written))?;
    Ok(written)
}

/// Evaluates positions by their exact values.
pub struct Exact<G, F> {
    value: F,
    game: PhantomData<G>,
}

impl<G: Game, F: FnMut(&G) -> Value> Exact<G, F> {
    /// By this value of any unfinished position, from its mover's side.
    pub fn new(value: F) -> Self {
        Exact { value, game: PhantomData }
    }

    /// The legal moves with their values to the mover, best first.
    fn moves(&mut self, position: &G) -> Vec<(G::Move, G, Value)> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            if after.play(mv.clone()).is_ok() {
                let value = (self.value)(&after).of_move();
                moves.push((mv, after, value));
            }
        }
        moves.sort_by_key(|(.., value)| Reverse(*value));
        moves
    }

    /// Perfect play from a position and a best move.
    fn line(&mut self, mut next: Option<(G::Move, G)>) -> Vec<String> {
        let mut line = Vec::new();
        while let Some((mv, position)) = next {
            line.push(mv.to_string());
            next = self.moves(&position).into_iter().next().map(|(mv, after, _)| (mv, after));
        }
        line
    }
}

impl<G: Game, F: FnMut(&G) -> Value> Analyst for Exact<G, F> {
    type Game = G;
    type View = G;

    const EXACT: bool = true;

    fn analyse(&mut self, position: &G, _view: &G, _limits: &Limits<'_>) -> Analysis {
        let moves = self.moves(position);
        let value = moves.first().map(|(.., value)| *value);
        let best =
            moves.iter().take_while(|(.., other)| Some(*other) == value).map(|(mv, ..)| mv.to_string());
        Analysis {
            value,
            best: best.collect(),
            line: self.line(moves.first().map(|(mv, after, _)| (mv.clone(), after.clone()))),
            moves: moves
                .into_iter()
                .map(|(mv, _, value)| Valued { value: Some(value), ..Valued::of(mv) })
                .collect(),
            ..Analysis::default()
        }
    }
}
